// Keeps the files of this version in the browser: the page works offline. A newer version is fetched
// beside it and takes over when a page begins.
"use strict";

const VERSION = "@VERSION@";
const FILES = "@FILES@";
const OURS = `microchess ${self.registration.scope} `;
const CACHE = OURS + VERSION;

// `FILES` has name, size and hash; `first` are those that a game needs, others are kept once asked for.
async function fetchAll(wanted) {
  const cache = await caches.open(CACHE);
  const known = new Set((await cache.keys()).map((request) => request.url));
  const missing = wanted.filter(([name]) => !known.has(new URL(name, self.registration.scope).href));
  await Promise.all(
    missing.map(async ([name, , integrity]) => {
      const answer = await fetch(name, { cache: "no-cache", integrity });
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      await cache.put(name, answer);
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
  const asked = FILES.rest.find(([name]) => new URL(name, self.registration.scope).href === request.url);
  if (asked) await fetchAll([asked]).catch(() => {});
  return (await cache.match(request, { ignoreSearch: true })) || fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(fetchAll(FILES.first)));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});
