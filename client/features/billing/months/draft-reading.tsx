import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ColumnRole,
  type Draft,
  type MonthReport,
  prepareMonth,
  previewDraft,
  type Reading,
} from '../../../../shared/billing/drafts.api.ts';
import { call, hasCode, messageOf } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Stack } from '../../../ui/page.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useRefreshBilling } from '../billing.queries.ts';
import { ColumnsTable } from './columns-table.tsx';
import { monthLabel } from './month-words.ts';
import { changedColumns, shownColumns } from './reading.ts';
import { ReadingFields } from './reading-fields.tsx';
import { ReportView } from './report-view.tsx';

interface Props {
  draft: Draft;
  /** What is proposed: whoever sent the sheet did not say of which month it is. */
  first: { year: number; month: number };
  onMonth: (month: { year: number; month: number }) => void;
}

/** Reads a spreadsheet as a month: read again on each change, and stored once it has no errors. */
export function DraftReading({ draft: { jointId, draftId }, first, onMonth }: Props) {
  const client = useQueryClient();
  const refresh = useRefreshBilling();
  const [reading, setReading] = useState<Reading>(first);
  const params = { jointId, draftId };
  const queryKey = ['billing', jointId, 'preview', draftId, reading];
  const preview = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(previewDraft, { params, body: reading, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const storing = useMutation({
    networkMode: 'always',
    mutationFn: () => call(prepareMonth, { params, body: reading }),
    onSuccess: async ({ year, month }) => {
      toast.success(`${monthLabel(year, month)} fue cargado.`);
      onMonth({ year, month });
      await refresh();
    },
    onError: (error) => {
      // What was right in the preview may clash with what another person stored meanwhile.
      if (hasCode(error, 'importHasProblems')) client.setQueryData(queryKey, error.details as MonthReport);
    },
  });
  const change = (next: Partial<Reading>) => {
    storing.reset();
    setReading({ ...reading, ...next });
  };
  return (
    <Card title="Qué contiene la planilla">
      <ReadingFields reading={reading} report={preview.data} onChange={change} />
      <QueryView query={preview}>
        {(report) => {
          const columns = shownColumns(report, reading.columns);
          return (
            <Stack>
              {preview.isFetching && <Progress label="Leyendo la planilla" valueLabel="" />}
              {preview.error && !preview.isFetching && (
                <Notice kind="error">{messageOf(preview.error)}</Notice>
              )}
              <ColumnsTable
                columns={columns}
                onChange={(column, changed) =>
                  change({ columns: changedColumns(reading.columns, columns, column, changed) })
                }
              />
              <AfterBalance
                report={report}
                onChoose={(column, role) =>
                  change({ columns: changedColumns(reading.columns, columns, column, { role }) })
                }
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

/** A balance that looks like the one of after the charges: what it is, somebody says before anything goes on. */
function AfterBalance({
  report: { problems, columns },
  onChoose,
}: {
  report: MonthReport;
  onChoose: (column: number, role: ColumnRole) => void;
}) {
  const doubted = problems.filter(({ code }) => code === 'balanceAfter').map(({ column }) => column);
  return columns
    .filter(({ header, role }) => doubted.includes(header) && (role === 'opening' || role === 'balance'))
    .map(({ column, header, role }) => (
      <Notice key={column} kind="warning" title={`¿Qué es «${header}»?`}>
        <p>
          Es igual a los cobros menos los pagos. Si ya los incluye, cobrarlo otra vez duplicaría la deuda.
        </p>
        <Stack row>
          <Button variant="secondary" onPress={() => onChoose(column, 'total')}>
            Es el saldo final: usarlo para verificar
          </Button>
          <Button variant="secondary" onPress={() => onChoose(column, role)}>
            Es el saldo anterior: se suma a los cobros
          </Button>
        </Stack>
      </Notice>
    ));
}

const hasErrors = ({ problems }: MonthReport): boolean =>
  problems.some(({ severity }) => severity === 'error');
