import type { Facts, Replayed, ReplayedAnnulment, ReplayedAssembly, ReplayedOpening } from './replayed.ts';

/**
 * Key of an annulled record: unit, question, act and instant. A second annulment in the same millisecond gets a
 * suffix.
 */
export const annulmentName = (record: string, act: string, at: number): string =>
  JSON.stringify([...JSON.parse(record), act, at]);

/** Moves a registration or vote to the annulled records in the replay of an audit trail. False if missing. */
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

/** Replays an act on the assembly itself: opening, closing, changed facts. */
export function meeting(
  act: string,
  at: number,
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
    case 'assemblyChanged':
      set({});
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
  }
}

export const openingName = (question: string, number: number): string =>
  JSON.stringify([...JSON.parse(question), number]);

/** Replays the opening of a question, the first or a later opening. */
export function beginOpening(
  openings: Map<string, ReplayedOpening>,
  question: string,
  { at, actor }: { at: number; actor: string },
  { interval, reason, setAside }: Facts,
): void {
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
    unverified: false,
  });
}

/** Replays the closing of a question. Without a result, a deletion ended the question. */
export function endOpening(
  openings: Map<string, ReplayedOpening>,
  question: string,
  { at, actor }: { at: number; actor: string },
  { votes, result, interval, unverified = false }: Facts,
): void {
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
