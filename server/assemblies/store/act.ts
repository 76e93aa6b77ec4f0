import type { AskedCode } from '../../../shared/assemblies/law/asked-codes.ts';
import { lateAfter } from '../../../shared/assemblies/law/ordinary-day.ts';
import { type Day, dayInBogota } from '../../../shared/days.ts';
import type { ClosingRoot, HeadMoment } from '../../../shared/evidence/head.ts';
import { date } from '../../../shared/format.ts';
import type { Sessions } from '../../accounts/index.ts';
import { makeHead } from '../../platform/audit/heads.ts';
import type { Signer } from '../../platform/audit/signing.ts';
import { appendAudit, jointChain } from '../../platform/audit/trail.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, lockJoint } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { type JointPlace, type JointPlaces, placeOf } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { JointDirectory, readByLaws, readFiscalAuditor } from '../../properties/index.ts';
import {
  assemblyToRead,
  type CurrentAssembly,
  currentAssembly,
  readAssemblyFacts,
  updateAssembly,
} from './assembly.repository.ts';
import { changesPapers, orderPapers } from './papers/paper-orders.repository.ts';
import { reachingByHolding } from './people.repository.ts';
import { settledPersons } from './persons.repository.ts';
import { type Changed, raiseRevisions } from './revisions.repository.ts';
import { openedRoll } from './roll-entries.repository.ts';

/** What the assemblies use: the platform, and the sessions of codes and links, which end with an assembly. */
export interface AssembliesContext extends Context {
  sessions: Sessions;
}

export interface Act {
  trx: Db;
  assembly: CurrentAssembly;
  place: JointPlace;
  /** Root and sectors: every joint whose records this act may touch. */
  family: readonly number[];
  at: Millis;
  actor: string;
  /** Holders that were connected just before; gathered only for acts that may open or close a question. */
  connected: ReadonlySet<string>;
  /** Notes what was done in the joint's chain. */
  audit: (act: string, data: unknown) => Promise<void>;
  /** Joints whose state this act changes; their revisions rise at its end. */
  changed: Changed;
  /** Users who came to hold units or ceased to: what they may see may change with it. */
  holders: Set<string>;
  /** Sessions that this act revoked: they are closed after its commit. */
  readonly ended: string[];
  /** Codes of the questions that the person was asked and went on with. */
  wentOn: ReadonlySet<string>;
  /** Of what a signed head of the joint's trail is made at the act's end; no moment: none is. */
  readonly head: { moment: HeadMoment | null; closings: ClosingRoot[] };
  /** Questions that this act closed with more counted than represented: the log names them after the commit. */
  readonly unverified: { jointId: number; conceptId: number }[];
  /** Makes the head now, before the act's end, if it has a moment. */
  sign: () => Promise<void>;
}

/** What acts need beside themselves. */
export interface ActPlace {
  db: Db;
  directory: JointPlaces;
  signer: Signer;
}

/**
 * Runs one act on a joint's current assembly: takes the joint's turn, does it, raises the revisions last, all
 * in one transaction. What the act throws undoes it whole.
 * @returns the act's result, and whom to tell of it: `touched` joints, users in `reach`, sessions that `ended`
 */
export async function inAssemblyTransaction<T>(
  { db, directory, signer }: ActPlace,
  call: {
    jointId: number;
    actor: string;
    at: Millis;
    connected?: ReadonlySet<string>;
    wentOn?: readonly string[] | true;
  },
  work: (act: Act) => Promise<T>,
): Promise<{ result: T; touched: number[]; reach: string[] } & Pick<Act, 'ended' | 'unverified'>> {
  const place = await placeOf(directory, call.jointId);
  const family = await directory.family(call.jointId);
  return db.transaction().execute(async (trx) => {
    await lockJoint(trx, place.rootId);
    // Read once more within the turn: clocks of acts that came at once go the way the acts do.
    const at = Math.max(call.at, Date.now());
    const assembly = await currentAssembly(trx, place.rootId);
    const act: Act = {
      trx,
      assembly,
      place,
      family,
      at,
      actor: call.actor,
      connected: call.connected ?? new Set(),
      audit: async (name, data) => {
        await appendAudit(trx, { chain: jointChain(place.rootId), actor: call.actor, at }, name, {
          assemblyId: assembly.assemblyId,
          ...Object(data),
        });
        if (changesPapers(name, assembly)) await orderPapers(trx, assembly.assemblyId, at);
      },
      changed: { attendance: new Set(), concepts: new Set(), votes: new Set() },
      holders: new Set(),
      ended: [],
      wentOn: new Set(call.wentOn === true ? ['lateOrdinary', 'earlySecondCall'] : call.wentOn),
      head: { moment: null, closings: [] },
      unverified: [],
      sign: async () => {
        const { moment, closings } = act.head;
        if (moment === null) return;
        await makeHead(trx, signer, jointChain(place.rootId), { moment, at, closings });
        Object.assign(act.head, { moment: null, closings: [] });
      },
    };
    const result = await work(act);
    await act.sign();
    const reach = await reachingByHolding(trx, place.rootId, act.holders);
    const touched = await raiseRevisions(trx, act.changed);
    return { result, touched, reach, ended: act.ended, unverified: act.unverified };
  });
}

/**
 * Runs one act on a joint's current assembly; after its commit screens are told, users whose units changed see what
 * they may now, and sessions that it ended are closed.
 * @param moves whether a question may open or close with it: who is connected then is kept
 */
export async function inOneAct<T>(
  { store, directory, signer, publisher, sessions, connected, log }: AssembliesContext,
  where: { jointId: number; by: Principal; moves?: boolean; wentOn?: readonly string[] | true },
  work: (act: Act) => Promise<T>,
): Promise<T> {
  const { jointId, by, moves = false, wentOn = [] } = where;
  const there = moves ? { connected: await connected(await directory.family(jointId)) } : {};
  const call = { jointId, actor: by.actor, at: Date.now(), wentOn, ...there };
  const { result, touched, reach, ended, unverified } = await inAssemblyTransaction(
    { db: store.inLane('registrations'), directory, signer },
    call,
    work,
  );
  for (const question of unverified) log.error(question, 'closing counts more than is represented');
  publisher.touch(...touched);
  for (const userId of reach) sessions.reachChanged(userId);
  sessions.ended(ended);
  return result;
}

/** @throws Problem with the code, unless the person was asked and went on with it */
export function requireWentOn({ wentOn }: Pick<Act, 'wentOn'>, code: AskedCode, details?: object): void {
  if (!wentOn.has(code)) throw new Problem(code, details);
}

/**
 * Day that an assembly is called for, as its opening's entry tells, if it opens before that day.
 * @throws Problem openingEarly unless the person was asked and went on
 */
export function earlyDay(
  act: Pick<Act, 'wentOn'>,
  { scheduledAt }: { scheduledAt: Millis | null },
  at: Millis,
): { early?: { calledFor: Day } } {
  if (scheduledAt === null || dayInBogota(scheduledAt) <= dayInBogota(at)) return {};
  const instant = new Date(scheduledAt).toISOString();
  requireWentOn(act, 'openingEarly', { day: date(instant), scheduledAt: instant });
  return { early: { calledFor: dayInBogota(scheduledAt) } };
}

/**
 * An assembly opens by itself with its first act; a closed one takes none.
 * @param at when that act was, where it comes late
 * @param asksEarly false of a second call, which has a question of its own
 */
export async function ensureOpen(act: Act, at = act.at, asksEarly = true): Promise<void> {
  const { trx, assembly } = act;
  if (assembly.closedAt !== null) throw new Problem('assemblyClosed');
  if (assembly.openedAt !== null) return;
  const whole = await assemblyToRead(trx, assembly.rootId, assembly.assemblyId);
  const early = asksEarly ? earlyDay(act, whole, at) : {};
  await updateAssembly(trx, assembly.assemblyId, { opened_at: at });
  assembly.openedAt = at;
  act.head.moment = 'apertura';
  // The assembly is read again together with the concepts.
  for (const jointId of act.family) act.changed.concepts.add(jointId);
  await act.audit('assemblyOpened', {
    ...(at === act.at ? {} : { openedAt: at }),
    ...early,
    ...(await openingFacts(trx, assembly, { at, asked: act.wentOn.has('lateOrdinary') })),
  });
}

/** What the entry of an opening binds: the joint's name, the roll, the assembly and the revisor fiscal as it opens. */
export const openingFacts = async (
  trx: Db,
  { assemblyId, rootId }: { assemblyId: number; rootId: number },
  opening: { at: Millis; asked?: boolean },
) => ({
  jointName: (await placeOf(new JointDirectory(trx), rootId)).jointName,
  assembly: await readAssemblyFacts(trx, assemblyId),
  persons: await settledPersons(trx, assemblyId),
  fiscalAuditor: await readFiscalAuditor(trx, rootId),
  roll: (await openedRoll(trx, assemblyId)).seal,
  ...(await lateFacts(trx, { assemblyId, rootId }, opening)),
});

/**
 * Of an ordinary assembly that is later than three months after the budget's year (Ley 675 de 2001, art. 39): after which
 * day, and whether the person was asked; nothing of others.
 * @param at when it is held
 */
export async function lateFacts(
  trx: Db,
  { assemblyId, rootId }: { assemblyId: number; rootId: number },
  { at, asked = false }: { at: Millis; asked?: boolean },
): Promise<{ late?: { by: Day; asked: boolean } }> {
  const { kind } = await assemblyToRead(trx, rootId, assemblyId);
  const { budgetYearEnd } = await readByLaws(trx, rootId);
  const by = lateAfter(kind, dayInBogota(at), budgetYearEnd);
  return by === null ? {} : { late: { by, asked } };
}
