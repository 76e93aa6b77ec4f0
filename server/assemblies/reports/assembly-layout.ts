import {
  assemblyKindNames,
  assemblyName,
  callNames,
  capacityNames,
  identificationNames,
  modeNames,
} from '../../../shared/assemblies/words.ts';
import { exactTime } from '../../../shared/format.ts';
import {
  type Fact,
  inBook,
  instantFact,
  type TableColumn,
  textFact,
} from '../../platform/documents/table.ts';
import type { Attendee, ReportHeading, ReportUnit, VoteRow, VoteWay } from './rows.ts';

/**
 * Heading and facts of every report of an assembly.
 * @param facts for the workbook only, after the facts of the assembly
 * @param end end of the assembly, if the report covers the whole evening
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

/** Place of an attendee. */
const placeName = ({ remote }: { remote: boolean }): string => (remote ? 'Desde casa' : 'En el salón');

/** Way of a vote, in every report that lists or counts votes (specification, section 18, rule 11b). */
export const wayWords: Record<VoteWay, string> = {
  phone: 'desde su teléfono',
  card: 'con tarjeta',
  desk: 'en papel, por la mesa',
};

/** Way of a vote and place of its unit's registration. */
export const mediumName = (vote: Pick<VoteRow, 'way' | 'remote'>): string =>
  `${wayWords[vote.way]}; ${placeName(vote).toLowerCase()}`;

/** A unit and its owner, in every table of a report. */
export const unitColumns = (width: number, ownerWidth: number): TableColumn<ReportUnit>[] => [
  { title: 'Inmueble', kind: 'text', width, value: (row) => row.apartmentId },
  { title: 'Propietario', kind: 'text', width: ownerWidth, value: (row) => row.owner },
  { title: 'Documento del propietario', kind: 'text', value: (row) => row.ownerDocument },
];

/** Coefficient of a unit; without a width only in the workbook. */
export const weightColumn = (width?: number): TableColumn<ReportUnit> => ({
  title: 'Coeficiente',
  kind: 'coefficient',
  value: (row) => row.coefficient,
  ...(width !== undefined && { width }),
});

/** The columns of a table of units alone. */
export const unitAlone = [...unitColumns(140, 280), weightColumn(80)];

/** A unit with its attendee, if any. */
type Answered = ReportUnit & { attendee: Attendee | null };

/** Attendee of a unit: a cell on paper. */
export const attendeeOnPaper = (width: number): TableColumn<Answered> => ({
  title: 'Asistente',
  kind: 'text',
  width,
  paperOnly: true,
  value: (row) => attendeeWords(row).text,
  small: (row) => attendeeWords(row).small,
});

/** Attendee of a unit: columns of the workbook. */
export const attendeeInBook: readonly TableColumn<Answered>[] = [
  { title: 'Asistente', kind: 'text', value: ({ attendee }) => attendee?.name ?? null },
  { title: 'Documento del asistente', kind: 'text', value: ({ attendee }) => attendee?.document ?? null },
  { title: 'Calidad', kind: 'text', value: ({ attendee }) => attendee && capacityNames[attendee.capacity] },
];

/** Columns of the workbook: place of the attendee, and identification of a remote attendee (Decreto 398 de 2020). */
export const placeColumns: readonly TableColumn<{ attendee: Attendee }>[] = [
  { title: 'Asiste', kind: 'text', value: ({ attendee }) => placeName(attendee) },
  {
    title: 'Identificación',
    kind: 'text',
    value: ({ attendee: { identifiedBy } }) => identifiedBy && identificationNames[identifiedBy],
  },
];

/** Does not repeat the name of an owner who came in person. */
function attendeeWords({ attendee, owner }: Answered): { text: string; small: string } {
  if (attendee === null) return { text: 'Sin registro', small: '' };
  const { name, document } = attendee;
  const capacity = `${capacityNames[attendee.capacity]}${attendee.remote ? ', desde casa' : ''}`;
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

/** End of a record, with reason and actor: a cell on paper. */
export const endedOnPaper = (width: number): TableColumn<EndedRow> => ({
  title: 'Motivo',
  kind: 'text',
  width,
  paperOnly: true,
  value: ({ why, reason }) => (reason === null || reason === '' ? why : `${why}: ${reason}`),
  small: ({ by }) => by,
});

/** End of a record, with reason and actor: columns of the workbook. */
export const endedInBook: readonly TableColumn<EndedRow>[] = [
  { title: 'Cómo', kind: 'text', value: (row) => row.why },
  { title: 'Motivo', kind: 'text', value: (row) => row.reason },
  { title: 'Por', kind: 'text', value: (row) => row.by },
];

/** Formats times of day, with the day if the times are of several days. */
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
