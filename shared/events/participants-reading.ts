import Type, { type Static } from 'typebox';

/**
 * What a column of a list of participants is: `id`, by which somebody is known; `name`, a whole name, or `given` and
 * `surname`, its parts, joined with the given names first; `ignore`: not read.
 */
export const participantColumnRoles = ['id', 'name', 'given', 'surname', 'ignore'] as const;
export type ParticipantColumnRole = (typeof participantColumnRoles)[number];

/** How screens and accounts of a file call them. */
export const participantColumnWords: Readonly<Record<ParticipantColumnRole, string>> = {
  id: 'Identificación',
  name: 'Nombre',
  given: 'Nombres',
  surname: 'Apellidos',
  ignore: 'No usar',
};

/** What somebody said of a list of participants by hand; what is left out is found. */
export const ParticipantsReading = Type.Object({
  /** The sheets that are read and joined, by their place in the report. */
  tables: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 200 }), { maxItems: 200 })),
  /** Of the first of them; 1-based. */
  headerRow: Type.Optional(Type.Integer({ minimum: 1, maximum: 20_000 })),
  /** All columns of the first of them that are read; 0-based. They hold for the same headers in the others. */
  columns: Type.Optional(
    Type.Array(
      Type.Object({
        column: Type.Integer({ minimum: 0, maximum: 500 }),
        role: Type.Enum(participantColumnRoles),
      }),
      { maxItems: 256 },
    ),
  ),
});
export type ParticipantsReading = Static<typeof ParticipantsReading>;
