import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { sourceText } from '../../../../shared/billing/letterhead.ts';
import { type LegalRate, setLegalRate } from '../../../../shared/billing/settings.api.ts';
import { isDay, monthOf, monthOfDay, today, yearAndMonth } from '../../../../shared/days.ts';
import { call, hasCode } from '../../../lib/api.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { ButtonLink, Card, Stack } from '../../../ui/page.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { type Column, QueryTable } from '../../../ui/table.tsx';
import styles from '../billing.module.css';
import { legalRatesQuery, useRefreshBilling } from '../billing.queries.ts';
import { MonthFields } from '../months/fields.tsx';
import { monthsOfAddress } from '../months/rate-address.ts';
import { LegalRatesImport } from './legal-rates-import.tsx';
import { MissingRate } from './missing-rate.tsx';
import { monthText, rateText } from './rate-words.ts';
import { sendEntry } from './send-entry.ts';
import { annualRateOf } from './typed-settings.ts';

const columns: Column<LegalRate>[] = [
  { header: 'Mes', cell: ({ month }) => monthText(month) },
  { header: 'Tasa máxima', cell: ({ annualRate }) => rateText(annualRate), align: 'end' },
  { header: 'Fuente', cell: (rate) => <span className="anywhere">{sourceText(rate)}</span> },
];

/** Card with the legal ceilings of the interest rate by month, common to all joints. */
export function LegalRatesCard() {
  return (
    <>
      <Card title="Tasa máxima legal (toda la plataforma)">
        <p>
          1,5 veces el interés bancario corriente (Ley 675 de 2001, art. 30). Cada tasa vale solo en su mes:
          registre la de cada mes antes de emitir el que le sigue. Un mes con mora y sin su tasa detiene la
          emisión hasta que se registre, o se marque ese mes sin intereses.
        </p>
        <MissingRate />
        <QueryTable
          query={legalRatesQuery}
          label="Tasa máxima legal"
          columns={columns}
          rowKey={({ month }) => month}
          empty="Todavía no hay tasas registradas."
          pageSize={12}
        />
        <NewRate />
      </Card>
      <LegalRatesImport />
    </>
  );
}

/** Sends a ceiling. A ceiling about 1.5 times the neighbours is sent again after a yes. */
async function sendAskingSwapped(body: LegalRate & { seen?: string }): Promise<LegalRate> {
  try {
    return await call(setLegalRate, { body });
  } catch (error) {
    if (!hasCode(error, 'rateSwapped')) throw error;
    const beside = error.details as Pick<LegalRate, 'month' | 'annualRate'>;
    const isSure = await confirm({
      title: `¿La tasa máxima de ${monthText(body.month)} es ${rateText(body.annualRate)}?`,
      body: `La de ${monthText(beside.month)} es ${rateText(beside.annualRate)}. Parece el interés bancario corriente en el lugar de la tasa máxima, o al revés.`,
      yes: 'Sí, registrarla así',
    });
    if (!isSure) throw error;
    return call(setLegalRate, { body: { ...body, wentOn: true } });
  }
}

const nothingTyped = { rate: '', resolution: '', resolvedOn: '', source: '' };

/** Hook with the request to register a ceiling, over the ceiling of the month on the screen. */
function useSetCeiling(onSaved: () => void) {
  const refresh = useRefreshBilling();
  const { data: listed } = useQuery(legalRatesQuery);
  return useRequest(
    (rate: LegalRate) =>
      sendEntry(sendAskingSwapped, rate, listed, (one) => [
        ['Tasa máxima', rateText(one.annualRate)],
        ['Fuente', sourceText(one)],
      ]),
    {
      done: (saved) =>
        saved === null
          ? undefined
          : `Tasa máxima de ${monthText(saved.month)}: ${rateText(saved.annualRate)}.`,
      next: (saved) => {
        if (saved === null) return;
        onSaved();
        return refresh();
      },
    },
  );
}

function NewRate() {
  const [search] = useSearchParams();
  const { rate: missing } = monthsOfAddress(search);
  const saving = useSetCeiling(() => form.reset(nothingTyped));
  const form = useForm({
    initial: () => ({ ...yearAndMonth(missing ?? monthOfDay(today())), ...nothingTyped }),
    faultsOf: ({ rate, resolution, resolvedOn }) => ({
      rate: annualRateOf(rate) === null ? 'Digite un porcentaje de 0 a 200.' : null,
      resolution: resolution.trim() === '' ? 'Digite el número de la resolución.' : null,
      resolvedOn: isDay(resolvedOn) ? null : 'Elija la fecha de la resolución.',
    }),
    onSubmit: ({ year, month, rate, resolution, resolvedOn, source }) => {
      const annualRate = annualRateOf(rate);
      if (annualRate === null) return;
      saving.mutate({
        month: monthOf(year, month),
        annualRate,
        resolvedOn,
        resolution: resolution.trim(),
        source: source.trim(),
      });
    },
  });
  return (
    <>
      <Form
        form={form}
        saving={saving}
        act="Registrar la tasa máxima"
        isMinor
        label="Registrar la tasa máxima legal"
      >
        <div className={`grid-4 ${styles.fields}`}>
          <MonthFields value={form.values} onChange={form.set} description="Vale solo en ese mes." />
          <TextField
            label="Tasa máxima efectiva anual (%)"
            {...form.checked('rate')}
            inputMode="decimal"
            description="La que certifica la Superintendencia Financiera, por 1,5: 25,62."
            isRequired
          />
          <TextField
            label="Resolución"
            {...form.checked('resolution')}
            maxLength={80}
            description="El número de la que certifica el interés bancario corriente."
            isRequired
          />
          <TextField label="Fecha de la resolución" {...form.checked('resolvedOn')} type="date" isRequired />
          <TextField
            label="Fuente (opcional)"
            {...form.field('source')}
            maxLength={300}
            description="Dónde se publica, o una nota."
          />
        </div>
      </Form>
      <BackToMonth />
    </>
  );
}

/** Link back to the month that waits for the rate, if the address names a month. */
function BackToMonth() {
  const [search] = useSearchParams();
  const { back } = monthsOfAddress(search);
  if (back === null) return null;
  return (
    <Stack row>
      <ButtonLink to={`/Billing?joint=${search.get('joint')}&month=${back}`} variant="secondary">
        {`Volver a ${monthText(back)}`}
      </ButtonLink>
    </Stack>
  );
}
