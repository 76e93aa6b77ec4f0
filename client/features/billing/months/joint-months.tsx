import { useQuery } from '@tanstack/react-query';
import type { BillingMonth } from '../../../../shared/billing/months.api.ts';
import { count } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { monthsQuery } from '../billing.queries.ts';
import { amountText, dayWords } from '../billing-words.ts';
import { monthLabel, monthStateWords } from './month-words.ts';

/** The months of a joint that are prepared or issued. */
export function JointMonths({ jointId, onOpen }: { jointId: number; onOpen: (month: BillingMonth) => void }) {
  const query = useQuery(monthsQuery(jointId));
  const columns: Column<BillingMonth>[] = [
    { id: 'month', header: 'Mes', cell: ({ year, month }) => monthLabel(year, month) },
    { id: 'state', header: 'Estado', cell: ({ state }) => monthStateWords[state] },
    { id: 'issued', header: 'Emisión', cell: ({ issueDate }) => (issueDate ? dayWords(issueDate) : '—') },
    { id: 'bills', header: 'Cuentas', cell: billsOf, align: 'end' },
    {
      id: 'total',
      header: 'Total',
      cell: ({ bills }) => (bills ? amountText(bills.total) : '—'),
      align: 'end',
    },
    {
      id: 'open',
      header: 'Acciones',
      cell: (month) => (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Abrir ${monthLabel(month.year, month.month)}`}
          onPress={() => onOpen(month)}
        >
          Abrir
        </Button>
      ),
    },
  ];
  return (
    <Card title="Meses">
      <QueryView query={query}>
        {(months) => (
          <Table
            label="Meses"
            columns={columns}
            rows={months}
            rowKey={({ year, month }) => `${year}-${month}`}
            empty="Todavía no hay meses. Cargue la planilla del primero."
            pageSize={12}
          />
        )}
      </QueryView>
    </Card>
  );
}

function billsOf({ bills }: BillingMonth): string {
  if (bills === null) return '—';
  return bills.annulled === 0
    ? count(bills.quantity)
    : `${count(bills.quantity)} (anuladas: ${bills.annulled})`;
}
