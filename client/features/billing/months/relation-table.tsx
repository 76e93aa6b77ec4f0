import { useMemo } from 'react';
import type { Relation, RelationRow } from '../../../../shared/billing/months.api.ts';
import { relationWords } from '../../../../shared/billing/relation-words.ts';
import { count } from '../../../lib/format.ts';
import { useSearch } from '../../../ui/fields/search.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Stack } from '../../../ui/page.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import styles from '../billing.module.css';
import { UnitCell } from '../unit-cell.tsx';
import { amountText } from '../words.ts';

const rowText = ({ apartmentId, units, owner }: RelationRow) => [apartmentId, ...units, owner].join(' ');

/**
 * Table of the relación (bills of a month): a row for each account with the parts of the bill in pesos, and a
 * row of totals.
 */
export function RelationTable({ relation }: { relation: Relation }) {
  const { field, search, found } = useSearch(relation.rows, rowText);
  const columns = useMemo(() => relationColumns(relation), [relation]);
  return (
    <Stack>
      <TextField label="Buscar" {...field} placeholder="Inmueble o propietario" />
      <Table
        key={search}
        label="Relación de facturas"
        columns={columns}
        rows={found}
        rowKey={({ apartmentId }) => apartmentId}
        empty={
          relation.rows.length === 0
            ? 'Ningún inmueble recibe cuenta.'
            : 'Ningún inmueble coincide con la búsqueda.'
        }
        hidesTotals={search !== ''}
        pageSize={30}
        isDense
      />
    </Stack>
  );
}

type Figure = Exclude<keyof Relation['totals'], 'overdueInstalments'>;

const figures: readonly (readonly [Figure, string])[] = [
  ['overdueCapital', relationWords.overdueCapital],
  ['overdueInterest', relationWords.overdueInterest],
  ['currentInterest', relationWords.currentInterest],
  ['fee', relationWords.fee],
  ['extra', relationWords.extra],
  ['fines', relationWords.fines],
  ['other', relationWords.other],
  ['rounding', relationWords.rounding],
  ['credit', relationWords.credit],
];

/**
 * Columns of the relación (table of all bills), with the sums computed by the server. Leaves out figures that are zero for all units, so the others fit.
 */
function relationColumns(relation: Relation): Column<RelationRow>[] {
  const isUsed = (name: Figure) => relation.rows.some((row) => row[name] !== 0);
  const figure = (id: Figure, header: string): Column<RelationRow> => ({
    header,
    cell: (row) => amountText(row[id]),
    total: amountText(relation.totals[id]),
    align: 'end',
    isDetail: id !== 'total',
  });
  const hasDetail = relation.rows.some(({ additional }) => additional.length > 0);
  return [
    { header: 'Inmueble', cell: (row) => <UnitCell {...row} />, total: 'Total' },
    figure('previousPayment', relationWords.previousPayment),
    {
      header: relationWords.overdueInstalments,
      cell: (row) => count(row.overdueInstalments),
      total: count(relation.totals.overdueInstalments),
      align: 'end',
      isDetail: true,
    },
    ...figures.filter(([name]) => isUsed(name)).map(([name, header]) => figure(name, header)),
    ...(hasDetail
      ? [
          {
            header: relationWords.additional,
            cell: (row: RelationRow) => <Additional row={row} />,
            isDetail: true,
          },
        ]
      : []),
    figure('total', relationWords.total),
  ];
}

function Additional({ row: { additional } }: { row: RelationRow }) {
  if (additional.length === 0) return '—';
  return (
    <span className="anywhere">
      {additional.map(({ concept, amount }) => (
        <span key={concept} className={styles.line}>
          {concept}: {amountText(amount)}
        </span>
      ))}
    </span>
  );
}
