import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { assignPayment, type Payment } from '../../../../shared/billing/payments.api.ts';
import { call } from '../../../lib/api.ts';
import { count } from '../../../lib/format.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { Card, Notice, RowButton } from '../../../ui/page.tsx';
import { type Column, QueryTable } from '../../../ui/table.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useFocusKept } from '../../../ui/use-focus-kept.ts';
import { unidentifiedQuery, useRefreshBilling } from '../billing.queries.ts';
import { BillingScreen } from '../billing-screen.tsx';
import { amountText, dayWords, pesos } from '../billing-words.ts';
import { UnitBox } from '../unit-box.tsx';
import { FilesCard } from './files-card.tsx';
import { PaymentForm } from './payment-form.tsx';
import { channelWords, splitWords } from './payment-words.ts';
import { ReceiptsCard } from './receipts-card.tsx';

/** '/Payments': the money that arrives for a joint. */
export default function PaymentsPage() {
  return (
    <BillingScreen
      title="Pagos"
      intro="Cada pago con inmueble hace un recibo de caja. Primero cubre los intereses, luego los cobros más antiguos; lo que sobra queda a favor."
    >
      {(jointId) => <Payments jointId={jointId} />}
    </BillingScreen>
  );
}

function Payments({ jointId }: { jointId: number }) {
  const [search, setSearch] = useSearchParams();
  const { data } = useQuery(unidentifiedQuery(jointId));
  const waiting = data === undefined || data.length === 0 ? '' : ` (${count(data.length)})`;
  return (
    <Tabs
      label="Pagos"
      value={search.get('tab') ?? 'one'}
      onChange={(tab) => setSearch(tab === 'one' ? {} : { tab })}
      items={[
        { id: 'one', title: 'Uno por uno', content: <PaymentForm jointId={jointId} /> },
        { id: 'file', title: 'Archivo', content: <FilesCard jointId={jointId} /> },
        {
          id: 'unidentified',
          title: `Por identificar${waiting}`,
          content: <UnidentifiedCard jointId={jointId} />,
        },
        { id: 'receipts', title: 'Recibos', content: <ReceiptsCard jointId={jointId} /> },
      ]}
    />
  );
}

/** Consignments that nobody knows the unit of: each is given to one, with the bank's day. */
function UnidentifiedCard({ jointId }: { jointId: number }) {
  const query = useQuery(unidentifiedQuery(jointId));
  const [asked, setAsked] = useState<Payment | null>(null);
  const [done, setDone] = useState<Payment | null>(null);
  useFocusKept(query.data);
  const columns: Column<Payment>[] = [
    { id: 'date', header: 'Fecha del pago', cell: ({ valueDate }) => dayWords(valueDate) },
    {
      id: 'reference',
      header: 'Referencia',
      cell: ({ reference }) => <span className="anywhere">{reference ?? '—'}</span>,
    },
    { id: 'channel', header: 'Llegó por', cell: ({ channel }) => channelWords[channel] },
    { id: 'amount', header: 'Valor', cell: ({ amount }) => amountText(amount), align: 'end' },
    {
      id: 'acts',
      header: 'Acciones',
      cell: (payment) => (
        <RowButton
          act="Identificar"
          of={`${pesos(payment.amount)} del ${dayWords(payment.valueDate)}`}
          onPress={() => setAsked(payment)}
        />
      ),
    },
  ];
  return (
    <Card title="Consignaciones por identificar">
      <p>Cuentan en los recaudos del mes en que llegaron. Al identificarlas conservan la fecha del banco.</p>
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
      {asked && <Assign jointId={jointId} payment={asked} onDone={setDone} onClose={() => setAsked(null)} />}
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
      call(assignPayment, {
        params: { jointId, payment: payment.payment },
        body: { apartmentId: unit },
      }),
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
          {payment.reference !== null && `, referencia ${payment.reference}`}.
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
