import { useState } from 'react';
import type { MonthReport, SheetColumn } from '../../../../shared/billing/drafts.api.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { Column } from '../../../ui/table.tsx';
import { SheetColumns } from '../../properties/index.ts';
import styles from '../billing.module.css';
import { columnRoleOptions, natureOptions } from './words.ts';

type ReportColumn = MonthReport['columns'][number];

interface Props {
  columns: readonly ReportColumn[];
  onChange: (column: number, change: Partial<Pick<SheetColumn, 'role' | 'concept' | 'nature'>>) => void;
}

/**
 * Table of the columns of an uploaded month's spreadsheet with the role of each column (unit, charge, payment
 * …). The user can change the roles; the server then reads the file again.
 * @param onChange called with the index of the column (0-based) and the changed fields
 */
export function ColumnsTable({ columns, onChange }: Props) {
  const more: Column<ReportColumn>[] = [
    {
      header: 'Concepto',
      cell: ({ column, header, role, concept }) =>
        role === 'charge' && (
          <div className={styles.control}>
            <Concept
              label={`Concepto de ${header}`}
              currentName={concept ?? ''}
              onChange={(name) => onChange(column, { concept: name })}
            />
          </div>
        ),
    },
    {
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
    <SheetColumns
      columns={columns.map((column) => ({ ...column, isKnown: column.remembered === true }))}
      roles={columnRoleOptions}
      onChange={(column, role) => onChange(column, { role })}
      more={more}
    />
  );
}

/**
 * Text field for the charge concept of a column. Reports the name on blur, not with each key, because each change
 * makes the server read the sheet again. An answer of the server meanwhile leaves the typed text in the field.
 */
function Concept({
  label,
  currentName,
  onChange,
}: {
  label: string;
  currentName: string;
  onChange: (name: string) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const take = () => {
    const name = typed?.trim() ?? '';
    setTyped(null);
    if (name !== '' && name !== currentName) onChange(name);
  };
  return (
    <TextField
      label={label}
      isLabelHidden
      value={typed ?? currentName}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
      maxLength={120}
    />
  );
}
