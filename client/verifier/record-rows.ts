import type { TrailEntry } from '../../shared/evidence/acts.ts';
import { replayTrail } from '../../shared/evidence/replay.ts';
import type {
  Replayed,
  ReplayedAnnulment,
  ReplayedPresence,
  ReplayedQuestion,
} from '../../shared/evidence/replayed.ts';
import { recordKey } from './files.ts';

/**
 * Row of a table of records in an expediente: the values after the fields of the key, in the order of the table's
 * columns.
 */
export type Row = unknown[];
/** Rows of a table of records in an expediente. Key: made by `recordKey`. Value: other columns of the row. */
export type Rows = Map<string, Row>;

/**
 * Mark for a value not stated by the acts (old acts have fewer facts): any value of the stored record is then
 * accepted.
 */
export const UNTOLD = Symbol('untold');
const orUntold = (value: unknown): unknown => (value === undefined ? UNTOLD : value);

/** Names of the record tables derived from all acts. 'censo' has only the corrected units. */
type RecordTable =
  | 'asistencia'
  | 'votos'
  | 'anulaciones'
  | 'censo'
  | 'cierres'
  | 'poderes'
  | 'intervalos'
  | 'asamblea'
  | 'preguntas'
  | 'presencia';

/** An expediente has a single assembly, and acts of the joint have no assembly: both count for the assembly. */
const replayed = (acts: readonly TrailEntry[]): Replayed =>
  replayTrail(acts.map((act) => ({ ...act, facts: { ...act.facts, assemblyId: 0 } })));

/** Rows by key, without the assembly in the key. */
const rowsOf = <Value>(
  records: ReadonlyMap<string, Value>,
  rowOf: (record: Value, key: unknown[]) => Row,
): Rows =>
  new Map(
    [...records].map(([name, record]) => {
      const [, ...key] = JSON.parse(name);
      return [recordKey(...key), rowOf(record, key)];
    }),
  );

/**
 * Computes the records of an assembly again from the acts alone, to compare with the stored records. Key: name of
 * the table (docs/why/evidence.md). Value: rows.
 */
export function recordRows(acts: readonly TrailEntry[]): Record<RecordTable, Rows> {
  const state = replayed(acts);
  const [{ facts, openedAt, closedAt } = { facts: {}, openedAt: null, closedAt: null }] =
    state.assemblies.values();
  const units = [...state.grounds].flatMap(([name, ground]) =>
    ground.units.map(([unit, version]) => [JSON.stringify([...JSON.parse(name), unit]), version] as const),
  );
  return {
    asistencia: rowsOf(state.attendance, ({ holder, at, attendee, document, byProxy, ...rest }) => [
      ...[holder, at, attendee, document, Number(byProxy)],
      ...[orUntold(rest.capacity), orUntold(rest.coefficient), orUntold(rest.remote)],
    ]),
    votos: rowsOf(state.votes, ({ answerId, coefficient, receipt, holder, castBy, at, ...rest }) => [
      ...[answerId, coefficient, receipt, holder, castBy, rest.kind, rest.remote, rest.choices ?? '', at],
    ]),
    anulaciones: annulmentRows(state.annulments),
    censo: rowsOf(state.roll, (versions) => {
      const last = versions.at(-1);
      return [last?.owner, last?.ownerDocument, last?.kind, last?.coefficient];
    }),
    cierres: rowsOf(new Map(units), (version) => [version]),
    poderes: powerRows(state.powers),
    intervalos: rowsOf(state.openings, (opening) => [
      ...[opening.openedAt, opening.by, opening.reason, opening.closedAt, opening.closedBy, opening.votes],
    ]),
    asamblea: new Map(
      Object.entries({ ...facts, openedAt, closedAt }).map(([key, value]) => [recordKey(key), [value]]),
    ),
    preguntas: rowsOf(state.questions, questionRow),
    presencia: rowsOf(state.presences, presenceRow),
  };
}

/** A registration has no question in the name: the key gets question 1. */
function annulmentRows(annulments: ReadonlyMap<string, ReplayedAnnulment>): Rows {
  const rows: Rows = new Map();
  for (const [name, { reason, by, record }] of annulments) {
    const [, joint, ...key] = JSON.parse(name);
    const isVote = 'receipt' in record;
    rows.set(recordKey(joint, ...(isVote ? [] : [1]), ...key), [
      ...[reason, by, record.holder, record.at],
      ...(isVote
        ? [record.answerId, record.coefficient, record.receipt]
        : [record.attendee, record.document, Number(record.byProxy)]),
    ]);
  }
  return rows;
}

function powerRows(powers: Replayed['powers']): Rows {
  const rows: Rows = new Map();
  for (const [id, { granter, holder, ...power }] of powers) {
    for (const unit of power.units) {
      const end = power.ends.get(unit);
      rows.set(recordKey(id, unit), [
        ...[granter.name, granter.document, holder.name, holder.document, power.origin, power.instructions],
        ...[power.enteredAt, power.enteredBy, power.state, power.decidedAt, power.decidedBy, power.why],
        Number(power.state === 'accepted' && end === undefined),
        ...(end === undefined ? [null, null, null, null] : [end.at, end.by, end.how, end.reason]),
      ]);
    }
  }
  return rows;
}

const BASE_FIGURES = ['apartments', 'coefficient', 'dwellings', 'owners', 'call', 'total', 'mode'] as const;

function questionRow({ rule, threshold, method, base, deleted, ...question }: ReplayedQuestion): Row {
  return [
    ...[question.description, rule, question.approvingAnswerId, orUntold(question.blankAnswerId)],
    ...[threshold?.millionths ?? null, threshold?.base ?? null, question.matter, question.clause],
    ...[question.agendaItem, Number(question.hideResults), question.seats, method],
    ...[method === 'quotient' ? question.names : null, question.answers],
    ...(rule === 'perUnit' ? [question.votePer, question.perUnitKinds] : [null, null]),
    base && BASE_FIGURES.map((name) => base[name] ?? null),
    deleted && [deleted.at, deleted.by, deleted.reason],
  ];
}

const REPRESENTED = ['apartments', 'coefficient', 'owners', 'total', 'call'] as const;

/** The acts have the represented units of closings only; a deletion closes a question without the figures. */
function presenceRow(presence: ReplayedPresence, [, , moment]: unknown[]): Row {
  const represented = REPRESENTED.map((name) =>
    moment === 'opened' ? null : presence.isTold ? presence[name] : UNTOLD,
  );
  return [orUntold(presence.connected), ...represented, orUntold(presence.connectedUnits)];
}

/**
 * Computes the valid votes of a question right after an act, from the acts alone, to compare with the votes counted
 * by a closing. Each vote is a text with the fields of a counted vote.
 * @param until number of the act
 */
export function standingVotes(
  acts: readonly TrailEntry[],
  until: number,
  of: { jointId: unknown; conceptId: unknown },
): string[] {
  const { votes } = replayed(acts.filter(({ seq }) => seq <= until));
  return [...votes].flatMap(([name, vote]) => {
    const [, joint, concept, unit] = JSON.parse(name);
    if (joint !== of.jointId || concept !== of.conceptId) return [];
    const { receipt, answerId, coefficient, kind, remote, at, choices } = vote;
    return [JSON.stringify([receipt, unit, answerId, coefficient, kind, remote, at, choices ?? ''])];
  });
}
