/**
 * Service worker of the registration desk (`/RegisterQR`): serves the page and its files without network. Handles
 * no API call, no other page and no address with a token. The build writes the list of files at the top of `/sw.js`
 * (`scripts/lib/door-worker.ts`).
 */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
/** Part of the service worker's global scope used here. TypeScript's types for pages and workers conflict. */
interface Scope {
  readonly scafDoor: { version: string; page: string; files: readonly string[]; shell: readonly string[] };
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  addEventListener(name: 'install' | 'activate', hear: (event: Extendable) => void): void;
  addEventListener(name: 'fetch', hear: (event: Fetching) => void): void;
}

const scope = self as unknown as Scope;
const { version, page, files, shell } = scope.scafDoor;
const PREFIX = 'scaf-door-';
const CACHE = PREFIX + version;
/** Maximum time in milliseconds to wait for the network; then the cached page is served. */
const NETWORK_WAIT_MS = 4_000;
const ownFiles = new Set(files);

/** Caches all files of a version, or fails: page and files must match. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(page, { cache: 'no-store' });
    const text = await answer.clone().text();
    if (!answer.ok || !shell.every((file) => text.includes(file))) throw new Error('old page');
    await cache.put(page, answer);
    await Promise.all(files.map((file) => keep(cache, file)));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
  await scope.skipWaiting();
}

/**
 * Caches a file, copied from an earlier version's cache if present: names contain a content hash, so equal names
 * mean equal files.
 */
async function keep(cache: Cache, file: string): Promise<void> {
  const answer = (await caches.match(file, { ignoreVary: true })) ?? (await fetch(file));
  if (!answer.ok) throw new Error(file);
  await cache.put(file, answer);
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
  }
  await scope.clients.claim();
}

/** Serves the page from the server if reachable, to avoid an old version; else the cached page. */
async function givePage(request: Request): Promise<Response> {
  const hurry = new AbortController();
  const patience = setTimeout(() => hurry.abort(), NETWORK_WAIT_MS);
  try {
    const answer = await fetch(request, { signal: hurry.signal });
    // A 5xx may come from a proxy while the server is down.
    if (answer.status < 500) return answer;
  } catch {
    // Offline.
  } finally {
    clearTimeout(patience);
  }
  return (await cached(page)) ?? Response.error();
}

async function giveFile(path: string, request: Request): Promise<Response> {
  return (await cached(path)) ?? fetch(request);
}

const cached = async (path: string): Promise<Response | undefined> =>
  (await caches.open(CACHE)).match(path, { ignoreVary: true });

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && pathname === page) event.respondWith(givePage(request));
  else if (ownFiles.has(pathname)) event.respondWith(giveFile(pathname, request));
});
