import { castSplit, type RefusedUnit } from '../../../../shared/assemblies/powers/split-vote.api.ts';
import { defined } from '../../../../shared/defined.ts';
import { ApiError, call, hasCode } from '../../../lib/api.ts';
import { isWorthResending, type Resending, resend } from '../../../lib/resend.ts';
import { failureText } from '../common/failure.ts';
import { assemblyTexts } from '../common/texts.ts';
import { GIVE_UP_MS, type VoteResult } from './cast-votes.ts';
import { dropVoteKey, type SplitRequest, voteKey } from './keys.ts';

interface Casting extends Pick<Resending, 'pause' | 'now'> {
  request: SplitRequest;
  onWait: () => void;
}

/**
 * Sends votes with different answers in a single request. The server counts all, or refuses all and names the
 * blocking units. Without an answer, retries with the same idempotency key until GIVE_UP_MS.
 * @returns a result for each unit; if the server refused some units, only results of the refused units
 */
export async function castTogether({ request, onWait, ...waiting }: Casting): Promise<VoteResult[]> {
  const { jointId, conceptId, ballots } = request;
  const body = {
    conceptId,
    votes: ballots.map(({ apartmentId, answerId, answerIds }) => ({
      apartmentId,
      voteId: answerId,
      ...defined({ voteIds: answerIds === undefined ? undefined : [...answerIds] }),
    })),
  };
  const send = () => call(castSplit, { params: { jointId }, body, idempotencyKey: voteKey(request) });
  try {
    const records = await resend(send, { forMs: GIVE_UP_MS, onWait, ...waiting });
    dropVoteKey(request);
    return records.map(({ apartmentId, receipt }) => ({ kind: 'voted', apartmentId, receipt }));
  } catch (error) {
    const ids = ballots.map(({ apartmentId }) => apartmentId);
    if (isWorthResending(error)) return ids.map((apartmentId) => ({ kind: 'lost', apartmentId }));
    dropVoteKey(request);
    const code = error instanceof ApiError ? error.code : 'internal';
    const message = failureText(error, assemblyTexts.voteFailed);
    const units = hasCode(error, 'votesRefused') ? refusedIn(error) : [];
    return (units.length > 0 ? units : ids.map((apartmentId) => ({ apartmentId, code, message }))).map(
      (unit) => ({
        ...unit,
        kind: 'refused',
        isTogether: true,
      }),
    );
  }
}

function refusedIn({ details }: ApiError): RefusedUnit[] {
  const units = typeof details === 'object' && details !== null && 'units' in details ? details.units : null;
  return Array.isArray(units) ? units : [];
}
