// The service worker keeps the page's files: it works offline, and a newer version takes over when a
// page begins.
const PATIENCE = 4000;
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
  // Another tab may still hold the old one, which then begins here too.
  const taken = await Promise.race([over, new Promise<null>((resolve) => setTimeout(resolve, PATIENCE, null))]);
  if (!taken) return;
  location.reload();
  await new Promise(() => {});
}

// Keep this version for the time without a network; tell when a newer one has come, or there is no room.
export async function stayOffline(tell: (text: string) => void): Promise<void> {
  const newer = () => tell("A newer version is here; it comes with a reload.");
  try {
    const registration = await service?.register("service.js", { updateViaCache: "none" });
    registration?.addEventListener("updatefound", () => {
      const coming = registration.installing!;
      coming.addEventListener("statechange", () => {
        if (coming.state === "installed" && service!.controller) newer();
        if (coming.state === "redundant" && !registration.active) tell("The page is not kept for use without a network: no room in this browser, or the network failed.");
      });
    });
    if (registration?.waiting) newer();
  } catch (error) {
    console.warn(`no offline use: ${(error as Error).message}`);
  }
}
