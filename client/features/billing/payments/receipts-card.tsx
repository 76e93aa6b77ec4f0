import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cashReceiptReport } from '../../../../shared/billing/reports.api.ts';
import { dayInBogota } from '../../../../shared/days.ts';
import { ReportProgress } from '../../../reports/report-progress.tsx';
import { useReport } from '../../../reports/use-report.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { useFocusKept } from '../../../ui/use-focus-kept.ts';
import styles from '../billing.module.css';
import { receiptsQuery } from '../billing.queries.ts';
import { amountText, dayWords } from '../billing-words.ts';
import { monthOptions, yearOptions } from '../months/month-words.ts';
import { UnitCell } from '../unit-cell.tsx';
import { AnnulReceipt } from './annul-receipt.tsx';
import { channelWords, type Receipted } from './payment-words.ts';
import { Split } from './split.tsx';

/** The receipts that count in a month, each to be downloaded or annulled. */
export function ReceiptsCard({ jointId }: { jointId: number }) {
  const today = dayInBogota(Date.now());
  const [year, setYear] = useState(Number(today.slice(0, 4)));
  const [month, setMonth] = useState(Number(today.slice(5, 7)));
  const [asked, setAsked] = useState<Receipted | null>(null);
  const query = useQuery(receiptsQuery(jointId, year, month));
  const report = useReport();
  useFocusKept(query.data);
  const columns: Column<Receipted>[] = [
    { id: 'receipt', header: 'Recibo', cell: ({ receipt }) => <ReceiptNumber receipt={receipt} /> },
    {
      id: 'unit',
      header: 'Inmueble',
      cell: ({ receipt }) => <UnitCell apartmentId={receipt.apartmentId} owner={receipt.owner} />,
    },
    {
      id: 'date',
      header: 'Fecha del pago',
      isDetail: true,
      cell: ({ valueDate, postingDate, channel }) => (
        <span>
          {dayWords(valueDate)}
          {postingDate !== valueDate && (
            <span className={styles.soft}>contado el {dayWords(postingDate)}</span>
          )}
          <span className={styles.soft}>{channelWords[channel]}</span>
        </span>
      ),
    },
    {
      id: 'amount',
      header: 'Valor',
      cell: ({ amount, receipt }) => (
        <span className={cx(receipt.annulled && styles.annulled)}>{amountText(amount)}</span>
      ),
      align: 'end',
    },
    {
      id: 'split',
      header: 'A qué se aplicó',
      cell: ({ receipt }) => <Applied receipt={receipt} />,
      isDetail: true,
    },
    {
      id: 'acts',
      header: 'Acciones',
      isDetail: true,
      cell: (payment) => (
        <span className={styles.acts}>
          <Button
            variant="quiet"
            size="small"
            aria-label={`Descargar el recibo ${payment.receipt.cashReceipt}`}
            isDisabled={report.isBusy}
            onPress={() =>
              void report.make(cashReceiptReport, {
                params: { cashReceipt: payment.receipt.cashReceipt },
                query: { jointId },
              })
            }
          >
            Descargar
          </Button>
          {payment.receipt.annulled === null && (
            <Button
              variant="quiet"
              size="small"
              aria-label={`Anular el recibo ${payment.receipt.cashReceipt}`}
              onPress={() => setAsked(payment)}
            >
              Anular
            </Button>
          )}
        </span>
      ),
    },
  ];
  return (
    <Card title="Recibos del mes">
      <div className={styles.fields}>
        <Select
          label="Año"
          items={yearOptions(Date.now())}
          value={year}
          onChange={setYear}
          placeholder="Seleccione un año"
        />
        <Select
          label="Mes"
          items={monthOptions}
          value={month}
          onChange={setMonth}
          placeholder="Seleccione un mes"
        />
      </div>
      <ReportProgress report={report} />
      <QueryView query={query}>
        {(payments) => (
          <Table
            label="Recibos del mes"
            columns={columns}
            rows={payments.filter((payment): payment is Receipted => payment.receipt !== null)}
            rowKey={({ receipt }) => receipt.cashReceipt}
            empty="No hay recibos en ese mes."
            pageSize={30}
          />
        )}
      </QueryView>
      {asked && <AnnulReceipt jointId={jointId} payment={asked} onClose={() => setAsked(null)} />}
    </Card>
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
      <span className={styles.break}>
        {receipt.annulled.reason}
        <span className={styles.soft}>
          Anulado el {dayWords(receipt.annulled.date)} por {receipt.annulled.by}
        </span>
      </span>
    );
  }
  return <Split receipt={receipt} />;
}
