import { ApiError, hasCode } from '../../../lib/api.ts';
import { mapLimited } from '../../../lib/map-limited.ts';
import { isWorthResending, type Resending, resend } from '../../../lib/resend.ts';
import { failureText } from '../failure.ts';
import { assemblyTexts } from '../texts.ts';

/** What became of one unit's vote. `lost`: no answer in time; it may have counted, and is to be sent again. */
export type VoteResult =
  | { kind: 'voted'; apartmentId: string; receipt: string | null }
  | { kind: 'already'; apartmentId: string }
  /** `isTogether`: and with it all that was sent in the same act, of which only what stood in the way is named. */
  | { kind: 'refused'; apartmentId: string; code: string; message: string; isTogether?: true }
  | { kind: 'lost'; apartmentId: string };

interface Casting extends Pick<Resending, 'pause' | 'now'> {
  apartmentIds: readonly string[];
  /** Sends one vote, with its own kept key. */
  send: (apartmentId: string) => Promise<{ receipt: string | null }>;
  onProgress: (progress: { done: number; isRetrying: boolean }) => void;
}

/** Enough to be quick with 27 units, few enough to leave room for everybody else in the hall. */
const AT_ONCE = 4;
/** After this long a person is told, and decides whether to go on. */
export const GIVE_UP_MS = 90_000;

/**
 * Casts a vote for each unit. Where no answer comes, or the server is busy or broken, it sends the same again, with
 * growing pauses, until the time is up; whatever the server refuses is not asked twice.
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
