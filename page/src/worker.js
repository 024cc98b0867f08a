// After one visit the page opens without a connection. Scores always come from the server: /api/ is left alone, but for the
// page's own words, which are kept so that it can say in the reader's language that the server is away.
const KEPT = "chouma-__VERSION__";
const FILES = __FILES__;
const WORDS = /\/api\/messages$/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const drop = (names) => Promise.all(names.filter((name) => name !== KEPT && name.startsWith("chouma-")).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop).then(() => self.clients.claim()));
});

async function freshOrKept(request, key) {
  const kept = await caches.open(KEPT);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await kept.put(key, fresh.clone());
    return fresh;
  } catch (gone) {
    const old = await kept.match(key);
    if (old) return old;
    throw gone;
  }
}

async function keptOrFresh(request) {
  const kept = await caches.open(KEPT);
  return (await kept.match(request)) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate" && !url.pathname.startsWith("/api/")) event.respondWith(freshOrKept(request, "./"));
  else if (WORDS.test(url.pathname)) event.respondWith(freshOrKept(request, request.url));
  else if (!url.pathname.includes("/api/")) event.respondWith(keptOrFresh(request));
});
