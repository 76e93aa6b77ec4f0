import { useState } from 'react';
import { Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import styles from './sheet-columns.module.css';

/** A column of a spreadsheet with what it was taken for. */
interface SheetColumn<Role extends string> {
  column: number;
  header: string;
  samples: readonly string[];
  role: Role;
  /** Somebody said it of the same header in an earlier file. */
  isKnown?: boolean;
}

interface Props<Role extends string, C extends SheetColumn<Role>> {
  columns: readonly C[];
  roles: readonly { id: Role; label: string }[];
  onChange: (column: number, role: Role) => void;
  /** What else is said of a column. */
  more?: readonly Column<C>[];
}

/** What each column of a spreadsheet is, as it was understood; each can be changed. */
export function SheetColumns<Role extends string, C extends SheetColumn<Role>>({
  columns,
  roles,
  onChange,
  more = [],
}: Props<Role, C>) {
  const table: Column<C>[] = [
    {
      id: 'header',
      header: 'Columna',
      cell: ({ header, samples, isKnown }) => (
        <span className="anywhere">
          {header}
          {isKnown && <span className={styles.samples}>Como la última vez</span>}
          {samples.length > 0 && <span className={styles.samples}>{samples.join(' · ')}</span>}
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
  known: number | null;
  onChange: (row: number) => void;
  /** A file without titles is read as well: its row is 0. */
  mayBeNone?: boolean;
}

/** The row of a file's titles. It is taken when it is left, not with each digit: the file is read again for it. */
export function HeaderRow({ known, onChange, mayBeNone = false }: HeaderRowProps) {
  const [typed, setTyped] = useState(known === null ? '' : String(known));
  const row = Number(typed);
  const isRow = /^\d{1,5}$/.test(typed) && row >= (mayBeNone ? 0 : 1) && row <= 20_000;
  const take = () => {
    if (isRow && row !== known) onChange(row);
  };
  return (
    <TextField
      label="Fila de los títulos"
      value={typed}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
      inputMode="numeric"
      description={
        mayBeNone
          ? 'La fila del archivo donde están los nombres de las columnas; 0 si no los tiene.'
          : 'La fila del archivo donde están los nombres de las columnas.'
      }
      error={isRow || typed === '' ? null : 'Digite el número de una fila.'}
    />
  );
}
