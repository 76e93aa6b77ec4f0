import { useDeferredValue, useMemo, useState } from 'react';
import type { Relation } from '../../../../shared/billing/months.api.ts';
import { matches } from '../../../ui/fields/search.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Stack } from '../../../ui/page.tsx';
import { Table } from '../../../ui/table.tsx';
import { relationColumns, relationFooter } from './relation-columns.tsx';

/** The relación de facturas on the screen: a row for each unit that is billed, and the sums below. */
export function RelationTable({ relation }: { relation: Relation }) {
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const columns = useMemo(() => relationColumns(relation), [relation]);
  const rows = useMemo(
    () =>
      relation.rows.filter(({ apartmentId, units, owner }) =>
        matches([apartmentId, ...units, owner].join(' '), search),
      ),
    [relation, search],
  );
  return (
    <Stack>
      <TextField
        label="Buscar"
        type="search"
        value={typed}
        onChange={setTyped}
        placeholder="Inmueble o propietario"
        autoComplete="off"
      />
      <Table
        key={search}
        label="Relación de facturas"
        columns={columns}
        rows={rows}
        rowKey={({ apartmentId }) => apartmentId}
        empty={
          relation.rows.length === 0
            ? 'Ningún inmueble recibe cuenta.'
            : 'Ningún inmueble coincide con la búsqueda.'
        }
        footer={search === '' ? relationFooter(relation) : undefined}
        pageSize={30}
        isDense
      />
    </Stack>
  );
}
