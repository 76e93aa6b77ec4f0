import type { AskedCode } from '../../../shared/assemblies/law/asked-codes.ts';
import { lateAfter } from '../../../shared/assemblies/law/ordinary-day.ts';
import { type Day, dayInBogota } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import type { ClosingRoot, HeadMoment } from '../../../shared/evidence/head.ts';
import { date, invitedFor } from '../../../shared/format.ts';
import type { Sessions } from '../../accounts/index.ts';
import { makeHead } from '../../platform/audit/heads.ts';
import type { Signer } from '../../platform/audit/signing.ts';
import { appendAudit, jointChain } from '../../platform/audit/trail.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, lockJoint } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { type JointFinder, type JointWithRoot, requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { JointDirectory, readByLaws, readFiscalAuditor } from '../../properties/index.ts';
import {
  assemblyToRead,
  type CurrentAssembly,
  currentAssembly,
  firstOpening,
  readAssemblyFacts,
  updateAssembly,
} from './assembly.repository.ts';
import type { BillingFiguresPort } from './billing-figures-port.ts';
import { changesPapers, orderPapers } from './papers/orders.repository.ts';
import { keepPowerLimits } from './power-limits.repository.ts';
import { type Changed, raiseRevisions } from './revisions.repository.ts';
import { openedRoll } from './roll/entries.repository.ts';
import { reachingByHolding } from './roll/people.repository.ts';
import { settledPersons } from './roll/persons.repository.ts';

/**
 * Tools shared by the services of assemblies: the platform's tools (database, settings, log …), and `sessions`,
 * because the end of an assembly also ends the sessions of codes and links.
 */
export interface AssembliesContext extends Context {
  sessions: Sessions;
  /** Reads the figures of billing for the grounds of a challenge, from the billing feature. */
  billingFigures: BillingFiguresPort;
}

/**
 * Tools for an act: a change of a joint's current assembly in one database transaction, with audit entry and
 * changed screens. Valid only while the transaction `trx` runs.
 */
export interface UseCase {
  trx: Db;
  /** Current assembly of the joint, as read after locking. */
  assembly: CurrentAssembly;
  /** Joint or sector of the request, with the number of the whole joint (`rootId`). */
  place: JointWithRoot;
  /** Numbers of the root joint and all sectors: the act may change records of all. */
  family: readonly number[];
  /** Time of the act, epoch ms. An act with several steps moves the time on with `nextInstant`. */
  at: Millis;
  /** Author for the audit trail: 'user:12' or 'code:…'. */
  actor: string;
  /**
   * User ids and codes of owners and proxies with a live connection just before the act; read only for acts that may
   * open or close a question.
   */
  connected: ReadonlySet<string>;
  /** Facts added to every audit entry of the act, for example `typedFromPaper`. */
  marks: Readonly<Record<string, true>>;
  /** Appends an entry to the audit trail of the joint: name of the act ('conceptActivated'), and facts. */
  audit: (act: string, data: unknown) => Promise<void>;
  /** Joints with state changed by the act; the transaction raises the revision numbers at the end. */
  changed: Changed;
  /** Ids of users (as text) with units gained or lost by the act; the access of the users may change. */
  holders: Set<string>;
  /** Ids of the sessions revoked by the act; the connections are closed after the commit. */
  readonly ended: string[];
  /** Reads the figures of billing. Undefined for acts that close no question. */
  billingFigures: BillingFiguresPort | undefined;
  /** Codes of the warnings that the person confirmed, for example 'openingEarly'. */
  wentOn: ReadonlySet<string>;
  /** Data for the signed chain head made at the end of the act; no head is made while `moment` is null. */
  readonly head: { moment: HeadMoment | null; closings: ClosingRoot[] };
  /** Questions closed by the act with more votes counted than represented units allow; logged after the commit. */
  readonly unverified: { jointId: number; conceptId: number }[];
  /** Errors of the grounds of a challenge: the act goes on without grounds; logged after the commit. */
  readonly unjudged: unknown[];
  /** Makes the signed chain head now, before the end of the act, if `head` has a moment. */
  sign: () => Promise<void>;
}

/** Parts of the server needed to run an act on an assembly: database, directory of joints, and signer of heads. */
export interface UseCaseContext {
  db: Db;
  directory: JointFinder;
  signer: Signer;
  billingFigures?: BillingFiguresPort;
}

/**
 * Runs an act (a change of a joint's current assembly) in a single transaction: locks the joint, runs `work`, then
 * raises the revision (counter of changes) of the changed joints. An error undoes everything. `runUseCase` also
 * notifies screens afterwards.
 * @param call.actor author for the audit trail: 'user:12' or 'code:…'
 * @param call.at epoch ms
 * @param call.connected user ids and codes with a live connection
 * @param call.wentOn codes of the confirmed warnings; true confirms every warning
 * @returns result of `work`; `touched`: numbers of joints with changed screens; `reach`: ids of users with changed
 *   access; `ended`: sessions to close
 */
export async function inAssemblyTransaction<T>(
  { db, directory, signer, billingFigures }: UseCaseContext,
  call: {
    jointId: number;
    actor: string;
    at: Millis;
    connected?: ReadonlySet<string>;
    wentOn?: readonly string[] | true;
  },
  work: (act: UseCase) => Promise<T>,
): Promise<
  { result: T; touched: number[]; reach: string[] } & Pick<UseCase, 'ended' | 'unverified' | 'unjudged'>
> {
  const place = await requireJoint(directory, call.jointId);
  const family = await directory.family(call.jointId);
  return db.transaction().execute(async (trx) => {
    await lockJoint(trx, place.rootId);
    // Read again under the lock: the times of concurrent acts follow the order of the acts.
    const at = Math.max(call.at, Date.now());
    const assembly = await currentAssembly(trx, place.rootId);
    const act: UseCase = {
      trx,
      assembly,
      place,
      family,
      at,
      actor: call.actor,
      connected: call.connected ?? new Set(),
      marks: {},
      audit: async (name, data) => {
        await appendAudit(trx, { chain: jointChain(place.rootId), actor: call.actor, at: act.at }, name, {
          assemblyId: assembly.assemblyId,
          ...Object(data),
          ...act.marks,
        });
        if (changesPapers(name, assembly)) await orderPapers(trx, assembly.assemblyId, act.at);
      },
      changed: { attendance: new Set(), concepts: new Set(), votes: new Set() },
      holders: new Set(),
      ended: [],
      billingFigures,
      wentOn: new Set(call.wentOn === true ? ['lateOrdinary', 'earlySecondCall'] : call.wentOn),
      head: { moment: null, closings: [] },
      unverified: [],
      unjudged: [],
      sign: () => signHead(act, signer),
    };
    const result = await work(act);
    await act.sign();
    const reach = await reachingByHolding(trx, place.rootId, act.holders);
    const touched = await raiseRevisions(trx, act.changed);
    const { ended, unverified, unjudged } = act;
    return { result, touched, reach, ended, unverified, unjudged };
  });
}

/** Signs the head that the act needs, if any: at the opening, a closing or the end. */
export async function signHead(
  { trx, place, at, head }: Pick<UseCase, 'trx' | 'place' | 'at' | 'head'>,
  signer: Signer,
): Promise<void> {
  const { moment, closings } = head;
  if (moment === null) return;
  await makeHead(trx, signer, jointChain(place.rootId), { moment, at, closings });
  Object.assign(head, { moment: null, closings: [] });
}

/**
 * Runs an act (a change of a joint's current assembly) for a request, as almost every service function does. After
 * the commit notifies screens, refreshes the access of users with changed units, and closes ended sessions.
 * @param moves true if the act may open or close a question: the connected holders are then read first
 */
export async function runUseCase<T>(
  { store, directory, signer, billingFigures, publisher, sessions, connected, log }: AssembliesContext,
  where: { jointId: number; by: Principal; moves?: boolean; wentOn?: readonly string[] | true },
  work: (act: UseCase) => Promise<T>,
): Promise<T> {
  const { jointId, by, moves = false, wentOn = [] } = where;
  const there = moves ? { connected: await connected(await directory.family(jointId)) } : {};
  const call = { jointId, actor: by.actor, at: Date.now(), wentOn, ...there };
  const { result, touched, reach, ended, unverified, unjudged } = await inAssemblyTransaction(
    { db: store.inLane('registrations'), directory, signer, billingFigures },
    call,
    work,
  );
  for (const question of unverified) log.error(question, 'closing counts more than is represented');
  for (const error of unjudged) log.error(error, 'grounds of a challenge not judged');
  publisher.touch(...touched);
  for (const userId of reach) sessions.reachChanged(userId);
  sessions.ended(ended);
  return result;
}

/**
 * Begins the next step of an act with a later time, so that records of two steps never share an instant. Signs the
 * chain head of the step before, if any.
 */
export async function nextInstant(act: UseCase): Promise<void> {
  await act.sign();
  act.at = Math.max(act.at + 1, Date.now());
}

/**
 * Stops an act with a warning until the person confirms the warning in a second request. Goes on at once if the
 * request already has the code of the warning.
 * @param code code of the warning, for example 'openingEarly'
 * @param details figures for the text of the warning
 * @throws Problem with the code, unless confirmed
 */
export function requireWentOn({ wentOn }: Pick<UseCase, 'wentOn'>, code: AskedCode, details?: object): void {
  if (!wentOn.has(code)) throw new Problem(code, details);
}

/**
 * Checks if an assembly opens before its scheduled day. Returns `early.calledFor`, the scheduled day, for the audit
 * entry; an empty object if not early.
 * @param at time of the opening, epoch ms
 * @throws Problem openingEarly unless the person confirmed the early opening
 */
export function earlyDay(
  act: Pick<UseCase, 'wentOn'>,
  { scheduledAt }: { scheduledAt: Millis | null },
  at: Millis,
): { early?: { calledFor: Day } } {
  if (scheduledAt === null || dayInBogota(scheduledAt) <= dayInBogota(at)) return {};
  const instant = new Date(scheduledAt).toISOString();
  requireWentOn(act, 'openingEarly', { day: date(instant), scheduledAt: instant });
  return { early: { calledFor: dayInBogota(scheduledAt) } };
}

/**
 * Opens the assembly of an act if still in preparation, as the first registration or question does. Does nothing if
 * already open.
 * @param at time of the act, if earlier than now
 * @param asksEarly false for a second call: another warning covers an early opening
 * @throws Problem assemblyClosed; openingEarly unless confirmed
 */
export async function ensureOpen(act: UseCase, at = act.at, asksEarly = true): Promise<void> {
  const { trx, assembly } = act;
  if (assembly.closedAt !== null) throw new Problem('assemblyClosed');
  if (assembly.openedAt !== null) return;
  const whole = await assemblyToRead(trx, assembly.rootId, assembly.assemblyId);
  const early = asksEarly ? earlyDay(act, whole, at) : {};
  await updateAssembly(trx, assembly.assemblyId, { opened_at: at });
  const limits = await keepPowerLimits(trx, assembly);
  assembly.openedAt = at;
  act.head.moment = 'apertura';
  // Screens read the assembly again together with the concepts.
  for (const jointId of act.family) act.changed.concepts.add(jointId);
  await act.audit('assemblyOpened', {
    ...defined({ openedAt: at === act.at ? undefined : at }),
    ...early,
    ...limits,
    ...(await openingFacts(trx, assembly, { at, isConfirmed: act.wentOn.has('lateOrdinary') })),
  });
}

/**
 * Opens the assembly of an act for a question or a point of the agenda. The first question or point may not begin before the
 * called hour of the day: people come earlier, and a changed hour is a ground of challenge. Returns `early.calledFor`,
 * the called instant as ISO text, for the audit entry of the first question or point; an empty object if not early.
 * @throws Problem assemblyClosed; openingEarly and beginningEarly unless confirmed
 */
export async function ensureBegun(act: UseCase): Promise<{ early?: { calledFor: string } }> {
  await ensureOpen(act);
  const { trx, assembly, at } = act;
  const { scheduledAt, point } = await assemblyToRead(trx, assembly.rootId, assembly.assemblyId);
  if (scheduledAt === null || at >= scheduledAt || dayInBogota(at) !== dayInBogota(scheduledAt)) return {};
  if (point !== null || (await firstOpening(trx, assembly.assemblyId)) !== null) return {};
  const calledFor = new Date(scheduledAt).toISOString();
  requireWentOn(act, 'beginningEarly', { called: invitedFor(calledFor) });
  return { early: { calledFor } };
}

/**
 * Returns the facts for the audit entry of an assembly's opening: the joint's name, the assembly, the owners with
 * several units, the revisor fiscal (statutory auditor), and a hash over the roll.
 */
export const openingFacts = async (
  trx: Db,
  { assemblyId, rootId }: { assemblyId: number; rootId: number },
  opening: { at: Millis; isConfirmed?: boolean },
) => ({
  jointName: (await requireJoint(new JointDirectory(trx), rootId)).jointName,
  assembly: await readAssemblyFacts(trx, assemblyId),
  persons: await settledPersons(trx, assemblyId),
  fiscalAuditor: await readFiscalAuditor(trx, rootId),
  roll: (await openedRoll(trx, assemblyId)).seal,
  ...(await lateFacts(trx, { assemblyId, rootId }, opening)),
});

/**
 * Checks if an ordinary assembly is held later than three months after the end of the budget year (Ley 675, art.
 * 39). Returns `late` for the audit entry: the last allowed day, and if the person confirmed the delay. Empty for
 * an assembly in time.
 * @param at time of the assembly, epoch ms
 */
export async function lateFacts(
  trx: Db,
  { assemblyId, rootId }: { assemblyId: number; rootId: number },
  { at, isConfirmed = false }: { at: Millis; isConfirmed?: boolean },
): Promise<{ late?: { by: Day; asked: boolean } }> {
  const { kind } = await assemblyToRead(trx, rootId, assemblyId);
  const { budgetYearEnd } = await readByLaws(trx, rootId);
  const by = lateAfter(kind, dayInBogota(at), budgetYearEnd);
  return by === null ? {} : { late: { by, asked: isConfirmed } };
}
