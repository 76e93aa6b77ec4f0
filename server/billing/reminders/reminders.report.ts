import { contactResultWords } from '../../../shared/billing/collection/contact-words.ts';
import type { Reminder } from '../../../shared/billing/collection/reminders.api.ts';
import { remindersReport } from '../../../shared/billing/reports.api.ts';
import { shortDay } from '../../../shared/days.ts';
import { dateTime } from '../../../shared/format.ts';
import { defineReport } from '../../platform/documents/define-report.ts';
import { type ReportLayout, table } from '../../platform/documents/report-layout.ts';
import { type BookHeading, bookFacts, ofUnit, readHeading } from '../reports/heading.ts';
import { headNow } from '../reports/page-head.ts';
import { listContacts } from './reminders.repository.ts';

/** Lays out the contacts with the owner of an account about debts, with channel, proof and text (Ley 2300 de 2023). */
const remindersLayout = ({
  heading,
  subject,
  contacts,
}: {
  heading: BookHeading;
  subject: string;
  contacts: Reminder[];
}): ReportLayout => ({
  title: 'Registro de Recordatorios',
  heading,
  subject,
  facts: bookFacts(heading, subject),
  parts: [
    table<Reminder>({
      name: 'Recordatorios',
      rows: contacts,
      empty: 'No se han hecho recordatorios.',
      columns: [
        { title: 'Momento', kind: 'text', width: 84, value: ({ at }) => dateTime(at) },
        { title: 'Persona', kind: 'text', width: 90, value: ({ name }) => name },
        {
          title: 'Canal autorizado',
          kind: 'text',
          width: 120,
          value: ({ address }) => address,
          small: ({ authorisedOn, proof }) => `Desde el ${shortDay(authorisedOn)}: ${proof}`,
        },
        { title: 'Texto', kind: 'text', width: 160, value: ({ text }) => text },
        { title: 'Resultado', kind: 'text', width: 58, value: ({ result }) => contactResultWords[result] },
      ],
    }),
  ],
});

/** Record of the contacts with the owner of an account about debts, as PDF or spreadsheet. */
export default defineReport(remindersReport, {
  read: async (trx, { params: { jointId, apartmentId } }) => ({
    heading: { ...(await readHeading(trx, jointId)), head: await headNow(trx, jointId) },
    subject: `Inmueble ${apartmentId}`,
    contacts: await listContacts(trx, jointId, apartmentId),
  }),
  formats: ofUnit(remindersLayout),
});
