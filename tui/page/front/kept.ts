// Files of the session that outlive the page, in IndexedDB; one tab at a time keeps them.
let opened: Promise<IDBDatabase> | undefined;
let keeping: Promise<void> = Promise.resolve();
export let lost = false;

function base(): Promise<IDBDatabase> {
  return (opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("microchess", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("files");
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  }));
}

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// Whether the address carries a position, a puzzle or a machine: that game is not kept.
export function isLink(): boolean {
  return /^#(fen|puzzle|state)=/.test(location.hash);
}

// The men of a position that the address tells.
export function linkedBoard(): string {
  return (isLink() && /[#&]fen=([\w/]+?)_/.exec(location.hash)?.[1]) || "";
}

export async function keptFiles(): Promise<Record<string, Uint8Array>> {
  const store = (await base()).transaction("files").objectStore("files");
  const [names, contents] = await Promise.all([finished(store.getAllKeys()), finished(store.getAll())]);
  return Object.fromEntries(names.map((name, i) => [String(name), contents[i]]).filter(([, one]) => one instanceof Uint8Array));
}

export function keep(name: string, data: Uint8Array | null, failed: (why: string) => void): void {
  keeping = keeping
    .then(async () => {
      const writing = (await base()).transaction("files", "readwrite");
      const ended = new Promise((resolve, reject) => {
        writing.oncomplete = resolve;
        writing.onabort = () => reject(writing.error);
      });
      const store = writing.objectStore("files");
      if (data) store.put(data, name);
      else store.delete(name);
      await ended;
    })
    .catch((error) => {
      lost = true;
      failed(notKept(error));
    });
}

export const notKept = (error: Error) => `This browser does not keep the game (${error.message || error.name}); save it under Files.`;

export const kept = (): Promise<void> => keeping;

// The lock goes with the page.
export function isKeeper(): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = navigator.locks?.request("microchess-session", { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise(() => {});
    });
    (asked ?? Promise.reject()).catch(() => resolve(true));
  });
}

// Texts that this browser stores, where it lets a page do so.
export function shelf(name: "localStorage" | "sessionStorage"): Storage | undefined {
  try {
    return window[name];
  } catch {
    return undefined;
  }
}
