import type { Participant } from '../../../shared/events/events.api.ts';

/**
 * An event's list as a sheet with the header that is understood best, to be filled in and to come back as it is. The
 * mark at its beginning tells Excel its letters.
 */
export const participantsCsv = (participants: readonly Participant[]): string =>
  [
    '\ufeffId;Nombre',
    ...participants.map(({ participantId, name }) => `${cellOf(participantId)};${cellOf(name)}`),
    '',
  ].join('\r\n');

const cellOf = (text: string): string => (/[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
