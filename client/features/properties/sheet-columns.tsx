import { useState } from 'react';
import { Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Button, Stack } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import styles from './sheet-columns.module.css';

/**
 * Column of an uploaded spreadsheet with the role detected by the server, as shown in the table of columns.
 */
export interface SheetColumn<Role extends string> {
  /** Index of the column, 0-based. */
  column: number;
  /** Text of the header. */
  header: string;
  /** First values of the column, as text. */
  samples: readonly string[];
  /** Meaning of the column: 'owner'. */
  role: Role;
  /** True if a person chose the role for the same column heading in an earlier file. */
  isKnown?: boolean;
}

interface Props<Role extends string, C extends SheetColumn<Role>> {
  columns: readonly C[];
  roles: readonly { id: Role; label: string }[];
  onChange: (column: number, role: Role) => void;
  /** Additional columns of the table, besides heading and role. */
  more?: readonly Column<C>[];
}

/**
 * Table of the columns of an uploaded spreadsheet with the role detected for each column. The user can change
 * a role; the server then reads the file again.
 * @param roles options of the select for the role
 * @param onChange called with the index of the column and the new role
 * @param more additional columns of the table
 */
export function SheetColumns<Role extends string, C extends SheetColumn<Role>>({
  columns,
  roles,
  onChange,
  more = [],
}: Props<Role, C>) {
  const table: Column<C>[] = [
    {
      header: 'Columna',
      cell: ({ header, samples, isKnown }) => (
        <span className="anywhere">
          {header}
          {isKnown && <span className="soft block regular">Como la última vez</span>}
          {samples.length > 0 && <span className="soft block regular">{samples.join(' · ')}</span>}
        </span>
      ),
    },
    {
      header: 'Contiene',
      cell: ({ column, header, role }) => (
        <div className={styles.control}>
          <Select
            label={`Contiene ${header}`}
            isLabelHidden
            items={roles}
            value={role}
            onChange={(chosen) => onChange(column, chosen)}
            placeholder="Seleccione"
          />
        </div>
      ),
    },
    ...more,
  ];
  return (
    <Table
      label="Columnas del archivo"
      columns={table}
      rows={columns}
      rowKey={({ column }) => column}
      empty="No se encontraron columnas. Revise la hoja y la fila de los títulos."
      pageSize={40}
    />
  );
}

interface HeaderRowProps {
  headerRow: number | null;
  onChange: (row: number) => void;
}

/**
 * Field for the row number of the header in an uploaded spreadsheet. Reports the number on blur or Enter, not
 * with each digit, because the server reads the file again.
 * @param headerRow row number of the header, from 1; 0 or null without a header
 */
export function HeaderRow({ headerRow, onChange }: HeaderRowProps) {
  const [typed, setTyped] = useState(headerRow === null ? '' : String(headerRow));
  const row = Number(typed);
  const isRow = /^\d{1,5}$/.test(typed) && row <= 20_000;
  const take = () => {
    if (isRow && row !== headerRow) onChange(row);
  };
  const field = (
    <TextField
      label="Fila de los títulos"
      value={typed}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
      inputMode="numeric"
      description="La fila del archivo donde están los nombres de las columnas; 0 si no los tiene."
      error={isRow || typed === '' ? null : 'Digite el número de una fila.'}
    />
  );
  if (headerRow === 0) return field;
  return (
    <Stack>
      {field}
      <Button variant="secondary" onPress={() => onChange(0)}>
        Sin encabezado
      </Button>
    </Stack>
  );
}
