import { ApiError, hasCode } from '../lib/api.ts';
import { failureText, mayPass } from './failure.ts';
import { mapLimited } from './map-limited.ts';
import { texts } from './texts.ts';

/** What became of one unit's vote. `lost`: no answer in time; it may have counted, and is to be sent again. */
export type VoteResult =
  | { kind: 'voted'; apartmentId: string; receipt: string | null }
  | { kind: 'already'; apartmentId: string }
  | { kind: 'refused'; apartmentId: string; code: string; message: string }
  | { kind: 'lost'; apartmentId: string };

interface Casting {
  apartmentIds: readonly string[];
  /** Sends one vote, with its own kept key. */
  send: (apartmentId: string) => Promise<{ receipt: string | null }>;
  onProgress: (progress: { done: number; isRetrying: boolean }) => void;
  sleep: (ms: number) => Promise<void>;
  now: () => number;
}

/** Enough to be quick with 27 units, few enough to leave room for everybody else in the hall. */
const AT_ONCE = 4;
/** After this long a person is told, and decides whether to go on. */
export const GIVE_UP_MS = 90_000;
const FIRST_WAIT_MS = 800;
const LONGEST_WAIT_MS = 8_000;

/**
 * Casts a vote for each unit. Where no answer comes it sends the same again, with growing pauses, until the
 * time is up; whatever the server refuses is not asked twice.
 */
export async function castVotes(casting: Casting): Promise<VoteResult[]> {
  const { apartmentIds, send, onProgress, sleep, now } = casting;
  const deadline = now() + GIVE_UP_MS;
  let done = 0;
  let waiting = 0;
  const tell = () => onProgress({ done, isRetrying: waiting > 0 });

  return mapLimited(apartmentIds, AT_ONCE, async (apartmentId): Promise<VoteResult> => {
    let isWaiting = false;
    const settle = (result: VoteResult) => {
      if (isWaiting) waiting -= 1;
      if (result.kind !== 'lost') done += 1;
      tell();
      return result;
    };
    for (let attempt = 0; ; attempt += 1) {
      try {
        const { receipt } = await send(apartmentId);
        return settle({ kind: 'voted', apartmentId, receipt });
      } catch (error) {
        if (hasCode(error, 'alreadyVoted')) return settle({ kind: 'already', apartmentId });
        if (!mayPass(error)) return settle(refusal(apartmentId, error));
        const wait = pause(attempt);
        if (now() + wait > deadline) return settle({ kind: 'lost', apartmentId });
        if (!isWaiting) {
          isWaiting = true;
          waiting += 1;
          tell();
        }
        await sleep(wait);
      }
    }
  });
}

/** Twice as long each time, up to a limit, and spread out: a hall full of phones lost the same network. */
export function pause(attempt: number, random: () => number = Math.random): number {
  return Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS) * (0.75 + 0.5 * random());
}

function refusal(apartmentId: string, error: unknown): VoteResult {
  const code = error instanceof ApiError ? error.code : 'internal';
  return { kind: 'refused', apartmentId, code, message: failureText(error, texts.voteFailed) };
}
