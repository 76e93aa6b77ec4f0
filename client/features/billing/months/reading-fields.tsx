import { useState } from 'react';
import type { MonthReport, Reading } from '../../../../shared/billing/drafts.api.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import styles from '../billing.module.css';
import { monthOptions, yearOptions } from './month-words.ts';

interface Props {
  reading: Reading;
  report: MonthReport | undefined;
  onChange: (change: Partial<Reading>) => void;
}

/** Of which month a spreadsheet is, and where its table begins. */
export function ReadingFields({ reading, report, onChange }: Props) {
  const sheets = report?.sheets ?? [];
  return (
    <div className={styles.fields}>
      <Select
        label="Año"
        items={yearOptions(Date.now())}
        value={reading.year}
        onChange={(year) => onChange({ year })}
        placeholder="Seleccione un año"
      />
      <Select
        label="Mes"
        items={monthOptions}
        value={reading.month}
        onChange={(month) => onChange({ month })}
        placeholder="Seleccione un mes"
      />
      {sheets.length > 1 && (
        <Select
          label="Hoja"
          items={sheets.map((name) => ({ id: name, label: name }))}
          value={reading.sheet ?? report?.sheet ?? null}
          // Another sheet has columns of its own.
          onChange={(sheet) => onChange({ sheet, headerRow: undefined, columns: undefined })}
          placeholder="Seleccione una hoja"
        />
      )}
      {report && (
        <HeaderRow
          key={`${report.sheet} ${report.headerRow}`}
          known={report.headerRow}
          onChange={(headerRow) => onChange({ headerRow, columns: undefined })}
        />
      )}
    </div>
  );
}

/** Taken when it is left, not with each digit: the sheet is read again for it. */
function HeaderRow({ known, onChange }: { known: number | null; onChange: (row: number) => void }) {
  const [typed, setTyped] = useState(known === null ? '' : String(known));
  const row = Number(typed);
  const isRow = /^\d{1,5}$/.test(typed) && row >= 1 && row <= 20_000;
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
      autoComplete="off"
      description="La fila del archivo donde están los nombres de las columnas."
      error={isRow || typed === '' ? null : 'Digite el número de una fila.'}
    />
  );
}
