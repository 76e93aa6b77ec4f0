import { readScan } from '../../../shared/assemblies/code.ts';
import { sameText } from '../../../shared/assemblies/concept-words.ts';
import { defaultAnswers } from '../../../shared/assemblies/concepts.api.ts';
import type { AssemblyRecord } from '../../../shared/assemblies/votes.api.ts';
import type { PlainSigner } from '../../platform/audit/signing.ts';
import type { RequestKey } from '../../platform/http/idempotency.repository.ts';
import { oncePerKey } from '../../platform/http/idempotency.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type AssembliesContext, runUseCase, type UseCase } from '../store/act.ts';
import { type RollEntry, readRoll } from '../store/attendance/attendance.repository.ts';
import { findCode } from '../store/attendance/codes.repository.ts';
import { readConcepts, type StoredConcept } from '../store/questions/concepts.repository.ts';
import { storeVotes } from './ballot-box.repository.ts';
import { recordOf, voteInTrail, voteToStore } from './cast-votes.ts';
import { promisesOf, treeOfPromises } from './promises.repository.ts';

/**
 * Service of the counting by voting badges: voters raise a paper badge for an answer, and the desk scans the badges
 * as votes.
 */
export function badgeVotesService(context: AssembliesContext) {
  return {
    cast: async (
      jointId: number,
      { badge, conceptId }: { badge: string; conceptId?: number },
      principal: Principal,
      key: RequestKey | null,
    ): Promise<AssemblyRecord[]> => {
      const scan = readScan(badge);
      if (scan === null || scan.answerId === null) throw new Problem('ballotUnreadable');
      const { code, answerId } = scan;
      return runUseCase(context, { jointId, by: principal }, (act) =>
        oncePerKey(
          act.trx,
          key,
          act.at,
          () => castIn(act, context.signer.plainSigner, { code, answerId, conceptId }),
          // Annulling any vote of the batch deletes the key; the key is found by receipt.
          (records) => ({
            assemblyId: act.assembly.assemblyId,
            jointId,
            conceptId: records[0]?.conceptId ?? null,
            apartmentId: null,
          }),
        ),
      );
    },
  };
}

/**
 * Votes for all units registered by a code, or by another device of the same owner, that have not voted in the
 * joint. The joint is locked, so question, registrations and votes cannot change between the reads and the insert.
 */
async function castIn(
  act: UseCase,
  signer: PlainSigner,
  scan: { code: string; answerId: number; conceptId?: number },
): Promise<AssemblyRecord[]> {
  const { trx, place, at } = act;
  const { assemblyId } = act.assembly;
  const { jointId } = place;
  const [question] = await readConcepts(trx, { assemblyId, jointId, openQuestion: true });
  const isOther = scan.conceptId !== undefined && scan.conceptId !== question?.conceptId;
  if (question === undefined || isOther) throw new Problem('voteNotActive');
  if (!isForBadges(question)) throw new Problem('badgeNotForQuestion');
  const issued = await findCode(trx, scan.code);
  if (issued === undefined || issued.revoked || issued.jointId !== place.rootId) {
    throw new Problem('codeUnknown');
  }
  const device = { holder: scan.code, userId: null };
  const held = await readRoll(trx, { assemblyId, jointIds: [jointId], answeredBy: device });
  const voting = held.filter((entry) => entry.coefficient > 0);
  if (voting.length === 0) throw await whyNone(act, { ...scan, badgeOf: issued.apartmentId }, held);

  const { conceptId } = question;
  const { answerId } = scan;
  // Like any paper vote: cast by the desk for the holder, in the room.
  const rows = voting.map(({ apartmentId }) =>
    voteToStore({ jointId, conceptId, apartmentId, answerId, actor: act.actor, device: null }),
  );
  const cast = await storeVotes(trx, assemblyId, rows, at);
  if (cast.length === 0) throw new Problem('alreadyVoted');
  const votes = cast.map(voteInTrail);
  await act.audit('votes', { votes });
  const promises = promisesOf(await treeOfPromises(trx, place.rootId), signer, { assemblyId, votes, at });
  act.changed.votes.add(jointId);
  const byUnit = new Map(cast.map((vote) => [vote.apartment_id, vote]));
  return voting.flatMap(({ apartmentId }) => {
    const vote = byUnit.get(apartmentId);
    return vote === undefined ? [] : [recordOf(vote, at, promises.get(vote.receipt))];
  });
}

/**
 * Error code for a badge or card without units to vote for: the unit is registered by another person now, has no
 * coefficient, or is not registered.
 */
async function whyNone(
  { trx, assembly, place }: UseCase,
  { code, badgeOf }: { code: string; badgeOf: string | null },
  held: readonly RollEntry[],
): Promise<Problem> {
  if (badgeOf !== null) {
    const where = { assemblyId: assembly.assemblyId, jointIds: [place.jointId], apartmentIds: [badgeOf] };
    const [own] = await readRoll(trx, where);
    if (own !== undefined && own.registration !== null && own.registration.holder !== code) {
      return new Problem('heldByAnother');
    }
  }
  return new Problem(held.length > 0 ? 'zeroCoefficient' : 'apartmentNotRegistered');
}

/**
 * True if the question suits voting badges (1 in favour, 2 against, 3 blank): exactly these answers, and no
 * candidates.
 */
function isForBadges({ answers, contest }: Pick<StoredConcept, 'answers' | 'contest'>): boolean {
  return (
    contest === null &&
    answers.length === defaultAnswers.length &&
    defaultAnswers.every((text, i) =>
      answers.some((answer) => answer.answerId === i + 1 && sameText(answer.description) === sameText(text)),
    )
  );
}
