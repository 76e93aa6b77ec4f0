import {
  keepPreviousData,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  type Draft,
  type MonthReading,
  type MonthReport,
  prepareMonth,
  previewDraft,
} from '../../../../shared/billing/drafts.api.ts';
import { call, hasCode, messageOf, SHEET_TIMEOUT_MS } from '../../../lib/api.ts';
import { count, units } from '../../../lib/format.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { Button, Card, Notice, Stack } from '../../../ui/page.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { HeaderRow, ImportProblems, SheetQuestions, SheetTold } from '../../properties/index.ts';
import styles from '../billing.module.css';
import { useRefreshBilling } from '../billing.queries.ts';
import { UnitCell } from '../unit-cell.tsx';
import { amountText, dayWords } from '../words.ts';
import { ColumnsTable } from './columns-table.tsx';
import { MonthFields } from './fields.tsx';
import { answered, changedColumns, onSheet, shownColumns } from './reading.ts';
import { SheetDifferences } from './sheet-differences.tsx';
import { monthLabel } from './words.ts';

interface Props {
  draft: Draft;
  /** Month selected at first, because an upload does not name a month. */
  first: { year: number; month: number };
  onMonth: (month: { year: number; month: number }) => void;
}

/**
 * Preview of an uploaded spreadsheet read as a month of charges, with columns, questions and problems. Each
 * change reads the file again; once free of errors the month can be stored.
 * @param first year and month selected at first
 * @param onMonth called with the stored month
 */
export function DraftReading({ draft: { jointId, draftId }, first, onMonth }: Props) {
  const [reading, setReading] = useState<MonthReading>(first);
  const params = { jointId, draftId };
  const queryKey = ['billing', jointId, 'preview', draftId, reading];
  const preview = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(previewDraft, { params, body: reading, signal, timeoutMs: SHEET_TIMEOUT_MS }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const storing = useStoring(params, reading, { queryKey, onMonth });
  const change = (next: Partial<MonthReading>) => {
    storing.reset();
    setReading((before) => ({ ...before, ...next }));
  };
  return (
    <Card title="Qué contiene la planilla">
      <ReadingFields reading={reading} report={preview.data} onChange={change} />
      <QueryView query={preview}>
        {(report) => {
          const columns = shownColumns(report, reading.columns);
          return (
            <Stack>
              <Progress label="Leyendo la planilla" valueLabel="" isIdle={!preview.isFetching} />
              {preview.error && !preview.isFetching && (
                <Notice kind="error">{messageOf(preview.error)}</Notice>
              )}
              <ColumnsTable
                columns={columns}
                onChange={(column, changed) =>
                  change({ columns: changedColumns(reading.columns, columns, column, changed) })
                }
              />
              <SheetQuestions
                asks={report.asks}
                onAnswer={(ask, choice) => change(answered(reading, columns, ask, choice))}
              />
              <ReportView report={report} />
              {storing.error && <Notice kind="error">{messageOf(storing.error)}</Notice>}
              <Stack row end>
                {hasCode(storing.error, 'monthExists', 'monthIssued') && (
                  <Button variant="secondary" onPress={() => onMonth(reading)}>
                    Ver {monthLabel(reading.year, reading.month)}
                  </Button>
                )}
                <Button
                  onPress={() => storing.mutate()}
                  isPending={storing.isPending}
                  isDisabled={preview.isFetching || report.rows.length === 0 || hasErrors(report)}
                >
                  Cargar el mes
                </Button>
              </Stack>
            </Stack>
          );
        }}
      </QueryView>
    </Card>
  );
}

/** Stores the month as read. A refusal for problems replaces the preview. */
function useStoring(
  params: Pick<Draft, 'jointId' | 'draftId'>,
  reading: MonthReading,
  { queryKey, onMonth }: Pick<Props, 'onMonth'> & { queryKey: QueryKey },
) {
  const client = useQueryClient();
  const refresh = useRefreshBilling();
  return useMutation({
    mutationFn: () => call(prepareMonth, { params, body: reading, timeoutMs: SHEET_TIMEOUT_MS }),
    onSuccess: async ({ year, month }) => {
      toast.success(`${monthLabel(year, month)} fue cargado.`);
      onMonth({ year, month });
      await refresh();
    },
    onError: (error) => {
      // Another person may have stored a conflicting change since the preview.
      if (hasCode(error, 'importHasProblems')) client.setQueryData(queryKey, error.details as MonthReport);
    },
  });
}

const hasErrors = ({ problems }: MonthReport): boolean =>
  problems.some(({ severity }) => severity === 'error');

interface ReadingFieldsProps {
  reading: MonthReading;
  report: MonthReport | undefined;
  onChange: (change: Partial<MonthReading>) => void;
}

/** Answers about rows. Offered again after an answer, because a wrong press must not lose rows. */
const rowAnswers = [
  {
    name: 'equalRows',
    label: 'Filas iguales',
    items: [
      { id: 'all', label: 'Cada una se cobra' },
      { id: 'once', label: 'Es un solo cobro repetido' },
    ],
  },
  {
    name: 'hiddenRows',
    label: 'Filas ocultas',
    items: [
      { id: 'read', label: 'Leerlas' },
      { id: 'skip', label: 'No leerlas' },
    ],
  },
  {
    name: 'dueRows',
    label: 'Filas vencidas antes del mes',
    items: [
      { id: 'month', label: 'Se deben de antes' },
      { id: 'all', label: 'Leerlas como las demás' },
    ],
  },
] as const;

function ReadingFields({ reading, report, onChange }: ReadingFieldsProps) {
  const sheets = report?.sheets ?? [];
  return (
    <div className={`grid-4 ${styles.fields}`}>
      {/* A change of month resets the due date. */}
      <MonthFields value={reading} onChange={(month) => onChange({ ...month, dueDate: undefined })} />
      {sheets.length > 1 && (
        <Select
          label="Hoja"
          items={sheets.map((name) => ({ id: name, label: name }))}
          value={reading.sheet ?? report?.sheet ?? null}
          onChange={(sheet) => onChange(onSheet(sheet))}
          placeholder="Seleccione una hoja"
        />
      )}
      {report && (
        <HeaderRow
          key={`${report.sheet} ${report.headerRow}`}
          headerRow={report.headerRow}
          onChange={(headerRow) => onChange({ headerRow, columns: undefined })}
        />
      )}
      {rowAnswers.map(({ name, label, items }) => {
        const answer = reading[name];
        return (
          answer !== undefined && (
            <Select<string>
              key={name}
              label={label}
              items={items}
              value={answer}
              onChange={(chosen) => onChange({ [name]: chosen })}
            />
          )
        );
      })}
    </div>
  );
}

type MonthRow = MonthReport['rows'][number];

/** Row number in the spreadsheet, with the sheet name if several sheets are read. */
const placeOf = ({ sheet, row }: MonthRow): string | number =>
  sheet === undefined ? row : `«${sheet}», ${row}`;

function rowColumns(totals: MonthReport['totals']): Column<MonthRow>[] {
  const figure = (
    header: string,
    name: 'opening' | 'payment' | 'total',
    cell: (row: MonthRow) => ReactNode = (row) => amountText(row[name]),
  ): Column<MonthRow> => ({ header, cell, align: 'end', total: amountText(totals[name]) });
  return [
    { header: 'Inmueble', cell: (row) => <UnitCell {...row} />, total: 'Total' },
    { header: 'Fila', cell: placeOf, align: 'end' },
    figure('Saldo anterior', 'opening'),
    figure('Pago', 'payment', (row) => <Paid row={row} />),
    {
      header: 'Cobros',
      cell: (row) => <Charges charges={row.charges} />,
      total: amountText(totals.charges),
    },
    figure('Total', 'total'),
  ];
}

/** Preview of a spreadsheet read as a month: sums, problems, comparison with the bills, missing units and rows. */
function ReportView({
  report: { rows, totals, dueDate, problems, asks, missing, account, differences },
}: {
  report: MonthReport;
}) {
  const discount = rows.reduce((sum, row) => sum + row.discount, 0);
  return (
    <>
      {rows.length > 0 && (
        <Figures
          items={[
            ['Filas encontradas', count(rows.length)],
            ['Saldo anterior', amountText(totals.opening)],
            ['Pagos', amountText(totals.payment)],
            ...(discount === 0 ? [] : [['Descuento por pronto pago', amountText(discount)] as const]),
            ['Cobros del mes', amountText(totals.charges)],
            ['Total', amountText(totals.total)],
            ...(dueDate === null ? [] : [['Vencen', dayWords(dueDate)] as const]),
          ]}
        />
      )}
      <ImportProblems
        problems={problems}
        isAsked={({ code, message }) => asks.some((ask) => ask.code === code && ask.text.includes(message))}
        mend="Corrija arriba lo que contiene cada columna, o el archivo, y cárguelo de nuevo."
      />
      <SheetTold account={account} />
      {differences !== null && (
        <SheetDifferences
          differences={differences}
          mend="Corrija el archivo y cárguelo de nuevo, o elija arriba «No usar» para la columna del total."
        />
      )}
      {/* Without a readable row the missing units are unknown. */}
      {rows.length > 0 && missing.length > 0 && (
        <Notice kind="warning" title={`La planilla no nombra ${units(missing.length)}.`}>
          <p>Solo reciben cuenta si deben o tienen saldo a favor.</p>
          <details className="more">
            <summary>Ver cuáles</summary>
            <p>{missing.join(', ')}</p>
          </details>
        </Notice>
      )}
      {rows.length > 0 && (
        <Table
          label="Filas de la planilla"
          columns={rowColumns(totals)}
          rows={rows}
          rowKey={placeOf}
          empty="No se encontraron filas con inmuebles."
          pageSize={20}
          isDense
        />
      )}
    </>
  );
}

/** Payment in a row of the spreadsheet, with the discount granted for prompt payment, if any. */
function Paid({ row: { payment, discount } }: { row: MonthRow }) {
  if (discount === 0) return amountText(payment);
  return (
    <>
      <span className={styles.line}>{amountText(payment)}</span>
      <span className="soft block regular">y descuento: {amountText(discount)}</span>
    </>
  );
}

function Charges({ charges }: { charges: MonthRow['charges'] }) {
  if (charges.length === 0) return '—';
  return (
    <span className="anywhere">
      {charges.map(({ concept, amount }) => (
        <span key={concept} className={styles.line}>
          {concept}: {amountText(amount)}
        </span>
      ))}
    </span>
  );
}
