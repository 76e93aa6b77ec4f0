import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Payment } from '../../../../shared/billing/payments.api.ts';
import { confirmProposals, type Proposal } from '../../../../shared/billing/proposals.api.ts';
import { call, messageOf } from '../../../lib/api.ts';
import { Card, Notice, RowButton } from '../../../ui/page.tsx';
import { type Column, QueryTable } from '../../../ui/table.tsx';
import { useFocusKept } from '../../../ui/use-focus-kept.ts';
import styles from '../billing.module.css';
import { proposalsQuery, unidentifiedQuery, useRefreshBilling } from '../billing.queries.ts';
import { amountText, dayWords, pesos } from '../words.ts';
import { sendAskingDay } from './ask-day.ts';
import { ConfirmAgreed } from './confirm-agreed.tsx';
import type { LeftWords } from './destination.ts';
import { IdentifyDialog } from './identify-dialog.tsx';
import { Proposed } from './proposed.tsx';
import { channelWords } from './words.ts';

/**
 * Card on the page of payments: payments with an unknown payer. The user assigns the money to a unit, books
 * other income or refunds; the bank's date of the payment stays.
 */
export function UnidentifiedCard({ jointId }: { jointId: number }) {
  const query = useQuery(unidentifiedQuery(jointId));
  const { data: proposed, error } = useQuery({
    ...proposalsQuery(jointId),
    enabled: query.data !== undefined && query.data.length > 0,
  });
  const proposals = new Map(proposed?.map((proposal) => [proposal.payment, proposal]));
  const refresh = useRefreshBilling();
  const confirming = useMutation({
    mutationFn: (confirmed: ReturnType<typeof confirmedAs>) =>
      sendAskingDay((wentOn) =>
        call(confirmProposals, { params: { jointId }, body: { payments: [confirmed], ...wentOn } }),
      ),
    onSettled: refresh,
  });
  const [paymentToIdentify, setAsked] = useState<Payment | null>(null);
  const [done, setDone] = useState<LeftWords | null>(null);
  useFocusKept(query.data);
  return (
    <Card title="Consignaciones por identificar">
      <p>Cuentan en los recaudos del mes en que llegaron. Al identificarlas conservan la fecha del banco.</p>
      {confirming.error && <Notice kind="error">{messageOf(confirming.error)}</Notice>}
      {error && <Notice kind="error">{messageOf(error)}</Notice>}
      <ConfirmAgreed jointId={jointId} payments={query.data ?? []} proposals={proposals} />
      {done && (
        <Notice kind="success" title={done.title}>
          {done.detail}
        </Notice>
      )}
      <QueryTable
        query={query}
        label="Consignaciones por identificar"
        columns={waitingColumns(proposals, {
          isConfirming: confirming.isPending,
          onConfirm: confirming.mutate,
          onIdentify: setAsked,
        })}
        rowKey={({ payment }) => payment}
        empty="No hay consignaciones por identificar."
        pageSize={20}
      />
      {paymentToIdentify && (
        <IdentifyDialog
          jointId={jointId}
          payment={paymentToIdentify}
          proposal={proposals.get(paymentToIdentify.payment)}
          onDone={setDone}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  );
}

interface WaitingActs {
  isConfirming: boolean;
  onConfirm: (confirmed: ReturnType<typeof confirmedAs>) => void;
  onIdentify: (payment: Payment) => void;
}

/**
 * Columns of the table of payments with an unknown payer.
 * @param proposals proposed unit by payment
 */
function waitingColumns(
  proposals: ReadonlyMap<number, Proposal>,
  { isConfirming, onConfirm, onIdentify }: WaitingActs,
): Column<Payment>[] {
  return [
    { header: 'Fecha del pago', cell: ({ valueDate }) => dayWords(valueDate) },
    {
      header: 'Referencia',
      cell: ({ reference, detail }) => (
        <span className="anywhere">
          {reference ?? (detail === null ? '—' : '')}
          {detail !== null && <span className="soft block regular">{detail}</span>}
        </span>
      ),
    },
    {
      header: 'Propuesta',
      cell: ({ payment }) => {
        const proposal = proposals.get(payment);
        return proposal === undefined ? '—' : <Proposed proposal={proposal} />;
      },
    },
    { header: 'Llegó por', cell: ({ channel }) => channelWords[channel] },
    { header: 'Valor', cell: (payment) => <Waiting payment={payment} />, align: 'end' },
    {
      header: 'Acciones',
      cell: (payment) => {
        const unit = proposals.get(payment.payment)?.apartmentId ?? null;
        const of = `${pesos(payment.waiting)} del ${dayWords(payment.valueDate)}`;
        return (
          <span className={styles.acts}>
            {unit !== null && (
              <RowButton
                act="Confirmar"
                of={`${of} para el ${unit}`}
                isDisabled={isConfirming}
                onPress={() => onConfirm(confirmedAs(payment, unit))}
              />
            )}
            <RowButton act="Identificar" of={of} variant="quiet" onPress={() => onIdentify(payment)} />
          </span>
        );
      },
    },
  ];
}

/** Payment as shown, with the unit chosen by the person. */
const confirmedAs = ({ payment, waiting }: Payment, apartmentId: string) => ({
  payment,
  waiting,
  apartmentId,
});

/** Waiting money, with the whole payment if a part has a receipt already. */
function Waiting({ payment: { amount, waiting } }: { payment: Payment }) {
  return (
    <span>
      {amountText(waiting)}
      {waiting !== amount && <span className="soft block regular">de {amountText(amount)}</span>}
    </span>
  );
}
