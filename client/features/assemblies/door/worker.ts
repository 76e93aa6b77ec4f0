/**
 * Service worker of `/RegisterQR`: serves the page and its files when the server cannot. Handles no API call, no
 * other page and no address with a token. Stands alone as `/sw.js`; the build writes the list of files at the top
 * (`scripts/lib/door-worker.ts`).
 */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
/** Used part of the worker scope. The types of pages and workers conflict. */
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
/** Longest wait for a silent network; then the cached page is served. */
const PATIENCE_MS = 4_000;
const ownFiles = new Set(files);

/** Caches all files of a version, or fails: the page and the files must match. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(page, { cache: 'no-store' });
    const text = await answer.clone().text();
    if (!answer.ok || !shell.every((file) => text.includes(file))) throw new Error('another version');
    await cache.put(page, answer);
    await Promise.all(files.map((file) => keep(cache, file)));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
  await scope.skipWaiting();
}

/** File names contain a content hash, so a file cached by an earlier version is equal. */
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

/** Serves the page of the server if reachable, to avoid an old version; else the cached page. */
async function givePage(request: Request): Promise<Response> {
  const hurry = new AbortController();
  const patience = setTimeout(() => hurry.abort(), PATIENCE_MS);
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
