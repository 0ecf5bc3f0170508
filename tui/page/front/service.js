// Keeps the files of this version in the browser: the page works offline. A newer version is fetched
// beside it and takes over while no page begins.
"use strict";

const VERSION = "@VERSION@";
const FILES = "@FILES@";
const OURS = `microchess ${self.registration.scope} `;
const CACHE = OURS + VERSION;
const DOCUMENTS = `${OURS}documents`;
const FETCHED = `${OURS}fetched`;
const KEPT = [CACHE, DOCUMENTS, `${OURS}unpacked`];
const NOT_KEPT = `<!DOCTYPE html><title>No network</title><meta name="viewport" content="width=device-width">
  <p>There is no network, and this document was not opened here before.</p><p><a href="${self.registration.scope}">Back to the game</a></p>`;
const isDocument = (address) => address.startsWith(`${self.registration.scope}docs/`);

// What the page has fetched already, before this was here, is not fetched again.
async function there(name, integrity) {
  const found = await (await caches.open(FETCHED)).match(name);
  const data = await found?.arrayBuffer();
  const hash = data && btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", data))));
  return integrity === `sha256-${hash}` && new Response(data, { headers: found.headers });
}

// `FILES` has name, size and hash; `first` are those that a game needs, others are kept once asked for.
async function fetchAll(wanted) {
  const cache = await caches.open(CACHE);
  const known = new Set((await cache.keys()).map((request) => request.url));
  const missing = wanted.filter(([name]) => !known.has(new URL(name, self.registration.scope).href));
  await Promise.all(
    missing.map(async ([name, , integrity]) => {
      const answer = (await there(name, integrity)) || (await fetch(name, { cache: "no-cache", integrity }));
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      await cache.put(name, answer);
    }),
  );
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && !KEPT.includes(name)).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  const asked = FILES.rest.find(([name]) => new URL(name, self.registration.scope).href === request.url);
  if (asked) await fetchAll([asked]).catch(() => {});
  const known = await cache.match(request, { ignoreSearch: true });
  return known || (asked && request.mode !== "navigate" ? Response.error() : fetch(request));
}

// A document is the newest one; without a network it is as it was kept.
async function read(request) {
  try {
    const found = await fetch(request);
    if (found.ok) await (await caches.open(DOCUMENTS)).put(request, found.clone());
    return found;
  } catch (fault) {
    const kept = await caches.match(request, { ignoreSearch: true });
    if (!kept && request.mode !== "navigate") throw fault;
    return kept || new Response(NOT_KEPT, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
  }
}

self.addEventListener("install", (event) => event.waitUntil(fetchAll(FILES.first)));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(self.registration.scope)) event.respondWith((isDocument(url) ? read : answer)(event.request));
});
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
  else event.waitUntil(caches.open(DOCUMENTS).then((cache) => cache.addAll(new Set(event.data.filter(isDocument)))));
});
