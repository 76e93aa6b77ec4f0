import { type FormEvent, useState } from 'react';
import { type Event, eventReport } from '../../../shared/events/events.api.ts';
import { ReportProgress } from '../../reports/report-progress.tsx';
import { useReport } from '../../reports/use-report.ts';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { Button, Page, Stack } from '../../ui/page.tsx';
import { EventSelect } from './event-select.tsx';

const formats = [
  { id: 'pdf', label: 'PDF' },
  { id: 'xlsx', label: 'Excel' },
] as const;
type Format = (typeof formats)[number]['id'];

/** '/EventReports': who came to an event, as a file. */
export default function EventReportsPage() {
  const [isTold, setTold] = useState(false);
  return (
    <Page title="Generar Reportes" width="narrow">
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
    const query = format === 'xlsx' ? { xlsx: true } : {};
    void report.make(eventReport, { params: { eventId: event.eventId }, query });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <RadioGroup label="Formato" items={formats} value={format} onChange={setFormat} inline />
        <div>
          <Button type="submit" isPending={report.isBusy}>
            Generar
          </Button>
        </div>
        <ReportProgress report={report} />
      </Stack>
    </form>
  );
}
