import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { annulPaymentExit, type PaymentExit } from '../../../../shared/billing/exits.api.ts';
import { call } from '../../../lib/api.ts';
import { cx } from '../../../ui/cx.ts';
import { ReasonDialog } from '../../../ui/fields/reason-dialog.tsx';
import { Card, RowButton } from '../../../ui/page.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { type Column, NextPageButton, Table } from '../../../ui/table.tsx';
import { useFocusKept } from '../../../ui/use-focus-kept.ts';
import styles from '../billing.module.css';
import { paymentExitsQuery, useRefreshBilling } from '../billing.queries.ts';
import { amountText, dayWords, pesos } from '../words.ts';
import { exitWords } from './words.ts';

/**
 * Card on the page of payments: money booked as other income of the joint, or refunded to the payer, with a
 * button to annul. Hidden while empty.
 */
export function ExitsCard({ jointId }: { jointId: number }) {
  const list = useInfiniteQuery(paymentExitsQuery(jointId));
  const data = list.data?.pages.flat();
  const [exitToAnnul, setAsked] = useState<PaymentExit | null>(null);
  useFocusKept(list.data);
  if (data === undefined || data.length === 0) return null;
  const columns: Column<PaymentExit>[] = [
    { header: 'Qué es', cell: (exit) => <What exit={exit} /> },
    { header: 'Fecha', cell: ({ valueDate }) => dayWords(valueDate) },
    {
      header: 'Consignación',
      isDetail: true,
      cell: ({ paidOn, paidReference, detail }) => (
        <span className="anywhere">
          {dayWords(paidOn)}
          <span className="soft block regular">{[paidReference, detail].filter(Boolean).join(' · ')}</span>
        </span>
      ),
    },
    { header: 'Motivo', isDetail: true, cell: (exit) => <Why exit={exit} /> },
    {
      header: 'Valor',
      cell: ({ amount, annulled }) => (
        <span className={cx(annulled && styles.annulled)}>{amountText(amount)}</span>
      ),
      align: 'end',
    },
    {
      header: 'Acciones',
      isDetail: true,
      cell: (exit) =>
        exit.annulled === null && (
          <RowButton
            act="Anular"
            of={`${exitWords(exit).toLowerCase()} ${exit.exit}`}
            variant="quiet"
            onPress={() => setAsked(exit)}
          />
        ),
    },
  ];
  return (
    <Card title="Otros ingresos y devoluciones">
      <Table
        label="Otros ingresos y devoluciones"
        columns={columns}
        rows={data}
        rowKey={({ exit }) => exit}
        empty="No hay otros ingresos ni devoluciones."
        pageSize={20}
      />
      <NextPageButton list={list} act="Traer anteriores" />
      {exitToAnnul && <AnnulExit jointId={jointId} exit={exitToAnnul} onClose={() => setAsked(null)} />}
    </Card>
  );
}

function What({ exit }: { exit: PaymentExit }) {
  return (
    <span>
      <span className={cx(exit.annulled && styles.annulled)}>
        {exitWords(exit)} {exit.exit}
      </span>
      {exit.annulled && (exit.kind === 'refund' ? ' anulada' : ' anulado')}
    </span>
  );
}

/** Reason and author of an exit, and of the annulment. */
function Why({ exit: { reason, reference, by, date, annulled } }: { exit: PaymentExit }) {
  return (
    <span className="anywhere">
      {reason}
      {reference !== null && <span className="soft block regular">Referencia {reference}</span>}
      <span className="soft block regular">
        {by}, el {dayWords(date)}
      </span>
      {annulled && (
        <span className="soft block regular">
          Anulado el {dayWords(annulled.date)} por {annulled.by}: {annulled.reason}
        </span>
      )}
    </span>
  );
}

function AnnulExit({ jointId, exit, onClose }: { jointId: number; exit: PaymentExit; onClose: () => void }) {
  const refresh = useRefreshBilling();
  const annulling = useRequest(
    (reason: string) => call(annulPaymentExit, { params: { jointId, exit: exit.exit }, body: { reason } }),
    { done: 'El dinero queda otra vez por identificar.', next: [onClose, refresh] },
  );
  return (
    <ReasonDialog
      title={`¿Anular ${exitWords(exit).toLowerCase()} ${exit.exit}?`}
      body={`Son ${pesos(exit.amount)}. Conserva su número, y el dinero queda otra vez por identificar.`}
      yes="Anular"
      saving={annulling}
      onYes={annulling.mutate}
      onClose={onClose}
    />
  );
}
