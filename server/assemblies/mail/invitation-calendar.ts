import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { assemblyName } from '../../../shared/assemblies/words.ts';
import { defined } from '../../../shared/defined.ts';
import type { ByLaws } from '../../../shared/properties/by-laws.ts';
import { addressOfSender } from '../../platform/mail/mailer.ts';
import { type Attachment, textLines } from '../../platform/mail/page.ts';
import type { Invitation } from './invitation.ts';
import type { NoticeContent } from './notice.ts';
import { secondCallFrom } from './second-call.ts';

/** Assembly of calendar entries, with the version of the entries (SEQUENCE). */
export type CalendarOf = Pick<Invitation, 'jointName' | 'assembly' | 'sequence' | 'publicUrl'>;

/** Days of the calendar entries of a notice, epoch ms: of the assembly, and of the tentative second call. Null: no entry. */
export interface CalledDays {
  scheduledAt: number | null;
  secondCallAt: number | null;
}

/** Sender of all mails as the organizer, name and address of the person, and instant of the mail, epoch ms. */
interface CalendarMail {
  from: string;
  name: string;
  to: string;
  at: number;
}

/**
 * Returns the entries for the receiver's calendar (RFC 5546), a file for each: a message has a single UID. An entry of the
 * present notice is a request, the second call as tentative. An entry of a former notice alone is cancelled. The entries have no
 * end, because the end is unknown, and no personal link, because people share calendars. After a change of the notice each
 * entry has the same UID and a higher SEQUENCE.
 * @param former days in an earlier notice
 */
export function calendarEntries(
  of: CalendarOf,
  { now, former }: { now: CalledDays; former: CalledDays },
  mail: CalendarMail,
): Attachment[] {
  const { jointName, assembly } = of;
  const first = {
    file: 'asamblea',
    uid: '',
    summary: `${assemblyName(assembly)}: ${jointName}`,
    description: textLines(assembly.agenda ?? '').join('\n') || null,
  };
  const second = {
    file: 'segunda-convocatoria',
    uid: '-segunda',
    status: ICalEventStatus.TENTATIVE,
    summary: `Segunda convocatoria, si no hay quórum: ${jointName}`,
  };
  return [
    ...entryFile(of, first, { now: now.scheduledAt, former: former.scheduledAt }, mail),
    ...entryFile(of, second, { now: now.secondCallAt, former: former.secondCallAt }, mail),
  ];
}

/** Returns the file of an entry; empty for an entry in no notice. */
function entryFile(
  { jointName, assembly, sequence, publicUrl }: CalendarOf,
  {
    file,
    uid,
    ...event
  }: { file: string; uid: string; summary: string; description?: string | null; status?: ICalEventStatus },
  { now, former }: { now: number | null; former: number | null },
  { from, name, to, at }: CalendarMail,
): Attachment[] {
  const start = now ?? former;
  if (start === null) return [];
  const method = now === null ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST;
  const calendar = ical({ prodId: '//SCAF//Asambleas//ES', method });
  calendar.createEvent({
    ...event,
    ...defined({ status: now === null ? ICalEventStatus.CANCELLED : undefined }),
    id: `asamblea-${assembly.assemblyId}${uid}@${new URL(publicUrl).hostname}`,
    start: new Date(start),
    sequence,
    stamp: new Date(at),
    location: assembly.place,
    organizer: { name: jointName, email: addressOfSender(from) },
    attendees: [{ name, email: to, rsvp: true, status: ICalAttendeeStatus.NEEDSACTION }],
  });
  return [
    {
      filename: `${file}.ics`,
      contentType: `text/calendar; charset=utf-8; method=${method}`,
      content: Buffer.from(calendar.toString()),
    },
  ];
}

/** Returns the days of the calendar entries in some mailed notices, the last of each, epoch ms; null without an entry. */
export function daysInNotices(
  notices: readonly Pick<NoticeContent, 'call' | 'scheduledAt'>[],
  byLaws: ByLaws,
): CalledDays {
  const dated = notices.filter(({ scheduledAt }) => scheduledAt !== null);
  const first = dated.findLast(({ call }) => call === 1);
  return {
    scheduledAt: dated.at(-1)?.scheduledAt ?? null,
    secondCallAt: first === undefined ? null : secondCallFrom({ ...first, openedAt: null }, byLaws),
  };
}
