import type { RefusedUnit, SplitVote } from '../../../shared/assemblies/powers/split-vote.api.ts';
import type { AssemblyRecord } from '../../../shared/assemblies/votes.api.ts';
import { errors } from '../../../shared/errors.ts';
import { deviceOf } from '../../accounts/index.ts';
import type { PlainSigner } from '../../platform/audit/signing.ts';
import type { RequestKey } from '../../platform/http/idempotency.repository.ts';
import { oncePerKey } from '../../platform/http/idempotency.ts';
import { isRunner, type Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type AssembliesContext, runUseCase, type UseCase } from '../store/act.ts';
import { storeVotes, type VoteToStore, whyRefused } from './ballot-box.repository.ts';
import { namesOf, recordOf, voteInTrail, voteToStore } from './cast-votes.ts';
import { promisesOf, treeOfPromises } from './promises.repository.ts';

/**
 * Service for votes of several units with different answers in one act: a proxy votes as instructed by each owner.
 */
export function splitService(context: AssembliesContext) {
  return {
    /**
     * Casts the votes of several units, each with an own answer, in one act.
     * @throws Problem votesRefused with the units that cannot vote, unitTwice, idempotencyKeyReused
     */
    cast: async (
      jointId: number,
      { conceptId, votes }: SplitVote,
      principal: Principal,
      key: RequestKey | null,
    ): Promise<AssemblyRecord[]> => {
      const units = new Set(votes.map(({ apartmentId }) => apartmentId));
      if (units.size < votes.length) throw new Problem('unitTwice');
      const device = isRunner(principal) ? null : deviceOf(principal);
      const { actor } = principal;
      const rows = votes.map(({ apartmentId, ...chosen }) =>
        voteToStore({ jointId, conceptId, apartmentId, ...namesOf(chosen), actor, device }),
      );
      return runUseCase(context, { jointId, by: principal }, (act) =>
        oncePerKey(
          act.trx,
          key,
          act.at,
          () => castAll(act, context.signer.plainSigner, rows),
          // Annulling any vote of the batch deletes the key; the key is found by receipt.
          { assemblyId: act.assembly.assemblyId, jointId, conceptId, apartmentId: null },
        ),
      );
    },
  };
}

/**
 * Stores all votes or no vote.
 * @throws Problem votesRefused if any vote is invalid; the act is rolled back
 */
async function castAll(
  act: UseCase,
  signer: PlainSigner,
  rows: readonly VoteToStore[],
): Promise<AssemblyRecord[]> {
  const { trx, at, assembly, place } = act;
  const cast = await storeVotes(trx, assembly.assemblyId, rows, at);
  const stored = new Map(cast.map((vote) => [vote.apartment_id, vote]));
  const refused = rows.filter((row) => !stored.has(row.apartment_id));
  if (refused.length > 0) {
    const codes = await whyRefused(trx, assembly.assemblyId, refused);
    const units = refused.map(({ apartment_id: apartmentId }, i): RefusedUnit => {
      const code = codes[i] ?? 'alreadyVoted';
      return { apartmentId, code, message: errors[code][1] };
    });
    throw new Problem('votesRefused', { units });
  }
  const { assemblyId } = assembly;
  const votes = cast.map(voteInTrail);
  await act.audit('votes', { votes });
  const promises = promisesOf(await treeOfPromises(trx, place.rootId), signer, { assemblyId, votes, at });
  act.changed.votes.add(place.jointId);
  return rows.flatMap((row) => {
    const vote = stored.get(row.apartment_id);
    return vote === undefined ? [] : [recordOf(vote, at, promises.get(vote.receipt))];
  });
}
