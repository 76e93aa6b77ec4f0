import { withDots } from './with-dots.ts';

/**
 * Maximum sizes of lists and documents. Key: code of the error for a request above `most`. `remedy`: second
 * Spanish sentence of the error, with the next step; `of`: name of the counted things for docs/run/limits.md.
 */
export const limits = {
  tooManyCodes: {
    most: 2_000,
    of: 'standing codes of cards of a joint, and four more for each of its units',
    remedy: 'Anule los códigos que no usa, o pida menos.',
  },
  documentTooLarge: {
    most: 2_000,
    of: 'cards, badges or voting badges’ holders in one PDF',
    remedy: 'Imprima los códigos de un lote, o por partes.',
  },
  tooManySessions: {
    most: 20,
    of: 'connected sessions of a user; 12 of a code',
    remedy: 'Cierre una sesión de este usuario o código en otro dispositivo e intente nuevamente.',
  },
  tooManyDisplays: {
    most: 100,
    of: 'wall displays of a joint and its sectors that stand',
    remedy: 'Termine las pantallas que no usa en «Pantallas».',
  },
  tooManyPowers: {
    most: 20,
    of: 'pending powers of a unit',
    remedy: 'Acepte o rechace los poderes pendientes de este inmueble.',
  },
  powerPagesFull: {
    most: 10,
    of: 'pages of a power',
    remedy: 'Conserve en papel las demás hojas del poder.',
  },
  noticeFilesFull: {
    most: 10,
    of: 'documents of the notice of an assembly',
    remedy: 'Retire un documento de la convocatoria para agregar otro.',
  },
  actaFilesFull: {
    most: 40,
    of: 'files of the signed acta of an assembly',
    remedy: 'Publique el acta con los archivos ya guardados.',
  },
  tooManyReopenings: {
    most: 50,
    of: 'openings of a question',
    remedy: 'Cree la pregunta de nuevo en lugar de reabrirla.',
  },
  tooManyQuestions: {
    most: 500,
    of: 'questions of a joint or a sector in an assembly, with the deleted ones',
    remedy: 'Haga en otra asamblea las preguntas que faltan.',
  },
  tooManyTurns: {
    most: 100,
    of: 'waiting requests for a turn to speak in an assembly',
    remedy: 'Espere a que avance la lista de la palabra.',
  },
  ownTurnsFull: {
    most: 10,
    of: 'requests of a person by phone for a turn to speak in an assembly',
    remedy: 'Pida la palabra en la mesa de registro.',
  },
  tooManyProposals: {
    most: 300,
    of: 'proposals of an assembly, with the withdrawn ones',
    remedy: 'Presente la proposición de viva voz en la asamblea.',
  },
  ownProposalsFull: {
    most: 5,
    of: 'standing proposals of a person in an assembly',
    remedy: 'Retire una de sus proposiciones para escribir otra.',
  },
  writtenProposalsFull: {
    most: 15,
    of: 'proposals of a person in an assembly, with the withdrawn ones',
    remedy: 'Presente las demás proposiciones de viva voz en la asamblea.',
  },
  tooManyDrafts: {
    most: 50,
    of: 'sheets of a joint, neither prepared nor discarded',
    remedy: 'Descarte las planillas que no sirven.',
  },
  tooManyFees: {
    most: 500,
    of: 'fees of a joint without a spreadsheet, not ended before the first open month',
    remedy: 'Termine las cuotas que ya no se cobran.',
  },
  tooManyIntents: {
    status: 429,
    most: 30,
    of: 'online payments begun by an account in a day',
    remedy: 'Intente mañana otro pago en línea de este inmueble.',
  },
  tooManyReports: {
    status: 429,
    most: 4,
    of: 'unfinished jobs (reports and months) of a user; 40 of the installation',
    remedy:
      'Espere a que terminen sus informes o facturas en preparación, o cancele alguno, e intente nuevamente.',
  },
  sheetTooLarge: {
    status: 413,
    most: 10,
    of: 'megabytes of an uploaded file; 20,000 rows of a sheet',
    message:
      'El archivo es demasiado grande. El límite es de 10 MB y 20.000 filas. Divida el archivo en varios.',
  },
  reportTooLarge: {
    most: 250_000,
    of: 'cells of the tables of a report on paper; 1,000,000 in a workbook',
    message:
      'El informe es demasiado grande: {most|250.000} casillas como máximo. Pida un período, un sector o un informe más corto; en Excel caben más.',
  },
  personalDataTooLarge: {
    most: 20_000,
    of: 'records of a person in one exported file',
    remedy: 'Pida a quien opera el servidor la copia de los datos de la persona.',
  },
  tooManyClaims: {
    most: 10,
    of: 'open queries and claims of an owner in a joint',
    remedy: 'Espere la respuesta a sus consultas o reclamos antes de presentar otro.',
  },
  tooManyEvents: {
    most: 2_000,
    of: 'events of the installation',
    remedy: 'Pida a quien administra la plataforma que revise los eventos anteriores.',
  },
  tooManyParticipants: {
    most: 20_000,
    of: 'participants of an event',
    remedy: 'Reparta los participantes en varios eventos.',
  },
  tooManyUsers: {
    most: 100_000,
    of: 'users of the installation',
    remedy: 'Pida otra instalación a quien opera el servidor: esta no recibe más usuarios.',
  },
  tooManyJoints: {
    most: 3_000,
    of: 'joints and sectors of the installation',
    remedy: 'Pida otra instalación a quien opera el servidor: esta no recibe más copropiedades.',
  },
} as const;

/** Code of the error for a passed limit, for example `tooManyCodes`. */
export type LimitCode = keyof typeof limits;

interface Limit {
  status?: number;
  most: number;
  remedy?: string;
  /** Whole sentence of the error, for a limit of other than a number of things. */
  message?: string;
}

/**
 * Status (422 unless noted in `limits`) and message of the errors of `limits`, in the form of `errors`. The message names
 * the limit of the refused call (`most` in the details), else the limit of the table (specification, section 11).
 */
export const limitErrors = Object.fromEntries(
  Object.entries<Limit>(limits).map(([code, { status = 422, most, remedy, message }]) => [
    code,
    [status, message ?? `Son demasiados: {most|${withDots(most)}} como máximo. ${remedy}`],
  ]),
) as unknown as Record<LimitCode, readonly [status: number, message: string]>;
