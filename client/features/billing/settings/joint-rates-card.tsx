import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { RateMode } from '../../../../shared/billing/natures.ts';
import { type JointRate, setJointRate } from '../../../../shared/billing/settings.api.ts';
import { dayInBogota, monthOf } from '../../../../shared/days.ts';
import { call, messageOf } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { focusFirstFault } from '../../../ui/fields/focus-fault.ts';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Stack } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import styles from '../billing.module.css';
import { interestFreeQuery, jointRatesQuery, useRefreshBilling } from '../billing.queries.ts';
import { MonthFields } from './month-fields.tsx';
import { monthText, rateText } from './rate-words.ts';
import { decimalOf } from './typed-settings.ts';

const modes: readonly { id: RateMode; label: string; detail: string }[] = [
  { id: 'legal', label: 'La máxima legal', detail: 'La de la tabla, mes por mes.' },
  { id: 'fixed', label: 'Una propia', detail: 'Menor, decidida en asamblea.' },
  { id: 'none', label: 'Sin intereses', detail: 'Decidido en asamblea.' },
];

const columns: Column<JointRate>[] = [
  { id: 'month', header: 'Desde', cell: ({ month }) => monthText(month) },
  {
    id: 'rate',
    header: 'Tasa',
    cell: ({ mode, annualRate }) =>
      mode === 'fixed' && annualRate !== null
        ? rateText(annualRate)
        : mode === 'none'
          ? 'Sin intereses'
          : 'Máxima legal',
  },
  { id: 'acta', header: 'Acta', cell: ({ acta }) => <span className={styles.break}>{acta ?? '—'}</span> },
];

/** A joint's late interest: the legal ceiling unless its assembly decided otherwise. */
export function JointRatesCard({ jointId }: { jointId: number }) {
  const query = useQuery(jointRatesQuery(jointId));
  const free = useQuery(interestFreeQuery(jointId));
  return (
    <Card title="Intereses de mora de la copropiedad">
      <p>Cada mes se usa la menor entre esta tasa y la máxima legal.</p>
      <QueryView query={query}>
        {(rates) => (
          <Table
            label="Intereses de mora"
            columns={columns}
            rows={rates}
            rowKey={({ month }) => month}
            empty="No tiene tasa propia: se cobra la máxima legal."
            pageSize={12}
          />
        )}
      </QueryView>
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

function NewRate({ jointId }: { jointId: number }) {
  const refresh = useRefreshBilling();
  const today = dayInBogota(Date.now());
  const [year, setYear] = useState(Number(today.slice(0, 4)));
  const [month, setMonth] = useState(Number(today.slice(5, 7)));
  const [mode, setMode] = useState<RateMode>('legal');
  const [rate, setRate] = useState('');
  const [acta, setActa] = useState('');
  const [isTried, setTried] = useState(false);
  const annualRate = decimalOf(rate);
  const isRate = annualRate !== null && annualRate >= 0 && annualRate <= 200;
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: () =>
      call(setJointRate, {
        params: { jointId },
        body: {
          month: monthOf(year, month),
          mode,
          annualRate: mode === 'fixed' ? annualRate : null,
          acta: acta.trim() === '' ? null : acta.trim(),
        },
      }),
    onSuccess: async (saved) => {
      toast.success(`La tasa vale desde ${monthText(saved.month)}.`);
      setRate('');
      setActa('');
      setTried(false);
      await refresh();
    },
  });
  const isComplete = (mode !== 'fixed' || isRate) && (mode === 'legal' || acta.trim() !== '');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!isComplete) focusFirstFault(event.currentTarget);
    else if (!saving.isPending) saving.mutate();
  };
  return (
    <form onSubmit={submit} noValidate aria-label="Registrar la tasa de la copropiedad">
      <Stack>
        <RadioGroup label="Tasa" items={modes} value={mode} onChange={setMode} inline />
        <div className={styles.fields}>
          <MonthFields year={year} month={month} onYear={setYear} onMonth={setMonth} />
          {mode === 'fixed' && (
            <TextField
              label="Tasa efectiva anual (%)"
              value={rate}
              onChange={setRate}
              inputMode="decimal"
              autoComplete="off"
              description="Se convierte a mensual: (1 + EA)^(1/12) − 1."
              error={isTried && !isRate ? 'Digite un porcentaje de 0 a 200.' : null}
              isRequired
            />
          )}
          {mode !== 'legal' && (
            <TextField
              label="Acta"
              value={acta}
              onChange={setActa}
              maxLength={300}
              autoComplete="off"
              description="La de la asamblea que lo decidió: número y fecha."
              error={isTried && acta.trim() === '' ? 'Indique el acta.' : null}
              isRequired
            />
          )}
        </div>
        {saving.error && <Notice kind="error">{messageOf(saving.error)}</Notice>}
        <Stack row>
          <Button type="submit" variant="secondary" isPending={saving.isPending}>
            Registrar la tasa
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}
