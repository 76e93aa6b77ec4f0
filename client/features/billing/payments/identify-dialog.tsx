import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { assignPayment } from '../../../../shared/billing/payments.api.ts';
import type { Proposal } from '../../../../shared/billing/proposals.api.ts';
import { call } from '../../../lib/api.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { Stack } from '../../../ui/page.tsx';
import { useRefreshBilling } from '../billing.queries.ts';
import { UnitBox } from '../unit-box.tsx';
import { dayWords, pesos } from '../words.ts';
import { sendAskingDay } from './ask-day.ts';
import type { DestinationProps } from './destination.ts';
import { IncomeForm, RefundForm } from './exit-forms.tsx';
import { SplitForm } from './split-form.tsx';
import { splitWords } from './words.ts';

type Destination = 'unit' | 'units' | 'income' | 'refund';

const destinations: readonly { id: Destination; label: string; detail: string }[] = [
  { id: 'unit', label: 'Pago de un inmueble', detail: 'Hace un recibo de caja por todo el valor.' },
  { id: 'units', label: 'Pago de varios inmuebles', detail: 'Se reparte: un recibo de caja por cada parte.' },
  { id: 'income', label: 'Otro ingreso', detail: 'Es de la copropiedad: intereses del banco, alquileres…' },
  { id: 'refund', label: 'Se devolvió', detail: 'Ya se le devolvió a quien pagó.' },
];

/** Shares of a payment: the exact debts of a group, else the units named by the text, one per ground, without amounts. */
const possibleShares = (proposal: Proposal | undefined): { apartmentId: string; amount?: number }[] =>
  proposal?.shares ??
  [
    ...new Set(
      (proposal?.grounds ?? []).flatMap(({ kind, accounts }) =>
        kind === 'unit' && accounts.length === 1 ? accounts : [],
      ),
    ),
  ].map((apartmentId) => ({ apartmentId }));

/**
 * Dialog for the money of a payment with an unknown payer: assign to units, book as other income, or refund.
 * @param proposal unit proposed by the server; undefined without a proposal
 */
export function IdentifyDialog({
  proposal,
  ...props
}: DestinationProps & { proposal: Proposal | undefined }) {
  const { payment, onClose } = props;
  const shares = possibleShares(proposal);
  const isOfBank = proposal?.grounds.some(({ kind }) => kind === 'bank') ?? false;
  const [destination, setDestination] = useState<Destination>(
    isOfBank ? 'income' : shares.length > 1 ? 'units' : 'unit',
  );
  return (
    <Dialog title="Identificar la consignación" onClose={onClose}>
      <Stack>
        <p>
          {pesos(payment.waiting)} del {dayWords(payment.valueDate)}
          {payment.reference !== null && `, referencia ${payment.reference}`}
          {payment.detail !== null && `, ${payment.detail}`}.
        </p>
        <RadioGroup
          label="¿Qué es este dinero?"
          items={destinations}
          value={destination}
          onChange={setDestination}
        />
        {destination === 'unit' && <UnitForm {...props} />}
        {destination === 'units' && <SplitForm {...props} possible={shares} />}
        {destination === 'income' && <IncomeForm {...props} concept={isOfBank ? 'interest' : null} />}
        {destination === 'refund' && <RefundForm {...props} />}
      </Stack>
    </Dialog>
  );
}

function UnitForm({ jointId, payment, onDone, onClose }: DestinationProps) {
  const refresh = useRefreshBilling();
  const saving = useMutation({
    mutationFn: (unit: string) =>
      sendAskingDay((wentOn) =>
        call(assignPayment, {
          params: { jointId, payment: payment.payment },
          body: { apartmentId: unit, waiting: payment.waiting, ...wentOn },
        }),
      ),
    onSuccess: async ({ receipt }) => {
      if (receipt !== null) {
        const { cashReceipt, apartmentId, amount } = receipt;
        const title = `Recibo de caja ${cashReceipt}: inmueble ${apartmentId}, ${pesos(amount)}.`;
        onDone({ title, detail: `${splitWords(receipt)}.` });
      }
      onClose();
      await refresh();
    },
  });
  const form = useForm({
    initial: { apartmentId: null } as { apartmentId: string | null },
    faultsOf: ({ apartmentId }) => ({ apartmentId: apartmentId === null ? 'Elija el inmueble.' : null }),
    onSubmit: ({ apartmentId }) => {
      if (apartmentId !== null) saving.mutate(apartmentId);
    },
  });
  return (
    <Form form={form} saving={saving} act="Hacer el recibo" onCancel={onClose}>
      <UnitBox
        jointId={jointId}
        {...form.field('apartmentId')}
        error={form.fault('apartmentId')}
        isRequired
        autoFocus
      />
    </Form>
  );
}
