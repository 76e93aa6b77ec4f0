import type { ActFacts, TrailEntry } from '../../shared/evidence/acts.ts';
import type { Closed, StatedQuestion } from '../../shared/evidence/closing-told.ts';
import { recordKey } from './files.ts';

/** Fields of a record after the key fields. */
export type Row = unknown[];
export type Rows = Map<string, Row>;

/** Value of a field that the acts do not tell; the stored record's value is accepted. */
export const UNTOLD = Symbol('untold');

/** Facts of acts that register or release units. */
interface Attended extends ActFacts {
  /**
   * Joint, unit number, coefficient, capacity, and 1 for attendance from home. Only acts 'registered' have the last
   * three.
   */
  units?: readonly (readonly [
    joint: number,
    unit: string,
    coefficient?: unknown,
    capacity?: unknown,
    remote?: unknown,
  ])[];
  votes?: unknown;
  holder?: string;
  attendee?: { name?: string; document?: string } | null;
  byProxy?: boolean;
  proxyFor?: readonly string[];
  enteredAt?: number;
  how?: string;
}

interface PowerFacts extends ActFacts {
  powerId: number;
  units: readonly string[];
  granter: { name: string; document: string | null };
  holder: { name: string; document: string | null };
  origin: string;
  instructions: string | null;
  how: string;
  reason: string | null;
}

interface Power extends PowerFacts {
  at: number;
  actor: string;
  decided: [status: string, at: number | null, by: string | null];
  why: string | null;
  standing: 0 | 1;
  ends: Map<string, Row>;
}

interface Opening {
  joint: unknown;
  concept: unknown;
  number: number;
  opened: Row;
  closed?: Row;
}

/**
 * Vote in an act as a list: joint, question, unit, answer, coefficient, receipt, holder, caster, kind, remote and
 * names.
 */
export type VoteRow = readonly [
  joint: number,
  concept: number,
  unit: string,
  answer: number,
  coefficient: number,
  receipt: string,
  holder: string,
  caster: string,
  kind: string,
  remote: number,
  names?: string,
];

export const votesIn = ({ facts }: TrailEntry): readonly VoteRow[] => {
  const { votes } = facts as Attended;
  return Array.isArray(votes) ? votes : [];
};

const unitsIn = ({ facts }: TrailEntry): NonNullable<Attended['units']> => (facts as Attended).units ?? [];

/** Unit of the roll as stated by a correction. */
export interface CorrectedUnit {
  jointId: number;
  apartmentId: string;
  owner: string;
  ownerDocument: string | null;
  kind: string;
  coefficient: number;
  /** Another unit of the same owner. Null if there is no other unit. Missing if the act names no owner. */
  personWith?: string | null;
  /** True if the correction gave the unit to another owner. */
  otherPerson?: true;
}

export const correctedIn = ({ facts }: TrailEntry): readonly CorrectedUnit[] =>
  (facts as { roll: readonly CorrectedUnit[] }).roll;

interface Moved extends ActFacts {
  moves: readonly { to: string; units: readonly (readonly [joint: number, unit: string])[] }[];
}

/** Names of the record tables derived from all acts. 'censo' has only the corrected units. */
type RecordTable =
  | 'asistencia'
  | 'votos'
  | 'anulaciones'
  | 'censo'
  | 'cierres'
  | 'poderes'
  | 'intervalos'
  | 'asamblea';

/** Applies the acts in order and returns the resulting records by table name (docs/why/evidence.md). */
export function replay(acts: Iterable<TrailEntry>): Record<RecordTable, Rows> {
  const here: Rows = new Map();
  const votes: Rows = new Map();
  const annulled: Rows = new Map();
  const corrected: Rows = new Map();
  const grounds: Rows = new Map();
  const powers = new Map<number, Power>();
  const openings: Opening[] = [];
  const versions = new Map<string, number>();
  let fields: Record<string, unknown> = {};
  const times: Record<string, number | null> = { openedAt: null, closedAt: null };
  for (const act of acts) {
    const { seq, name, facts, at, actor } = act;
    const changed = facts as ActFacts & {
      assembly?: Record<string, unknown>;
      reason?: string | null;
      jointIds?: readonly unknown[];
    };
    fields = changed.assembly ?? fields;
    const reason = changed.reason ?? null;
    const unregister = (joint: unknown, unit: unknown, how: string) => {
      const record = here.get(recordKey(joint, unit));
      if (record === undefined) return;
      here.delete(recordKey(joint, unit));
      annulled.set(recordKey(joint, 1, unit, how, at), [reason, actor, ...record.slice(0, 5)]);
    };
    const unvote = (joint: unknown, concept: unknown, unit: unknown, how: string) => {
      const record = votes.get(recordKey(joint, concept, unit));
      if (record === undefined) return;
      votes.delete(recordKey(joint, concept, unit));
      const [answer, coefficient, receipt, holder] = record;
      const annulledVote = [reason, actor, holder, record[8], answer, coefficient, receipt];
      annulled.set(recordKey(joint, concept, unit, how, at), annulledVote);
    };
    const unvoteAll = (how: string) => {
      for (const key of [...votes.keys()]) {
        const [joint, concept, unit] = JSON.parse(key);
        if (joint === changed.jointId && concept === changed.conceptId) unvote(joint, concept, unit, how);
      }
    };
    const allLeave = (how: string) => {
      for (const key of [...here.keys()]) {
        const [joint, unit] = JSON.parse(key);
        if (changed.jointIds?.includes(joint)) unregister(joint, unit, how);
      }
    };
    const open = (number: number, why: string | null) =>
      openings.push({ joint: changed.jointId, concept: changed.conceptId, number, opened: [at, actor, why] });
    const endInterval = (quantity: number | null) => {
      for (const one of openings) {
        const isIt = one.joint === changed.jointId && one.concept === changed.conceptId;
        if (isIt && one.closed === undefined) one.closed = [at, actor, quantity];
      }
    };
    switch (name) {
      case 'powerEntered':
      case 'powerAccepted':
      case 'powerRejected':
      case 'powerEnded':
        replayPower(powers, act);
        break;
      case 'conceptCreated':
        if ((facts as { active?: number }).active === 1) open(1, null);
        break;
      case 'conceptActivated': {
        const { interval = 1, setAside = [] } = facts as ActFacts & { setAside?: readonly string[] };
        open(interval, interval === 1 ? null : reason);
        for (const unit of setAside) unvote(changed.jointId, changed.conceptId, unit, 'setAside');
        break;
      }
      case 'conceptDeactivated': {
        const closed = facts as Closed;
        endInterval(closed.votes ?? null);
        if (!closed.ballots) break;
        // Units represented at the closing, each with the version on the roll.
        for (const key of here.keys()) {
          const [joint, unit] = JSON.parse(key);
          if (joint !== changed.jointId) continue;
          grounds.set(recordKey(joint, changed.conceptId, seq, unit), [versions.get(key) ?? 1]);
        }
        break;
      }
      case 'registered': {
        const { byProxy, proxyFor, attendee, holder, enteredAt = at } = facts as Attended;
        for (const [joint, unit, weight = UNTOLD, capacity = UNTOLD, home = UNTOLD] of unitsIn(act)) {
          const isToldPower = byProxy === true && (proxyFor === undefined || proxyFor.includes(unit));
          const isPower = capacity === UNTOLD ? isToldPower : capacity === 'proxy';
          const who = [attendee?.name ?? null, attendee?.document ?? null];
          const row = [holder, enteredAt, ...who, isPower ? 1 : 0, capacity, weight, home];
          here.set(recordKey(joint, unit), row);
        }
        break;
      }
      case 'freed':
      case 'takenBack': {
        const { how = name } = facts as Attended;
        for (const [joint, unit] of unitsIn(act)) unregister(joint, unit, how);
        for (const [joint, concept, unit] of votesIn(act)) unvote(joint, concept, unit, how);
        break;
      }
      case 'holdersMoved':
        for (const { to, units } of (facts as Moved).moves) {
          for (const [joint, unit] of units) here.get(recordKey(joint, unit))?.splice(0, 1, to);
        }
        break;
      case 'attendanceReset':
        allLeave('reset');
        break;
      case 'secondCall':
        allLeave('secondCall');
        if (Object.keys(fields).length > 0) fields = { ...fields, call: 2 };
        break;
      case 'votes':
        for (const [joint, concept, unit, ...rest] of votesIn(act)) {
          votes.set(recordKey(joint, concept, unit), [...rest.slice(0, 7), rest[7] ?? '', at]);
        }
        break;
      case 'voteAnnulled':
        unvote(
          changed.jointId,
          changed.conceptId,
          (facts as { apartmentId?: string }).apartmentId,
          'reversed',
        );
        break;
      case 'conceptReset':
        unvoteAll('reset');
        break;
      case 'conceptDeleted':
        endInterval(null);
        unvoteAll('deleted');
        break;
      case 'rollCorrected':
        for (const one of correctedIn(act)) {
          const key = recordKey(one.jointId, one.apartmentId);
          corrected.set(key, [one.owner, one.ownerDocument, one.kind, one.coefficient]);
          versions.set(key, (versions.get(key) ?? 1) + 1);
        }
        break;
      case 'assemblyOpened':
        times.openedAt = (facts as { openedAt?: number }).openedAt ?? at;
        break;
      case 'assemblyClosed':
        times.closedAt = at;
    }
  }
  const poderes: Rows = new Map();
  for (const [id, { granter, holder, origin, instructions, at, actor, ...power }] of powers) {
    for (const unit of power.units) {
      const end = power.ends.get(unit);
      poderes.set(recordKey(id, unit), [
        ...[granter.name, granter.document, holder.name, holder.document, origin, instructions, at, actor],
        ...[...power.decided, power.why, end ? 0 : power.standing, ...(end ?? [null, null, null, null])],
      ]);
    }
  }
  const intervalos: Rows = new Map();
  for (const { joint, concept, number, opened, closed = [null, null, null] } of openings) {
    intervalos.set(recordKey(joint, concept, number), [...opened, ...closed]);
  }
  const asamblea: Rows = new Map();
  for (const [key, value] of Object.entries({ ...fields, ...times })) asamblea.set(recordKey(key), [value]);
  return {
    asistencia: here,
    votos: votes,
    anulaciones: annulled,
    censo: corrected,
    cierres: grounds,
    poderes,
    intervalos,
    asamblea,
  };
}

function replayPower(powers: Map<number, Power>, { name, facts, at, actor }: TrailEntry): void {
  const powerFacts = facts as PowerFacts;
  if (name === 'powerEntered') {
    const undecided = {
      decided: ['pending', null, null] as Power['decided'],
      why: null,
      standing: 0 as const,
    };
    powers.set(powerFacts.powerId, { ...powerFacts, at, actor, ...undecided, ends: new Map() });
    return;
  }
  const power = powers.get(powerFacts.powerId);
  if (power === undefined) return;
  if (name === 'powerAccepted') Object.assign(power, { decided: ['accepted', at, actor], standing: 1 });
  if (name === 'powerRejected')
    Object.assign(power, { decided: ['rejected', at, actor], why: powerFacts.reason });
  if (name !== 'powerEnded') return;
  for (const unit of powerFacts.units) {
    if (!power.units.includes(unit) || power.ends.has(unit)) continue;
    power.ends.set(unit, [at, actor, powerFacts.how, powerFacts.reason]);
  }
  if (power.ends.size < power.units.length) return;
  power.decided[0] = 'revoked';
  power.why = powerFacts.reason;
}

const THERE = ['apartments', 'coefficient', 'owners', 'total', 'call'] as const;
const BASE_FIGURES = ['apartments', 'coefficient', 'dwellings', 'owners', 'call', 'total', 'mode'] as const;
const untold = (value: unknown, otherwise: unknown): unknown => (value === undefined ? otherwise : value);

type QuestionFacts = Closed & { active?: number; reason?: string | null };

/**
 * Applies the acts about questions: creation, base of the last closing, deletion, and connected units.
 */
export function replayQuestions(acts: Iterable<TrailEntry>): Record<'preguntas' | 'presencia', Rows> {
  const made = new Map<string, StatedQuestion>();
  const deleted = new Map<string, Row>();
  const bases = new Map<string, Closed['base']>();
  const presencia: Rows = new Map();
  const open = new Set<string>();
  for (const { name, facts, at, actor } of acts) {
    const { jointId, conceptId, connected, connectedUnits, base, active, reason } = facts as QuestionFacts;
    const counted = untold(connected, UNTOLD);
    const units = untold(connectedUnits, connected === 0 ? [] : UNTOLD);
    const key = recordKey(jointId, conceptId);
    const there = (moment: string) => recordKey(jointId, conceptId, moment, at);
    const isOpening = name === 'conceptActivated' || (name === 'conceptCreated' && active === 1);
    if (name === 'conceptCreated' || name === 'candidatesSet') {
      const before = Object.entries(made.get(key) ?? {});
      made.set(key, Object.fromEntries([...before, ...Object.entries(facts)]) as StatedQuestion);
    } else if (name === 'conceptDeleted') deleted.set(key, [at, actor, reason ?? null]);
    // Deleting an open question closes the question. The act does not tell the represented units then.
    if (name === 'conceptDeleted' && open.has(key))
      presencia.set(there('closed'), [counted, ...THERE.map(() => UNTOLD), units]);
    if (name === 'conceptDeactivated' || name === 'conceptDeleted') open.delete(key);
    if (isOpening) {
      open.add(key);
      presencia.set(there('opened'), [counted, ...THERE.map(() => null), units]);
    }
    if (name !== 'conceptDeactivated') continue;
    bases.set(key, base);
    presencia.set(there('closed'), [counted, ...THERE.map((one) => base[one]), units]);
  }
  const preguntas: Rows = new Map();
  for (const [key, questionFacts] of made) {
    const { threshold, rule, hideResults = false, votePer = 'unit', perUnitKinds = null } = questionFacts;
    const { seats = null, method = null, names = null } = questionFacts;
    const base = bases.get(key);
    preguntas.set(key, [
      ...[
        questionFacts.description,
        rule,
        questionFacts.approvingAnswerId,
        untold(questionFacts.blankAnswerId, UNTOLD),
      ],
      ...[threshold?.millionths ?? null, threshold?.base ?? null],
      ...[
        questionFacts.matter ?? null,
        questionFacts.clause ?? null,
        questionFacts.agendaItem ?? null,
        Number(hideResults),
      ],
      ...[seats, method, method === 'quotient' ? names : null, questionFacts.answers],
      ...(rule === 'perUnit' ? [votePer, perUnitKinds] : [null, null]),
      base === undefined ? null : BASE_FIGURES.map((name) => base[name] ?? null),
      deleted.get(key) ?? null,
    ]);
  }
  return { preguntas, presencia };
}

/** Returns the valid votes of a question after an act, each with the fields of a counted ballot. */
export function standingVotes(
  acts: Iterable<TrailEntry>,
  until: number,
  of: { jointId: unknown; conceptId: unknown },
): string[] {
  const votes = new Map<string, string>();
  for (const act of acts) {
    if (act.seq > until) break;
    const { name, facts, at } = act;
    const voteFacts = facts as ActFacts & { apartmentId?: string; setAside?: readonly string[] };
    const isOnIt = voteFacts.jointId === of.jointId && voteFacts.conceptId === of.conceptId;
    const theirs = votesIn(act).filter(
      ([joint, concept]) => joint === of.jointId && concept === of.conceptId,
    );
    if (name === 'votes') {
      for (const [, , unit, answer, coefficient, receipt, , , kind, remote, names = ''] of theirs) {
        votes.set(unit, JSON.stringify([receipt, unit, answer, coefficient, kind, remote, at, names]));
      }
    } else if (name === 'freed' || name === 'takenBack') {
      for (const [, , unit] of theirs) votes.delete(unit);
    } else if (isOnIt) {
      if (name === 'voteAnnulled') votes.delete(voteFacts.apartmentId ?? '');
      if (name === 'conceptReset') votes.clear();
      if (name === 'conceptActivated') for (const unit of voteFacts.setAside ?? []) votes.delete(unit);
    }
  }
  return [...votes.values()];
}
