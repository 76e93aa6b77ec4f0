import { type FormEvent, type ReactNode, useState } from 'react';
import type { ReportOffer } from '../../../../shared/billing/reports.api.ts';
import { defined } from '../../../../shared/defined.ts';
import { type Format, FormatChoice, inFormat } from '../../../reports/format-choice.tsx';
import { ReportProgress } from '../../../reports/progress.tsx';
import { type ReportMaking, useReport } from '../../../reports/use-report.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Button } from '../../../ui/page.tsx';
import styles from './reports.module.css';

/** Query parameters of a report as of a day: the day and Excel, if chosen, and filters. */
interface AsOfAsked {
  date?: string;
  xlsx?: true;
  [narrow: string]: string | true | undefined;
}

interface Props {
  /** Additional fields, shown before the field for the day. */
  children?: ReactNode;
  make: (report: ReportMaking, query: AsOfAsked) => void;
  /** Called on submit. Returns false if an additional field is invalid. */
  isReady?: () => boolean;
  /** False to leave out the field for the day; the report is then as of today. */
  hasDay?: boolean;
  /** Offers a filter of the rows, if the report has a filter. */
  narrow?: ReportOffer['narrow'];
  /** Label of the submit button. */
  act?: string | undefined;
  /** Renders the preview of the report. Returns an empty node while a required choice is missing. */
  preview: (query: AsOfAsked) => ReactNode;
}

/**
 * Form for a report about debts as of a chosen day. Without a day the report includes all movements up to
 * now.
 * @param children additional fields before the field for the day
 * @param make makes the report of the typed query
 * @param isReady called on submit; returns false if an additional field is invalid
 * @param hasDay false to leave out the field for the day
 * @param narrow checkbox to filter rows; absent without a filter
 * @param act label of the submit button
 * @param preview renders the preview
 */
export function AsOfForm({
  children,
  make,
  isReady = () => true,
  hasDay = true,
  narrow,
  act = 'Generar',
  preview,
}: Props) {
  const [day, setDay] = useState('');
  const [format, setFormat] = useState<Format>('pdf');
  const [isNarrow, setNarrow] = useState(true);
  const report = useReport();
  const query: AsOfAsked = {
    ...defined({ date: day === '' ? undefined : day }),
    ...(narrow && isNarrow && { [narrow.query]: true }),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (report.isBusy || !isReady()) return;
    make(report, { ...query, ...inFormat(format) });
  };
  return (
    <>
      <form className={`stack-4 ${styles.fields}`} onSubmit={submit} noValidate>
        {children}
        {hasDay && (
          <TextField
            label="A corte de"
            type="date"
            value={day}
            onChange={setDay}
            description="Opcional. Sin fecha, se informa lo registrado hasta hoy."
          />
        )}
        {narrow && (
          <Checkbox isSelected={isNarrow} onChange={setNarrow}>
            {narrow.label}
          </Checkbox>
        )}
        <FormatChoice value={format} onChange={setFormat} />
        <div className={styles.buttons}>
          <Button type="submit" isPending={report.isBusy}>
            {act}
          </Button>
        </div>
        <ReportProgress report={report} />
      </form>
      {preview(query)}
    </>
  );
}
