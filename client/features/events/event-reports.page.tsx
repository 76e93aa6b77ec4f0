import { type FormEvent, useState } from 'react';
import { type Event, eventReport } from '../../../shared/events/events.api.ts';
import { type Format, FormatChoice, inFormat } from '../../reports/format-choice.tsx';
import { ReportPreview } from '../../reports/report-preview.tsx';
import { ReportProgress } from '../../reports/report-progress.tsx';
import { useReport } from '../../reports/use-report.ts';
import { Button, Page, Stack } from '../../ui/page.tsx';
import { EventSelect } from './event-select.tsx';

/** '/EventReports': who came to an event, on the screen and as a file. */
export default function EventReportsPage() {
  const [isTold, setTold] = useState(false);
  return (
    <Page title="Generar Reportes">
      <EventSelect error={isTold ? 'Seleccione un evento' : null}>
        {(event) => <ReportForm event={event} onTried={() => setTold(true)} />}
      </EventSelect>
    </Page>
  );
}

function ReportForm({ event, onTried }: { event: Event | null; onTried: () => void }) {
  const [format, setFormat] = useState<Format>('pdf');
  const report = useReport();
  const submit = (form: FormEvent) => {
    form.preventDefault();
    onTried();
    if (event === null || report.isBusy) return;
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
      {event && (
        <ReportPreview report={eventReport} input={{ params: { eventId: event.eventId }, query: {} }} />
      )}
    </>
  );
}
