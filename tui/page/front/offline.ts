// The service worker keeps the page's files: it works offline, and a newer version takes over when a
// page begins.
const service = "serviceWorker" in navigator ? navigator.serviceWorker : null;

function happens(target: EventTarget, type: string): Promise<Event> {
  return new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));
}

// A version that waits takes over now, before anything has begun.
export async function takeNewest(): Promise<void> {
  const known = await service?.getRegistration().catch(() => undefined);
  if (!service?.controller || !known?.waiting) return;
  const over = happens(service, "controllerchange");
  known.waiting.postMessage("take over");
  await over;
  location.reload();
  await new Promise(() => {});
}

// Keep this version for the time without a network; tell when a newer one has come.
export async function stayOffline(newer: () => void): Promise<void> {
  try {
    const registration = await service?.register("service.js", { updateViaCache: "none" });
    registration?.addEventListener("updatefound", () => {
      const coming = registration.installing!;
      coming.addEventListener("statechange", () => coming.state === "installed" && service!.controller && newer());
    });
    if (registration?.waiting) newer();
  } catch (error) {
    console.warn(`no offline use: ${(error as Error).message}`);
  }
}

// Keep what the full screen needs as well; without a service worker it comes over the network.
export async function keepEverything(progress: (share: number, bytes: number) => void): Promise<void> {
  if (!service) return;
  await stayOffline(() => {});
  const active = (await Promise.race([service.ready, new Promise<null>((late) => setTimeout(late, 60000, null))]))?.active;
  if (!active) return;
  await new Promise<void>((resolve) => {
    service.addEventListener("message", ({ data }) => {
      if (data.type === "fetched") progress(data.share, data.bytes);
      else if (data.type === "everything") resolve();
    });
    active.postMessage("everything");
  });
}
