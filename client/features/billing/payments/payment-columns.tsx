import { useState } from 'react';
import {
  type PaymentColumnRole,
  type PaymentsReading,
  paymentColumnRoles,
  paymentRoleWords,
} from '../../../../shared/billing/payment-columns.ts';
import type { PaymentFileLayout } from '../../../../shared/billing/payments.api.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Stack } from '../../../ui/page.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import styles from '../billing.module.css';

interface Props {
  layout: PaymentFileLayout;
  said: PaymentsReading;
  onSay: (said: PaymentsReading) => void;
  /** It cannot be read before somebody says what its columns are. */
  isUnread: boolean;
}

const roleOptions = paymentColumnRoles.map((id) => ({ id, label: paymentRoleWords[id] }));

/** What each column of a file of payments is, as it was understood; each can be changed. */
export function PaymentColumns({ layout, said, onSay, isUnread }: Props) {
  const { sheets, sheet, headerRow, columns } = layout;
  const choose = (column: number, role: PaymentColumnRole) => {
    const others = (said.columns ?? []).filter((one) => one.column !== column);
    onSay({ ...said, sheet, headerRow, columns: [...others, { column, role }] });
  };
  const table: Column<PaymentFileLayout['columns'][number]>[] = [
    {
      id: 'header',
      header: 'Columna',
      cell: ({ header, samples }) => (
        <span className="anywhere">
          {header}
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
            onChange={(chosen) => choose(column, chosen)}
            placeholder="Seleccione"
          />
        </div>
      ),
    },
  ];
  return (
    <details className="more" open={isUnread || undefined}>
      <summary>Qué contiene cada columna</summary>
      <Stack>
        <div className={styles.fields}>
          {sheets.length > 1 && (
            <Select
              label="Hoja"
              items={sheets.map((name) => ({ id: name, label: name }))}
              value={sheet}
              // Another sheet has columns of its own.
              onChange={(name) => onSay({ sheet: name })}
              placeholder="Seleccione una hoja"
            />
          )}
          <HeaderRow
            key={`${sheet} ${headerRow}`}
            known={headerRow}
            onChange={(row) => onSay({ sheet, headerRow: row })}
          />
        </div>
        <Table
          label="Columnas del archivo"
          columns={table}
          rows={columns}
          rowKey={({ column }) => column}
          empty="El archivo no tiene columnas."
          pageSize={40}
        />
      </Stack>
    </details>
  );
}

/** Taken when it is left, not with each digit: the file is read again for it. */
function HeaderRow({ known, onChange }: { known: number; onChange: (row: number) => void }) {
  const [typed, setTyped] = useState(String(known));
  const row = Number(typed);
  const isRow = /^\d{1,5}$/.test(typed) && row <= 20_000;
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
      description="0 si el archivo no tiene títulos."
      error={isRow ? null : 'Digite el número de una fila.'}
    />
  );
}
