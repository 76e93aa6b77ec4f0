import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paymentMeansWords } from '../../../../shared/billing/natures.ts';
import { cashReceiptReport } from '../../../../shared/billing/reports.api.ts';
import { monthOfDay, today, yearAndMonth } from '../../../../shared/days.ts';
import { ReportProgress } from '../../../reports/progress.tsx';
import { type ReportMaking, useReport } from '../../../reports/use-report.ts';
import { cx } from '../../../ui/cx.ts';
import { Card, RowButton } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { useFocusKept } from '../../../ui/use-focus-kept.ts';
import styles from '../billing.module.css';
import { receiptsQuery } from '../billing.queries.ts';
import { MonthFields } from '../months/fields.tsx';
import { UnitCell } from '../unit-cell.tsx';
import { amountText, dayWords } from '../words.ts';
import { AnnulReceipt } from './annul-receipt.tsx';
import { Split } from './split.tsx';
import { channelWords, type Receipted } from './words.ts';

const columns: Column<Receipted>[] = [
  { header: 'Recibo', cell: ({ receipt }) => <ReceiptNumber receipt={receipt} /> },
  {
    header: 'Inmueble',
    cell: ({ receipt }) => <UnitCell apartmentId={receipt.apartmentId} owner={receipt.owner} />,
  },
  {
    header: 'Fecha del pago',
    isDetail: true,
    cell: (payment) => <PaidOn payment={payment} />,
  },
  {
    header: 'Valor',
    cell: ({ receipt }) => (
      <span className={cx(receipt.annulled && styles.annulled)}>{amountText(receipt.amount)}</span>
    ),
    align: 'end',
  },
  {
    header: 'A qué se aplicó',
    cell: ({ receipt }) => <Applied receipt={receipt} />,
    isDetail: true,
  },
];

/** Card with the payment receipts of a month, with buttons to download and annul. */
export function ReceiptsCard({ jointId }: { jointId: number }) {
  const [chosen, setChosen] = useState(() => yearAndMonth(monthOfDay(today())));
  const [receiptToAnnul, setAsked] = useState<Receipted | null>(null);
  const query = useQuery(receiptsQuery(jointId, chosen));
  const report = useReport();
  useFocusKept(query.data);
  const acts: Column<Receipted> = {
    header: 'Acciones',
    isDetail: true,
    cell: (payment) => (
      <ReceiptActs jointId={jointId} payment={payment} report={report} onAnnul={() => setAsked(payment)} />
    ),
  };
  return (
    <Card title="Recibos del mes">
      <div className={`grid-4 ${styles.fields}`}>
        <MonthFields value={chosen} onChange={(change) => setChosen({ ...chosen, ...change })} />
      </div>
      <ReportProgress report={report} />
      <QueryView query={query}>
        {(payments) => (
          <Table
            label="Recibos del mes"
            columns={[...columns, acts]}
            rows={payments.filter((payment): payment is Receipted => payment.receipt !== null)}
            rowKey={({ receipt }) => receipt.cashReceipt}
            empty="No hay recibos en ese mes."
            pageSize={30}
          />
        )}
      </QueryView>
      {receiptToAnnul && (
        <AnnulReceipt
          jointId={jointId}
          receipt={receiptToAnnul.receipt}
          means={receiptToAnnul.means}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  );
}

function ReceiptActs({
  jointId,
  payment: {
    receipt: { cashReceipt, annulled },
  },
  report,
  onAnnul,
}: {
  jointId: number;
  payment: Receipted;
  report: ReportMaking;
  onAnnul: () => void;
}) {
  return (
    <span className={styles.acts}>
      <RowButton
        act="Descargar"
        of={`el recibo ${cashReceipt}`}
        variant="quiet"
        isDisabled={report.isBusy}
        onPress={() =>
          void report.make(cashReceiptReport, {
            params: { cashReceipt },
            query: { jointId },
          })
        }
      />
      {annulled === null && (
        <RowButton act="Anular" of={`el recibo ${cashReceipt}`} variant="quiet" onPress={onAnnul} />
      )}
    </span>
  );
}

function ReceiptNumber({ receipt: { cashReceipt, annulled } }: { receipt: Receipted['receipt'] }) {
  return (
    <>
      <span className={cx(annulled && styles.annulled)}>{cashReceipt}</span>
      {annulled && ' anulado'}
    </>
  );
}

function Applied({ receipt }: { receipt: Receipted['receipt'] }) {
  if (receipt.annulled) {
    return (
      <span className="anywhere">
        {receipt.annulled.reason}
        <span className="soft block regular">
          Anulado el {dayWords(receipt.annulled.date)} por {receipt.annulled.by}
        </span>
      </span>
    );
  }
  return <Split receipt={receipt} />;
}

/** Day of a payment, the posting day if different, the means or else the source, and the payer if not the owner. */
function PaidOn({ payment }: { payment: Receipted }) {
  const { valueDate, postingDate, channel, means, payer, transaction } = payment;
  return (
    <span>
      {dayWords(valueDate)}
      {postingDate !== valueDate && (
        <span className="soft block regular">contado el {dayWords(postingDate)}</span>
      )}
      <span className="soft block regular">
        {means === null ? channelWords[channel] : paymentMeansWords[means]}
      </span>
      {payer !== null && <span className="soft block regular">pagó {payer}</span>}
      {transaction !== null && <span className="soft block regular">transacción {transaction}</span>}
    </span>
  );
}
