import { useMutation, useQuery } from '@tanstack/react-query';
import { type LegalRate, setLegalRate } from '../../../../shared/billing/settings.api.ts';
import { monthOf, monthOfDay, today, yearAndMonth } from '../../../../shared/days.ts';
import { call } from '../../../lib/api.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { Card } from '../../../ui/page.tsx';
import { type Column, QueryTable } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import styles from '../billing.module.css';
import { legalRatesQuery, useRefreshBilling } from '../billing.queries.ts';
import { MonthFields } from '../months/month-fields.tsx';
import { monthText, rateText } from './rate-words.ts';
import { annualRateOf } from './typed-settings.ts';

const columns: Column<LegalRate>[] = [
  { id: 'month', header: 'Mes', cell: ({ month }) => monthText(month) },
  { id: 'rate', header: 'Tasa máxima', cell: ({ annualRate }) => rateText(annualRate), align: 'end' },
  { id: 'source', header: 'Fuente', cell: ({ source }) => <span className="anywhere">{source}</span> },
];

/** The dated table of the legal ceiling: the same for every joint. */
export function LegalRatesCard() {
  const query = useQuery(legalRatesQuery);
  return (
    <Card title="Tasa máxima legal (toda la plataforma)">
      <p>
        1,5 veces el interés bancario corriente (Ley 675 de 2001, art. 30). Cada tasa vale solo en su mes:
        registre la de cada mes antes de emitir el que le sigue. Un mes con mora y sin su tasa detiene la
        emisión hasta que se registre, o se marque ese mes sin intereses.
      </p>
      <QueryTable
        query={query}
        label="Tasa máxima legal"
        columns={columns}
        rowKey={({ month }) => month}
        empty="Todavía no hay tasas registradas."
        pageSize={12}
      />
      <NewRate />
    </Card>
  );
}

function NewRate() {
  const refresh = useRefreshBilling();
  const saving = useMutation({
    mutationFn: (body: Pick<LegalRate, 'month' | 'annualRate' | 'source'>) => call(setLegalRate, { body }),
    onSuccess: async (saved) => {
      toast.success(`Tasa máxima de ${monthText(saved.month)}: ${rateText(saved.annualRate)}.`);
      form.reset({ rate: '', source: '' });
      await refresh();
    },
  });
  const form = useForm({
    initial: () => ({ ...yearAndMonth(monthOfDay(today())), rate: '', source: '' }),
    faultsOf: ({ rate, source }) => ({
      rate: annualRateOf(rate) === null ? 'Digite un porcentaje de 0 a 200.' : null,
      source: source.trim() === '' ? 'Digite la fuente.' : null,
    }),
    isBusy: saving.isPending,
    onSubmit: ({ year, month, rate, source }) => {
      const annualRate = annualRateOf(rate);
      if (annualRate === null) return;
      saving.mutate({ month: monthOf(year, month), annualRate, source: source.trim() });
    },
  });
  return (
    <Form
      form={form}
      saving={saving}
      act="Registrar la tasa máxima"
      isMinor
      label="Registrar la tasa máxima legal"
    >
      <div className={styles.fields}>
        <MonthFields value={form.values} onChange={form.set} description="Vale solo en ese mes." />
        <TextField
          label="Tasa máxima efectiva anual (%)"
          {...form.checked('rate')}
          inputMode="decimal"
          description="La que certifica la Superintendencia Financiera, por 1,5: 25,62."
          isRequired
        />
        <TextField
          label="Fuente"
          {...form.checked('source')}
          maxLength={300}
          description="La resolución que la publica."
          isRequired
        />
      </div>
    </Form>
  );
}
