import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type PaymentMeans, paymentMeans, paymentMeansWords } from '../../../../shared/billing/natures.ts';
import { addPayment, type Payment, type PaymentDue } from '../../../../shared/billing/payments.api.ts';
import { dayInBogota, isDay } from '../../../../shared/days.ts';
import { call } from '../../../lib/api.ts';
import { KeptKey } from '../../../lib/delivery/kept-key.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { MoneyField } from '../../../ui/fields/money-field.tsx';
import { paidPesos } from '../../../ui/fields/money-typing.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { Card, Notice } from '../../../ui/page.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import styles from '../billing.module.css';
import { paymentDueQuery, useRefreshBilling } from '../billing.queries.ts';
import { settlementWords } from '../settlement-words.ts';
import { UnitBox } from '../unit-box.tsx';
import { UnitCell } from '../unit-cell.tsx';
import { amountText, pesos } from '../words.ts';
import { sendAskingDay } from './ask-day.ts';
import { Split } from './split.tsx';
import { discountWords, dueWords, splitWords } from './words.ts';

const meansItems = paymentMeans.map((id) => ({ id, label: paymentMeansWords[id] }));

interface Typed {
  apartmentId: string | null;
  isUnknown: boolean;
  amount: string;
  valueDate: string;
  reference: string;
  means: PaymentMeans | null;
  payer: string;
}

const untyped: Omit<Typed, 'valueDate'> = {
  apartmentId: null,
  isUnknown: false,
  amount: '',
  reference: '',
  means: null,
  payer: '',
};

/** Converts the typed payment to the body of the request. Empty texts become null. */
const paymentToSend = (typed: Omit<Typed, 'amount'> & { amount: number }) => ({
  apartmentId: typed.isUnknown ? null : typed.apartmentId,
  amount: typed.amount,
  valueDate: typed.valueDate,
  reference: typed.reference.trim() || null,
  means: typed.means,
  payer: typed.payer.trim() || null,
});

/**
 * Form to enter payments by keyboard. Each saved payment shows the receipt, and the next payment can be typed at
 * once.
 */
export function PaymentForm({ jointId }: { jointId: number }) {
  const refresh = useRefreshBilling();
  const keys = useRef(new KeptKey());
  const box = useRef<HTMLFormElement>(null);
  const today = dayInBogota(Date.now());
  const [saved, setSaved] = useState<readonly Payment[]>([]);

  // Runs after the fields are empty: a field commits the current text on blur.
  useEffect(() => {
    if (saved.length > 0) box.current?.querySelector<HTMLInputElement>('input')?.focus();
  }, [saved]);

  const saving = useMutation({
    mutationFn: async (typed: Omit<Typed, 'amount'> & { amount: number }) => {
      const body = paymentToSend(typed);
      return sendAskingDay((wentOn) => {
        const whole = { ...body, ...wentOn };
        const idempotencyKey = keys.current.for({ jointId, body: whole });
        return call(addPayment, { params: { jointId }, body: whole, idempotencyKey });
      });
    },
    onSuccess: (payment) => {
      keys.current.done();
      setSaved((last) => [payment, ...last]);
      // Keeps the day and the means: payments of a day are typed in a row.
      form.reset({ apartmentId: null, isUnknown: false, amount: '', reference: '', payer: '' });
      return refresh();
    },
  });
  const form = useForm({
    initial: { ...untyped, valueDate: today },
    faultsOf: (typed) => ({
      unit: !typed.isUnknown && typed.apartmentId === null ? 'Elija el inmueble.' : null,
      amount: paidPesos(typed.amount) === null ? 'Digite un valor mayor que cero.' : null,
      valueDate: typed.valueDate === '' ? 'Digite la fecha.' : null,
    }),
    onSubmit: (typed) => {
      const amount = paidPesos(typed.amount);
      if (amount !== null) saving.mutate({ ...typed, amount });
    },
  });
  const { isUnknown, apartmentId, valueDate } = form.values;
  return (
    <Card title="Registrar un pago">
      <Form ref={box} form={form} saving={saving} act="Registrar el pago">
        <div className={`grid-4 ${styles.fields}`}>
          <UnitBox
            jointId={jointId}
            value={isUnknown ? null : apartmentId}
            onChange={(picked) => form.set({ apartmentId: picked })}
            isDisabled={isUnknown}
            error={form.fault('unit')}
            isRequired={!isUnknown}
          />
          <MoneyField label="Valor" {...form.checked('amount')} isRequired />
          <TextField label="Fecha del pago" type="date" {...form.checked('valueDate')} isRequired />
          <PaidWith form={form} />
        </div>
        {!isUnknown && apartmentId !== null && (
          <DueNow jointId={jointId} apartmentId={apartmentId} valueDate={valueDate} />
        )}
        <Checkbox {...form.checkbox('isUnknown')}>
          No se sabe de qué inmueble es: queda por identificar
        </Checkbox>
      </Form>
      <SavedPayments payments={saved} />
    </Card>
  );
}

/** Optional fields of a payment: reference, means, and payer if not the owner. */
function PaidWith({ form }: { form: Pick<ReturnType<typeof useForm<Typed>>, 'field' | 'set' | 'values'> }) {
  return (
    <>
      <TextField label="Referencia (opcional)" {...form.field('reference')} maxLength={120} />
      <Select
        label="Medio de pago (opcional)"
        items={meansItems}
        {...form.field('means')}
        placeholder="Sin indicar"
      />
      <TextField
        label="Quién pagó, si no es el propietario (opcional)"
        {...form.field('payer')}
        maxLength={120}
      />
    </>
  );
}

interface Props {
  jointId: number;
  apartmentId: string;
  valueDate: string;
}

/**
 * Debt of the unit on the payment day, and the amount that settles the bill while the discount for prompt payment
 * lasts.
 */
function DueNow({ jointId, apartmentId, valueDate }: Props) {
  const { data } = useQuery({
    ...paymentDueQuery(jointId, apartmentId, valueDate),
    enabled: isDay(valueDate),
  });
  return (
    <div role="status">
      {data && (
        <>
          <p>{dueWords(data, apartmentId)}</p>
          <SettlingAmount due={data} />
          {data.discounts.map((discount) => (
            <p key={discount.bill}>
              <strong>{discountWords(discount)}</strong>
            </p>
          ))}
        </>
      )}
    </div>
  );
}

/** Exact amount to settle the account on the payment day. */
function SettlingAmount({ due: { settlement, balance } }: { due: PaymentDue }) {
  const words = settlementWords(settlement, balance);
  return words === '' ? null : <p className="strong">{words}.</p>;
}

const columns: Column<Payment>[] = [
  { header: 'Recibo', cell: ({ receipt }) => receipt?.cashReceipt ?? 'Por identificar' },
  {
    header: 'Inmueble',
    cell: ({ receipt }) =>
      receipt ? <UnitCell apartmentId={receipt.apartmentId} owner={receipt.owner} /> : '—',
  },
  { header: 'Valor', cell: ({ amount }) => amountText(amount), align: 'end' },
  {
    header: 'A qué se aplicó',
    cell: ({ receipt }) => (receipt ? <Split receipt={receipt} /> : '—'),
  },
];

/** Payments entered on the open page: the last as a notice, the earlier payments as a table. */
function SavedPayments({ payments }: { payments: readonly Payment[] }) {
  const [last, ...earlier] = payments;
  if (last === undefined) return null;
  return (
    <>
      {last.receipt ? (
        <Notice
          key={last.payment}
          kind="success"
          title={`Recibo de caja ${last.receipt.cashReceipt}: inmueble ${last.receipt.apartmentId}, ${pesos(last.amount)}.`}
        >
          {splitWords(last.receipt)}.
        </Notice>
      ) : (
        <Notice key={last.payment} kind="success" title={`${pesos(last.amount)} quedan por identificar.`} />
      )}
      {earlier.length > 0 && (
        <Table
          label="Registrados antes"
          columns={columns}
          rows={earlier}
          rowKey={({ payment }) => payment}
          empty="Ninguno."
          pageSize={10}
        />
      )}
    </>
  );
}
