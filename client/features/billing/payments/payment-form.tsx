import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { addPayment, type Payment } from '../../../../shared/billing/payments.api.ts';
import { dayInBogota } from '../../../../shared/days.ts';
import { call, messageOf } from '../../../lib/api.ts';
import { KeptKey } from '../../../lib/kept-key.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { focusFirstFault } from '../../../ui/fields/focus-fault.ts';
import { MoneyField } from '../../../ui/fields/money-field.tsx';
import { paidPesos } from '../../../ui/fields/money-typing.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Stack } from '../../../ui/page.tsx';
import styles from '../billing.module.css';
import { useRefreshBilling } from '../billing.queries.ts';
import { UnitBox } from '../unit-box.tsx';
import { DueNow } from './due-now.tsx';
import { SavedPayments } from './saved-payments.tsx';

interface Typed {
  apartmentId: string | null;
  amount: string;
  valueDate: string;
  reference: string;
}

/** Payments one after the other, by keyboard alone: each saved one shows its receipt, and the next can be typed. */
export function PaymentForm({ jointId }: { jointId: number }) {
  const refresh = useRefreshBilling();
  const keys = useRef(new KeptKey());
  const form = useRef<HTMLFormElement>(null);
  const today = dayInBogota(Date.now());
  const [typed, setTyped] = useState<Typed>({
    apartmentId: null,
    amount: '',
    valueDate: today,
    reference: '',
  });
  const [isUnknown, setUnknown] = useState(false);
  const [isTried, setTried] = useState(false);
  const [saved, setSaved] = useState<readonly Payment[]>([]);
  const set = (change: Partial<Typed>) => setTyped((last) => ({ ...last, ...change }));

  // Once the fields are empty: what a field holds when it is left, it keeps.
  useEffect(() => {
    if (saved.length > 0) form.current?.querySelector<HTMLInputElement>('input')?.focus();
  }, [saved]);

  const saving = useMutation({
    networkMode: 'always',
    mutationFn: (amount: number) => {
      const body = {
        apartmentId: isUnknown ? null : typed.apartmentId,
        amount,
        valueDate: typed.valueDate,
        reference: typed.reference.trim() === '' ? null : typed.reference.trim(),
      };
      const idempotencyKey = keys.current.for({ jointId, body });
      return call(addPayment, { params: { jointId }, body, idempotencyKey });
    },
    onSuccess: (payment) => {
      keys.current.done();
      setSaved((last) => [payment, ...last]);
      // The day stays: payments of a day are typed in a row.
      set({ apartmentId: null, amount: '', reference: '' });
      setUnknown(false);
      setTried(false);
      return refresh();
    },
  });
  const amount = paidPesos(typed.amount);
  const faults = {
    unit: !isUnknown && typed.apartmentId === null ? 'Elija el inmueble.' : null,
    amount: amount === null ? 'Digite un valor mayor que cero.' : null,
    date: typed.valueDate === '' ? 'Digite la fecha.' : null,
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (amount === null || faults.unit || faults.date) focusFirstFault(event.currentTarget);
    else if (!saving.isPending) saving.mutate(amount);
  };
  return (
    <Card title="Registrar un pago">
      <form ref={form} onSubmit={submit} noValidate>
        <Stack>
          <div className={styles.fields}>
            <UnitBox
              jointId={jointId}
              value={isUnknown ? null : typed.apartmentId}
              onChange={(apartmentId) => set({ apartmentId })}
              isDisabled={isUnknown}
              error={isTried ? faults.unit : null}
              isRequired={!isUnknown}
            />
            <MoneyField
              label="Valor"
              value={typed.amount}
              onChange={(text) => set({ amount: text })}
              error={isTried ? faults.amount : null}
              isRequired
            />
            <TextField
              label="Fecha del pago"
              type="date"
              value={typed.valueDate}
              onChange={(valueDate) => set({ valueDate })}
              error={isTried ? faults.date : null}
              isRequired
            />
            <TextField
              label="Referencia (opcional)"
              value={typed.reference}
              onChange={(reference) => set({ reference })}
              maxLength={120}
              autoComplete="off"
            />
          </div>
          {!isUnknown && typed.apartmentId !== null && (
            <DueNow jointId={jointId} apartmentId={typed.apartmentId} valueDate={typed.valueDate} />
          )}
          <Checkbox isSelected={isUnknown} onChange={setUnknown}>
            No se sabe de qué inmueble es: queda por identificar
          </Checkbox>
          {saving.error && <Notice kind="error">{messageOf(saving.error)}</Notice>}
          <Stack row end>
            <Button type="submit" isPending={saving.isPending}>
              Registrar el pago
            </Button>
          </Stack>
        </Stack>
      </form>
      <SavedPayments payments={saved} />
    </Card>
  );
}
