import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { assignPayment, type Payment } from '../../../../shared/billing/payments.api.ts';
import { confirmProposals } from '../../../../shared/billing/proposals.api.ts';
import { call, messageOf } from '../../../lib/api.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { Card, Notice, RowButton } from '../../../ui/page.tsx';
import { type Column, QueryTable } from '../../../ui/table.tsx';
import { useFocusKept } from '../../../ui/use-focus-kept.ts';
import styles from '../billing.module.css';
import { proposalsQuery, unidentifiedQuery, useRefreshBilling } from '../billing.queries.ts';
import { UnitBox } from '../unit-box.tsx';
import { amountText, dayWords, pesos } from '../words.ts';
import { sendAskingDay } from './ask-day.ts';
import { ConfirmAgreed } from './confirm-agreed.tsx';
import { Proposed } from './proposed.tsx';
import { channelWords, splitWords } from './words.ts';

/** Card with the payments from an unknown unit. The person assigns a unit; the bank's date of the payment stays. */
export function UnidentifiedCard({ jointId }: { jointId: number }) {
  const query = useQuery(unidentifiedQuery(jointId));
  const { data: proposed, error } = useQuery({
    ...proposalsQuery(jointId),
    enabled: query.data !== undefined && query.data.length > 0,
  });
  const proposals = new Map(proposed?.map((proposal) => [proposal.payment, proposal]));
  const refresh = useRefreshBilling();
  const confirming = useMutation({
    mutationFn: (confirmed: { payment: number; apartmentId: string }) =>
      sendAskingDay((wentOn) =>
        call(confirmProposals, { params: { jointId }, body: { payments: [confirmed], ...wentOn } }),
      ),
    onSettled: refresh,
  });
  const [paymentToIdentify, setAsked] = useState<Payment | null>(null);
  const [done, setDone] = useState<Payment | null>(null);
  useFocusKept(query.data);
  const columns: Column<Payment>[] = [
    { id: 'date', header: 'Fecha del pago', cell: ({ valueDate }) => dayWords(valueDate) },
    {
      id: 'reference',
      header: 'Referencia',
      cell: ({ reference, detail }) => (
        <span className="anywhere">
          {reference ?? (detail === null ? '—' : '')}
          {detail !== null && <span className={styles.soft}>{detail}</span>}
        </span>
      ),
    },
    {
      id: 'proposal',
      header: 'Propuesta',
      cell: ({ payment }) => {
        const proposal = proposals.get(payment);
        return proposal === undefined ? '—' : <Proposed proposal={proposal} />;
      },
    },
    { id: 'channel', header: 'Llegó por', cell: ({ channel }) => channelWords[channel] },
    { id: 'amount', header: 'Valor', cell: ({ amount }) => amountText(amount), align: 'end' },
    {
      id: 'acts',
      header: 'Acciones',
      cell: (payment) => {
        const unit = proposals.get(payment.payment)?.apartmentId ?? null;
        const of = `${pesos(payment.amount)} del ${dayWords(payment.valueDate)}`;
        return (
          <span className={styles.acts}>
            {unit !== null && (
              <RowButton
                act="Confirmar"
                of={`${of} para el ${unit}`}
                isDisabled={confirming.isPending}
                onPress={() => confirming.mutate({ payment: payment.payment, apartmentId: unit })}
              />
            )}
            <RowButton act="Identificar" of={of} variant="quiet" onPress={() => setAsked(payment)} />
          </span>
        );
      },
    },
  ];
  return (
    <Card title="Consignaciones por identificar">
      <p>Cuentan en los recaudos del mes en que llegaron. Al identificarlas conservan la fecha del banco.</p>
      {confirming.error && <Notice kind="error">{messageOf(confirming.error)}</Notice>}
      {error && <Notice kind="error">{messageOf(error)}</Notice>}
      <ConfirmAgreed jointId={jointId} proposals={proposed ?? []} />
      {done?.receipt && (
        <Notice
          kind="success"
          title={`Recibo de caja ${done.receipt.cashReceipt}: inmueble ${done.receipt.apartmentId}, ${pesos(done.amount)}.`}
        >
          {splitWords(done.receipt)}.
        </Notice>
      )}
      <QueryTable
        query={query}
        label="Consignaciones por identificar"
        columns={columns}
        rowKey={({ payment }) => payment}
        empty="No hay consignaciones por identificar."
        pageSize={20}
      />
      {paymentToIdentify && (
        <Assign
          jointId={jointId}
          payment={paymentToIdentify}
          onDone={setDone}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  );
}

interface AssignProps {
  jointId: number;
  payment: Payment;
  onDone: (payment: Payment) => void;
  onClose: () => void;
}

function Assign({ jointId, payment, onDone, onClose }: AssignProps) {
  const refresh = useRefreshBilling();
  const saving = useMutation({
    mutationFn: (unit: string) =>
      sendAskingDay((wentOn) =>
        call(assignPayment, {
          params: { jointId, payment: payment.payment },
          body: { apartmentId: unit, ...wentOn },
        }),
      ),
    onSuccess: async (assigned) => {
      onDone(assigned);
      onClose();
      await refresh();
    },
  });
  const form = useForm({
    initial: { apartmentId: null } as { apartmentId: string | null },
    faultsOf: ({ apartmentId }) => ({ apartmentId: apartmentId === null ? 'Elija el inmueble.' : null }),
    isBusy: saving.isPending,
    onSubmit: ({ apartmentId }) => {
      if (apartmentId !== null) saving.mutate(apartmentId);
    },
  });
  return (
    <Dialog title="Identificar la consignación" isOpen onClose={onClose}>
      <Form form={form} saving={saving} act="Hacer el recibo" onCancel={onClose}>
        <p>
          {pesos(payment.amount)} del {dayWords(payment.valueDate)}
          {payment.reference !== null && `, referencia ${payment.reference}`}
          {payment.detail !== null && `, ${payment.detail}`}.
        </p>
        <UnitBox
          jointId={jointId}
          value={form.values.apartmentId}
          onChange={(apartmentId) => form.set({ apartmentId })}
          error={form.fault('apartmentId')}
          isRequired
          autoFocus
        />
      </Form>
    </Dialog>
  );
}
