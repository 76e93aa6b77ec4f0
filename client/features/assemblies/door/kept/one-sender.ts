import { newKey } from '../../../../lib/kept-key.ts';
import { doorDb, type SenderLease } from './door-db.ts';

/** Length of a tab's lease without browser locks, and the interval of renewal, in milliseconds. */
const LEASE_MS = 9_000;
const RENEW_MS = 3_000;

interface Leader {
  begin: () => void;
  cease: () => void;
}

/**
 * Elects one sending tab. When the leader closes, dies or resigns, the next tab leads. Uses the locks of the browser,
 * freed at once by a dead tab. Without TLS browsers have no locks, and the tabs use a lease in IndexedDB. If two tabs
 * send for a moment, the idempotency key makes the server answer both alike. Returns a function that resigns.
 */
export function electLeader(name: string, leader: Leader): () => void {
  return typeof navigator.locks === 'object' ? byLock(name, leader) : byWord(name, leader);
}

function byLock(name: string, { begin, cease }: Leader): () => void {
  const giving = new AbortController();
  let release: () => void = () => undefined;
  const held = () =>
    new Promise<void>((resolve) => {
      release = resolve;
      begin();
    });
  navigator.locks.request(name, { signal: giving.signal }, held).catch(() => undefined);
  return () => {
    giving.abort();
    cease();
    release();
  };
}

function byWord(name: string, { begin, cease }: Leader): () => void {
  const tab = newKey();
  let isMine = false;
  const lead = (mine: boolean) => {
    if (mine === isMine) return;
    isMine = mine;
    if (mine) begin();
    else cease();
  };
  const ask = async () => {
    try {
      lead(await claim(name, tab));
    } catch {
      // Without a store other tabs hold no lease.
      lead(true);
    }
  };
  const asking = setInterval(() => void ask(), RENEW_MS);
  const giveBack = () => {
    clearInterval(asking);
    window.removeEventListener('pagehide', giveBack);
    lead(false);
    void dropLease(name, tab);
  };
  window.addEventListener('pagehide', giveBack);
  void ask();
  return giveBack;
}

/** Takes or renews the lease in a transaction, so that two tabs cannot both win. */
async function claim(name: string, tab: string): Promise<boolean> {
  const asking = (await doorDb()).transaction('notes', 'readwrite');
  const word = (await asking.store.get(name)) as SenderLease | undefined;
  const now = Date.now();
  // A lease with an end beyond now + LEASE_MS was taken before the clock was set back.
  const isOver = word !== undefined && (word.until < now || word.until > now + LEASE_MS);
  const isMine = word === undefined || word.tab === tab || isOver;
  if (isMine) await asking.store.put({ tab, until: now + LEASE_MS } satisfies SenderLease, name);
  await asking.done;
  return isMine;
}

async function dropLease(name: string, tab: string): Promise<void> {
  try {
    const giving = (await doorDb()).transaction('notes', 'readwrite');
    const word = (await giving.store.get(name)) as SenderLease | undefined;
    if (word?.tab === tab) await giving.store.delete(name);
    await giving.done;
  } catch {
    // The lease expires by itself.
  }
}
