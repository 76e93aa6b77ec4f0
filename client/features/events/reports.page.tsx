import { type FormEvent, useState } from 'react';
import { today } from '../../../shared/days.ts';
import { type Event, eventReport } from '../../../shared/events/events.api.ts';
import { type Format, FormatChoice, inFormat } from '../../reports/format-choice.tsx';
import { ReportPreview } from '../../reports/preview.tsx';
import { ReportProgress } from '../../reports/progress.tsx';
import { useReport } from '../../reports/use-report.ts';
import { Button, Page, Stack } from '../../ui/page.tsx';
import { EventSelect } from './select.tsx';

/** Page '/EventReports': attendance of an event, on screen and as a file. */
export default function EventReportsPage() {
  return (
    <Page title="Generar Reportes">
      <EventSelect likely={lastHeld}>{(event) => event && <ReportForm event={event} />}</EventSelect>
    </Page>
  );
}

/** Returns the event of today, else the last event before today, else the first of the list. */
const lastHeld = (events: readonly Event[]): Event | undefined =>
  events.find(({ heldOn }) => heldOn !== null && heldOn <= today()) ?? events[0];

function ReportForm({ event }: { event: Event }) {
  const [format, setFormat] = useState<Format>('pdf');
  const report = useReport();
  const submit = (form: FormEvent) => {
    form.preventDefault();
    if (report.isBusy) return;
    void report.make(eventReport, { params: { eventId: event.eventId }, query: inFormat(format) });
  };
  return (
    <>
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormatChoice value={format} onChange={setFormat} />
          <div>
            <Button type="submit" isPending={report.isBusy}>
              Generar
            </Button>
          </div>
          <ReportProgress report={report} />
        </Stack>
      </form>
      <ReportPreview report={eventReport} input={{ params: { eventId: event.eventId }, query: {} }} />
    </>
  );
}
