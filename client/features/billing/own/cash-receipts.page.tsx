import { useState } from 'react';
import { type CashReceipt, listCashReceipts } from '../../../../shared/billing/payments.api.ts';
import { cashReceiptReport } from '../../../../shared/billing/reports.api.ts';
import { queryOf } from '../../../lib/query.ts';
import { ReportButton } from '../../../reports/button.tsx';
import { type Format, FormatChoice, inFormat } from '../../../reports/format-choice.tsx';
import { Page } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { billingTexts, dayWords, monthTitle, pesos } from '../words.ts';
import styles from './own.module.css';
import { UnitPicker } from './unit-picker.tsx';

/** Page '/CashReceipts': payment receipts of a unit. */
export default function CashReceiptsPage() {
  return (
    <Page title="Recibos de Caja">
      <UnitPicker>{(unit) => <Receipts jointId={unit.jointId} apartmentId={unit.apartmentId} />}</UnitPicker>
    </Page>
  );
}

const columns: Column<CashReceipt>[] = [
  {
    header: 'Mes',
    cell: ({ date }) => (
      <>
        {monthTitle(Number(date.slice(0, 4)), Number(date.slice(5, 7)))}
        <span className="soft block regular">Pago del {dayWords(date)}</span>
      </>
    ),
  },
  {
    header: 'Recibo de Caja',
    cell: ({ cashReceipt, annulled }) => (
      <span>
        {cashReceipt}
        {annulled && <span className={`wrong ${styles.tag}`}>Anulado</span>}
      </span>
    ),
  },
  {
    header: 'Valor',
    cell: ({ amount, annulled }) => (
      <span className={annulled ? styles.gone : undefined}>{pesos(amount)}</span>
    ),
    align: 'end',
  },
];

function Receipts({ jointId, apartmentId }: { jointId: number; apartmentId: string }) {
  const [format, setFormat] = useState<Format>('pdf');
  return (
    <QueryView
      query={queryOf(['cash-receipts', jointId, apartmentId], listCashReceipts, {
        params: { jointId, apartmentId },
      })}
      page
      failed={billingTexts.notLoaded}
      empty={billingTexts.noReceipts}
    >
      {(data) => (
        <>
          <FormatChoice value={format} onChange={setFormat} />
          <Table
            label="Recibos de Caja"
            columns={[
              ...columns,
              {
                header: 'Acciones',
                cell: ({ cashReceipt }) => (
                  <div className={`wrap-3 top ${styles.acts}`}>
                    <ReportButton
                      report={cashReceiptReport}
                      input={{ params: { cashReceipt }, query: { jointId, ...inFormat(format) } }}
                      failed={billingTexts.receiptFailed}
                      look={{
                        variant: 'secondary',
                        size: 'small',
                        'aria-label': `Exportar recibo de caja ${cashReceipt}`,
                      }}
                    >
                      Exportar
                    </ReportButton>
                  </div>
                ),
              },
            ]}
            rows={data}
            rowKey={({ cashReceipt }) => cashReceipt}
            empty={billingTexts.noReceipts}
            pageSize={24}
          />
        </>
      )}
    </QueryView>
  );
}
