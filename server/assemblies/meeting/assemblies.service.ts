import type { AssemblyChanges, LawDates, NewAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { agendaItems } from '../../../shared/assemblies/law/agenda.ts';
import { defined } from '../../../shared/defined.ts';
import type { Assembly } from '../../../shared/properties/joints.api.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { readByLaws, readFiscalAuditor } from '../../properties/index.ts';
import { clearAttendance, endCheck } from '../attendance/leaving.ts';
import { groundsAtEnd } from '../challenge/keep-grounds.ts';
import { queueResults } from '../mail/results-queue.ts';
import { secondCallFrom } from '../mail/second-call.ts';
import { queueSummary } from '../mail/summary-queue.ts';
import { closeQuestion } from '../questions/open-question.ts';
import {
  type AssembliesContext,
  earlyDay,
  ensureBegun,
  ensureOpen,
  openingFacts,
  runUseCase,
  type UseCase,
} from '../store/act.ts';
import {
  assembliesOf,
  assemblyToApi,
  assemblyToRead,
  findCurrent,
  insertAssembly,
  readAssemblyFacts,
  updateAssembly,
} from '../store/assembly.repository.ts';
import { endJoining } from '../store/attendance/arrivals.repository.ts';
import { usersHolding } from '../store/attendance/attendance.repository.ts';
import { keepPowerLimits } from '../store/power-limits.repository.ts';
import { readOpenQuestions } from '../store/questions/concepts.repository.ts';
import { copyRoll, startConcepts } from '../store/roll/opening.repository.ts';
import { endRunningTurn } from '../turns/turns.service.ts';
import { changeFacts, fieldsOf, millisOf } from './change-facts.ts';
import { lawDatesOf } from './law-dates.ts';

/**
 * Returns the call (first or second) of an assembly to open. A second call also has the instant of the first call
 * (Ley 675, art. 41).
 * @throws Problem firstCallMissing without a first call before `at`
 */
function callOf(
  { call = 1, firstCallAt }: NewAssembly,
  at: Millis,
): { call: 1 | 2; first_call_at: Millis | null } {
  if (call === 1) return { call, first_call_at: null };
  const first = millisOf(firstCallAt ?? null);
  if (first === null || first >= at) throw new Problem('firstCallMissing');
  return { call, first_call_at: first };
}

/**
 * Refuses to open an assembly from a page that shows an earlier state: a second person would archive the assembly
 * that the first person just opened.
 * @throws Problem assemblyReplaced
 */
function requireMeant({ assembly }: UseCase, { opens, archives }: NewAssembly): void {
  if (opens === undefined && archives === undefined) return;
  const meant = assembly.openedAt === null ? opens : archives;
  if (meant !== assembly.assemblyId) throw new Problem('assemblyReplaced');
}

/**
 * Service of the assemblies of a joint: prepares, opens, changes, calls a second time and closes. A joint has
 * exactly one current assembly; the others are archived.
 */
export function assembliesService(context: AssembliesContext) {
  const { store, directory, sessions, mail } = context;

  const rootOf = async (jointId: number) => (await requireJoint(directory, jointId)).rootId;

  return {
    list: async (jointId: number): Promise<Assembly[]> =>
      (await assembliesOf(store.db, await rootOf(jointId))).map(assemblyToApi),

    /** Opens the prepared assembly. If an assembly was opened before, archives the old and makes a new assembly. */
    open: (jointId: number, draft: NewAssembly, principal: Principal): Promise<Assembly> =>
      runUseCase(context, { jointId, by: principal, moves: true, wentOn: draft.wentOn }, async (act) => {
        const { trx, family, at } = act;
        const call = callOf(draft, at);
        requireMeant(act, draft);
        if (act.assembly.openedAt === null) return openPrepared(act, draft, call);
        await closeOpenQuestions(act);
        await endCheck(act, 'assemblyArchived');
        await endJoining(trx, act.assembly.assemblyId);
        await updateAssembly(trx, act.assembly.assemblyId, { archived_at: at });
        for (const userId of await usersHolding(trx, act.assembly.assemblyId)) act.holders.add(userId);
        const wasEnded = act.assembly.closedAt !== null;
        await act.audit('assemblyArchived', wasEnded ? {} : await groundsAtEnd(act));
        // An assembly without a closing ends here, with its own head.
        if (!wasEnded) act.head.moment = 'fin';
        await act.sign();
        const { convening_units: _, ...fields } = await fieldsOf(act, {
          ...draft,
          conveningUnits: undefined,
        });
        const row = await insertAssembly(trx, {
          kind: 'ordinary',
          mode: 'inPerson',
          ...fields,
          joint_id: act.assembly.rootId,
          ...call,
          created_at: at,
          opened_at: at,
        });
        const limits = await keepPowerLimits(trx, row);
        await startConcepts(trx, row.assemblyId, family, at);
        for (const id of family) {
          await copyRoll(trx, row.assemblyId, id);
          markChanged(act, id);
        }
        act.assembly.assemblyId = row.assemblyId;
        // Convening units are units of the new roll.
        if (draft.conveningUnits !== undefined)
          await updateAssembly(trx, row.assemblyId, await fieldsOf(act, draft));
        await act.audit('assemblyOpened', {
          ...limits,
          kind: row.kind,
          mode: row.mode,
          call: row.call,
          title: row.title,
          ...defined({ roomCode: row.roomCode === 'ask' ? row.roomCode : undefined }),
          ...earlyDay(act, row, at),
          ...(await openingFacts(trx, row, { at, isConfirmed: act.wentOn.has('lateOrdinary') })),
        });
        act.head.moment = 'apertura';
        act.ended.push(...(await sessions.revokeWithAssembly(trx, act.assembly.rootId)));
        return assemblyToApi(await assemblyToRead(trx, row.rootId, row.assemblyId));
      }),

    /** Returns the dates that the law sets for the current assembly. */
    lawDates: async (jointId: number): Promise<LawDates> => {
      const rootId = await rootOf(jointId);
      const row = await findCurrent(store.db, rootId);
      if (row === undefined) throw new Problem('assemblyNotFound');
      return lawDatesOf(row, await readByLaws(store.db, rootId), Date.now());
    },

    change: async (jointId: number, changes: AssemblyChanges, principal: Principal): Promise<Assembly> => {
      const moves = changes.call !== undefined || changes.closed === true;
      const by = { jointId, by: principal, moves, wentOn: changes.wentOn };
      const rootId = await runUseCase(context, by, async (act) => {
        const { assembly } = act;
        if ((changes.assemblyId ?? assembly.assemblyId) !== assembly.assemblyId)
          throw new Problem('assemblyReplaced');
        await changeFacts(act, changes);
        if (changes.point !== undefined) await openPoint(act, changes.point);
        if (changes.call !== undefined && changes.call !== assembly.call) {
          await secondCall(act, changes.call, act.wentOn.has('earlySecondCall'));
        }
        if (changes.closed === true) await close(act);
        return assembly.rootId;
      });
      if (changes.closed === true) mail.nudge();
      const row = await findCurrent(store.db, rootId);
      if (row === undefined) throw new Problem('assemblyNotFound');
      return assemblyToApi(row);
    },
  };
}

/** Opens the prepared assembly. Its questions, codes and mailed links stay valid. */
async function openPrepared(
  act: UseCase,
  newAssembly: NewAssembly,
  call: ReturnType<typeof callOf>,
): Promise<Assembly> {
  const { trx, assembly } = act;
  if (newAssembly.call !== undefined) {
    await updateAssembly(trx, assembly.assemblyId, call);
    assembly.call = call.call;
  }
  await changeFacts(act, newAssembly);
  await ensureOpen(act);
  for (const id of act.family) markChanged(act, id);
  const row = await findCurrent(trx, assembly.rootId);
  if (row === undefined) throw new Problem('assemblyNotFound');
  return assemblyToApi(row);
}

function markChanged(act: UseCase, jointId: number): void {
  act.changed.attendance.add(jointId);
  act.changed.concepts.add(jointId);
}

async function closeOpenQuestions(act: UseCase): Promise<void> {
  const { trx, assembly, family } = act;
  const open = await readOpenQuestions(trx, assembly.assemblyId, family);
  for (const question of open) await closeQuestion(act, question);
}

/**
 * Starts the second call of the same assembly: the attendance starts again, and any plurality of owners decides
 * (Ley 675, art. 41). Roll, codes, links and questions stay. There is no way back to the first call. A second call
 * before its legal instant is recorded as early.
 */
async function secondCall(act: UseCase, call: 1 | 2, isConfirmed: boolean): Promise<void> {
  if (call === 1) throw new Problem('noWayBack');
  const { rootId, assemblyId } = act.assembly;
  const byLaws = await readByLaws(act.trx, rootId);
  const due = secondCallFrom(await assemblyToRead(act.trx, rootId, assemblyId), byLaws);
  await ensureOpen(act, act.at, false);
  await closeOpenQuestions(act);
  await clearAttendance(act, 'secondCall', null);
  await updateAssembly(act.trx, act.assembly.assemblyId, { call: 2 });
  for (const id of act.family) markChanged(act, id);
  const own = byLaws.secondCall === null ? {} : { byLaws: true };
  const early = due !== null && act.at < due ? { early: { due, asked: isConfirmed, ...own } } : {};
  await act.audit('secondCall', { jointIds: act.family, ...early });
}

/**
 * Moves the assembly to a point of the agenda; null leaves the agenda. A repeated call keeps the start of the
 * point. @throws Problem agendaItemUnknown
 */
async function openPoint(act: UseCase, point: number | null): Promise<void> {
  const { trx, assembly, at } = act;
  const early = await (point === null ? ensureOpen : ensureBegun)(act);
  const { agenda, point: before } = await assemblyToRead(trx, assembly.rootId, assembly.assemblyId);
  const item = agendaItems(agenda).find(({ number }) => number === point);
  if (point !== null && item === undefined) throw new Problem('agendaItemUnknown');
  if (point === before) return;
  await updateAssembly(trx, assembly.assemblyId, { point, point_since: point === null ? null : at });
  for (const id of act.family) act.changed.concepts.add(id);
  await act.audit('pointOpened', { point, text: item?.text ?? null, ...early });
}

/**
 * Closes the assembly for good, together with an open question. Registrations and votes are refused afterwards. The
 * same transaction puts the summary to the administrators into the outbox, so a crash cannot lose the summary.
 */
async function close(act: UseCase): Promise<void> {
  await ensureOpen(act);
  await closeOpenQuestions(act);
  await endCheck(act, 'assemblyClosed');
  await endRunningTurn(act);
  await endJoining(act.trx, act.assembly.assemblyId);
  await updateAssembly(act.trx, act.assembly.assemblyId, { closed_at: act.at });
  for (const id of act.family) act.changed.concepts.add(id);
  // The entry binds the facts at the end.
  await act.audit('assemblyClosed', {
    assembly: await readAssemblyFacts(act.trx, act.assembly.assemblyId),
    fiscalAuditor: await readFiscalAuditor(act.trx, act.assembly.rootId),
    ...(await groundsAtEnd(act)),
  });
  act.head.moment = 'fin';
  const { assemblyId, rootId } = act.assembly;
  await queueSummary(act.trx, { rootId, assemblyId, actor: act.actor, at: act.at, again: false });
  await queueResults(act.trx, { rootId, assemblyId, family: act.family, actor: act.actor, at: act.at });
}
