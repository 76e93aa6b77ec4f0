import { type FormEvent, type ReactNode, useState } from 'react';
import type { ReportOffer } from '../../../../shared/billing/reports.api.ts';
import { monthName } from '../../../../shared/days.ts';
import { type Format, FormatChoice, inFormat } from '../../../reports/format-choice.tsx';
import { ReportProgress } from '../../../reports/progress.tsx';
import { type ReportMaking, useReport } from '../../../reports/use-report.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { Button, Stack } from '../../../ui/page.tsx';
import { ErrorState, Loading, QueryView } from '../../../ui/query-view.tsx';
import { type MonthSource, useMonths, useYears } from '../months.ts';
import { billingTexts } from '../words.ts';
import styles from './reports.module.css';

/** Query parameters of a report of a month: year, month, and Excel if chosen. */
interface MonthAsked {
  year: number;
  month: number;
  xlsx?: true;
  /** Query parameter of the picked item of `choice`. */
  [choice: string]: number | true | undefined;
}

type Make = (report: ReportMaking, query: MonthAsked) => void;

interface Props {
  jointId: number;
  source: MonthSource;
  make: Make;
  /** Label of the submit button. */
  act?: string | undefined;
  /** True if the report has a single format, so no format is offered. */
  isPlain?: boolean | undefined;
  choice?: ReportOffer['choice'] | undefined;
  /** Second document of the same month, offered with a button of its own name. */
  also?: { act: string; make: Make } | undefined;
  /** Renders the preview of the month's report. Missing for a report available only as a file. */
  preview?: ((query: MonthAsked) => ReactNode) | undefined;
}

/** Form for a report of a month; the last month is selected at first. A change of year clears the month. */
export function MonthForm(props: Props) {
  const years = useYears(props.source, props.jointId);
  return (
    <QueryView
      query={years}
      page={props.preview !== undefined}
      failed={billingTexts.notLoaded}
      empty={billingTexts.noInformation}
    >
      {(data) => <Fields {...props} years={data} />}
    </QueryView>
  );
}

function Fields({
  jointId,
  source,
  make,
  act = 'Generar',
  isPlain,
  choice,
  also,
  preview,
  years,
}: Props & { years: number[] }) {
  const [chosenYear, setYear] = useState<number | null>(null);
  const [chosenMonth, setMonth] = useState<number | null>(null);
  const [format, setFormat] = useState<Format>('pdf');
  const [usual = ''] = Object.keys(choice?.items ?? {});
  const [picked, setPicked] = useState(usual);
  const [isTold, setTold] = useState(false);
  const report = useReport();
  const year = chosenYear ?? years[0] ?? null;
  const months = useMonths(source, jointId, year);
  // Default: the last month, until a year is chosen.
  const month = chosenMonth ?? (chosenYear === null ? (months.data?.at(-1) ?? null) : null);

  const send = (made: Make) => {
    if (report.isBusy) return;
    setTold(true);
    if (year === null || month === null) return;
    const inChoice = picked === usual ? {} : { [picked]: true as const };
    made(report, { year, month, ...inChoice, ...(made === make ? inFormat(format) : {}) });
  };
  const chooseYear = (chosen: number) => {
    if (chosen !== year) {
      setMonth(null);
      // A new year clears the month, so the missing month is no error yet.
      setTold(false);
    }
    setYear(chosen);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(make);
  };
  return (
    <>
      <form className={`stack-4 ${styles.fields}`} onSubmit={submit} noValidate>
        <MonthSelects
          years={years}
          year={year}
          onYear={chooseYear}
          months={months.data}
          month={month}
          onMonth={setMonth}
          isTold={isTold}
        />
        {months.isError && (
          <ErrorState message={billingTexts.notLoaded} onRetry={() => void months.refetch()} />
        )}
        {choice && <ChoiceSelect choice={choice} value={picked} onChange={setPicked} />}
        {!isPlain && <FormatChoice value={format} onChange={setFormat} />}
        <FormButtons
          act={act}
          isBusy={report.isBusy}
          also={also && { act: also.act, onPress: () => send(also.make) }}
        />
        <ReportProgress report={report} />
      </form>
      {preview &&
        // The month is still loading: reserves the space below.
        (months.isLoading ? <Loading page /> : year !== null && month !== null && preview({ year, month }))}
    </>
  );
}

interface ButtonsProps {
  act: string;
  isBusy: boolean;
  /** Button for the second document of the month. */
  also: { act: string; onPress: () => void } | undefined;
}

function FormButtons({ act, isBusy, also }: ButtonsProps) {
  return (
    <div className={styles.buttons}>
      <Stack row>
        <Button type="submit" isPending={isBusy}>
          {act}
        </Button>
        {also && (
          <Button variant="secondary" isDisabled={isBusy} onPress={also.onPress}>
            {also.act}
          </Button>
        )}
      </Stack>
    </div>
  );
}

interface ChoiceProps {
  choice: NonNullable<ReportOffer['choice']>;
  value: string;
  onChange: (item: string) => void;
}

function ChoiceSelect({ choice, value, onChange }: ChoiceProps) {
  const items = Object.entries(choice.items).map(([id, label]) => ({ id, label }));
  return (
    <Select label={choice.label} items={items} value={value} onChange={onChange} placeholder="Seleccione" />
  );
}

interface SelectsProps {
  years: readonly number[];
  year: number | null;
  onYear: (year: number) => void;
  /** Months of the year, 1 to 12. Undefined while loading. */
  months: readonly number[] | undefined;
  month: number | null;
  onMonth: (month: number) => void;
  /** True to show the errors of missing choices. */
  isTold: boolean;
}

function MonthSelects({ years, year, onYear, months, month, onMonth, isTold }: SelectsProps) {
  return (
    <div className={`grid-4 ${styles.pair}`}>
      <Select
        label="Año"
        items={years.map((one) => ({ id: one, label: String(one) }))}
        value={year}
        onChange={onYear}
        placeholder="Seleccione un año"
        error={isTold && year === null ? billingTexts.yearMissing : null}
        isRequired
      />
      <Select
        label="Mes"
        items={(months ?? []).map((one) => ({ id: one, label: monthName(one) }))}
        value={month}
        onChange={onMonth}
        placeholder="Seleccione un mes"
        error={isTold && month === null ? billingTexts.monthMissing : null}
        isDisabled={!months}
        isRequired
      />
    </div>
  );
}
