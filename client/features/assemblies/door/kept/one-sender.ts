import { newKey } from '../../../../lib/delivery/kept-key.ts';
import { doorDb, type SenderLease } from './door-db.ts';

/** Duration in milliseconds of a tab's right to send, in a browser without the Web Locks API. */
const LEASE_MS = 9_000;
const RENEW_MS = 3_000;

interface Leader {
  begin: () => void;
  cease: () => void;
}

/**
 * Elects a single tab of the browser to send registrations: calls `begin` of the leader in the elected tab, and
 * `cease` if the tab loses the lead. When the leading tab closes, the next tab leads. Uses the Web Locks API; pages
 * without TLS use a timed record in IndexedDB. Returns a function to give up the lead.
 * @param name name of the election, equal in all tabs
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

/** Claims or renews a tab's right to send in a database transaction, so that two tabs cannot both win. */
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
