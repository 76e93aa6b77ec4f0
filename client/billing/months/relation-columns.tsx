import type { Relation, RelationRow } from '../../../shared/billing/months.api.ts';
import { count } from '../../lib/format.ts';
import type { Column } from '../../ui/table.tsx';
import styles from '../billing.module.css';
import { amountText } from '../billing-words.ts';
import { UnitCell } from '../unit-cell.tsx';

type Figure = Exclude<keyof Relation['totals'], 'overdueInstalments'>;

const figures: readonly (readonly [Figure, string])[] = [
  ['overdueCapital', 'Capital vencido'],
  ['overdueInterest', 'Intereses vencidos'],
  ['currentInterest', 'Intereses del mes'],
  ['fee', 'Administración'],
  ['extra', 'Cuotas extra'],
  ['fines', 'Multas'],
  ['other', 'Otros cobros'],
  ['rounding', 'Ajuste al peso'],
  ['credit', 'Saldo a favor'],
];

/** The columns of a relación; a figure that is zero for everybody has none, so that the others fit. */
export function relationColumns(relation: Relation): Column<RelationRow>[] {
  const isUsed = (name: Figure) => relation.rows.some((row) => row[name] !== 0);
  const figure = (id: Figure, header: string): Column<RelationRow> => ({
    id,
    header,
    cell: (row) => amountText(row[id]),
    align: 'end',
  });
  const hasDetail = relation.rows.some(({ additional }) => additional.length > 0);
  return [
    { id: 'unit', header: 'Inmueble', cell: (row) => <UnitCell {...row} /> },
    figure('previousPayment', 'Pago anterior'),
    {
      id: 'overdueInstalments',
      header: 'Cuotas vencidas',
      cell: (row) => count(row.overdueInstalments),
      align: 'end',
    },
    ...figures.filter(([name]) => isUsed(name)).map(([name, header]) => figure(name, header)),
    ...(hasDetail
      ? [
          {
            id: 'additional',
            header: 'Detalle de los adicionales',
            cell: (row: RelationRow) => <Additional row={row} />,
          },
        ]
      : []),
    figure('total', 'Total a pagar'),
  ];
}

/** The last row: the sums, as the server gives them. */
export function relationFooter({ totals }: Relation): Record<string, string> {
  const sums = Object.entries(totals).map(([name, sum]) => [
    name,
    name === 'overdueInstalments' ? count(sum) : amountText(sum),
  ]);
  return { unit: 'Total', ...Object.fromEntries(sums) };
}

function Additional({ row: { additional } }: { row: RelationRow }) {
  if (additional.length === 0) return '—';
  return (
    <span className={styles.break}>
      {additional.map(({ concept, amount }) => (
        <span key={concept} className={styles.line}>
          {concept}: {amountText(amount)}
        </span>
      ))}
    </span>
  );
}
