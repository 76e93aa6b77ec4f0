import type { TrailEntry } from '../../shared/evidence/acts.ts';
import { type Closed, namesVoted } from '../../shared/evidence/closing-told.ts';
import { EXPEDIENTE_WITHOUT_HOME } from '../../shared/evidence/expediente.ts';
import { openingsOf } from '../../shared/evidence/headed-entries.ts';
import {
  decodeText,
  type Fault,
  type Files,
  linesOf,
  type Manifest,
  missing,
  readJson,
  recordKey,
} from './files.ts';
import { type Row, type Rows, recordRows, standingVotes, UNTOLD } from './record-rows.ts';
import type { FaultName } from './words.ts';

/**
 * Tables of records in an expediente. Value: number of key fields in a row, and name of the fault for a row without
 * an act.
 */
export const RECORDS = {
  asistencia: [2, 'asistencia'],
  votos: [3, 'votado'],
  anulaciones: [5, 'anulacion'],
  censo: [2, 'corregido'],
  asamblea: [1, 'asamblea'],
  poderes: [2, 'poder'],
  intervalos: [3, 'intervalo'],
  cierres: [4, 'representado'],
  preguntas: [2, 'pregunta'],
  presencia: [4, 'presencia'],
} as const satisfies Record<string, readonly [number, FaultName]>;

type RecordName = keyof typeof RECORDS;
const recordNames = Object.keys(RECORDS) as RecordName[];

/**
 * Reads the rows of a table by key.
 * @throws Error for a repeated row or another JSON spelling
 */
function readRecords(files: Files, path: string, width: number): Rows {
  const found: Rows = new Map();
  for (const line of linesOf(files, path)) {
    const row = readJson(line) as Row;
    const name = recordKey(...row.slice(0, width));
    if (found.has(name) || JSON.stringify(row) !== line) missing(path);
    found.set(name, row.slice(width));
  }
  return found;
}

/**
 * Compares the stored records of an expediente (registrations, votes, powers …) with the records computed again
 * from the acts. Returns a fault for each difference.
 */
export function recordFaults(files: Files, acts: readonly TrailEntry[], manifest: Manifest): Fault[] {
  const read = (name: RecordName) => readRecords(files, `registros/${name}.jsonl`, RECORDS[name][0]);
  const storedRows = Object.fromEntries(recordNames.map((name) => [name, read(name)])) as Record<
    RecordName,
    Rows
  >;
  const replayed = recordRows(acts);
  const corrected = replayed.censo;
  if (openingsOf(acts).length > 0) {
    replayed.censo = readRecords(files, 'censo.jsonl', 2);
    // An opening lists the units of a joint; the records list the units of the whole assembly.
    for (const name of storedRows.censo.keys()) {
      if (!replayed.censo.has(name) && !corrected.has(name)) storedRows.censo.delete(name);
    }
    for (const [name, row] of corrected) if (replayed.censo.has(name)) replayed.censo.set(name, row);
  } else replayed.censo = storedRows.censo;
  if (!replayed.asamblea.has(recordKey('kind'))) {
    for (const name of storedRows.asamblea.keys())
      if (!replayed.asamblea.has(name)) storedRows.asamblea.delete(name);
  }
  if (manifest.scaf === EXPEDIENTE_WITHOUT_HOME) for (const row of replayed.asistencia.values()) row.pop();
  const faults: Fault[] = [];
  for (const record of recordNames) {
    for (const name of new Set([...storedRows[record].keys(), ...replayed[record].keys()])) {
      const stored = storedRows[record].get(name);
      const found = replayed[record].get(name)?.map((value, i) => (value === UNTOLD ? stored?.[i] : value));
      if (JSON.stringify(stored) !== JSON.stringify(found))
        faults.push([RECORDS[record][1], JSON.parse(name).join('/')]);
    }
  }
  const title = replayed.asamblea.get(recordKey('title'));
  if (title !== undefined && title[0] !== (manifest.titulo || null)) faults.push(['asamblea', 'titulo']);
  return faults;
}

/** Figures of an acta in machine-readable form. */
interface ActaFigures {
  copropiedad: string;
  partes: readonly {
    copropiedad: number;
    presentes: readonly string[];
    votaciones: readonly QuestionFigures[];
    /** Deleted questions as announced by the last closing, without the field `votos`. */
    eliminadas: readonly QuestionFigures[];
  }[];
}

interface QuestionFigures {
  pregunta: number;
  texto: string;
  regla: string;
  punto: string | null;
  asunto: string | null;
  estado: string;
  votos?: readonly unknown[];
  respuestas: readonly unknown[];
}

/** Valid vote as returned by `standingVotes`. */
type StandingVote = [
  receipt: string,
  unit: string,
  answer: number,
  coefficient: number,
  kind: string,
  remote: number,
  at: number,
  names: string,
];

/**
 * Checks the printed figures of an acta (minutes of an assembly) against the audit entries before the acta.
 * Returns the differences; empty if all agree.
 */
export function figureFaults(files: Files, all: readonly TrailEntry[], manifest: Manifest): Fault[] {
  const { copropiedad, cierres } = manifest;
  const until = manifest.papeles ?? 0;
  const bytes = files.get('cifras.json');
  if (bytes === undefined || !all.some(({ seq }) => seq === until)) return [];
  const stated = readJson(decodeText(bytes)) as ActaFigures;
  const acts = all.filter(({ seq }) => seq < until);
  const faults: Fault[] = stated.copropiedad === copropiedad ? [] : [['cifras', 'copropiedad']];
  const { asistencia, preguntas: made } = recordRows(acts);
  const here = [...asistencia.keys()].map((name) => JSON.parse(name));
  const closed = new Map(
    acts
      .filter(({ name }) => name === 'conceptDeactivated')
      .map((act) => [recordKey(act.facts.jointId, act.facts.conceptId), act]),
  );
  const ground = { acts, until, cierres };
  const seen = new Set<string>();
  for (const { copropiedad: jointId, presentes, votaciones, eliminadas } of stated.partes) {
    const there = here.filter(([joint]) => joint === jointId).map(([, unit]) => unit);
    if (sortedText(presentes) !== sortedText(there)) faults.push(['cifras', `${jointId}/presentes`]);
    for (const one of [...votaciones, ...eliminadas]) {
      const name = recordKey(jointId, one.pregunta);
      const [row, closing] = [made.get(name), closed.get(name)];
      const isNew = !seen.has(name);
      seen.add(name);
      const isInList = eliminadas.includes(one) === (row?.at(-1) !== null);
      if (isNew && isInList && row && closing && fits(one, { jointId, row, closing }, ground)) continue;
      faults.push(['cifras', `${jointId}/${one.pregunta}`]);
    }
  }
  const joints = new Set(stated.partes.map((part) => part.copropiedad));
  for (const name of closed.keys()) {
    const [joint, concept] = JSON.parse(name);
    if (made.has(name) && joints.has(joint) && !seen.has(name))
      faults.push(['cifras', `${joint}/${concept}`]);
  }
  return faults;
}

/** Text of a list with its members in a fixed order, to compare two lists. */
const sortedText = (list: readonly unknown[]) =>
  JSON.stringify(list.map((one) => JSON.stringify(one)).sort());

/**
 * True if the printed figures of a question agree with the audit entries before the acta.
 * @param row question as computed from the entries
 * @param closing entry of the last closing
 */
function fits(
  one: QuestionFigures,
  { jointId, row, closing }: { jointId: number; row: Row; closing: TrailEntry },
  { acts, until, cierres }: Pick<Manifest, 'cierres'> & { acts: readonly TrailEntry[]; until: number },
): boolean {
  const { seq, facts } = closing;
  const [texto, rule, , , , , matter, , agendaItem, , , , , answers] = row;
  const isDeleted = row.at(-1) !== null;
  const of = { jointId, conceptId: one.pregunta };
  const now = standingVotes(acts, isDeleted ? seq : until, of);
  const votes = now.map((vote): StandingVote => JSON.parse(vote));
  const sums = (answers as string[]).map((text, i): [number, string, number, number] => [i + 1, text, 0, 0]);
  for (const [, , answerId, coefficient, , , , choices] of votes) {
    for (const n of namesVoted({ answerId, choices })) {
      const sum = sums[n - 1] ?? missing('answer');
      sum[2] += 1;
      sum[3] += coefficient;
    }
  }
  // Annulments after the closing change the sums but not the decision.
  const isSame = sortedText(now) === sortedText(standingVotes(acts, seq, of));
  const decided = cierres.find(({ acto }) => acto === seq)?.estado ?? one.estado;
  const isDecided =
    rule === 'election' || !isSame || [decided, (facts as Closed).result?.status].includes(one.estado);
  const texts = [one.texto, one.regla, one.punto, one.asunto];
  return (
    isDecided &&
    JSON.stringify(texts) === JSON.stringify([texto, rule, agendaItem, matter]) &&
    (isDeleted
      ? one.votos === undefined
      : sortedText(one.votos ?? []) ===
        sortedText(votes.map(([, unit, answer, weight]) => [unit, answer, weight]))) &&
    sortedText(one.respuestas) === sortedText(sums)
  );
}
