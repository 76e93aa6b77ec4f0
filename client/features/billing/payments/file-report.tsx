import type { ReactNode } from 'react';
import type { PaymentsReading } from '../../../../shared/billing/payment-columns.ts';
import type { PaymentFileReport } from '../../../../shared/billing/payments.api.ts';
import { count, counted, dateTime } from '../../../lib/format.ts';
import { cx } from '../../../ui/cx.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Figures } from '../../../ui/figures.tsx';
import { Form } from '../../../ui/form.tsx';
import { Notice } from '../../../ui/page.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { ImportProblems, SheetQuestions, SheetTold } from '../../properties/index.ts';
import styles from '../billing.module.css';
import { amountText, dayWords, pesos } from '../words.ts';
import { BankBalanceTold } from './bank-balance.tsx';
import { BankDays } from './bank-days.tsx';
import { PaymentColumns } from './columns.tsx';
import { isAgreed } from './proposal-words.ts';
import { Proposed } from './proposed.tsx';
import { ReturnedPayments } from './returned.tsx';

type PaymentRow = PaymentFileReport['rows'][number];

/** Cell of the preview. Grey if the line was imported before; such a line is skipped. */
const ReportCell = ({ row, children }: { row: PaymentRow; children: ReactNode }) => (
  <span className={cx('anywhere', row.known && styles.known)}>{children}</span>
);

const columns: Column<PaymentRow>[] = [
  { header: 'Fila', cell: (row) => <ReportCell row={row}>{row.row}</ReportCell> },
  {
    header: 'Fecha',
    cell: (row) => <ReportCell row={row}>{row.valueDate === '' ? '—' : dayWords(row.valueDate)}</ReportCell>,
  },
  { header: 'Inmueble', cell: (row) => <UnitCell row={row} /> },
  {
    header: 'Referencia',
    cell: (row) => (
      <ReportCell row={row}>
        {row.reference || (row.detail === '' ? '—' : '')}
        {row.detail !== '' && <span className="soft block regular">{row.detail}</span>}
        {row.transaction !== null && (
          <span className="soft block regular">transacción {row.transaction}</span>
        )}
      </ReportCell>
    ),
  },
  {
    header: 'Valor',
    cell: (row) => <ReportCell row={row}>{amountText(row.amount)}</ReportCell>,
    align: 'end',
  },
  {
    header: 'Estado',
    cell: (row) => (
      <ReportCell row={row}>
        {row.known ? 'Ya importado' : 'Nuevo'}
        {row.knownFrom && (
          <span className="soft block regular">
            con {row.knownFrom.fileName}, el {dateTime(row.knownFrom.enteredAt)}
          </span>
        )}
      </ReportCell>
    ),
  },
];

function UnitCell({ row }: { row: PaymentRow }) {
  if (row.apartmentId !== null) return <ReportCell row={row}>{row.apartmentId}</ReportCell>;
  return (
    <span className={cx('anywhere', row.known && styles.known)}>
      <span className={row.known ? undefined : 'warned'}>Por identificar</span>
      {row.proposal && <Proposed proposal={row.proposal} />}
    </span>
  );
}

/** Codes of problems with a question below. */
const QUESTION_CODES: ReadonlySet<string> = new Set([
  'dayOrderDoubtful',
  'daysMissing',
  'unitsSeveral',
  'movementsAlike',
]);

interface Props {
  jointId: number;
  fileName: string;
  report: PaymentFileReport;
  reading: PaymentsReading;
  onSay: (reading: PaymentsReading) => void;
}

/**
 * Preview of an uploaded file of payments before the import: each line with the account found, questions and
 * problems. No payment is stored yet.
 * @param reading choices of the user so far
 * @param onSay called with the changed choices: the file is read again
 */
export function FileReport({ jointId, fileName, report, reading, onSay }: Props) {
  const { layout, movements, account, problems, rows } = report;
  const agreed = rows.filter(({ proposal }) => proposal !== null && isAgreed(proposal)).length;
  return (
    <>
      <p className="anywhere">
        <strong>{fileName}</strong>
        {kindWords(report)}
      </p>
      <Figures
        items={[
          ['Pagos nuevos', count(report.added)],
          ['Valor', amountText(report.amount)],
          ['Por identificar', count(report.unidentified)],
          ['Ya importados', count(report.known)],
          ...(movements !== null && movements.debits > 0
            ? [['Salidas, no se leen', `${count(movements.debits)}: ${pesos(movements.debitSum)}`] as const]
            : []),
        ]}
      />
      <ImportProblems
        problems={problems}
        isAsked={({ code }) => QUESTION_CODES.has(code)}
        mend={
          layout === null
            ? undefined
            : 'Corrija abajo lo que contiene cada columna, o el archivo, y cárguelo de nuevo.'
        }
      />
      <SheetQuestions
        asks={report.asks}
        onAnswer={(_, { label: _label, ...choice }) => onSay({ ...reading, ...choice })}
      />
      {(reading.day !== undefined || problems.some(({ code }) => code === 'daysMissing')) && (
        <DayOfAll day={reading.day ?? ''} onSay={(day) => onSay({ ...reading, day })} />
      )}
      {layout && (
        <PaymentColumns
          layout={layout}
          reading={reading}
          onSay={onSay}
          isUnread={problems.some(({ code }) => code === 'headerMissing' || code === 'sheetsUnread')}
        />
      )}
      {account && <SheetTold account={account} />}
      {agreed > 0 && (
        <Notice kind="info" title={`Se propone el inmueble de ${counted(agreed, 'pago')} por identificar.`}>
          <p>Nada se asigna hasta que usted lo confirme: después de importar, en «Por identificar».</p>
        </Notice>
      )}
      <ReturnedPayments jointId={jointId} returned={report.returned} />
      {report.bankBalance && <BankBalanceTold balance={report.bankBalance} />}
      {report.bankDays && rows.length > 0 && <BankDays days={report.bankDays} />}
      {rows.length > 0 && (
        <Table
          label="Pagos del archivo"
          columns={columns}
          rows={rows}
          rowKey={({ row }) => row}
          empty="No se encontraron pagos."
          pageSize={20}
        />
      )}
    </>
  );
}

/** Form for the day of all payments, for a sheet without a column of days. */
function DayOfAll({ day, onSay }: { day: string; onSay: (day: string) => void }) {
  const form = useForm({
    initial: { day },
    faultsOf: (values) => ({ day: values.day === '' ? 'Escriba el día de los pagos.' : null }),
    onSubmit: (values) => onSay(values.day),
  });
  return (
    <Form form={form} act="Usar este día" saving={IDLE} isMinor label="Día de los pagos">
      <TextField {...form.checked('day')} label="Día de todos los pagos" type="date" />
    </Form>
  );
}

const IDLE = { error: null, isPending: false };

function kindWords({ kind, layout }: PaymentFileReport): string {
  if (kind === 'asobancaria2001') return ', archivo de banco (Asobancaria 2001)';
  if (kind === 'asobancaria98') return ', archivo de banco (Asobancaria 98)';
  if (layout?.bank) return `, extracto de ${layout.bank}`;
  if (layout?.source === 'remembered') return ', planilla leída como la última vez que se dijo qué contiene';
  return layout?.source === 'hand' ? ', planilla leída como usted dijo' : ', planilla';
}
