import type { AssemblyChanges, NewAssembly, SeenFacts } from '../../../shared/assemblies/assemblies.api.ts';
import { agendaItems, pointAfterChange } from '../../../shared/assemblies/law/agenda.ts';
import type { AskedCode } from '../../../shared/assemblies/law/asked-codes.ts';
import type { ConveningUnit } from '../../../shared/assemblies/law/conveners.ts';
import { needsRoom } from '../../../shared/assemblies/law/majority.ts';
import { dayInBogota } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { instantOf } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { Problem, refuseMoved } from '../../platform/http/problem.ts';
import { readByLaws } from '../../properties/index.ts';
import { hasInvited } from '../mail/assembly-mail.repository.ts';
import { secondCallFrom } from '../mail/second-call.ts';
import { keepAgendaItems } from '../questions/agenda-item.ts';
import { lateFacts, requireWentOn, type UseCase } from '../store/act.ts';
import {
  assemblyToRead,
  parseUnits,
  readAssemblyFacts,
  type StoredAssembly,
  updateAssembly,
} from '../store/assembly.repository.ts';
import { readRoll } from '../store/attendance/attendance.repository.ts';
import { readConcepts } from '../store/questions/concepts.repository.ts';
import { readVotes, wereVotesCast } from '../store/questions/votes.repository.ts';
import { readPersonKeys } from '../store/roll/persons.repository.ts';

const columns = {
  kind: 'kind',
  mode: 'mode',
  title: 'title',
  agenda: 'agenda',
  notice: 'notice',
  convener: 'convener',
  conveningUnits: 'convening_units',
  scheduledAt: 'scheduled_at',
  place: 'place',
  president: 'president',
  secretary: 'secretary',
  recordingUrl: 'recording_url',
  roomCode: 'room_code',
  zoomId: 'zoom_id',
  zoomPassword: 'zoom_password',
} as const;
type Field = keyof typeof columns;

/**
 * Fields of the notice to owners. If one changes after an invitation, every owner gets a new notice (the
 * specification, §14).
 */
const CALLED: readonly Field[] = ['scheduledAt', 'place', 'agenda'];

type SentFacts = NewAssembly | AssemblyChanges;
type Values = Partial<Record<Field, string | Millis | null>>;

/**
 * Converts the facts in a request (kind, place, date …) for the database. Key: name of the column
 * ('scheduled_at'). Value: value to store; times as epoch ms.
 * @throws Problem apartmentNotFound
 */
export async function fieldsOf(
  act: UseCase,
  sent: SentFacts,
): Promise<Record<string, string | Millis | null>> {
  return inColumns(await valuesOf(act, sent));
}

async function valuesOf(act: UseCase, sent: SentFacts): Promise<Values> {
  const values: Values = {};
  for (const name of Object.keys(columns) as Field[]) {
    if (sent[name] === undefined || name === 'conveningUnits' || name === 'scheduledAt') continue;
    values[name] = sent[name];
  }
  if (sent.scheduledAt !== undefined) values.scheduledAt = millisOf(sent.scheduledAt);
  // Only owners convene with units.
  if (sent.convener !== undefined && sent.convener !== 'owners') values.conveningUnits = null;
  else if (sent.conveningUnits !== undefined) {
    const units = await conveningUnits(act, sent.conveningUnits);
    values.conveningUnits = units.length === 0 ? null : JSON.stringify(units);
  }
  return values;
}

const inColumns = (values: Values): Record<string, string | Millis | null> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [columns[name as Field], value]));

/** Converts a time of the API (ISO 8601) to epoch ms; null stays null. */
export const millisOf = (text: string | null): Millis | null => (text === null ? null : Date.parse(text));

/**
 * Reads the units of the owners that called the assembly, with owner and coefficient on the joint's present roll.
 * @throws Problem apartmentNotFound
 */
async function conveningUnits(
  { trx, assembly }: UseCase,
  apartmentIds: readonly string[],
): Promise<ConveningUnit[]> {
  if (apartmentIds.length === 0) return [];
  const { assemblyId, rootId } = assembly;
  const roll = await readRoll(trx, { assemblyId, jointIds: [rootId], apartmentIds });
  const byId = new Map(roll.map((unit) => [unit.apartmentId, unit]));
  const unknown = apartmentIds.filter((id) => !byId.has(id));
  if (unknown.length > 0) throw new Problem('apartmentNotFound', { apartments: unknown });
  const keys = await readPersonKeys(trx, { assemblyId, jointId: rootId });
  const persons = [...new Set(apartmentIds.map((id) => keys.get(id)))];
  return apartmentIds.flatMap((apartmentId) => {
    const unit = byId.get(apartmentId);
    if (unit === undefined) return [];
    const person = persons.indexOf(keys.get(apartmentId)) + 1;
    return [{ apartmentId, owner: unit.ownerName, coefficient: unit.coefficient, person }];
  });
}

/**
 * Changes facts of the assembly. Each change is recorded in the audit trail. After the end, only an empty field may
 * get a text (the specification, §18).
 * @throws Problem assemblyEnded, factsMoved, ruleNotOffered, modeVoted; kindAfterVote and agendaAfterVote unless the person
 * confirmed
 */
export async function changeFacts(act: UseCase, sent: SentFacts): Promise<void> {
  const { trx, assembly } = act;
  const before = await assemblyToRead(trx, assembly.rootId, assembly.assemblyId);
  const values = changedOf(before, await valuesOf(act, sent), sent.seen);
  const changed = Object.keys(values) as Field[];
  if (changed.length === 0) return;
  if (assembly.closedAt !== null) refuseAfterEnd(before, changed, values);
  const inRequest = (of: Values) =>
    Object.fromEntries(changed.map((name) => [name, sentForm(name, of[name] ?? null)]));
  refuseMoved(inRequest(before), inRequest(values), asAnswered(sent.seen));
  // A mode sent as shown is no change.
  const mode = changed.includes('mode') ? sent.mode : undefined;
  await mayTake(act, mode);
  const wentOn = assembly.closedAt === null ? await askedAfterVote(act, changed) : [];
  await updateAssembly(trx, assembly.assemblyId, {
    ...inColumns(values),
    facts_version: before.factsVersion + 1,
    ...(await calledAnew(act, before, values)),
  });
  await act.audit('assemblyChanged', {
    fields: changed.map((name) => columns[name]),
    assembly: await readAssemblyFacts(trx, assembly.assemblyId),
    ...defined({
      roomCode: changed.includes('roomCode') ? sent.roomCode : undefined,
      mode: mode === undefined ? undefined : { before: assembly.mode, after: mode },
    }),
    ...(await lateIn(act, sent)),
    ...defined({
      wentOn: wentOn.length === 0 ? undefined : wentOn,
      completed: assembly.closedAt === null ? undefined : true,
    }),
  });
  if (changed.includes('agenda')) {
    await keepPoint(act, before);
    await keepAgendaItems(act, before.agenda, sent.agenda ?? null);
  }
  // A closing in the same request uses the new mode.
  assembly.mode = mode ?? assembly.mode;
  for (const id of act.family) act.changed.concepts.add(id);
}

/**
 * Keeps the assembly at its current point after a change of the agenda, or leaves the agenda if the point is gone.
 * Otherwise the number would name another point.
 */
async function keepPoint({ trx, assembly, audit }: UseCase, before: StoredAssembly): Promise<void> {
  if (before.point === null || assembly.closedAt !== null) return;
  const { agenda } = await assemblyToRead(trx, assembly.rootId, assembly.assemblyId);
  const former = agendaItems(before.agenda);
  const item = pointAfterChange(former, agendaItems(agenda), before.point);
  const was = former.find(({ number }) => number === before.point);
  if (item !== null && item.number === was?.number && item.text === was.text) return;
  await updateAssembly(trx, assembly.assemblyId, {
    point: item?.number ?? null,
    point_since: item === null ? null : before.pointSince,
  });
  await audit('pointOpened', { point: item?.number ?? null, text: item?.text ?? null });
}

/** Returns the sent values that differ from the stored values, and from the values shown to the person. */
function changedOf(before: StoredAssembly, values: Values, seen: SeenFacts = {}): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([field, value]) => {
      const name = field as Field;
      const isAsSeen = seen[name] !== undefined && isSame(sentForm(name, value), seenValue(seen, name));
      return !isSame(before[name], value) && !isAsSeen;
    }),
  );
}

/** True for equal values of a fact. Empty text equals null. */
function isSame(one: unknown, other: unknown): boolean {
  const comparable = (value: unknown) => JSON.stringify(value || null);
  return comparable(one) === comparable(other);
}

/** Converts a stored value to the form of a request: ids of units, ISO 8601 times. */
function sentForm(name: Field, value: unknown): unknown {
  if (name === 'conveningUnits')
    return parseUnits(value as string | null).map(({ apartmentId }) => apartmentId);
  return name === 'scheduledAt' ? instantOf(value as Millis | null) : value;
}

const seenValue = (seen: SeenFacts, name: Field): unknown =>
  name === 'scheduledAt' ? instantOf(millisOf(seen.scheduledAt ?? null)) : seen[name];

/** Shown facts, with the time in the form of an answer. */
const asAnswered = (seen: SeenFacts = {}): object =>
  seen.scheduledAt === undefined ? seen : { ...seen, scheduledAt: seenValue(seen, 'scheduledAt') };

/** Refuses changes after the end, except of the recording and of empty fields. @throws Problem assemblyEnded */
function refuseAfterEnd(before: StoredAssembly, changed: readonly Field[], values: Values): void {
  const isBlank = (value: unknown) => value === null || String(value).trim() === '';
  const refused = changed.filter(
    (name) => name !== 'recordingUrl' && !(isBlank(before[name]) && !isBlank(values[name])),
  );
  if (refused.length > 0) throw new Problem('assemblyEnded', { facts: refused });
}

/**
 * Asks for a confirmation if kind, mode or agenda change after votes were cast. @returns codes of the questions
 * that the person confirmed
 */
async function askedAfterVote(act: UseCase, changed: readonly Field[]): Promise<AskedCode[]> {
  const codes: AskedCode[] = [
    ...(changed.some((name) => name === 'kind' || name === 'mode') ? (['kindAfterVote'] as const) : []),
    ...(changed.includes('agenda') ? (['agendaAfterVote'] as const) : []),
  ];
  if (codes.length === 0 || !(await wereVotesCast(act.trx, act.assembly.assemblyId))) return [];
  for (const code of codes) requireWentOn(act, code);
  return codes;
}

/**
 * Returns the fields to store if the notice changed: the instant, and the next calendar sequence if an invitation
 * was sent since the last change. A day typed in the second call leaves the day of the first call, and changes no notice if it is
 * the day of the law or the by-laws.
 */
async function calledAnew({ trx, assembly, at }: UseCase, before: StoredAssembly, values: Values) {
  const changed = CALLED.filter((name) => name in values);
  if (changed.length === 0) return {};
  const first = before.call === 1 ? null : (before.firstCallAt ?? before.scheduledAt);
  const second = secondCallFrom(
    { scheduledAt: first, openedAt: null },
    await readByLaws(trx, assembly.rootId),
  );
  const typed = Number(values.scheduledAt ?? 0);
  const isAsCalled =
    second !== null && `${changed}` === 'scheduledAt' && dayInBogota(typed) === dayInBogota(second);
  const hasSent = await hasInvited(trx, assembly.assemblyId, before.callChangedAt ?? 0);
  return {
    ...defined({
      first_call_at: changed.includes('scheduledAt') ? first : undefined,
      call_changed_at: isAsCalled ? undefined : at,
      call_sequence: hasSent ? before.callSequence + 1 : undefined,
    }),
  };
}

/**
 * Returns the facts to record if the change makes an ordinary assembly later than three months after the budget
 * year (Ley 675, art. 39).
 */
async function lateIn({ trx, assembly, wentOn }: UseCase, { kind, scheduledAt }: SentFacts) {
  if (kind === undefined && scheduledAt === undefined) return {};
  const called = (await assemblyToRead(trx, assembly.rootId, assembly.assemblyId)).scheduledAt;
  const isConfirmed = wentOn.has('lateOrdinary');
  return called === null ? {} : lateFacts(trx, assembly, { at: called, isConfirmed });
}

/**
 * Refuses a change to virtual mode during the vote of a qualified majority (Ley 675, art. 46), and any change of
 * mode while an open question has votes.
 */
async function mayTake(act: UseCase, mode: SentFacts['mode']): Promise<void> {
  const { trx, assembly, family } = act;
  if (mode === undefined || mode === assembly.mode) return;
  for (const jointId of family) {
    const { assemblyId } = assembly;
    for (const { rule, conceptId } of await readConcepts(trx, { assemblyId, jointId, openQuestion: true })) {
      if (mode === 'virtual' && needsRoom(rule)) throw new Problem('ruleNotOffered');
      if ((await readVotes(trx, { assemblyId, jointId, conceptId })).length > 0)
        throw new Problem('modeVoted');
    }
  }
}
