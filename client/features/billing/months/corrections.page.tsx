import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { type Adjustment, addAdjustment, type NewAdjustment } from '../../../../shared/billing/bills.api.ts';
import { call } from '../../../lib/api.ts';
import { KeptKey } from '../../../lib/delivery/kept-key.ts';
import { MoneyField } from '../../../ui/fields/money-field.tsx';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { Card, Notice } from '../../../ui/page.tsx';
import styles from '../billing.module.css';
import { useRefreshBilling } from '../billing.queries.ts';
import { BillingScreen } from '../screen.tsx';
import { UnitBox } from '../unit-box.tsx';
import { dayWords, pesos } from '../words.ts';
import { asAdjustment, type Correction, correctionFaults, emptyCorrection } from './correction.ts';
import { natureOptions } from './words.ts';

/**
 * Page '/Billing/Corrections' for staff: adds a charge, a credit note or a forgiven debt (condonation) to a
 * unit's account after a month was issued.
 */
export default function CorrectionsPage() {
  return (
    <BillingScreen
      title="Correcciones"
      intro="Lo emitido no se cambia: un cobro, una nota crédito o una condonación lo corrige con un movimiento nuevo en el mes abierto."
    >
      {(jointId) => <CorrectionForm jointId={jointId} />}
    </BillingScreen>
  );
}

const kinds: readonly { id: Correction['kind']; label: string; detail: string }[] = [
  { id: 'charge', label: 'Cobro', detail: 'Aumenta lo que el inmueble debe.' },
  { id: 'creditNote', label: 'Nota crédito', detail: 'Disminuye lo que el inmueble debe.' },
  { id: 'condonation', label: 'Condonación', detail: 'Perdona lo que diga un acta.' },
];
const doneWords: Readonly<Record<string, string>> = {
  charge: 'Se registró el cobro',
  creditNote: 'Se registró la nota crédito',
  condonation: 'Se registró la condonación',
};

/** Form for a charge, credit note or condonation with a reason. Keeps the input if the server refuses. */
function CorrectionForm({ jointId }: { jointId: number }) {
  const refresh = useRefreshBilling();
  const keys = useRef(new KeptKey());
  const [done, setDone] = useState<Adjustment | null>(null);
  const saving = useMutation({
    mutationFn: (body: NewAdjustment) =>
      call(addAdjustment, {
        params: { jointId },
        body,
        idempotencyKey: keys.current.for({ jointId, body }),
      }),
    onSuccess: (adjustment) => {
      keys.current.done();
      setDone(adjustment);
      form.reset({ ...emptyCorrection, kind: form.values.kind });
      return refresh();
    },
  });
  const form = useForm({
    initial: emptyCorrection,
    faultsOf: correctionFaults,
    onSubmit: (values) => {
      const body = asAdjustment(values);
      if (body !== null) saving.mutate(body);
    },
  });
  const { values: typed } = form;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    setDone(null);
    form.submit(event);
  };
  return (
    <Card title="Registrar una corrección">
      <Form form={{ submit }} saving={saving} act="Registrar">
        <RadioGroup label="Tipo" items={kinds} {...form.field('kind')} inline />
        <div className={`grid-4 ${styles.fields}`}>
          <UnitBox jointId={jointId} {...form.checked('apartmentId')} isRequired />
          <MoneyField label="Valor" {...form.checked('amount')} isRequired />
          {typed.kind === 'charge' && <ChargeFields form={form} />}
          {typed.kind === 'creditNote' && (
            <Select
              label="Qué disminuye primero"
              items={[{ id: 'usual', label: 'Lo que se paga primero' }, ...natureOptions]}
              {...form.field('reduces')}
            />
          )}
          <TextField
            label="Fecha del hecho (opcional)"
            type="date"
            {...form.field('valueDate')}
            description="Si se deja vacío, hoy. Si ese mes ya se emitió, cuenta desde el mes abierto."
          />
        </div>
        {typed.kind === 'condonation' && <CondonationFields form={form} />}
        <TextField label="Motivo" {...form.checked('reason')} maxLength={300} isRequired />
      </Form>
      {done && (
        <Notice
          kind="success"
          title={`${doneWords[done.kind] ?? 'Se registró'} de ${pesos(done.amount)} al inmueble ${done.apartmentId}.`}
        >
          Con fecha {dayWords(done.postingDate)}. El saldo del inmueble queda en {pesos(done.balance)}.
        </Notice>
      )}
    </Card>
  );
}

interface CorrectionFieldsProps {
  form: ReturnType<typeof useForm<Correction, keyof ReturnType<typeof correctionFaults>>>;
}

function ChargeFields({ form }: CorrectionFieldsProps) {
  return (
    <>
      <TextField
        label="Concepto (opcional)"
        {...form.field('concept')}
        maxLength={120}
        description="Como aparece en la cuenta; si se deja vacío, «Ajuste»."
      />
      <Select label="Clase" items={natureOptions} {...form.field('nature')} />
      <TextField
        label="Vence el (opcional)"
        type="date"
        {...form.field('dueDate')}
        description="Si se deja vacío, el día de vencimiento del mes."
      />
    </>
  );
}

function CondonationFields({ form }: CorrectionFieldsProps) {
  return (
    <>
      <RadioGroup
        label="Qué se perdona"
        items={[
          { id: 'interest', label: 'Intereses de mora' },
          { id: 'capital', label: 'Capital' },
        ]}
        {...form.field('forgives')}
        inline
      />
      <TextField
        label="Acta"
        {...form.checked('acta')}
        maxLength={300}
        description="La de la asamblea que lo decidió: número y fecha."
        isRequired
      />
    </>
  );
}
