import { useMutation } from '@tanstack/react-query';
import { bookOtherIncome, type PaymentExit, refundPayment } from '../../../../shared/billing/exits.api.ts';
import {
  type IncomeConcept,
  incomeConcepts,
  incomeConceptWords,
} from '../../../../shared/billing/natures.ts';
import { dayInBogota } from '../../../../shared/days.ts';
import { call } from '../../../lib/api.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { useRefreshBilling } from '../billing.queries.ts';
import { pesos } from '../words.ts';
import type { DestinationProps } from './destination.ts';
import { exitWords } from './words.ts';

const conceptItems = incomeConcepts.map((id) => ({ id, label: incomeConceptWords[id] }));

/** Sends an exit, then shows the notice and closes the dialog. */
function useExit<Typed>({ onDone, onClose }: DestinationProps, send: (typed: Typed) => Promise<PaymentExit>) {
  const refresh = useRefreshBilling();
  return useMutation({
    mutationFn: send,
    onSuccess: async (exit) => {
      onDone({ title: `${exitWords(exit)} ${exit.exit}: ${pesos(exit.amount)}.`, detail: null });
      onClose();
      await refresh();
    },
  });
}

/**
 * Form to book the money of a payment with an unknown payer as other income of the joint, for example bank
 * interest.
 * @param concept kind of income selected at first; null: no kind
 */
export function IncomeForm({ concept, ...props }: DestinationProps & { concept: IncomeConcept | null }) {
  const { jointId, payment, onClose } = props;
  const saving = useExit(props, (body: { concept: IncomeConcept; reason: string }) =>
    call(bookOtherIncome, {
      params: { jointId, payment: payment.payment },
      body: { ...body, waiting: payment.waiting },
    }),
  );
  const form = useForm({
    initial: { concept, reason: '' } as { concept: IncomeConcept | null; reason: string },
    faultsOf: (typed) => ({
      concept: typed.concept === null ? 'Elija el concepto.' : null,
      reason: typed.reason.trim() === '' ? 'Digite el motivo.' : null,
    }),
    onSubmit: (typed) => {
      if (typed.concept !== null) saving.mutate({ concept: typed.concept, reason: typed.reason.trim() });
    },
  });
  return (
    <Form form={form} saving={saving} act="Registrar el ingreso" onCancel={onClose}>
      <Select
        label="Concepto"
        items={conceptItems}
        {...form.field('concept')}
        placeholder="Elija"
        error={form.fault('concept')}
        isRequired
      />
      <TextField label="Motivo" {...form.checked('reason')} maxLength={300} isRequired />
    </Form>
  );
}

/** Form to note that the money of a payment with an unknown payer was returned to the payer. */
export function RefundForm(props: DestinationProps) {
  const { jointId, payment, onClose } = props;
  const saving = useExit(props, (body: { refundedOn: string; reference: string; reason: string }) =>
    call(refundPayment, {
      params: { jointId, payment: payment.payment },
      body: { ...body, waiting: payment.waiting },
    }),
  );
  const form = useForm({
    initial: { refundedOn: dayInBogota(Date.now()), reference: '', reason: '' },
    faultsOf: (typed) => ({
      refundedOn: typed.refundedOn === '' ? 'Digite la fecha.' : null,
      reference: typed.reference.trim() === '' ? 'Digite la referencia de la devolución.' : null,
      reason: typed.reason.trim() === '' ? 'Digite el motivo.' : null,
    }),
    onSubmit: ({ refundedOn, reference, reason }) =>
      saving.mutate({ refundedOn, reference: reference.trim(), reason: reason.trim() }),
  });
  return (
    <Form form={form} saving={saving} act="Registrar la devolución" onCancel={onClose}>
      <TextField label="Fecha de la devolución" type="date" {...form.checked('refundedOn')} isRequired />
      <TextField label="Referencia o comprobante" {...form.checked('reference')} maxLength={120} isRequired />
      <TextField label="Motivo" {...form.checked('reason')} maxLength={300} isRequired />
    </Form>
  );
}
