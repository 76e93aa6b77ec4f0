import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import type { SplitVote } from '../../../shared/assemblies/powers/split-vote.api.ts';
import type { AssemblyRecord, NewRecord } from '../../../shared/assemblies/votes.api.ts';
import { deviceOf } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import type { RequestKey } from '../../platform/http/idempotency.repository.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import { isRunner, type Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { AttendanceService } from '../attendance/attendance.service.ts';
import { BallotBox } from './ballot-box.ts';
import { answerNumbers, voteToStore } from './cast-votes.ts';

/**
 * Service of votes: `POST /assembly` stores a vote, or on concept 1 (attendance) confirms a registration; a split vote
 * stores the votes of several units.
 */
export function votesService(
  { store, directory, publisher, signer }: Context,
  attendance: AttendanceService,
) {
  const box = new BallotBox(store, (jointIds) => publisher.touch(...jointIds), signer.plainSigner);

  const service = {
    cast: async (
      newVote: NewRecord,
      principal: Principal,
      key: RequestKey | null,
    ): Promise<AssemblyRecord> => {
      if (newVote.conceptId === ATTENDANCE) return attendance.confirm(newVote, principal, key);
      const place = await requireJoint(directory, newVote.jointId);
      const row = voteToStore({
        jointId: newVote.jointId,
        apartmentId: newVote.apartmentId,
        conceptId: newVote.conceptId,
        ...answerNumbers(newVote),
        actor: principal.actor,
        device: isRunner(principal) ? null : deviceOf(principal),
      });
      return box.cast(place.rootId, { row, key });
    },

    /**
     * Casts the votes of several units in one act, with an answer for each unit: a proxy votes as instructed by each
     * owner. All votes count, or no vote.
     * @throws Problem votesRefused with the units that cannot vote, unitTwice, idempotencyKeyReused
     */
    castSplit: async (
      jointId: number,
      { conceptId, votes }: SplitVote,
      principal: Principal,
      key: RequestKey | null,
    ): Promise<AssemblyRecord[]> => {
      const units = new Set(votes.map(({ apartmentId }) => apartmentId));
      if (units.size < votes.length) throw new Problem('unitTwice');
      const { rootId } = await requireJoint(directory, jointId);
      const by = { actor: principal.actor, device: isRunner(principal) ? null : deviceOf(principal) };
      const rows = votes.map(({ apartmentId, ...chosen }) =>
        voteToStore({ jointId, conceptId, apartmentId, ...answerNumbers(chosen), ...by }),
      );
      return box.castSplit(rootId, { rows, key });
    },

    castInSector: async (
      { sectorId, ...wish }: NewRecord & { sectorId: number },
      principal: Principal,
      key: RequestKey | null,
    ): Promise<AssemblyRecord> => {
      const place = await directory.find(wish.jointId);
      const sector = await directory.find(sectorId);
      const inside = sector !== undefined && place !== undefined && sector.rootId === place.rootId;
      if (!inside) throw new Problem('apartmentNotFound');
      return service.cast({ ...wish, jointId: sectorId }, principal, key);
    },
  };
  return service;
}
