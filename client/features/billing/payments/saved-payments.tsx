import type { Payment } from '../../../../shared/billing/payments.api.ts';
import { Notice } from '../../../ui/notice.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { amountText, pesos } from '../billing-words.ts';
import { UnitCell } from '../unit-cell.tsx';
import { splitWords } from './payment-words.ts';
import { Split } from './split.tsx';

const columns: Column<Payment>[] = [
  { id: 'receipt', header: 'Recibo', cell: ({ receipt }) => receipt?.cashReceipt ?? 'Por identificar' },
  {
    id: 'unit',
    header: 'Inmueble',
    cell: ({ receipt }) =>
      receipt ? <UnitCell apartmentId={receipt.apartmentId} owner={receipt.owner} /> : '—',
  },
  { id: 'amount', header: 'Valor', cell: ({ amount }) => amountText(amount), align: 'end' },
  {
    id: 'split',
    header: 'A qué se aplicó',
    cell: ({ receipt }) => (receipt ? <Split receipt={receipt} /> : '—'),
  },
];

/** What was just entered: the last one as a word on how it went, those before it as a table. */
export function SavedPayments({ payments }: { payments: readonly Payment[] }) {
  const [last, ...earlier] = payments;
  if (last === undefined) return null;
  return (
    <>
      {last.receipt ? (
        <Notice
          key={last.payment}
          kind="success"
          title={`Recibo de caja ${last.receipt.cashReceipt}: inmueble ${last.receipt.apartmentId}, ${pesos(last.amount)}.`}
        >
          {splitWords(last.receipt)}.
        </Notice>
      ) : (
        <Notice key={last.payment} kind="success" title={`${pesos(last.amount)} quedan por identificar.`} />
      )}
      {earlier.length > 0 && (
        <Table
          label="Registrados antes"
          columns={columns}
          rows={earlier}
          rowKey={({ payment }) => payment}
          empty="Ninguno."
          pageSize={10}
        />
      )}
    </>
  );
}
