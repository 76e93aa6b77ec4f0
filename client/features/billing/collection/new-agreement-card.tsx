import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addAgreement, type OpenDebt } from '../../../../shared/billing/agreements.api.ts';
import { addMonths, isDay, today } from '../../../../shared/days.ts';
import { fromPesos, NO_MONEY, sumMoney, toPesos } from '../../../../shared/money.ts';
import { call } from '../../../lib/api.ts';
import { counted } from '../../../lib/format.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { Card, Stack } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { Table } from '../../../ui/table.tsx';
import styles from '../billing.module.css';
import { openDebtsQuery, useRefreshBilling } from '../billing.queries.ts';
import { UnitBox } from '../unit-box.tsx';
import { amountText, dayWords, pesos } from '../words.ts';
import { equalInstalments } from './instalments.ts';

/** Card to make a payment agreement: the unit, then the debts and the terms. */
export function NewAgreementCard({ jointId }: { jointId: number }) {
  const [apartmentId, setApartmentId] = useState<string | null>(null);
  const debts = useQuery({
    ...openDebtsQuery(jointId, apartmentId ?? ''),
    enabled: apartmentId !== null,
  });
  return (
    <Card title="Hacer un acuerdo de pago">
      <Stack>
        <p>
          Cubre deudas de hoy. Nada de lo cobrado cambia; si se suspenden los intereses, no corren desde hoy
          mientras se cumpla.
        </p>
        <div className={`grid-4 ${styles.fields}`}>
          <UnitBox jointId={jointId} value={apartmentId} onChange={setApartmentId} error={null} isRequired />
        </div>
        {apartmentId !== null && (
          <QueryView query={debts}>
            {(open) =>
              open.length === 0 ? (
                <p>El inmueble no tiene deudas por acordar.</p>
              ) : (
                <Terms key={apartmentId} jointId={jointId} apartmentId={apartmentId} debts={open} />
              )
            }
          </QueryView>
        )}
      </Stack>
    </Card>
  );
}

const wholeIn = (text: string, least: number, most: number): number | null => {
  const value = Number(text);
  return /^\d+$/.test(text.trim()) && value >= least && value <= most ? value : null;
};

interface TypedTerms {
  count: string;
  firstDay: string;
  missedLimit: string;
  graceDays: string;
  document: string;
  suspendsInterest: boolean;
}
type TermFault = Exclude<keyof TypedTerms, 'suspendsInterest'>;

const termFaults = (typed: TypedTerms): Record<TermFault, string | null> => ({
  count: wholeIn(typed.count, 1, 120) === null ? 'Digite de 1 a 120.' : null,
  firstDay: isDay(typed.firstDay) && typed.firstDay >= today() ? null : 'Elija un día desde hoy.',
  missedLimit: wholeIn(typed.missedLimit, 1, 12) === null ? 'Digite de 1 a 12.' : null,
  graceDays: wholeIn(typed.graceDays, 0, 60) === null ? 'Digite de 0 a 60.' : null,
  document: typed.document.trim() === '' ? 'Indique el documento firmado.' : null,
});

/** Fields of the terms of an agreement. */
function TermFields({ form }: { form: ReturnType<typeof useForm<TypedTerms, TermFault>> }) {
  return (
    <>
      <div className={`grid-4 ${styles.fields}`}>
        <TextField label="Número de cuotas" {...form.checked('count')} inputMode="numeric" isRequired />
        <TextField label="Primera cuota" type="date" {...form.checked('firstDay')} isRequired />
        <TextField
          label="Cuotas sin pagar que lo dejan incumplido"
          {...form.checked('missedLimit')}
          inputMode="numeric"
          isRequired
        />
        <TextField
          label="Días de plazo por cuota"
          {...form.checked('graceDays')}
          inputMode="numeric"
          isRequired
        />
        <TextField label="Documento firmado" {...form.checked('document')} maxLength={200} isRequired />
      </div>
      <Checkbox {...form.checkbox('suspendsInterest')}>Sin intereses de mora mientras se cumpla</Checkbox>
    </>
  );
}

function Terms({
  jointId,
  apartmentId,
  debts,
}: {
  jointId: number;
  apartmentId: string;
  debts: readonly OpenDebt[];
}) {
  const refresh = useRefreshBilling();
  const [chosen, setChosen] = useState<readonly number[]>(() => debts.map(({ item }) => item));
  const covered = debts.filter(({ item }) => chosen.includes(item));
  const total = toPesos(sumMoney(covered.map(({ open }) => fromPesos(open) ?? NO_MONEY)));
  const form = useForm<TypedTerms, TermFault>({
    initial: () => ({
      count: '3',
      firstDay: addMonths(today(), 1),
      missedLimit: '1',
      graceDays: '5',
      document: '',
      suspendsInterest: true,
    }),
    faultsOf: termFaults,
    onSubmit: () => saving.mutate(),
  });
  const { values } = form;
  const instalments = equalInstalments(
    covered.map(({ open }) => open),
    wholeIn(values.count, 1, 120) ?? 1,
    isDay(values.firstDay) ? values.firstDay : today(),
  );
  const saving = useRequest(
    () =>
      call(addAgreement, {
        params: { jointId },
        body: {
          apartmentId,
          items: [...chosen],
          instalments,
          suspendsInterest: values.suspendsInterest,
          missedLimit: Number(values.missedLimit),
          graceDays: Number(values.graceDays),
          document: values.document.trim(),
        },
      }),
    { done: `Quedó el acuerdo de pago del inmueble ${apartmentId}.`, next: [refresh] },
  );
  return (
    <Form form={form} saving={saving} act="Hacer el acuerdo" label="Hacer un acuerdo de pago">
      <DebtsTable debts={debts} chosen={chosen} onChange={setChosen} />
      <TermFields form={form} />
      <p>
        <strong>
          {pesos(total)} en {counted(instalments.length, 'cuota')} de {pesos(instalments[0]?.amount ?? 0)}.
        </strong>
      </p>
    </Form>
  );
}

/** Table to choose the debts of an agreement. */
function DebtsTable({
  debts,
  chosen,
  onChange,
}: {
  debts: readonly OpenDebt[];
  chosen: readonly number[];
  onChange: (items: readonly number[]) => void;
}) {
  return (
    <Table
      label="Deudas por acordar"
      columns={[
        {
          header: 'Deuda',
          cell: ({ item, description }) => (
            <Checkbox
              isSelected={chosen.includes(item)}
              onChange={(isChosen) =>
                onChange(isChosen ? [...chosen, item] : chosen.filter((number) => number !== item))
              }
            >
              {description}
            </Checkbox>
          ),
        },
        { header: 'Venció', cell: ({ dueDate }) => (dueDate ? dayWords(dueDate) : '—') },
        { header: 'Por pagar', cell: ({ open }) => amountText(open), align: 'end' },
      ]}
      rows={debts}
      rowKey={({ item }) => item}
    />
  );
}
