import type { Identification } from '../../../shared/assemblies/attendance.api.ts';
import { identificationNames } from '../../../shared/assemblies/words.ts';
import { formatCoefficient } from '../../../shared/coefficient.ts';
import { coefficient, count, sentence, units } from '../../../shared/format.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { capacityWords } from '../reports/assembly-layout.ts';
import type { AttendanceRow, LeavingRow } from '../reports/rows.ts';
import { type Block, bullets, type Column, heading, ledParagraph, paragraph } from './acta.ts';
import type { ActaFacts, PartFacts } from './acta-facts.ts';
import { attendeeName, hour, hourBefore, momentName, reasonWords, unitWords } from './words.ts';

/** Sentence of the acta with the legal condition for decisions with people at home. */
const TAKING_PART =
  'Las decisiones son ineficaces si alguno de los propietarios no participa en la comunicación simultánea o sucesiva (Ley 675 de 2001, art. 44). Se entiende por todos a quienes participan en la reunión, siempre que haya quórum (art. 2.2.1.16.1 del Decreto 1074 de 2015, según el Decreto 398 de 2020).';

type SectionRow = AttendanceRow | LeavingRow;

/**
 * Section of the acta with the attendees: name, capacity, unit and coefficient (Ley 675, art. 47); room or home
 * (art. 42); registrations and departures.
 */
export function attendanceSection(facts: ActaFacts, part: PartFacts, level: 2 | 3): Block[] {
  const { attendance } = part;
  const { secondCall } = facts;
  const end = lastInstantOf(facts);
  const isRemote = hasRemote(facts, part);
  // Units that left at the second call are the attendance of the first call. These units did not go away.
  const ofFirstCall = attendance.left.filter(({ leftAt }) => leftAt === secondCall?.at);
  const left = attendance.left.filter(({ leftAt }) => leftAt !== secondCall?.at);
  const blocks: Block[] = [];
  if (attendance.present.length === 0) {
    blocks.push(paragraph('No hay inmuebles registrados.'));
  } else {
    const { registered, absent } = attendance;
    blocks.push(
      paragraph(
        `Inmuebles representados: ${count(registered.apartments)}. Sin representación: ${count(absent.length)}. Quien figura como apoderado representa al propietario de su mismo renglón.`,
      ),
      isInAnnex(part)
        ? paragraph(
            'La lista de asistentes, con su calidad, su inmueble y su coeficiente, es un anexo de esta acta.',
          )
        : attendeesTable(facts, part),
      ...zeroBlocks(attendance.present),
    );
  }
  if (isRemote) {
    const remote = [...attendance.present, ...attendance.left].filter(fromHome);
    blocks.push(
      heading(level, 'Asistencia a distancia'),
      ...identityBlocks(remote),
      paragraph(TAKING_PART),
      ...connectedBlocks(part),
    );
  }
  if (left.length > 0)
    blocks.push(
      heading(level, 'Quienes se retiraron'),
      paragraph('Su registro terminó antes que la asamblea.'),
      leftTable(left, end),
    );
  if (ofFirstCall.length > 0) {
    blocks.push(
      heading(level, 'Asistencia de la primera convocatoria'),
      paragraph('Estaban registrados cuando comenzó la segunda convocatoria.'),
      rowsTable(ofFirstCall, { isRemote, end }),
    );
  }
  return blocks;
}

/**
 * Maximum number of attendees listed in the text of the acta. A longer list is an annex, because five pages of
 * names would hide the text below.
 */
const MOST_IN_BODY = 40;
/**
 * True if more than 40 units are present in the joint or sector: the acta then has the list of attendees as an
 * annex instead of in the text.
 */
export const isInAnnex = ({ attendance }: PartFacts): boolean => attendance.present.length > MOST_IN_BODY;

/**
 * True if people attended from home. The acta then has two figures: units registered, and units in the room or at
 * home with a live connection.
 */
export const hasRemote = ({ assembly }: ActaFacts, { attendance: { present, left } }: PartFacts): boolean =>
  assembly.mode !== 'inPerson' || [...present, ...left].some(fromHome);

/** True if people attended from home in the joint or a sector, even if the assembly ended in person. */
export const hasAnyRemote = (facts: ActaFacts): boolean =>
  [facts.main, ...facts.sectors].some((part) => hasRemote(facts, part));

/** Table of the acta with the units present, the attendees and the sum of the coefficients. */
export function attendeesTable(facts: ActaFacts, part: PartFacts): Block {
  const isRemote = hasRemote(facts, part);
  const { present, registered } = part.attendance;
  return {
    ...rowsTable(present, { isRemote, end: lastInstantOf(facts) }),
    total: totalRow(registered, isRemote),
  };
}

/** Sentence about units with coefficient 0, registered like other units but without weight and vote. */
function zeroBlocks(present: readonly AttendanceRow[]): Block[] {
  const zero = present.filter((row) => row.coefficient === 0);
  if (zero.length === 0) return [];
  return [
    ledParagraph(
      'Registrados de coeficiente 0, que no suman al quórum ni votan:',
      sentence(zero.map(unitWords).join('; ')),
    ),
  ];
}

/** Sentences on the identification of people at home (Decreto 398 de 2020), from stored facts of their sessions. */
function identityBlocks(remote: readonly SectionRow[]): Block[] {
  if (remote.length === 0) return [];
  const byKind = new Map<Identification | null, Set<string>>();
  for (const { attendee, apartmentId } of remote) {
    const units = byKind.get(attendee.identifiedBy) ?? new Set();
    byKind.set(attendee.identifiedBy, units.add(apartmentId));
  }
  return [
    {
      ...ledParagraph(
        'Verificación de la identidad de quienes asistieron a distancia:',
        'por lo que el sistema sabe de la sesión de cada uno (art. 2.2.1.16.1 del Decreto 1074 de 2015, según el Decreto 398 de 2020).',
      ),
      keep: true,
    },
    bullets(
      [...byKind].map(
        ([kind, apartments]) =>
          `${kind === null ? 'Registrados por la mesa, o sin dato' : identificationNames[kind]}: ${[...apartments].join(', ')}.`,
      ),
    ),
  ];
}

const fromHome = ({ attendee }: SectionRow): boolean => attendee.remote;

function rowsTable(
  rows: readonly SectionRow[],
  { isRemote, end }: { isRemote: boolean; end: Millis },
): Block & { kind: 'table' } {
  const from: Column[] = isRemote ? [{ header: 'Asistió', share: 13 }] : [];
  const hasDays = rows.some(({ at }) => hourBefore(at, end) !== hour(at));
  return {
    kind: 'table',
    columns: [
      { header: 'Inmueble', share: 15 },
      { header: 'Propietario', share: 22 },
      { header: 'Asistente', share: 20 },
      { header: 'Calidad', share: 13 },
      { header: 'Coeficiente', share: 13, isNumber: true },
      { header: 'Ingreso', share: hasDays ? 20 : 11 },
      ...from,
    ],
    rows: rows.map((row) => [
      row.apartmentId,
      row.owner,
      attendeeName(row.attendee),
      capacityWords(row.attendee),
      formatCoefficient(row.coefficient),
      enteredWords(row, end),
      ...(isRemote ? [fromHome(row) ? 'A distancia' : 'En el salón'] : []),
    ]),
  };
}

/** End of the assembly; before, the time of the draft. */
const lastInstantOf = ({ assembly, madeAt }: ActaFacts): Millis =>
  assembly.closedAt === null ? madeAt : Date.parse(assembly.closedAt);

/** Returns the hour of entry; for a scan delayed by the network also the hour of arrival. */
const enteredWords = ({ at, receivedAt }: SectionRow, end: Millis): string =>
  receivedAt === null ? hourBefore(at, end) : `${hourBefore(at, end)} (recibido ${hour(receivedAt)})`;

function totalRow(sum: { apartments: number; coefficient: number }, isRemote: boolean): string[] {
  return [
    'Total',
    units(sum.apartments),
    '',
    '',
    coefficient(sum.coefficient),
    '',
    ...(isRemote ? [''] : []),
  ];
}

/** Sentences on the units with a live connection at the opening and closing of each question (Ley 675, art. 42). */
function connectedBlocks({ moments }: PartFacts): Block[] {
  if (moments.length === 0) {
    return [paragraph('No se abrió ninguna pregunta, así que no se guardó quién estaba conectado.')];
  }
  return [
    paragraph(
      'Inmuebles registrados a distancia cuyo asistente estaba conectado al abrir y al cerrar cada pregunta (Ley 675 de 2001, art. 42).',
    ),
    {
      kind: 'table',
      columns: [
        { header: 'Momento', share: 26 },
        { header: 'Hora', share: 11 },
        { header: 'Conectados', share: 14, isNumber: true },
        { header: 'Inmuebles', share: 50 },
      ],
      rows: moments.map((one) => [
        momentName(one),
        hourBefore(one.at, moments.at(-1)?.at ?? one.at),
        count(one.connected.length),
        one.connected.join(', ') || 'Ninguno',
      ]),
    },
  ];
}

function leftTable(rows: readonly LeavingRow[], end: Millis): Block {
  return {
    kind: 'table',
    columns: [
      { header: 'Inmueble', share: 22 },
      { header: 'Asistente', share: 24 },
      { header: 'Coeficiente', share: 13, isNumber: true },
      { header: 'Ingreso', share: 11 },
      { header: 'Salida', share: 11 },
      { header: 'Motivo y quién lo registró', share: 26 },
    ],
    rows: rows.map((row) => [
      unitWords(row),
      `${attendeeName(row.attendee)} (${capacityWords(row.attendee).toLowerCase()})`,
      formatCoefficient(row.coefficient),
      enteredWords(row, end),
      hourBefore(row.leftAt, end),
      `${row.why}.${reasonWords(row.reason)} Lo registró ${sentence(row.by)}`,
    ]),
  };
}
