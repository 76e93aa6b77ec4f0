import type { Table } from '../../../platform/documents/table.ts';
import type { Debtor } from './debtors.repository.ts';

/** Table of a list of owners in arrears, for the report and the annex of the letters. */
export const debtorsTable = (rows: readonly Debtor[]): Table<Debtor> => ({
  name: 'Propietarios en mora',
  rows,
  empty: 'Ningún propietario está en mora.',
  columns: [
    { title: 'Inmueble', kind: 'text', width: 110, value: ({ units }) => units.join(', ') },
    { title: 'Propietario', kind: 'text', width: 230, value: ({ owner }) => owner },
    { title: 'Valor vencido', kind: 'money', width: 90, value: ({ owed }) => owed, total: true },
  ],
});
