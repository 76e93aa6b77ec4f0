import {
  assemblyKindNames,
  assemblyName,
  callNames,
  capacityNames,
  identificationNames,
  modeNames,
  wayWords,
} from '../../../shared/assemblies/words.ts';
import { exactTime } from '../../../shared/format.ts';
import {
  type Fact,
  inBook,
  instantFact,
  type TableColumn,
  textFact,
} from '../../platform/documents/table.ts';
import type { Attendee, ReportHeading, ReportUnit, VoteRow } from './rows.ts';

/**
 * Returns the heading, subject and first facts (kind, mode, call, opening) common to all reports of an assembly.
 * Each report adds its own facts and tables.
 * @param facts for the spreadsheet only, after the assembly's facts
 * @param end facts about the end of the assembly, if the report covers the end
 */
export function assemblyGround(
  { jointName, rootName, assembly, madeAt, trail }: ReportHeading,
  facts: Fact[],
  end: Fact[] = [],
) {
  const subject = assemblyName(assembly);
  const [kind, mode] = [assemblyKindNames[assembly.kind], modeNames[assembly.mode]];
  return {
    heading: { jointName, rootName, madeAt, trail },
    subject,
    facts: [
      ...inBook([
        textFact(rootName === null ? 'Copropiedad' : 'Sector', jointName),
        ...(rootName === null ? [] : [textFact('Copropiedad', rootName)]),
        textFact('Asamblea', subject),
        textFact('Tipo', kind),
        textFact('Modalidad', mode),
      ]),
      { ...textFact('Asamblea', `${kind}, ${mode.toLowerCase()}`), paperOnly: true } as const,
      textFact('Convocatoria', callNames[assembly.call]),
      instantFact('Apertura', assembly.openedAt, 'Sin abrir'),
      ...end,
      ...inBook(facts),
    ],
  };
}

/** Spanish name of the place of an attendee: at home or in the room. */
const placeName = ({ remote }: { remote: boolean }): string => (remote ? 'Desde casa' : 'En el salón');

/**
 * Spanish words for a column of the report of votes: the device of a vote and the place of the unit, 'desde su
 * teléfono; desde casa'.
 */
export const mediumName = (vote: Pick<VoteRow, 'way' | 'remote'>): string =>
  `${wayWords[vote.way]}; ${placeName(vote).toLowerCase()}`;

/**
 * Columns with unit, owner and identity document for the tables of all reports.
 * @param width width of the column of the unit on paper
 * @param ownerWidth width of the column of the owner on paper
 */
export const unitColumns = (width: number, ownerWidth: number): TableColumn<ReportUnit>[] => [
  { title: 'Inmueble', kind: 'text', width, value: (row) => row.apartmentId },
  { title: 'Propietario', kind: 'text', width: ownerWidth, value: (row) => row.owner },
  { title: 'Documento del propietario', kind: 'text', value: (row) => row.ownerDocument },
];

/**
 * Column of a report's table with the coefficient of a unit. Without a width the column appears only in Excel, not
 * on paper.
 */
export const weightColumn = (width?: number): TableColumn<ReportUnit> => ({
  title: 'Coeficiente',
  kind: 'coefficient',
  value: (row) => row.coefficient,
  ...(width !== undefined && { width }),
});

/**
 * Columns of a report's table with units alone (unit, owner, coefficient), for example the units without a
 * registration.
 */
export const unitAlone = [...unitColumns(140, 280), weightColumn(80)];

/** Unit with the attending person; null if no person attended. */
type Answered = ReportUnit & { attendee: Attendee | null };

/** Column of a PDF report with the attendee of a unit: name and identity document in one cell, to save width. */
export const attendeeOnPaper = (width: number): TableColumn<Answered> => ({
  title: 'Asistente',
  kind: 'text',
  width,
  paperOnly: true,
  value: (row) => attendeeWords(row).text,
  small: (row) => attendeeWords(row).small,
});

/**
 * Spanish name of an attendee's capacity (role) in reports, 'Apoderado'; with 'al ingresar' if a correction gave
 * the unit to another owner since the registration.
 */
export const capacityWords = ({ capacity, isFormer }: Attendee): string =>
  `${capacityNames[capacity]}${isFormer === true ? ' al ingresar' : ''}`;

/**
 * Columns of an Excel report with the attendee of a unit: name, identity document and capacity (owner, proxy …),
 * each in a column of its own.
 */
export const attendeeInBook: readonly TableColumn<Answered>[] = [
  { title: 'Asistente', kind: 'text', value: ({ attendee }) => attendee?.name ?? null },
  { title: 'Documento del asistente', kind: 'text', value: ({ attendee }) => attendee?.document ?? null },
  { title: 'Calidad', kind: 'text', value: ({ attendee }) => attendee && capacityWords(attendee) },
];

/** Columns of an Excel report: room or home, and for home the means of identification (Decreto 398 de 2020). */
export const placeColumns: readonly TableColumn<{ attendee: Attendee }>[] = [
  { title: 'Asiste', kind: 'text', value: ({ attendee }) => placeName(attendee) },
  {
    title: 'Identificación',
    kind: 'text',
    value: ({ attendee: { identifiedBy } }) => identifiedBy && identificationNames[identifiedBy],
  },
];

/** Texts for the attendee of a unit. An owner present in person is not named a second time. */
function attendeeWords({ attendee, owner }: Answered): { text: string; small: string } {
  if (attendee === null) return { text: 'Sin registro', small: '' };
  const { name, document } = attendee;
  const capacity = `${capacityWords(attendee)}${attendee.remote ? ', desde casa' : ''}`;
  if (attendee.capacity === 'owner' && (name === null || name === owner)) {
    return { text: capacity, small: document === null ? '' : `Documento ${document}` };
  }
  return {
    text: name ?? 'Sin nombre',
    small: document === null ? capacity : `${capacity}, doc. ${document}`,
  };
}

interface EndedRow {
  why: string;
  reason: string | null;
  by: string;
}

/**
 * Column of a PDF report for registrations and votes that ended before the assembly: kind of the end, reason and
 * actor in one cell.
 */
export const endedOnPaper = (width: number): TableColumn<EndedRow> => ({
  title: 'Motivo',
  kind: 'text',
  width,
  paperOnly: true,
  value: ({ why, reason }) => (reason === null || reason === '' ? why : `${why}: ${reason}`),
  small: ({ by }) => by,
});

/**
 * Columns of an Excel report for registrations and votes that ended before the assembly: kind of the end, reason
 * and actor.
 */
export const endedInBook: readonly TableColumn<EndedRow>[] = [
  { title: 'Cómo', kind: 'text', value: (row) => row.why },
  { title: 'Motivo', kind: 'text', value: (row) => row.reason },
  { title: 'Por', kind: 'text', value: (row) => row.by },
];

/**
 * Returns a function that formats instants (epoch ms) for a report's table: '18:05:09', or with the day if `times`
 * cover several days.
 * @param times all instants of the table
 */
export function clockOf(times: readonly number[]): (at: number) => string {
  const iso = (at: number) => new Date(at).toISOString();
  const isOneDay = new Set(times.map((at) => dayOf.format(at))).size < 2;
  return (at) => (isOneDay ? exactTime(iso(at)) : `${dayOf.format(at)} ${exactTime(iso(at))}`);
}

const dayOf = new Intl.DateTimeFormat('es-CO', {
  timeZone: 'America/Bogota',
  day: '2-digit',
  month: '2-digit',
});
