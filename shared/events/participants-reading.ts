import Type, { type Static } from 'typebox';

/**
 * Roles of a column in a list of participants: `id`, the identification; `name`, a full name; `given` and
 * `surname`, parts joined with given names first; `ignore`, not read.
 */
export const participantColumnRoles = ['id', 'name', 'given', 'surname', 'ignore'] as const;
export type ParticipantColumnRole = (typeof participantColumnRoles)[number];

/** Spanish labels of the roles (meanings) of a column in a list of participants, for screens. */
export const participantColumnWords: Readonly<Record<ParticipantColumnRole, string>> = {
  id: 'Identificación',
  name: 'Nombre',
  given: 'Nombres',
  surname: 'Apellidos',
  ignore: 'No usar',
};

/** Choices of a user for reading a list of participants. The server finds absent fields automatically. */
export const ParticipantsReading = Type.Object({
  /** Indexes of the sheets to read and join, as in `tables` of the report. */
  tables: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 200 }), { maxItems: 200 })),
  /** Row number of the header in the first sheet, from 1; 0 without a header. */
  headerRow: Type.Optional(Type.Integer({ minimum: 0, maximum: 20_000 })),
  /**
   * Columns to read in the first sheet, with indexes from 0. Columns with the same headers in other sheets have the
   * same role.
   */
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
