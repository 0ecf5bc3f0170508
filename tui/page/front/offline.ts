// The service worker keeps the page's files: it works offline, and the next load is of the newest version.
import { ofServer } from "./host";

const service = !ofServer && "serviceWorker" in navigator ? navigator.serviceWorker : null;

// No version takes over while a page begins: its files would be of both, and a browser whose service worker is at
// work may put that off for minutes.
const BEGINS = "microchess begins";
let begun!: () => void;
const beginning = new Promise<void>((done) => (begun = done));
if (service) navigator.locks?.request(BEGINS, { mode: "shared" }, () => beginning).catch(() => {});

// Keep this version for the time without a network, unless it *failed* to begin. Told is that a newer one has taken
// over, or that there is no room.
export async function stayOffline(tell: (text: string) => void, failed: boolean): Promise<void> {
  begun();
  if (!service || (failed && !service.controller)) return;
  let known = service.controller !== null;
  service.addEventListener("controllerchange", () => {
    if (known) tell("A newer version is here; it comes with a reload.");
    known = true;
  });
  try {
    const registration = await service.register("service.js", { updateViaCache: "none" });
    const takeOver = () => navigator.locks?.request(BEGINS, () => registration.waiting?.postMessage("take over"));
    const comes = () => {
      const coming = registration.installing;
      if (!coming) return;
      coming.onstatechange = () => {
        if (coming.state === "installed") takeOver();
        if (coming.state === "redundant" && !registration.active) tell("The page is not kept for use without a network: no room in this browser, or the network failed.");
      };
    };
    registration.addEventListener("updatefound", comes);
    comes();
    takeOver();
  } catch (error) {
    console.warn(`no offline use: ${(error as Error).message}`);
  }
}
