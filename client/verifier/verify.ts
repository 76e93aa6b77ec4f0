import type { ActFacts, TrailEntry } from '../../shared/evidence/acts.ts';
import { utf8 } from '../../shared/evidence/bytes.ts';
import {
  askedBefore,
  type ClosingTold,
  isOf,
  type StatedQuestion,
} from '../../shared/evidence/closing-told.ts';
import { EXPEDIENTE_WITHOUT_HOME } from '../../shared/evidence/expediente.ts';
import type { PaperTyped } from '../../shared/evidence/paper-typed.ts';
import { date, exactTime } from '../../shared/format.ts';
import { byText, checkCase } from './check-case.ts';
import { closingsOf } from './closings.ts';
import { actsOf, decodeText, type Fault, type Files, linesOf, manifestOf } from './files.ts';
import { checkOwnPack } from './own-pack.ts';
import { checkPromise } from './promise.ts';
import { recordRows, UNTOLD } from './record-rows.ts';
import { checkStamps } from './stamps.ts';
import { unzip } from './unzip.ts';
import { fateTexts, faultTexts, proofTexts, statusTexts } from './words.ts';

/** Closing of a question as displayed on the verifier page. */
export interface ClosingShown {
  /** Text: 'Votación 1, cierre del 25 de noviembre de 2026, 20:15:03'. */
  heading: string;
  question: string;
  verdict: string;
  /** True if the question was closed again later; the later closing counts. */
  isOutdated: boolean;
  answers: readonly { text: string; units: number; weight: string }[];
  notes: readonly string[];
}

/** Result of checking an uploaded file (expediente, proof or promise), as shown on the verifier page. */
export interface CheckReport {
  isGood: boolean;
  /** Names of the joint, and of the assembly with the day. Null if missing in the file. */
  about: { joint: string; assembly: string } | null;
  verdict: string;
  /** Spanish sentences, one for each fault. */
  faults: readonly string[];
  closings: readonly ClosingShown[];
  proof: readonly string[];
}

interface Expected {
  /** Signed chain head from another source, entered by the person; may be empty. */
  outside: string;
  /** Lines with the server's public key, for a proof without a key. */
  key: string;
  promise: string;
}

/**
 * Checks a file of evidence: an expediente, an owner's proof, or a promise. Never throws for a faulty file.
 * @param expected head of another source to compare with, if any
 */
export async function verify(bytes: Uint8Array, expected: Expected): Promise<CheckReport> {
  const kind = fileKind(bytes);
  if (kind !== null) return refusedReport(`No es un expediente ni una prueba: es ${kind}.`);
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  let files: Files;
  try {
    files = isZip ? await unzip(bytes) : new Map([['prueba.json', bytes]]);
  } catch {
    return refusedFor([['danado', '']]);
  }
  return files.has('manifiesto.json') ? reportOfCase(files, expected) : reportOfProof(files, expected);
}

/** Returns the report shown on the verifier page about a file impossible to check, for example an unreadable .zip. */
export const refusedReport = (verdict: string, faults: readonly string[] = []): CheckReport => ({
  isGood: false,
  about: null,
  closings: [],
  proof: [],
  verdict,
  faults: faults.map(safely),
});
const refusedFor = (faults: readonly Fault[]): CheckReport =>
  refusedReport(
    proofTexts.nocuadra,
    faults.map(([what, where]) => `NO CUADRA: ${faultTexts[what](where)}`),
  );

async function reportOfCase(files: Files, { outside, promise }: Expected): Promise<CheckReport> {
  const { faults: ofStamps, good, unchecked } = await checkStamps(files);
  const { fault, fate } = promise === '' ? { fault: null, fate: null } : checkPromise(files, promise);
  const faults = [...checkCase(files, outside), ...ofStamps, ...(fault === null ? [] : [fault])];
  if (faults.length > 0) return refusedFor(faults.sort(byText));
  const { copropiedad, titulo, asamblea, cierres } = manifestOf(files);
  const acts = actsOf(files, asamblea);
  const opening = acts.findLast(({ name }) => name === 'assemblyOpened');
  const { openedAt = opening?.at } = (opening?.facts ?? {}) as { openedAt?: number };
  const day = openedAt === undefined ? '' : `, ${date(instant(openedAt))}`;
  const units = files.has('censo.jsonl') ? linesOf(files, 'censo.jsonl').length : 0;
  return {
    isGood: true,
    about: {
      joint: safely(copropiedad),
      assembly: safely(`${titulo || 'Asamblea'}${day}. Inmuebles en el censo: ${units}.`),
    },
    verdict: unchecked === 0 ? proofTexts.todo : proofTexts.salvo(unchecked),
    faults: [],
    closings: cierres.map((shownClosing) => closingShown(shownClosing, cierres, acts)),
    proof: [
      ...paperEvenings(acts),
      ...restores(acts, opening?.seq ?? 0),
      ...good.map(
        ([size, at, who]) =>
          `Sello de tiempo: la cabeza de ${size} actos ya existía el ${momentOf(at)} UTC, según «${who}».`,
      ),
      ...(good.length === 0 ? [] : [proofTexts.autoridad]),
      outside ? proofTexts.concuerda : proofTexts.sola,
      ...(fate === null ? [] : [fateTexts[fate]]),
      notChecked(files, acts),
    ].map(safely),
  };
}

function reportOfProof(files: Files, { key, outside }: Expected): CheckReport {
  const { faults, ballot, head, closing, compared } = checkOwnPack(files, key, outside);
  if (ballot === undefined || head === undefined || closing === undefined)
    return refusedFor(faults.map((what) => [what, '']));
  const at = instant(head.at);
  return {
    isGood: true,
    about: null,
    closings: [],
    faults: [],
    verdict: safely(
      `EL VOTO SE CONTÓ: inmueble ${ballot.unit}, respuesta «${ballot.answer}», coeficiente ${exactWeight(ballot.coefficient)}.`,
    ),
    proof: [
      `Entre ${closing.size} votos, en el cierre firmado el ${at}. Comprobante ${ballot.receipt}.`,
      proofTexts[compared ?? 'sola'],
    ].map(safely),
  };
}

/** Replaces control and invisible characters, able to change the displayed meaning, by U+FFFD. */
const safely = (line: string): string => line.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd');

/**
 * Returns the Spanish name of a known other kind of file, from the first bytes. Null for a possible expediente or
 * proof.
 */
function fileKind(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  if (start.startsWith('%PDF')) return 'un PDF';
  return start.startsWith('\x89PNG') || start.startsWith('\xff\xd8') ? 'una imagen' : null;
}

const instant = (at: number): string => new Date(at).toISOString();
const exactWeight = (weight: number): string =>
  `${Math.floor(weight / 1e9)},${String(weight % 1e9).padStart(9, '0')}`;
/** Formats a vote weight without trailing zeros, but with at least four decimals. */
const shortWeight = (weight: number): string => exactWeight(weight).replace(/(,\d{4}\d*?)0+$/, '$1');

const momentOf = (at: number): string => instant(at).slice(0, 19).replace('T', ' a las ');

function closingShown(
  shownClosing: ClosingTold,
  all: readonly ClosingTold[],
  acts: readonly TrailEntry[],
): ClosingShown {
  const { copropiedad: jointId, pregunta: conceptId, acto, texto, textos, respuestas, estado } = shownClosing;
  const closing = closingsOf(acts).find(({ seq }) => seq === acto);
  const at = acts.find(({ seq }) => seq === acto)?.at ?? 0;
  const question = askedBefore(acts, { jointId, conceptId }, acto);
  const base = closing?.facts.base;
  const last = all.findLast((one) => one.copropiedad === jointId && one.pregunta === conceptId);
  return {
    heading: `Votación ${conceptId - 1}, cierre del ${date(instant(at))}, ${exactTime(instant(at))}`,
    question: safely(texto),
    verdict: estado === null ? proofTexts.sinregla : (statusTexts[estado] ?? safely(estado)),
    isOutdated: last?.acto !== acto,
    answers: respuestas.map(([n, units, weight]) => ({
      text: safely(textos[n - 1] ?? ''),
      units,
      weight: shortWeight(weight),
    })),
    notes: [
      ...deletedNotes(acts, { jointId, conceptId }),
      ...electedNotes(shownClosing, question),
      ...(base === undefined
        ? []
        : [
            `Representados en el cierre: ${base.apartments} inmuebles, ${shortWeight(base.coefficient)} de ${shortWeight(base.total)}.`,
          ]),
    ].map(safely),
  };
}

/** Sentences about a question deleted after the result was announced. */
const deletedNotes = (acts: readonly TrailEntry[], of: { jointId: number; conceptId: number }): string[] =>
  acts.flatMap((act) => {
    if (act.name !== 'conceptDeleted' || !isOf(act, of)) return [];
    const { reason } = act.facts as ActFacts & { reason?: string | null };
    const at = `${date(instant(act.at))}, ${exactTime(instant(act.at))}`;
    return [`La pregunta se eliminó el ${at}, por ${act.actor}. Motivo: ${reason || 'sin motivo anotado'}.`];
  });

function electedNotes({ eleccion, textos }: ClosingTold, question: StatedQuestion | null): string[] {
  if (eleccion === undefined) return [];
  const elected = eleccion.elegidos.map(
    ([seat, n = 0, place = 1]) => `${seat}. ${question?.names?.[n - 1]?.[place - 1] ?? textos[n - 1]}`,
  );
  return [
    ...(elected.length === 0 ? [] : [`Elegidos: ${elected.join('; ')}.`]),
    ...(eleccion.vacantes === 0 ? [] : [`Puestos vacantes: ${eleccion.vacantes}.`]),
  ];
}

/** Returns an instant (epoch ms) as a clock in Colombia shows day and hour. */
const bogotaClock = (at: number): string =>
  instant(at - 5 * 3_600_000)
    .slice(0, 19)
    .replace('T', ' ');

/** Sentences about evenings on paper, typed in later. */
const paperEvenings = (acts: readonly TrailEntry[]): string[] =>
  acts.flatMap(({ name, facts, at }) => {
    if (name !== 'paperTyped') return [];
    const { units, questions, differences } = facts as PaperTyped;
    const numbers = questions.map(({ conceptId }) => conceptId - 1).join(', ') || 'ninguna';
    const sums =
      differences === 0
        ? 'las sumas del papel coinciden'
        : `sumas del papel que no coinciden: ${differences}`;
    return [
      `PAPEL: el ${bogotaClock(at)} se digitó una asamblea llevada en papel: ${units} inmuebles de la lista; votaciones: ${numbers}; ${sums}. Sus horas de apertura y cierre son las de la digitación.`,
    ];
  });

/** Sentences about restores from a copy after the opening: announced closings may be lost. */
const restores = (acts: readonly TrailEntry[], since: number): string[] =>
  acts.flatMap(({ seq, name, facts, at }) => {
    const { copiedAt } = facts as ActFacts & { copiedAt?: string | null };
    if (name !== 'epochBegan' || !copiedAt || seq <= since) return [];
    return [
      `RESTAURACIÓN: a las ${bogotaClock(at)} el sistema volvió a una copia de seguridad; lo que se anunció entre la copia (${copiedAt}) y esa hora ya no está. Quien guardó una cabeza de entonces puede mostrarlo.`,
    ];
  });

/** Returns a sentence that lists the checks not made. */
function notChecked(files: Files, acts: readonly TrailEntry[]): string {
  const { scaf, papeles } = manifestOf(files);
  const presence = [...recordRows(acts).presencia.values()];
  const left = [
    papeles === null
      ? 'el acta y los anexos, que están en preparación y no vienen'
      : 'las palabras de los PDF y del Word (sí que son los que se hicieron al terminar)',
    'lo que dicen por dentro las hojas de los poderes y el acta firmada',
    'los nombres de los usuarios que hicieron cada acto y el del revisor fiscal',
    ...(scaf === EXPEDIENTE_WITHOUT_HOME ? ['si cada inmueble asistió desde casa o en el salón'] : []),
    ...(presence.some((row) => row.at(-1) === UNTOLD)
      ? ['cuáles inmuebles estaban conectados (sí cuántos)']
      : []),
    ...(acts.some(({ facts }) => 'others' in facts) ? [] : ['que los actos ocultos sean de otras asambleas']),
    ...(decodeText(files.get('despues.jsonl') ?? utf8('')) === ''
      ? []
      : ['los actos posteriores a la última cabeza']),
  ];
  return `Este programa no revisó: ${left.join('; ')}.`;
}
