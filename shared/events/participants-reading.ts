import Type, { type Static } from 'typebox';
import { tableChoices } from '../sheet-account.ts';

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
  ...tableChoices(participantColumnRoles, 256),
});
export type ParticipantsReading = Static<typeof ParticipantsReading>;
