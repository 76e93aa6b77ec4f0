import {
  type PaymentColumnRole,
  type PaymentsReading,
  paymentColumnRoles,
  paymentRoleWords,
} from '../../../../shared/billing/payment-columns.ts';
import type { PaymentFileLayout } from '../../../../shared/billing/payments.api.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { HeaderRow, SheetQuestions } from '../../properties/index.ts';
import styles from '../billing.module.css';

interface Props {
  layout: PaymentFileLayout;
  reading: PaymentsReading;
  onSay: (reading: PaymentsReading) => void;
  /** True while the server cannot read the file because the roles of the columns are unknown. */
  isUnread: boolean;
}

const paymentRoleOptions = paymentColumnRoles.map((id) => ({ id, label: paymentRoleWords[id] }));

/**
 * Table of the columns of an uploaded spreadsheet of payments with the role of each column (date, amount,
 * reference …). The user can change the roles; the server then reads the file again.
 * @param layout sheet, header and columns read by the server
 * @param reading choices of the user so far
 * @param onSay called with the changed choices: the file is read again
 * @param isUnread true while the file cannot be read, because column roles are unknown
 */
export function PaymentColumns({ layout, reading, onSay, isUnread }: Props) {
  const { sheets, sheet, headerRow, source } = layout;
  const columns = layout.columns.map((one) => ({
    ...one,
    isKnown: source === 'remembered' && one.role !== 'ignore',
  }));
  const choose = (column: number, role: PaymentColumnRole) => {
    const others = (reading.columns ?? []).filter((one) => one.column !== column);
    onSay({ ...reading, sheet, headerRow, columns: [...others, { column, role }] });
  };
  const fields = (
    <div className={`grid-4 ${styles.fields}`}>
      {sheets.length > 1 && (
        <Select
          label="Hoja"
          items={sheets.map((name) => ({ id: name, label: name }))}
          value={sheet}
          // Another sheet has other columns.
          onChange={(name) => onSay({ sheet: name })}
          placeholder="Seleccione una hoja"
        />
      )}
      <HeaderRow
        key={`${sheet} ${headerRow}`}
        headerRow={headerRow}
        onChange={(row) => onSay({ sheet, headerRow: row })}
      />
    </div>
  );
  return (
    <SheetQuestions
      columns={{ columns, roles: paymentRoleOptions, headerRow, isOpen: isUnread, onChange: choose, fields }}
    />
  );
}
