import type { BankBalance } from '../../../../shared/billing/payments.api.ts';
import { Notice } from '../../../ui/page.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { amountText, dayWords, pesos } from '../words.ts';

type BalanceItem = BankBalance['items'][number];

const causeWords: Readonly<Record<BalanceItem['kind'], string>> = {
  out: 'Salida de dinero: los libros no la llevan',
  notInBooks: 'Está en el extracto, y en los libros no cuenta',
  notInFile: 'Está en los libros, y no en el extracto',
  gap: 'El saldo del banco lo cuenta, y no hay un movimiento',
};

/** Place of an item: 'Fila 7', 'Pago 12', or the final balance. */
const itemPlace = ({ row, payment }: BalanceItem): string => {
  if (row !== null) return `Fila ${row}`;
  return payment === null ? 'Saldo final' : `Pago ${payment}`;
};

const columns: Column<BalanceItem>[] = [
  { header: 'Día', cell: ({ day }) => (day === null ? '—' : dayWords(day)) },
  {
    header: 'Movimiento',
    cell: (item) => (
      <span className="anywhere">
        {item.text || itemPlace(item)}
        <span className="soft block regular">
          {item.text === '' ? '' : `${itemPlace(item)} · `}
          {causeWords[item.kind]}
        </span>
      </span>
    ),
  },
  { header: 'Valor', cell: ({ amount }) => amountText(amount), align: 'end' },
];

/**
 * Shown after reading a bank's extract: the final balance of the bank, the balance by the books, and the movements
 * behind the difference.
 */
export function BankBalanceTold({
  balance: { until, closing, books, difference, items },
}: {
  balance: BankBalance;
}) {
  const sentence = `El banco dice ${pesos(closing)} el ${dayWords(until)}; los libros, ${pesos(books)}`;
  if (items.length === 0) return <p>{sentence}. El saldo del banco y los libros coinciden.</p>;
  return (
    <>
      <Notice kind="info" title={`${sentence}; diferencia ${pesos(difference)}.`}>
        <p>
          Los libros parten del saldo inicial del extracto y suman los pagos de esos días, sin los de efectivo
          y con los nuevos de este archivo. Estos movimientos suman la diferencia.
        </p>
      </Notice>
      <Table
        label="Diferencia entre el banco y los libros"
        columns={columns}
        rows={items.map((item, at) => ({ ...item, at }))}
        rowKey={({ at }) => at}
        empty="No hay diferencia."
        pageSize={10}
      />
    </>
  );
}
