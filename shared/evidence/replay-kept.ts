import type { TrailEntry } from './acts.ts';
import {
  type Facts,
  presenceName,
  type Replayed,
  type ReplayedAnnulment,
  type ReplayedAssembly,
  type ReplayedOpening,
  type ReplayedPresence,
  unitName,
} from './replayed.ts';

/**
 * Returns the key of an annulled registration or vote in the records replayed from the audit trail: unit, question,
 * act and instant.
 * @param record key of the annulled record, by `unitName` or `voteName`
 * @param act internal name of the annulling act
 * @param at time of the annulment, epoch ms
 */
export const annulmentName = (record: string, act: string, at: number): string =>
  JSON.stringify([...JSON.parse(record), act, at]);

/**
 * Applies an annulment while the audit trail is replayed: moves a registration or vote from the valid records of
 * `state` to the annulled records.
 * @param name key of the record
 * @returns false if `state` has no valid record with the key
 */
export function annul(
  state: Replayed,
  kind: 'attendance' | 'votes',
  name: string,
  { at, ...how }: Omit<ReplayedAnnulment, 'record'> & { at: number },
): boolean {
  const record = state[kind].get(name);
  if (record === undefined) return false;
  state[kind].delete(name);
  state.annulments.set(annulmentName(name, how.act, at), { ...how, record });
  return true;
}

/**
 * Applies an entry about an assembly itself (opened, closed, archived, attendance reset, facts changed) while the
 * audit trail is replayed.
 * @param assemblies assemblies so far, by assembly id; changed in place
 */
export function meeting(
  { name: act, at }: TrailEntry,
  { assemblyId, assembly, openedAt, roll }: Facts,
  assemblies: Map<string, ReplayedAssembly>,
): void {
  const name = String(assemblyId);
  const replayedAssembly = assemblies.get(name) ?? {
    facts: undefined,
    openedAt: null,
    closedAt: null,
    archivedAt: null,
    attendanceSince: null,
    isSealed: false,
  };
  const facts = assembly ?? replayedAssembly.facts;
  const set = (changes: Partial<ReplayedAssembly>) =>
    assemblies.set(name, { ...replayedAssembly, facts, ...changes });
  switch (act) {
    case 'assemblyOpened':
      set({ openedAt: openedAt ?? at, isSealed: roll !== undefined });
      return;
    case 'assemblyClosed':
      set({ closedAt: at });
      return;
    case 'assemblyArchived':
      set({ archivedAt: at });
      return;
    case 'attendanceReset':
      set({ attendanceSince: at });
      return;
    case 'secondCall':
      set({ attendanceSince: at, facts: facts === undefined ? undefined : { ...facts, call: 2 } });
      return;
    default:
      if (assembly !== undefined) set({});
  }
}

/**
 * Replays the presence at the opening or closing of a question. The entry has the connected units, and for a
 * closing the represented units; the represented units of an opening follow from the registrations.
 */
function replayPresence(
  state: Replayed,
  question: string,
  { moment, at }: { moment: 'opened' | 'closed'; at: number },
  { base, connected, connectedUnits = connected === 0 ? [] : undefined }: Facts,
): void {
  const { apartments, coefficient, owners, total, call } = base ?? representedNow(state, question);
  const represented = { apartments, coefficient, owners, total, call, isTold: base !== undefined };
  state.presences.set(presenceName(question, moment, at), { ...represented, connected, connectedUnits });
}

const registeredIn = (attendance: Replayed['attendance'], assemblyId: number, jointId: number) => {
  const prefix = unitName(assemblyId, jointId, '').slice(0, -2);
  return [...attendance].filter(([name]) => name.startsWith(prefix));
};

/**
 * Notes the state of the assembly at a question's closing while the audit trail is replayed: the registered units,
 * each with the version on the roll, and the facts of the assembly. The server stores the same state for reports.
 * @param question key by `questionName`
 * @param seq number of the closing's entry
 */
export function keepGround(
  { attendance, roll, assemblies, grounds }: Replayed,
  question: string,
  seq: number,
) {
  const [assemblyId, jointId] = JSON.parse(question);
  const units = registeredIn(attendance, assemblyId, jointId).map(([name]): [string, number] => [
    String(JSON.parse(name).at(-1)),
    1 + (roll.get(name)?.length ?? 0),
  ]);
  grounds.set(groundName(question, seq), { units, facts: assemblies.get(String(assemblyId))?.facts });
}

/** Registered units of a question's joint at the moment of the replay; coefficient undefined in older trails. */
function representedNow({ attendance, roll }: Replayed, question: string): Partial<ReplayedPresence> {
  const [assemblyId, jointId] = JSON.parse(question);
  const here = registeredIn(attendance, assemblyId, jointId);
  const coefficients = here.map(
    ([name, { coefficient }]) => roll.get(name)?.at(-1)?.coefficient ?? coefficient,
  );
  const isTold = coefficients.every((one) => one !== undefined);
  const coefficient = isTold ? coefficients.reduce<number>((sum, one) => sum + (one ?? 0), 0) : undefined;
  return { apartments: here.length, coefficient };
}

/**
 * Returns the key of the assembly's state at a question's closing, in the records replayed from the audit trail.
 * @param question key by `questionName`
 * @param seq number of the closing's entry
 */
export const groundName = (question: string, seq: number): string =>
  JSON.stringify([...JSON.parse(question), seq]);

/**
 * Returns the key of an opening of a question, in the records replayed from the audit trail.
 * @param question key by `questionName`
 * @param number 1 for the first opening, 2 for the first reopening …
 */
export const openingName = (question: string, number: number): string =>
  JSON.stringify([...JSON.parse(question), number]);

/**
 * Applies the opening of a question while the audit trail is replayed. A reopening begins another period of the
 * question.
 * @param question key by `questionName`
 */
export function beginOpening(
  state: Replayed,
  question: string,
  { at, actor }: { at: number; actor: string },
  facts: Facts,
): void {
  const { openings } = state;
  const { interval, reason, setAside, unsureOwners } = facts;
  replayPresence(state, question, { moment: 'opened', at }, facts);
  const number = interval ?? 1 + countOf(openings, question);
  openings.set(openingName(question, number), {
    openedAt: at,
    by: actor,
    reason: reason ?? null,
    closedAt: null,
    closedBy: null,
    votes: null,
    result: null,
    setAside: setAside?.length ?? null,
    unsureOwners: unsureOwners ?? null,
    unverified: false,
  });
}

/**
 * Applies the closing of a question while the audit trail is replayed: fills in time, person, votes and result of
 * the open period. The result is null if a deletion ended the question.
 * @param question key by `questionName`
 */
export function endOpening(
  state: Replayed,
  question: string,
  { at, actor }: { at: number; actor: string },
  facts: Facts,
): void {
  const { openings } = state;
  const { votes, result, interval, unverified = false } = facts;
  replayPresence(state, question, { moment: 'closed', at }, facts);
  const name = openingName(question, interval ?? countOf(openings, question));
  const opening = openings.get(name);
  if (opening === undefined) return;
  const turnout = typeof votes === 'number' ? votes : null;
  const closing = { closedAt: at, closedBy: actor, votes: turnout, result: result ?? null, unverified };
  openings.set(name, { ...opening, ...closing });
}

function countOf(openings: ReadonlyMap<string, ReplayedOpening>, question: string): number {
  let number = 0;
  while (openings.has(openingName(question, number + 1))) number += 1;
  return number;
}
