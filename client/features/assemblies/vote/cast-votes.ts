import { ApiError, hasCode } from '../../../lib/api.ts';
import { mapLimited } from '../../../lib/map-limited.ts';
import { isWorthResending, type Resending, resend } from '../../../lib/resend.ts';
import { failureText } from '../common/failure.ts';
import { assemblyTexts } from '../common/texts.ts';

/** Result of sending a unit's vote. `lost`: no answer in time; the vote may be counted, so a retry is needed. */
export type VoteResult =
  | { kind: 'voted'; apartmentId: string; receipt: string | null }
  | { kind: 'already'; apartmentId: string }
  /** `isTogether`: the whole request was refused; the results name only the blocking units. */
  | { kind: 'refused'; apartmentId: string; code: string; message: string; isTogether?: true }
  | { kind: 'lost'; apartmentId: string };

interface Casting extends Pick<Resending, 'pause' | 'now'> {
  apartmentIds: readonly string[];
  /** Sends the vote of a unit with its stored idempotency key. */
  send: (apartmentId: string) => Promise<{ receipt: string | null }>;
  onProgress: (progress: { done: number; isRetrying: boolean }) => void;
}

/**
 * Maximum number of concurrent requests of a person: fast with 27 units, and leaves capacity for other phones in
 * the hall.
 */
const AT_ONCE = 4;
/** Milliseconds of automatic retries, before the person must press a button to continue. */
export const GIVE_UP_MS = 90_000;

/**
 * Sends a vote for each unit. Without an answer, or if the server is busy or broken, retries with growing pauses
 * until GIVE_UP_MS. Never retries a refused vote.
 * @returns a result for each unit
 */
export async function castVotes(casting: Casting): Promise<VoteResult[]> {
  const { apartmentIds, send, onProgress, pause, now = () => performance.now() } = casting;
  const deadline = now() + GIVE_UP_MS;
  let done = 0;
  let waiting = 0;
  const tell = () => onProgress({ done, isRetrying: waiting > 0 });

  return mapLimited(apartmentIds, AT_ONCE, async (apartmentId): Promise<VoteResult> => {
    let isWaiting = false;
    const onWait = () => {
      if (!isWaiting) waiting += 1;
      isWaiting = true;
      tell();
    };
    const result = await resend(async () => (await send(apartmentId)).receipt, {
      forMs: deadline - now(),
      pause,
      now,
      onWait,
    }).then(
      (receipt): VoteResult => ({ kind: 'voted', apartmentId, receipt }),
      (error: unknown) => unvoted(apartmentId, error),
    );
    if (isWaiting) waiting -= 1;
    if (result.kind !== 'lost') done += 1;
    tell();
    return result;
  });
}

function unvoted(apartmentId: string, error: unknown): VoteResult {
  if (hasCode(error, 'alreadyVoted')) return { kind: 'already', apartmentId };
  if (isWorthResending(error)) return { kind: 'lost', apartmentId };
  const code = error instanceof ApiError ? error.code : 'internal';
  return { kind: 'refused', apartmentId, code, message: failureText(error, assemblyTexts.voteFailed) };
}
