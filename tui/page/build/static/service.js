// Keeps the files of this version in the browser: the page works offline. A newer version is fetched
// beside it and takes over when a page begins.
"use strict";

const VERSION = "@VERSION@";
const FILES = "@FILES@";
const OURS = `microchess ${self.registration.scope} `;
const CACHE = OURS + VERSION;

async function tellAll(what) {
  for (const page of await self.clients.matchAll({ includeUncontrolled: true })) page.postMessage(what);
}

// `FILES` has name, size and hash; `first` are those that the board's page needs.
async function fetchAll(wanted) {
  const cache = await caches.open(CACHE);
  const known = new Set((await cache.keys()).map((request) => request.url));
  const missing = wanted.filter(([name]) => !known.has(new URL(name, self.registration.scope).href));
  const total = missing.reduce((sum, [, size]) => sum + size, 0);
  let bytes = 0;
  await Promise.all(
    missing.map(async ([name, size, integrity]) => {
      const answer = await fetch(name, { cache: "no-cache", integrity });
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      await cache.put(name, answer);
      bytes += size;
      tellAll({ type: "fetched", share: bytes / total, bytes });
    }),
  );
}

async function everything() {
  try {
    await fetchAll(FILES.rest);
  } catch {
    await self.registration.update().catch(() => {});
  }
  await tellAll({ type: "everything" });
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) || fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(fetchAll(FILES.first)));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
  else if (event.data === "everything") event.waitUntil(everything());
});
