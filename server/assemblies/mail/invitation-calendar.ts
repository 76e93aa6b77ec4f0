import ical, { ICalCalendarMethod } from 'ical-generator';
import { assemblyName } from '../../../shared/assemblies/words.ts';
import { type Attachment, textLines } from '../../platform/mail/page.ts';
import type { Invitation } from './invitation.ts';

/**
 * Returns the assembly as an entry for the receiver's calendar; null without a date. The entry has no end, because
 * the end is unknown, and no personal link, because people share calendars. After a change of the notice the entry
 * has the same UID and a higher SEQUENCE.
 * @param at instant of the mail, epoch ms
 */
export function calendarEntry(
  { jointName, assembly, sequence, publicUrl }: Invitation,
  at: number,
): Attachment | null {
  if (assembly.scheduledAt === null) return null;
  const calendar = ical({ prodId: '//SCAF//Asambleas//ES', method: ICalCalendarMethod.PUBLISH });
  calendar.createEvent({
    id: `asamblea-${assembly.assemblyId}@${new URL(publicUrl).hostname}`,
    sequence,
    stamp: new Date(at),
    start: new Date(assembly.scheduledAt),
    summary: `${assemblyName(assembly)}: ${jointName}`,
    location: assembly.place,
    description: textLines(assembly.agenda ?? '').join('\n') || null,
  });
  return {
    filename: 'asamblea.ics',
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: Buffer.from(calendar.toString()),
  };
}
