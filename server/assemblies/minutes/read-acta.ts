import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import { quorumOf } from '../../../shared/assemblies/quorum.ts';
import { sumNano, ZERO } from '../../../shared/coefficient.ts';
import { defined } from '../../../shared/defined.ts';
import type { PaperTyped } from '../../../shared/evidence/paper-typed.ts';
import type { Assembly } from '../../../shared/properties/joints.api.ts';
import { readActorNames, readStaffPasswords } from '../../accounts/index.ts';
import { readHeads, type StoredHead } from '../../platform/audit/heads.repository.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import { Problem } from '../../platform/http/problem.ts';
import { groupEntries } from '../../platform/lib/group-by.ts';
import type { Progress } from '../../platform/queue/tasks.ts';
import { JointDirectory, readSettingsThen } from '../../properties/index.ts';
import { readChallengeDays } from '../challenge/days.ts';
import { lastMailByUser } from '../mail/assembly-mail.repository.ts';
import { readTimeline } from '../meeting/history.service.ts';
import type { RollThen } from '../meeting/roll-then.ts';
import { type Change, type Moment, momentsOf } from '../meeting/timeline.ts';
import { powersOn } from '../powers/list.ts';
import { attendanceOn, firstReached } from '../reports/attendance-report.ts';
import { type ReportOf, readGround } from '../reports/heading.ts';
import type { LeavingRow } from '../reports/rows.ts';
import { presentAtClosing, storedAt } from '../reports/stays.ts';
import { votesOn } from '../reports/vote-report.ts';
import { assemblyToRead, type StoredAssembly } from '../store/assembly.repository.ts';
import { usersHolding } from '../store/attendance/attendance.repository.ts';
import {
  type KeptPresence,
  type RepresentedThen,
  readPresence,
} from '../store/attendance/presence.repository.ts';
import type { Stay } from '../store/attendance/stays.repository.ts';
import { type AssemblyEnding, readEnding } from '../store/papers/ending.repository.ts';
import { hashVerifiers } from '../store/papers/verifiers.ts';
import { readDebtorsLists } from '../store/roll/debtors.repository.ts';
import { readCorrections, type StoredCorrection } from '../store/roll/roll.repository.ts';
import {
  type AssemblyAct,
  openedPoint,
  readAssemblyActs,
  readDeletedQuestions,
  readPresenceChecks,
} from './acta.repository.ts';
import type {
  ActaFacts,
  Annulment,
  KeptChallenge,
  KeptWarning,
  ModeChange,
  NoticeText,
  PartFacts,
  PointCourse,
  QuestionMoment,
  Restore,
  SentInvitation,
} from './acta-facts.ts';
import { continuityOf } from './continuity.ts';
import { factChanges } from './fact-changes.ts';
import { spokenTurns, writtenPoints, writtenProposals } from './from-acts.ts';

/**
 * Reads the facts of an acta (minutes of an assembly) at one instant, for the current assembly or an archived
 * assembly. A joint's acta covers the whole assembly with the sectors; a sector's acta covers only the
 * sector.
 * @throws Problem jointNotFound or assemblyNotFound
 */
export async function readActa(trx: Db, of: ReportOf, progress: Progress): Promise<ActaFacts> {
  const place = await requireJoint(new JointDirectory(trx), of.jointId);
  const assembly = await assemblyToRead(trx, place.rootId, of.assemblyId);
  const acts = await readAssemblyActs(trx, {
    rootId: place.rootId,
    assemblyId: assembly.assemblyId,
    since: assembly.createdAt,
  });
  const names = await readActorNames(
    trx,
    acts.map(({ actor }) => actor),
  );
  const called = acts.find(({ act }) => act === 'secondCall');
  const corrections = await readCorrections(trx, { assemblyId: assembly.assemblyId });
  const jointIds = [place.jointId, ...place.sectorIds];
  const parts: PartFacts[] = [];
  for (const jointId of jointIds) {
    progress(parts.length, jointIds.length + 1);
    parts.push(await readPart(trx, { jointId, assembly, acts, corrections, name: names.actor }));
  }
  const ending = await readEnding(trx, assembly);
  const settings = await readSettingsThen(trx, place.rootId, ending?.seq ?? null);
  const [main, ...sectors] = parts;
  if (main === undefined) throw new Problem('jointNotFound');
  const { jointName, rootName, face, madeAt, trail, assembly: attendedAssembly } = main.attendance;
  return {
    jointName,
    rootName,
    ...defined({ face }),
    madeAt,
    trail,
    assembly: attendedAssembly,
    archivedAt: assembly.archivedAt,
    meeting: assembly.zoomId,
    head: await headOf(trx, assembly, ending),
    verifiers: await hashVerifiers(),
    fiscalAuditor: settings.fiscalAuditor,
    secondCall:
      called === undefined
        ? null
        : {
            at: called.at,
            by: names.actor(called.actor, called.at),
            early: (called.data.early as NonNullable<ActaFacts['secondCall']>['early'] | undefined) ?? null,
          },
    firstCallAt: assembly.firstCallAt,
    late: lateOf(acts, names.actor),
    points: pointCourses(acts, assembly.closedAt ?? assembly.archivedAt),
    written: writtenPoints(acts),
    ...(rootName === null ? spokenIn(acts, assembly, { jointIds, parts }) : { turns: [], proposals: [] }),
    powers: await powersOn(trx, {
      where: { assemblyId: assembly.assemblyId, jointId: of.jointId },
      rootId: place.rootId,
    }),
    debtors: (await readDebtorsLists(trx, assembly.assemblyId)).acta,
    isBilled: settings.usesBilling,
    invitations: await invitationsOf(trx, assembly, acts),
    setByStaff: {
      passwords: await staffPasswords(trx, assembly, madeAt),
      devices: movedUnits(acts),
    },
    restores: restoresOf(acts, assembly),
    modes: modeChanges(acts, assembly.openedAt, names.actor),
    changes: factChanges(acts, names.actor),
    ...openingOf(acts, names.actor),
    challenge: challengeOf({ acts, days: await readChallengeDays(trx, assembly) }, jointIds, parts),
    main,
    sectors,
  };
}

/** Returns the turns to speak and the written proposals. @param of joint and sectors, in the same order */
const spokenIn = (
  acts: readonly AssemblyAct[],
  { closedAt, archivedAt }: StoredAssembly,
  { jointIds, parts }: { jointIds: readonly number[]; parts: readonly PartFacts[] },
): Pick<ActaFacts, 'turns' | 'proposals'> => ({
  turns: spokenTurns(acts, closedAt ?? archivedAt),
  proposals: writtenProposals(acts, (id) => {
    const sector = jointIds.indexOf(id);
    return sector < 1 ? null : (parts[sector]?.jointName ?? null);
  }),
});

/**
 * Returns the grounds to challenge the assembly, as stored at the end and at each closing; null before the end.
 * @param jointIds joint and sectors, in the order of `parts`
 */
function challengeOf(
  { acts, days }: { acts: readonly AssemblyAct[]; days: KeptChallenge['days'] },
  jointIds: readonly number[],
  parts: readonly PartFacts[],
): ActaFacts['challenge'] {
  const end = acts.findLast(({ act, data }) => act !== 'conceptDeactivated' && data.challenge !== undefined);
  if (end === undefined) return null;
  return {
    at: end.at,
    grounds: end.data.challenge as KeptChallenge['grounds'],
    days: days && { ...days, publishedDueOn: null },
    closings: acts.flatMap(({ act, at, data }) => {
      const states = data.challenge as { red: string[]; missing: string[] } | undefined;
      if (act !== 'conceptDeactivated' || states === undefined) return [];
      const sector = jointIds.indexOf(Number(data.jointId));
      const jointName = sector < 1 ? null : (parts[sector]?.jointName ?? null);
      return [{ at, jointName, conceptId: Number(data.conceptId), ...states }];
    }),
  };
}

/**
 * Kinds of signed heads made for the papers and the signed acta, after the acts of the acta (the specification, §18
 * rule 12).
 */
const OF_PAPERS: readonly string[] = ['papeles', 'acta'];

/**
 * Returns the signed head (signed state of the audit trail) of an assembly's end, or else the newest head of the
 * assembly. Skips heads made for papers and heads of the next assembly.
 */
async function headOf(
  trx: Db,
  { rootId, openedAt }: StoredAssembly,
  ending: AssemblyEnding | null,
): Promise<StoredHead | null> {
  if (openedAt === null) return null;
  const heads = (await readHeads(trx, jointChain(rootId))).filter(
    ({ at, moment }) => at >= openedAt && !OF_PAPERS.includes(moment),
  );
  const end = ending === null ? undefined : heads.find(({ size }) => size >= ending.seq);
  return end ?? heads.at(-1) ?? null;
}

/**
 * Returns the agenda at the opening, and the day in the notice if the opening was earlier. @param name returns the
 * name of an actor at an instant
 */
function openingOf(
  acts: readonly AssemblyAct[],
  name: (actor: string, at: Millis) => string,
): Pick<ActaFacts, 'openingAgenda' | 'early'> {
  const opened = acts.find(({ act }) => act === 'assemblyOpened');
  const { assembly, early } = (opened?.data ?? {}) as {
    assembly?: { agenda: string | null };
    early?: { calledFor: string };
  };
  return {
    openingAgenda: assembly?.agenda,
    early: opened && early ? { ...early, by: name(opened.actor, opened.at) } : null,
  };
}

interface PartOf {
  jointId: number;
  assembly: StoredAssembly;
  acts: readonly AssemblyAct[];
  /** Corrections of the assembly's roll in the whole assembly, all joints together. */
  corrections: readonly StoredCorrection[];
  /** Returns the name of an actor at an instant. */
  name: (actor: string, at: Millis) => string;
}

async function readPart(trx: Db, { jointId, assembly, acts, corrections, name }: PartOf): Promise<PartFacts> {
  const where = { assemblyId: assembly.assemblyId, jointId };
  const ground = await readGround(trx, where);
  const { roll, stays } = await readTimeline(trx, where);
  const history = { roll, changes: [...roll.changes(), ...stays.flatMap(changesWhenStored)] };
  const timeline = [...momentsOf(roll.opened(), history.changes)];
  const called = acts.find(({ act }) => act === 'secondCall')?.at ?? null;
  const questions: PartFacts['questions'] = [];
  for (const { conceptId, deletion } of ground.concepts) {
    if (conceptId !== ATTENDANCE && deletion === null) questions.push(await votesOn(trx, ground, conceptId));
  }
  const attendance = await attendanceOn(trx, ground);
  return {
    jointName: ground.heading.jointName,
    attendance,
    questions,
    moments: questionMoments({
      jointId,
      presence: await readPresence(trx, where.assemblyId, jointId),
      timeline,
      stays,
      roll,
      acts,
      mode: assembly.mode,
      call: assembly.call,
      secondCallAt: called,
    }),
    deleted: await readDeletedQuestions(trx, where),
    annulments: annulmentsOf(acts, jointId, name),
    warnings: warningsOf(acts, jointId, name),
    corrections: corrections.filter((one) => one.jointId === jointId),
    checks: await readPresenceChecks(trx, where),
    continuity: continuityOf(timeline, {
      reachedAt: firstReached(history, assembly.call, ground.attendanceSince),
      until: assembly.closedAt ?? assembly.archivedAt ?? attendance.madeAt,
      call: assembly.call,
    }),
    paperEvenings: acts.flatMap(({ act, at, actor, data }) =>
      act === 'paperTyped' && data.jointId === jointId
        ? [{ ...(data as unknown as PaperTyped), at, by: name(actor, at) }]
        : [],
    ),
    firstCall: called === null ? null : firstCallOf(attendance.left, called, roll),
  };
}

/**
 * Returns the start and the end of a registration as changes of the attendance, by the instant of storing: a late
 * scan counts from its arrival.
 */
const changesWhenStored = (stay: Stay): Change[] => {
  const { apartment_id: apartmentId } = stay.record;
  const ended = stay.end === null ? [] : [{ at: stay.end.at, apartmentId, units: -1 as const }];
  return [{ at: storedAt(stay), apartmentId, units: 1 }, ...ended];
};

/**
 * Returns the attendance when the second call began, and the total of the assembly's roll, from the rows of the acta.
 */
function firstCallOf(left: readonly LeavingRow[], called: Millis, roll: RollThen): PartFacts['firstCall'] {
  const there = left.filter(({ leftAt }) => leftAt === called);
  return {
    apartments: there.length,
    coefficient: sumNano(there.map((row) => row.coefficient)),
    total: sumNano(roll.allBefore(called).map((unit) => unit.coefficient)),
  };
}

/**
 * Returns the facts of an opening later than three months after the budget year, with the confirming person; null
 * for an opening in time. @param name returns the name of an actor at an instant
 */
function lateOf(
  acts: readonly AssemblyAct[],
  name: (actor: string, at: Millis) => string,
): ActaFacts['late'] {
  type Late = { by: string; asked: boolean } | undefined;
  const opened = acts.find(({ act }) => act === 'assemblyOpened')?.data.late as Late;
  if (opened === undefined) return null;
  const confirmedAct = acts.findLast(({ data }) => (data.late as Late)?.asked === true);
  return {
    by: opened.by,
    confirmed:
      confirmedAct === undefined
        ? null
        : { at: confirmedAct.at, by: name(confirmedAct.actor, confirmedAct.at) },
  };
}

interface SentNotice extends Pick<SentInvitation, 'at' | 'way'> {
  actor: string;
}

/**
 * Reads the sent invitations, with the names that users had then: a later change of a name does not change an acta.
 */
async function invitationsOf(
  trx: Db,
  { assemblyId, closedAt, archivedAt }: StoredAssembly,
  acts: readonly AssemblyAct[],
): Promise<ActaFacts['invitations']> {
  const until = closedAt ?? archivedAt ?? Number.POSITIVE_INFINITY;
  const mails = await lastMailByUser(trx, 'invitation', assemblyId);
  const sent = [...mails].flatMap(([userId, { firstSentAt: at }]): SentNotice[] =>
    at === null || at > until ? [] : [{ actor: `user:${userId}`, at, way: 'mail' }],
  );
  for (const { act, at, data } of acts) {
    if (at > until) continue;
    const people = act === 'lettersPrinted' ? (data.userIds as readonly number[]) : [];
    sent.push(...people.map((userId): SentNotice => ({ actor: `user:${userId}`, at, way: 'letter' })));
    if (act === 'noticeShared') sent.push({ actor: `user:${data.userId}`, at, way: 'text' });
  }
  if (sent.length === 0) return [];
  const names = await readActorNames(
    trx,
    sent.map(({ actor }) => actor),
  );
  return sent
    .map(({ actor, at, way }) => ({ name: names.actor(actor, at), at, way, call: callAt(acts, at) }))
    .sort((a, b) => a.at - b.at);
}

/**
 * Returns the notice of the assembly at an instant, from the last audit entry before; null without an entry. The
 * sentence about the second call only if the by-laws did not change meanwhile: the message has the later sentence.
 */
function callAt(acts: readonly AssemblyAct[], at: Millis): NoticeText | null {
  const before = acts.filter((one) => one.at <= at);
  const last = before.findLast((one) => one.data.assembly !== undefined);
  if (last === undefined) return null;
  const isLater = before.some((one) => one.act === 'jointChanged' && one.at > last.at);
  const secondCall = !isLater && typeof last.data.secondCall === 'string' ? last.data.secondCall : null;
  return { ...(last.data.assembly as Omit<NoticeText, 'secondCall'>), secondCall };
}

/** Counts owners registered by account with a password that another person set since the preparation. */
async function staffPasswords(
  trx: Db,
  { assemblyId, createdAt, closedAt, archivedAt }: StoredAssembly,
  now: Millis,
): Promise<number> {
  const users = await readStaffPasswords(trx, { since: createdAt, until: closedAt ?? archivedAt ?? now });
  const holders = await usersHolding(trx, assemblyId);
  return holders.filter((holder) => users.has(Number(holder))).length;
}

/** Counts units moved to another code at the desk ('Cambiar QR'). */
function movedUnits(acts: readonly AssemblyAct[]): number {
  type Moves = readonly { units: readonly (readonly [jointId: number, apartmentId: string])[] }[];
  const moved = acts.flatMap(({ act, data }) => (act === 'holdersMoved' ? (data.moves as Moves) : []));
  return new Set(moved.flatMap(({ units }) => units.map(([, apartmentId]) => apartmentId))).size;
}

/**
 * Returns the restores of the store between the opening and the end. (A backup older than the assembly would have
 * removed the assembly itself.)
 */
function restoresOf(
  acts: readonly AssemblyAct[],
  { openedAt, closedAt, archivedAt }: StoredAssembly,
): Restore[] {
  const endedAt = closedAt ?? archivedAt ?? Number.POSITIVE_INFINITY;
  return acts.flatMap(({ act, at, data: { copiedAt, reason } }): Restore[] =>
    act !== 'epochBegan' || typeof copiedAt !== 'string' || openedAt === null || at < openedAt || at > endedAt
      ? []
      : [{ at, copiedAt: Date.parse(copiedAt), reason: typeof reason === 'string' ? reason : null }],
  );
}

/** Returns the stretch of each point, up to the next point or the end of the assembly. */
function pointCourses(acts: readonly AssemblyAct[], endedAt: Millis | null): PointCourse[] {
  const steps = acts.filter(({ act }) => act === 'pointOpened');
  return steps.flatMap(({ at, data }, i) => {
    const point = openedPoint(data);
    return point === null ? [] : [{ ...point, from: at, until: steps[i + 1]?.at ?? endedAt }];
  });
}

/**
 * Returns the changes of the assembly's mode after the opening. @param name returns the name of an actor at an
 * instant
 */
function modeChanges(
  acts: readonly AssemblyAct[],
  openedAt: Millis | null,
  name: (actor: string, at: Millis) => string,
): ModeChange[] {
  return acts.flatMap(({ act, at, actor, data }): ModeChange[] => {
    const isOne = act === 'assemblyChanged' && (data.fields as string[]).includes('mode');
    if (!isOne || openedAt === null || at < openedAt) return [];
    // Old entries only record the change, without the modes.
    const modes = data.mode as { before: Assembly['mode']; after: Assembly['mode'] } | undefined;
    return modes?.before === modes?.after && modes !== undefined
      ? []
      : [{ at, by: name(actor, at), modes: modes ?? null, afterVote: data.wentOn !== undefined }];
  });
}

/** Returns the overridden warnings of a joint's questions, in order. @param name returns the name of an actor */
function warningsOf(
  acts: readonly AssemblyAct[],
  jointId: number,
  name: (actor: string, at: Millis) => string,
): KeptWarning[] {
  return acts.flatMap(({ act, at, actor, data }) =>
    (act !== 'conceptCreated' && act !== 'conceptActivated') || data.jointId !== jointId
      ? []
      : ((data.warnings ?? []) as Pick<KeptWarning, 'kind' | 'matter' | 'asked'>[]).map((warning) => ({
          ...warning,
          conceptId: Number(data.conceptId),
          at,
          by: name(actor, at),
        })),
  );
}

/** Vote annulled because the unit left, as in the audit entry: joint, question, unit, receipt. */
type FreedVote = [jointId: number, conceptId: number, apartmentId: string, receipt: string];

/**
 * Returns the events that annulled votes in a joint, in order.
 * @param name returns the name of an actor at an instant
 */
function annulmentsOf(
  acts: readonly AssemblyAct[],
  jointId: number,
  name: (actor: string, at: Millis) => string,
): Annulment[] {
  return acts.flatMap(({ act, at, actor, data }): Annulment[] => {
    const by = name(actor, at);
    const reason = typeof data.reason === 'string' ? data.reason : null;
    if (act === 'freed') {
      return byQuestion((data.votes ?? []) as FreedVote[], jointId).map(([conceptId, apartments]) => ({
        conceptId,
        act,
        at,
        by,
        reason,
        apartments,
        votes: apartments.length,
      }));
    }
    const kind = annulmentKinds.get(act);
    if (kind === undefined || data.jointId !== jointId) return [];
    const common = { conceptId: Number(data.conceptId), act: kind, at, by, reason };
    return kind === 'annulled'
      ? [{ ...common, votes: 1, apartments: [String(data.apartmentId)] }]
      : [{ ...common, votes: Number(data.votes), apartments: [] }];
  });
}

const annulmentKinds = new Map<string, Annulment['act']>([
  ['conceptReset', 'reset'],
  ['conceptDeleted', 'deleted'],
  ['voteAnnulled', 'annulled'],
]);

const byQuestion = (votes: readonly FreedVote[], jointId: number): [number, string[]][] => [
  ...groupEntries(
    votes
      .filter(([joint]) => joint === jointId)
      .map(([, conceptId, apartmentId]) => [conceptId, apartmentId] as const),
  ),
];

interface Evening {
  jointId: number;
  /** Attendance at every opening and closing, with the units connected from home. */
  presence: readonly KeptPresence[];
  /** Registered units after each change, by the instant of storing. */
  timeline: readonly Moment[];
  stays: readonly Stay[];
  roll: RollThen;
  acts: readonly AssemblyAct[];
  mode: Assembly['mode'];
  call: 1 | 2;
  secondCallAt: Millis | null;
}

/**
 * Returns the attendance at each opening and closing of a question, as stored. For old closings without stored
 * figures, computes the attendance from the registrations.
 */
function questionMoments(evening: Evening): QuestionMoment[] {
  return evening.presence.map(({ conceptId, moment, at: instant, apartments: connected, represented }) => {
    const at = Date.parse(instant);
    const base = moment === 'closed' ? recordedBase(evening, conceptId, at) : undefined;
    const there = represented ?? base ?? playedUntil(evening, at);
    const following = followingAt(evening, { at, connected, apartments: there.apartments });
    const isQuorum = ({ coefficient, owners }: Pick<Moment, 'coefficient' | 'owners'>): boolean =>
      quorumOf({ call: there.call, registered: coefficient, total: there.total, owners }).reached;
    return {
      conceptId,
      moment,
      at,
      connected,
      apartments: there.apartments,
      coefficient: there.coefficient,
      hasQuorum: isQuorum(there),
      following: {
        apartments: following.apartments,
        coefficient: following.coefficient,
        hasQuorum: isQuorum(following),
      },
    };
  });
}

/** Mode of an evening at an instant: the mode before the next change, else the last mode. */
function modeAt({ acts, mode }: Evening, at: Millis): Assembly['mode'] {
  const next = acts.find(
    (one) => one.at > at && one.act === 'assemblyChanged' && one.data.mode !== undefined,
  );
  return next === undefined ? mode : (next.data.mode as NonNullable<ModeChange['modes']>).before;
}

/**
 * Returns the registered units in the room together with the units connected from home, at an instant. A virtual
 * assembly has no room.
 */
function followingAt(
  evening: Evening,
  { at, connected, apartments }: { at: Millis; connected: readonly string[]; apartments: number },
): Pick<Moment, 'apartments' | 'coefficient' | 'owners'> {
  const { stays, roll } = evening;
  const hasRoom = modeAt(evening, at) !== 'virtual';
  const there = [...presentAtClosing(stays, at, apartments)].flatMap(([apartmentId, { record }]): Change[] =>
    (hasRoom && record.remote === 0) || connected.includes(apartmentId)
      ? [{ at, apartmentId, units: 1 }]
      : [],
  );
  const corrected = roll.changes().filter((change) => change.at < at);
  const last =
    there.length === 0 ? undefined : [...momentsOf(roll.opened(), [...corrected, ...there])].at(-1);
  return last ?? { apartments: 0, coefficient: ZERO, owners: 0 };
}

function recordedBase(
  { acts, jointId }: Evening,
  conceptId: number,
  at: Millis,
): RepresentedThen | undefined {
  const closing = acts.find(
    (one) =>
      one.act === 'conceptDeactivated' &&
      one.at === at &&
      one.data.jointId === jointId &&
      one.data.conceptId === conceptId,
  );
  return closing?.data.base as RepresentedThen | undefined;
}

function playedUntil({ timeline, call, secondCallAt }: Evening, at: Millis): RepresentedThen {
  const last = timeline.filter((one) => one.at <= at).at(-1);
  const { apartments, coefficient, owners, total } = last ?? {
    apartments: 0,
    coefficient: ZERO,
    owners: 0,
    total: ZERO,
  };
  const isFirst = call === 1 || (secondCallAt !== null && at < secondCallAt);
  return { apartments, coefficient, owners, total, call: isFirst ? 1 : 2 };
}
