import { useQuery } from '@tanstack/react-query';
import { type InterestWay, interestWays, interestWayWords } from '../../../../shared/billing/natures.ts';
import {
  type JointInterestWay,
  SINCE_THE_BEGINNING,
  setInterestWay,
} from '../../../../shared/billing/settings.api.ts';
import { monthOf, monthOfDay, shiftMonth, today, yearAndMonth } from '../../../../shared/days.ts';
import { call } from '../../../lib/api.ts';
import { unbroken } from '../../../lib/format.ts';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { Card } from '../../../ui/page.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { type Column, QueryTable } from '../../../ui/table.tsx';
import styles from '../billing.module.css';
import { interestWaysQuery, useRefreshBilling } from '../billing.queries.ts';
import { type ChosenMonth, MonthFields } from '../months/fields.tsx';
import { monthText } from './rate-words.ts';
import { sendEntry } from './send-entry.ts';

/**
 * Explanation of each interest method by the same example: a debt of 250.000 pesos at 2 % a month, due on 31
 * August, paid on 20 October.
 */
const details: Readonly<Record<InterestWay, string>> = {
  days: 'Cada día causa intereses sobre el capital sin pagar. En el ejemplo, 50 días: $ 8.333,33.',
  balance:
    'Cada cuenta cobra un mes entero sobre el capital de cuentas anteriores, vencido y sin pagar cuando se emite. En el ejemplo, las cuentas de septiembre y octubre: $ 10.000.',
  fullMonths:
    'Solo causan intereses los meses calendario completos en mora. En el ejemplo, septiembre: $ 5.000.',
};

const items = interestWays.map((id) => ({ id, label: interestWayWords[id], detail: unbroken(details[id]) }));

const columns: Column<JointInterestWay>[] = [
  {
    header: 'Desde',
    cell: ({ month }) => (month === SINCE_THE_BEGINNING ? 'El comienzo' : monthText(month)),
  },
  { header: 'Forma', cell: ({ way }) => interestWayWords[way] },
  { header: 'Acta', cell: ({ acta }) => <span className="anywhere">{acta ?? '—'}</span> },
];

/**
 * Settings card: methods of late interest of a joint over time. The default is by days, until the assembly chooses
 * another.
 */
export function InterestWaysCard({ jointId }: { jointId: number }) {
  return (
    <Card title="Cómo se liquidan los intereses de mora">
      <p>
        Son simples y sobre el capital: nunca hay intereses sobre intereses. Una forma nueva vale desde su
        mes, y ningún día se cobra dos veces.
      </p>
      <QueryTable
        query={interestWaysQuery(jointId)}
        label="Formas de liquidar los intereses"
        columns={columns}
        rowKey={({ month }) => month}
        empty="No se ha elegido ninguna: se liquidan por días de mora."
        pageSize={12}
      />
      <NewWay jointId={jointId} />
    </Card>
  );
}

interface TypedWay extends ChosenMonth {
  way: InterestWay;
  acta: string;
}

function NewWay({ jointId }: { jointId: number }) {
  const refresh = useRefreshBilling();
  const { data: listed } = useQuery(interestWaysQuery(jointId));
  const saving = useRequest(
    ({ year, month, way, acta }: TypedWay) =>
      sendEntry<JointInterestWay>(
        (body) => call(setInterestWay, { params: { jointId }, body: { ...body, acta: body.acta ?? '' } }),
        { month: monthOf(year, month), way, acta: acta.trim() },
        listed,
        (one) => [
          ['Forma', interestWayWords[one.way]],
          ['Acta', one.acta ?? '—'],
        ],
      ),
    {
      done: (saved) =>
        saved === null
          ? undefined
          : `Desde ${monthText(saved.month)}: ${interestWayWords[saved.way].toLowerCase()}.`,
      next: (saved) => {
        if (saved === null) return;
        form.reset({ acta: '' });
        return refresh();
      },
    },
  );
  const form = useForm({
    initial: (): TypedWay => ({
      // Starts with next month: the current month may be issued already.
      ...yearAndMonth(shiftMonth(monthOfDay(today()), 1)),
      way: 'days',
      acta: '',
    }),
    faultsOf: ({ acta }) => ({ acta: acta.trim() === '' ? 'Indique el acta.' : null }),
    onSubmit: (typed) => saving.mutate(typed),
  });
  return (
    <Form form={form} saving={saving} act="Registrar la forma" isMinor label="Registrar la forma de liquidar">
      <p className="faint">
        {unbroken(
          'Ejemplo: $ 250.000 al 2 % mensual, que vencieron el 31 de agosto y se pagan el 20 de octubre.',
        )}
      </p>
      <RadioGroup label="Forma" items={items} {...form.field('way')} />
      <div className={`grid-4 ${styles.fields}`}>
        <MonthFields
          value={form.values}
          onChange={form.set}
          labels={['Desde el año', 'Desde el mes']}
          description="Un mes posterior al último emitido."
        />
        <TextField
          label="Acta"
          {...form.checked('acta')}
          maxLength={300}
          description="La que lo decidió, o el reglamento: número y fecha."
          isRequired
        />
      </div>
    </Form>
  );
}
