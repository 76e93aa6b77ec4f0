import { useState } from 'react';
import type { MonthReport, SheetColumn } from '../../../../shared/billing/drafts.api.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import styles from '../billing.module.css';
import { natureOptions, roleOptions } from './month-words.ts';

type ReportColumn = MonthReport['columns'][number];

interface Props {
  columns: readonly ReportColumn[];
  onChange: (column: number, change: Partial<Pick<SheetColumn, 'role' | 'concept' | 'nature'>>) => void;
}

/** What each column of a spreadsheet is, as it was understood; each can be changed. */
export function ColumnsTable({ columns, onChange }: Props) {
  const table: Column<ReportColumn>[] = [
    {
      id: 'header',
      header: 'Columna',
      cell: ({ header, samples, remembered }) => (
        <span className="anywhere">
          {header}
          {remembered && <span className={styles.soft}>Como en la planilla anterior</span>}
          {samples.length > 0 && <span className={styles.soft}>{samples.join(' · ')}</span>}
        </span>
      ),
    },
    {
      id: 'role',
      header: 'Contiene',
      cell: ({ column, header, role }) => (
        <div className={styles.control}>
          <Select
            label={`Contiene ${header}`}
            isLabelHidden
            items={roleOptions}
            value={role}
            onChange={(chosen) => onChange(column, { role: chosen })}
            placeholder="Seleccione"
          />
        </div>
      ),
    },
    {
      id: 'concept',
      header: 'Concepto',
      cell: ({ column, header, role, concept }) =>
        role === 'charge' && (
          <div className={styles.control}>
            <Concept
              key={concept}
              label={`Concepto de ${header}`}
              known={concept ?? ''}
              onChange={(name) => onChange(column, { concept: name })}
            />
          </div>
        ),
    },
    {
      id: 'nature',
      header: 'Clase',
      cell: ({ column, header, role, nature }) =>
        role === 'charge' && (
          <div className={styles.control}>
            <Select
              label={`Clase de ${header}`}
              isLabelHidden
              items={natureOptions}
              value={nature ?? null}
              onChange={(chosen) => onChange(column, { nature: chosen })}
              placeholder="Seleccione"
            />
          </div>
        ),
    },
  ];
  return (
    <Table
      label="Columnas de la planilla"
      columns={table}
      rows={columns}
      rowKey={({ column }) => column}
      empty="No se encontraron columnas. Revise la hoja y la fila de los títulos."
      pageSize={40}
    />
  );
}

/** Taken when it is left, not with each letter: the sheet is read again for it. */
function Concept({
  label,
  known,
  onChange,
}: {
  label: string;
  known: string;
  onChange: (name: string) => void;
}) {
  const [typed, setTyped] = useState(known);
  const take = () => {
    const name = typed.trim();
    if (name === '') setTyped(known);
    else if (name !== known) onChange(name);
  };
  return (
    <TextField
      label={label}
      isLabelHidden
      value={typed}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
      maxLength={120}
    />
  );
}
