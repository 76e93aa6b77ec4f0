/**
 * The service worker of `/RegisterQR`: it gives that page, and the files it is made of, when the server cannot.
 * Nothing else passes through it: no call of the API, no other page, no address that carries a token. It stands
 * alone, as `/sw.js`; the build writes at its top which files there are (`scripts/lib/door-worker.ts`).
 */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
/** What of a worker's surroundings is used; the types of pages and of workers do not go together. */
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
/** A network that neither answers nor fails is not waited for longer: the page is here. */
const PATIENCE_MS = 4_000;
const known = new Set(files);

/** All of a version, or nothing of it: the page that is answered must be the one that these files belong to. */
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

/** A file's name has the hash of its content: one that an earlier version kept is the same. */
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

/** The server's page where it answers, so that nobody stays on an old one; else the one that was kept. */
async function givePage(request: Request): Promise<Response> {
  const hurry = new AbortController();
  const patience = setTimeout(() => hurry.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(request, { signal: hurry.signal });
    // A proxy answers for a server that is not there.
    if (answer.status < 500) return answer;
  } catch {
    // No network.
  } finally {
    clearTimeout(patience);
  }
  return (await kept(page)) ?? Response.error();
}

async function giveFile(path: string, request: Request): Promise<Response> {
  return (await kept(path)) ?? fetch(request);
}

const kept = async (path: string): Promise<Response | undefined> =>
  (await caches.open(CACHE)).match(path, { ignoreVary: true });

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && pathname === page) event.respondWith(givePage(request));
  else if (known.has(pathname)) event.respondWith(giveFile(pathname, request));
});
