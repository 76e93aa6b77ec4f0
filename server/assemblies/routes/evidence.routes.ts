import { getPowerProof } from '../../../shared/assemblies/powers/own-powers.api.ts';
import * as votesApi from '../../../shared/assemblies/votes.api.ts';
import * as evidenceApi from '../../../shared/evidence/evidence.api.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { evidenceService } from '../evidence/evidence.service.ts';
import type { AssemblyServices } from './assembly-services.ts';

/**
 * Mounts the endpoints for evidence: signed heads (signed states of the audit trail), proofs of votes, and
 * records of registrations and votes.
 */
export function mountEvidence(mount: Mount, { context, records }: AssemblyServices): void {
  const evidence = evidenceService(context);

  mount(evidenceApi.listHeads, ({ params }) => evidence.heads(params.jointId));
  mount(evidenceApi.getHeadProof, ({ params, query }) => evidence.proof(params.jointId, query));
  mount(evidenceApi.checkVote, ({ params }, { principal }) =>
    evidence.checkVote(params.jointId, params.receipt, principal),
  );
  mount(evidenceApi.checkReceipt, ({ params, body }, { address }) =>
    evidence.checkReceipt(params.jointId, body.receipt, address),
  );
  mount(evidenceApi.proofPack, ({ params, body }, { address }) =>
    evidence.pack(params.jointId, body.receipt, address),
  );

  mount(getPowerProof, ({ params }, { principal }) => evidence.powerPack(params, principal));

  // Registrations and votes.
  mount(votesApi.listRecords, ({ params, query }, { principal }) =>
    records.records({ ...params, ...query }, params.conceptId, principal),
  );
  mount(votesApi.unitHistory, ({ params, query }, { principal }) =>
    records.history({ ...params, ...query }, params.apartmentId, principal),
  );
  mount(votesApi.getQuorum, async ({ params, query }) => {
    const { voted, answers } = await records.result({ ...params, ...query }, params.conceptId, query.voteId);
    return { coefficient: ofAnswer(query.voteId, voted, answers).coefficient };
  });
  mount(votesApi.getApartmentsQuantity, async ({ params, query }) => {
    const { voted, answers } = await records.result({ ...params, ...query }, params.conceptId, query.voteId);
    return { quantity: ofAnswer(query.voteId, voted, answers).apartments };
  });
}

/**
 * Picks the figures of one answer, or the sum of all answers without `voteId`. Zero for an answer without votes.
 */
function ofAnswer<W extends { apartments: number; coefficient: number }>(
  voteId: number | undefined,
  all: W,
  answers: readonly ({ answerId: number } & W)[],
): { apartments: number; coefficient: number } {
  if (voteId === undefined) return all;
  return answers.find((answer) => answer.answerId === voteId) ?? { apartments: 0, coefficient: 0 };
}
