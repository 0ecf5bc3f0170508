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

async function fetchAll() {
  const cache = await caches.open(CACHE);
  const total = Object.values(FILES).reduce((sum, size) => sum + size, 0);
  let bytes = 0;
  await Promise.all(
    Object.entries(FILES).map(async ([name, size]) => {
      const answer = await fetch(name, { cache: "no-cache" });
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      await cache.put(name, answer);
      bytes += size;
      tellAll({ type: "fetched", share: bytes / total, bytes });
    }),
  );
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

self.addEventListener("install", (event) => event.waitUntil(fetchAll()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});
self.addEventListener("message", (event) => event.data === "take over" && self.skipWaiting());
