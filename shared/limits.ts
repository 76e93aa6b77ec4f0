/**
 * Maximum sizes of lists and documents. Key: code of the error for a request above `most`. `message`:
 * Spanish sentence of the error; `of`: name of the counted things for docs/run/limits.md.
 */
export const limits = {
  tooManyCodes: {
    most: 2_000,
    of: 'standing codes of cards of a joint, and four more for each of its units',
    message: 'La copropiedad ya tiene demasiados códigos vigentes. Anule los que no usa, o pida menos.',
  },
  documentTooLarge: {
    most: 2_000,
    of: 'cards, badges or voting badges’ holders in one PDF',
    message: 'Son demasiados códigos para un documento. Imprima un lote, o por partes.',
  },
  tooManySessions: {
    most: 20,
    of: 'connected sessions of a user; 12 of a code',
    message:
      'Hay demasiadas sesiones abiertas y en uso con este usuario o código. Cierre la sesión en otro dispositivo e intente nuevamente.',
  },
  tooManyDisplays: {
    most: 100,
    of: 'wall displays of a joint and its sectors that stand',
    message: 'La copropiedad ya tiene demasiadas pantallas. Termine las que no usa en «Pantallas».',
  },
  tooManyPowers: {
    most: 20,
    of: 'pending powers of a unit',
    message:
      'El inmueble ya tiene demasiados poderes por revisar. Acepte o rechace los que están pendientes.',
  },
  powerPagesFull: {
    most: 10,
    of: 'pages of a power',
    message: 'El poder ya tiene todas las hojas que se pueden guardar.',
  },
  noticeFilesFull: {
    most: 10,
    of: 'documents of the notice of an assembly',
    message: 'La convocatoria ya tiene todos los documentos que puede llevar. Retire uno para agregar otro.',
  },
  actaFilesFull: {
    most: 40,
    of: 'files of the signed acta of an assembly',
    message: 'De esta acta ya se guardaron todos los archivos que se pueden guardar.',
  },
  tooManyReopenings: {
    most: 50,
    of: 'openings of a question',
    message: 'La pregunta ya se abrió demasiadas veces. Cree la pregunta de nuevo.',
  },
  tooManyQuestions: {
    most: 500,
    of: 'questions of a joint or a sector in an assembly, with the deleted ones',
    message: 'La asamblea ya tuvo demasiadas preguntas. Haga en otra asamblea las que faltan.',
  },
  tooManyTurns: {
    most: 100,
    of: 'waiting requests for a turn to speak in an assembly',
    message: 'Ya hay demasiadas personas que esperan la palabra. Espere a que avance la lista.',
  },
  ownTurnsFull: {
    most: 10,
    of: 'requests of a person by phone for a turn to speak in an assembly',
    message:
      'Ya pidió la palabra todas las veces que se reciben desde un teléfono. Pídala en la mesa de registro.',
  },
  tooManyProposals: {
    most: 300,
    of: 'proposals of an assembly, with the withdrawn ones',
    message: 'La asamblea ya recibió demasiadas proposiciones. Preséntela de viva voz en la asamblea.',
  },
  ownProposalsFull: {
    most: 5,
    of: 'standing proposals of a person in an assembly',
    message:
      'Usted ya tiene todas las proposiciones que se reciben de una persona. Retire una para escribir otra.',
  },
  writtenProposalsFull: {
    most: 15,
    of: 'proposals of a person in an assembly, with the withdrawn ones',
    message:
      'Usted ya escribió todas las proposiciones que se reciben de una persona, con las retiradas. Presente las demás de viva voz en la asamblea.',
  },
  tooManyDrafts: {
    most: 50,
    of: 'sheets of a joint, neither prepared nor discarded',
    message: 'La copropiedad ya tiene demasiadas planillas sin revisar. Descarte las que no sirven.',
  },
  tooManyFees: {
    most: 500,
    of: 'fees of a joint without a spreadsheet, not ended before the first open month',
    message: 'La copropiedad ya tiene demasiadas cuotas fijadas. Termine las que ya no se cobran.',
  },
  tooManyIntents: {
    status: 429,
    most: 30,
    of: 'online payments begun by an account in a day',
    message: 'Hoy ya se comenzaron demasiados pagos en línea de este inmueble. Intente mañana.',
  },
  tooManyReports: {
    status: 429,
    most: 4,
    of: 'unfinished jobs (reports and months) of a user; 40 of the installation',
    message:
      'Ya tiene varios informes o facturas de meses en preparación. Espere a que terminen, o cancele alguno, e intente nuevamente.',
  },
  sheetTooLarge: {
    status: 413,
    most: 10,
    of: 'megabytes of an uploaded file; 20,000 rows of a sheet',
    message: 'El archivo es demasiado grande. El límite es de 10 MB y 20.000 filas.',
  },
  personalDataTooLarge: {
    most: 20_000,
    of: 'records of a person in one exported file',
    message:
      'La persona tiene demasiados registros para un solo archivo. Pida a quien opera el servidor la copia de sus datos.',
  },
  tooManyClaims: {
    most: 10,
    of: 'open queries and claims of an owner in a joint',
    message:
      'Ya tiene varias consultas o reclamos sin responder. Espere la respuesta antes de presentar otro.',
  },
  tooManyEvents: {
    most: 2_000,
    of: 'events of the installation',
    message: 'Ya hay demasiados eventos. Pida a quien administra la plataforma que revise los anteriores.',
  },
  tooManyParticipants: {
    most: 20_000,
    of: 'participants of an event',
    message: 'El evento tendría demasiados participantes. Repártalos en varios eventos.',
  },
  tooManyUsers: {
    most: 100_000,
    of: 'users of the installation',
    message: 'Ya hay demasiados usuarios. Pida a quien opera el servidor otra instalación.',
  },
  tooManyJoints: {
    most: 3_000,
    of: 'joints and sectors of the installation',
    message: 'Ya hay demasiadas copropiedades. Pida a quien opera el servidor otra instalación.',
  },
} as const;

/** Code of the error for a passed limit, for example `tooManyCodes`. */
export type LimitCode = keyof typeof limits;

/** Status (422 unless noted in `limits`) and message of the errors of `limits`, in the form of `errors`. */
export const limitErrors = Object.fromEntries(
  Object.entries<{ status?: number; message: string }>(limits).map(([code, { status = 422, message }]) => [
    code,
    [status, message],
  ]),
) as unknown as Record<LimitCode, readonly [status: number, message: string]>;
