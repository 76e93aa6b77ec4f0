import { useQuery } from '@tanstack/react-query';
import type { RateMode, RateUnit } from '../../../../shared/billing/natures.ts';
import { type JointRate, setJointRate } from '../../../../shared/billing/settings.api.ts';
import { monthOf, monthOfDay, today, yearAndMonth } from '../../../../shared/days.ts';
import { call } from '../../../lib/api.ts';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { Card } from '../../../ui/page.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { type Column, QueryTable } from '../../../ui/table.tsx';
import styles from '../billing.module.css';
import { interestFreeQuery, jointRatesQuery, useRefreshBilling } from '../billing.queries.ts';
import { type ChosenMonth, MonthFields } from '../months/fields.tsx';
import { jointRateText, monthText } from './rate-words.ts';
import { sendEntry } from './send-entry.ts';
import { annualRateOf, monthlyRateOf } from './typed-settings.ts';

const modes: readonly { id: RateMode; label: string; detail: string }[] = [
  { id: 'legal', label: 'La máxima legal', detail: 'La de la tabla, mes por mes.' },
  { id: 'fixed', label: 'Una propia', detail: 'Menor, decidida en asamblea.' },
  { id: 'none', label: 'Sin intereses', detail: 'Decidido en asamblea.' },
];

const rateUnits: readonly { id: RateUnit; label: string }[] = [
  { id: 'annual', label: 'Efectiva anual' },
  { id: 'monthly', label: 'Mensual' },
];

function rateFault(unit: RateUnit, text: string): string | null {
  if (unit === 'monthly') {
    return monthlyRateOf(text) === null
      ? 'Digite un porcentaje de 0 a 10, con seis decimales a lo más.'
      : null;
  }
  return annualRateOf(text) === null ? 'Digite un porcentaje de 0 a 200.' : null;
}

const columns: Column<JointRate>[] = [
  { header: 'Desde', cell: ({ month }) => monthText(month) },
  {
    header: 'Tasa',
    cell: jointRateText,
  },
  { header: 'Acta', cell: ({ acta }) => <span className="anywhere">{acta ?? '—'}</span> },
];

/**
 * Settings card: rates of late interest of a joint. The default is the legal ceiling, until the assembly decides
 * otherwise.
 */
export function JointRatesCard({ jointId }: { jointId: number }) {
  const free = useQuery(interestFreeQuery(jointId));
  return (
    <Card title="Tasa de los intereses de mora">
      <p>Cada mes se usa la menor entre esta tasa y la máxima legal de ese mes, comparadas como mensuales.</p>
      <QueryTable
        query={jointRatesQuery(jointId)}
        label="Tasas de la copropiedad"
        columns={columns}
        rowKey={({ month }) => month}
        empty="No tiene tasa propia: se cobra la máxima legal."
        pageSize={12}
      />
      {free.data && free.data.length > 0 && (
        <p>
          Meses marcados sin intereses, por faltar su tasa máxima legal: {free.data.map(monthText).join(', ')}
          .
        </p>
      )}
      <NewRate jointId={jointId} />
    </Card>
  );
}

interface TypedRate extends ChosenMonth {
  mode: RateMode;
  unit: RateUnit;
  rate: string;
  acta: string;
}

function NewRate({ jointId }: { jointId: number }) {
  const refresh = useRefreshBilling();
  const { data: listed } = useQuery(jointRatesQuery(jointId));
  const saving = useRequest(
    ({ year, month, mode, unit, rate, acta }: TypedRate) =>
      sendEntry<JointRate>(
        (body) => call(setJointRate, { params: { jointId }, body }),
        {
          month: monthOf(year, month),
          mode,
          annualRate: mode === 'fixed' && unit === 'annual' ? annualRateOf(rate) : null,
          monthlyRate: mode === 'fixed' && unit === 'monthly' ? monthlyRateOf(rate) : null,
          acta: acta.trim() === '' ? null : acta.trim(),
        },
        listed,
        (one) => [
          ['Tasa', jointRateText(one)],
          ['Acta', one.acta ?? '—'],
        ],
      ),
    {
      done: (saved) => (saved === null ? undefined : `La tasa vale desde ${monthText(saved.month)}.`),
      next: (saved) => {
        if (saved === null) return;
        form.reset({ rate: '', acta: '' });
        return refresh();
      },
    },
  );
  const form = useForm({
    initial: (): TypedRate => ({
      ...yearAndMonth(monthOfDay(today())),
      mode: 'legal',
      unit: 'annual',
      rate: '',
      acta: '',
    }),
    faultsOf: ({ mode, unit, rate, acta }) => ({
      rate: mode === 'fixed' ? rateFault(unit, rate) : null,
      acta: mode !== 'legal' && acta.trim() === '' ? 'Indique el acta.' : null,
    }),
    onSubmit: (typed) => saving.mutate(typed),
  });
  return (
    <Form
      form={form}
      saving={saving}
      act="Registrar la tasa"
      isMinor
      label="Registrar la tasa de la copropiedad"
    >
      <RateFields form={form} />
    </Form>
  );
}

function RateFields({ form }: { form: ReturnType<typeof useForm<TypedRate, 'rate' | 'acta'>> }) {
  const { mode, unit } = form.values;
  return (
    <>
      <RadioGroup label="Tasa" items={modes} {...form.field('mode')} inline />
      {mode === 'fixed' && (
        <RadioGroup
          label="Cómo la escribió la asamblea"
          items={rateUnits}
          value={unit}
          onChange={(chosen) => form.set({ unit: chosen, rate: '' })}
          inline
        />
      )}
      <div className={`grid-4 ${styles.fields}`}>
        <MonthFields
          value={form.values}
          onChange={form.set}
          labels={['Desde el año', 'Desde el mes']}
          description="Vale desde ese mes hasta el de la siguiente."
        />
        {mode === 'fixed' && (
          <TextField
            label={unit === 'monthly' ? 'Tasa mensual (%)' : 'Tasa efectiva anual (%)'}
            {...form.checked('rate')}
            inputMode="decimal"
            description={
              unit === 'monthly'
                ? 'Por días, cada uno vale una treintava parte: el 31 no causa.'
                : 'Mensual es (1 + EA)^(1/12) − 1; diaria, (1 + EA)^(1/365) − 1.'
            }
            isRequired
          />
        )}
        {mode !== 'legal' && (
          <TextField
            label="Acta"
            {...form.checked('acta')}
            maxLength={300}
            description="La de la asamblea que lo decidió: número y fecha."
            isRequired
          />
        )}
      </div>
    </>
  );
}
