import { isProposalsPoint } from '../../../shared/assemblies/law/agenda.ts';
import type { OwnerProposal } from '../../../shared/assemblies/turns/proposals.api.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { deviceOf } from '../../accounts/index.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import { isRunner, type Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { ensureRoom, ensureWithin } from '../../platform/limits/limits.ts';
import { type AssembliesContext, runUseCase, type UseCase } from '../store/act.ts';
import { assemblyToApi, assemblyToRead, type StoredAssembly } from '../store/assembly.repository.ts';
import { linkedUnits, readRoll } from '../store/attendance/attendance.repository.ts';
import {
  countWritten,
  insertProposal,
  readProposals,
  type StoredProposal,
  updateProposal,
} from './proposals.repository.ts';

/**
 * Service of the owners' proposals (PRODUCT §17 rule 6): written before the assembly or during the agenda's point of
 * proposals, and turned into questions by the secretary (docs/why/turns.md).
 */
export function proposalsService(context: AssembliesContext) {
  const { store, directory } = context;

  return {
    /** Lists the current proposals: all for the secretary, else the caller's own. @throws Problem assemblyNotFound */
    list: async (jointId: number, principal: Principal) => {
      const { rootId } = await requireJoint(directory, jointId);
      const jointIds = await directory.family(jointId);
      return readAsOfNow(store.db, async (trx) => {
        const assembly = await assemblyToRead(trx, rootId);
        const proposals = await readProposals(trx, assembly.assemblyId);
        if (isRunner(principal)) return { obstacle: null, proposals: proposals.map(proposalToApi) };
        const own = proposals.filter(({ author }) => author === principal.actor);
        const place = { trx, assembly, family: jointIds };
        const written = await countWritten(trx, assembly.assemblyId, principal.actor);
        const { units } = await authorOf(place, principal);
        const code = obstacleOf(assembly, units, { standing: own.length, written });
        return {
          obstacle: code === null ? null : new Problem(code).message,
          proposals: own.map(proposalToApi),
        };
      });
    },

    /**
     * Stores a proposal of the caller.
     * @throws Problem proposalsClosed, proposalWithoutUnit, ownProposalsFull, writtenProposalsFull, tooManyProposals
     */
    write: (jointId: number, typed: string, principal: Principal): Promise<OwnerProposal> =>
      runUseCase(context, { jointId, by: principal }, async (act) => {
        const { trx, at, actor: author } = act;
        const { assemblyId, rootId } = act.assembly;
        const assembly = await assemblyToRead(trx, rootId, assemblyId);
        const { units, name } = await authorOf(act, principal);
        const own = (await readProposals(trx, assemblyId)).filter((one) => one.author === author);
        const written = await countWritten(trx, assemblyId, author);
        const obstacle = obstacleOf(assembly, units, { standing: own.length, written });
        if (obstacle === 'ownProposalsFull') ensureWithin(obstacle, own.length + 1);
        if (obstacle === 'writtenProposalsFull') ensureWithin(obstacle, written + 1);
        if (obstacle !== null) throw new Problem(obstacle);
        await ensureRoom(trx, 'tooManyProposals', { table: 'proposal', where: { assembly_id: assemblyId } });
        const proposal = { author, name, units, text: typed.trim() };
        const proposalId = await insertProposal(trx, { assemblyId, at, ...proposal });
        tellScreens(act);
        await act.audit('proposalWritten', { proposalId, name: proposal.name, units, text: proposal.text });
        return proposalToApi({ proposalId, ...proposal, writtenAt: at, question: null });
      }),

    /** Withdraws an own proposal. @throws Problem proposalNotFound, proposalOver, assemblyClosed */
    withdraw: (
      { jointId, proposalId }: { jointId: number; proposalId: number },
      principal: Principal,
    ): Promise<void> =>
      runUseCase(context, { jointId, by: principal }, async (act) => {
        const { assemblyId, closedAt } = act.assembly;
        const proposals = await readProposals(act.trx, assemblyId);
        const proposal = proposals.find((one) => one.proposalId === proposalId && one.author === act.actor);
        if (proposal === undefined) throw new Problem('proposalNotFound');
        if (closedAt !== null) throw new Problem('assemblyClosed');
        if (proposal.question !== null) throw new Problem('proposalOver');
        await updateProposal(act.trx, { assemblyId, proposalId }, { withdrawn_at: act.at });
        tellScreens(act);
        await act.audit('proposalWithdrawn', { proposalId });
      }),
  };
}

/**
 * Notes the question made from a proposal, in the transaction of the new question.
 * @throws Problem proposalNotFound for a withdrawn or unknown proposal, proposalOver for a proposal with a question
 */
export async function noteQuestionOf(
  act: UseCase,
  proposalId: number,
  { jointId, conceptId }: { jointId: number; conceptId: number },
): Promise<void> {
  const { assemblyId } = act.assembly;
  const proposals = await readProposals(act.trx, assemblyId);
  const proposal = proposals.find((one) => one.proposalId === proposalId);
  if (proposal === undefined) throw new Problem('proposalNotFound');
  if (proposal.question !== null) throw new Problem('proposalOver');
  await updateProposal(act.trx, { assemblyId, proposalId }, { joint_id: jointId, concept_id: conceptId });
  tellScreens(act);
  await act.audit('proposalAsked', { proposalId, jointId, conceptId });
}

function tellScreens({ family, changed }: UseCase): void {
  for (const jointId of family) changed.concepts.add(jointId);
}

type Obstacle = ErrorCode &
  ('proposalsClosed' | 'proposalWithoutUnit' | 'ownProposalsFull' | 'writtenProposalsFull');

/**
 * Returns the code of the reason against a new proposal; null if the author may write.
 * @param own numbers of the author's proposals so far; `written`: with the withdrawn ones
 */
function obstacleOf(
  assembly: StoredAssembly,
  units: readonly string[],
  own: { standing: number; written: number },
): Obstacle | null {
  const { openedAt, closedAt } = assembly;
  const point = assemblyToApi(assembly).point;
  const isTime = openedAt === null || (point !== null && isProposalsPoint(point.text));
  if (closedAt !== null || !isTime) return 'proposalsClosed';
  if (units.length === 0) return 'proposalWithoutUnit';
  if (own.written >= limits.writtenProposalsFull.most) return 'writtenProposalsFull';
  return own.standing >= limits.ownProposalsFull.most ? 'ownProposalsFull' : null;
}

/**
 * Reads the units of an author, linked to the account or registered by the person, and the name: of the first linked
 * unit's owner, else of the attendee.
 */
async function authorOf(
  {
    trx,
    assembly,
    family,
  }: { trx: UseCase['trx']; assembly: { assemblyId: number }; family: readonly number[] },
  principal: Principal,
): Promise<{ units: string[]; name: string }> {
  const where = { assemblyId: assembly.assemblyId, jointIds: family };
  const linked =
    principal.code === null ? await linkedUnits(trx, principal.userId, family) : new Set<string>();
  const own = linked.size === 0 ? [] : await readRoll(trx, { ...where, apartmentIds: [...linked] });
  const roll = await readRoll(trx, { ...where, answeredBy: deviceOf(principal) });
  const held = roll.filter(({ registration }) => registration !== null);
  const units = [...new Set([...own, ...held].map(({ apartmentId }) => apartmentId))];
  const name = own[0]?.ownerName ?? (held[0]?.registration?.attendee || held[0]?.ownerName) ?? '';
  return { units, name };
}

const proposalToApi = ({
  proposalId,
  name,
  units,
  text,
  writtenAt,
  question,
}: StoredProposal): OwnerProposal => ({
  proposalId,
  author: name,
  units: [...units],
  text,
  at: new Date(writtenAt).toISOString(),
  question,
});
