import type { BankDay } from '../../../../shared/billing/payments.api.ts';
import { counted } from '../../../lib/format.ts';
import { Notice } from '../../../ui/page.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { amountText, dayWords } from '../words.ts';

const columns: Column<BankDay>[] = [
  { header: 'Día', cell: ({ day }) => dayWords(day) },
  { header: 'En el archivo', cell: ({ bank }) => amountText(bank), align: 'end' },
  { header: 'En los libros', cell: ({ books }) => amountText(books), align: 'end' },
  {
    header: 'Diferencia',
    cell: ({ bank, books }) => amountText(Math.round((books - bank) * 100) / 100),
    align: 'end',
  },
];

/**
 * Shown after reading a bank's file: table of the days with a sum in the file different from the payments in
 * the books, to find missing or doubled payments.
 */
export function BankDays({ days }: { days: readonly BankDay[] }) {
  if (days.length === 0) return <p>El banco y los libros coinciden en los días del archivo.</p>;
  return (
    <>
      <Notice kind="info" title={`El banco y los libros no coinciden en ${counted(days.length, 'día')}.`}>
        <p>
          Se compara lo que entró según el archivo con los pagos de esos días, sin los de efectivo y con los
          nuevos de este archivo. Revise si un pago se registró dos veces o llegó a otra cuenta.
        </p>
      </Notice>
      <Table
        label="El banco y los libros"
        columns={columns}
        rows={days}
        rowKey={({ day }) => day}
        empty="El banco y los libros coinciden."
        pageSize={10}
      />
    </>
  );
}
