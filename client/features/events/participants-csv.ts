import type { Participant } from '../../../shared/events/events.api.ts';

/**
 * Writes the list of an event as CSV with the recommended header, to be filled in and uploaded again. The byte order
 * mark tells Excel the encoding.
 */
export const participantsCsv = (participants: readonly Participant[]): string =>
  [
    '\ufeffId;Nombre',
    ...participants.map(({ participantId, name }) => `${cellOf(participantId)};${cellOf(name)}`),
    '',
  ].join('\r\n');

const cellOf = (text: string): string => (/[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
