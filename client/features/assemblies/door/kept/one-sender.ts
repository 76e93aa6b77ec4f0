import { newKey } from '../../../../lib/kept-key.ts';
import { doorDb, type Turn } from './door-db.ts';

/** How long a tab's word counts where there are no locks, and how often it is given anew. */
const TURN_MS = 9_000;
const RENEW_MS = 3_000;

interface Turns {
  begin: () => void;
  cease: () => void;
}

/**
 * Of all the tabs that ask for a turn, one has it; when it is closed, dies or gives it back, the next one does.
 * By the browser's locks, which it takes from a dead tab at once. They are missing where a hall's server has no
 * TLS: there the tabs write down whose turn it is and until when. Should two send for a moment all the same,
 * the server answers the second as the first, by the entry's key. Returns what gives the turn back.
 */
export function takeTurns(name: string, turns: Turns): () => void {
  return typeof navigator.locks === 'object' ? byLock(name, turns) : byWord(name, turns);
}

function byLock(name: string, { begin, cease }: Turns): () => void {
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

function byWord(name: string, { begin, cease }: Turns): () => void {
  const tab = newKey();
  let isMine = false;
  const turn = (mine: boolean) => {
    if (mine === isMine) return;
    isMine = mine;
    if (mine) begin();
    else cease();
  };
  const ask = async () => {
    try {
      turn(await claim(name, tab));
    } catch {
      // No store, so no other tab's word either.
      turn(true);
    }
  };
  const asking = setInterval(() => void ask(), RENEW_MS);
  const giveBack = () => {
    clearInterval(asking);
    window.removeEventListener('pagehide', giveBack);
    turn(false);
    void yieldTurn(name, tab);
  };
  window.addEventListener('pagehide', giveBack);
  void ask();
  return giveBack;
}

/** In one transaction, so that two tabs that ask at once do not both get it. */
async function claim(name: string, tab: string): Promise<boolean> {
  const asking = (await doorDb()).transaction('notes', 'readwrite');
  const word = (await asking.store.get(name)) as Turn | undefined;
  const now = Date.now();
  // A turn that ends later than any that begins now was taken before the clock was set back.
  const isOver = word !== undefined && (word.until < now || word.until > now + TURN_MS);
  const isMine = word === undefined || word.tab === tab || isOver;
  if (isMine) await asking.store.put({ tab, until: now + TURN_MS } satisfies Turn, name);
  await asking.done;
  return isMine;
}

async function yieldTurn(name: string, tab: string): Promise<void> {
  try {
    const giving = (await doorDb()).transaction('notes', 'readwrite');
    const word = (await giving.store.get(name)) as Turn | undefined;
    if (word?.tab === tab) await giving.store.delete(name);
    await giving.done;
  } catch {
    // It runs out by itself.
  }
}
