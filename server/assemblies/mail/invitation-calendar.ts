import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { assemblyName } from '../../../shared/assemblies/words.ts';
import { addressOfSender } from '../../platform/mail/mailer.ts';
import { type Attachment, textLines } from '../../platform/mail/page.ts';
import type { Invitation } from './invitation.ts';

/**
 * Returns the assembly as a request for the receiver's calendar (RFC 5546); null without a date. A first call also has the
 * second call, as tentative. The entries have no end, because the end is unknown, and no personal link, because people
 * share calendars. After a change of the notice each entry has the same UID and a higher SEQUENCE.
 * @param sent sender of all mails as the organizer, address of the person, and instant of the mail, epoch ms
 */
export function calendarEntry(
  { jointName, assembly, sequence, publicUrl, name, secondCallAt }: Invitation,
  { from, to, at }: { from: string; to: string; at: number },
): Attachment | null {
  if (assembly.scheduledAt === null) return null;
  const calendar = ical({ prodId: '//SCAF//Asambleas//ES', method: ICalCalendarMethod.REQUEST });
  const uid = (part: string) => `asamblea-${assembly.assemblyId}${part}@${new URL(publicUrl).hostname}`;
  const common = {
    sequence,
    stamp: new Date(at),
    location: assembly.place,
    organizer: { name: jointName, email: addressOfSender(from) },
    attendees: [{ name, email: to, rsvp: true, status: ICalAttendeeStatus.NEEDSACTION }],
  };
  calendar.createEvent({
    ...common,
    id: uid(''),
    start: new Date(assembly.scheduledAt),
    summary: `${assemblyName(assembly)}: ${jointName}`,
    description: textLines(assembly.agenda ?? '').join('\n') || null,
  });
  if (secondCallAt !== null) {
    calendar.createEvent({
      ...common,
      id: uid('-segunda'),
      start: new Date(secondCallAt),
      status: ICalEventStatus.TENTATIVE,
      summary: `Segunda convocatoria, si no hay quórum: ${jointName}`,
    });
  }
  return {
    filename: 'asamblea.ics',
    contentType: 'text/calendar; charset=utf-8; method=REQUEST',
    content: Buffer.from(calendar.toString()),
  };
}
