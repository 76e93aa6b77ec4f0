import { addFee, factsOfWay, type NewFee } from '../../../../shared/billing/fees.api.ts';
import { type FeeWay, feeWays } from '../../../../shared/billing/natures.ts';
import { monthOf, monthOfDay, today, yearAndMonth } from '../../../../shared/days.ts';
import { apartmentKindNames, apartmentKinds } from '../../../../shared/properties/apartment-kinds.ts';
import { call } from '../../../lib/api.ts';
import { MoneyField } from '../../../ui/fields/money-field.tsx';
import { pesosOrNone } from '../../../ui/fields/money-typing.ts';
import { MultiSelect } from '../../../ui/fields/multi-select.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import styles from '../billing.module.css';
import { useRefreshBilling } from '../billing.queries.ts';
import { type ChosenMonth, MonthFields } from '../months/fields.tsx';
import { feeWayWords } from './words.ts';

/** Fields of a fee beside the common fields, as typed. */
const factLabels = {
  instalments: 'Número de cuotas',
  act: 'Acta o acto',
  inFavour: 'Coeficientes a favor (%)',
  imposedOn: 'Día de la multa',
  demandedOn: 'Día del requerimiento',
  termUntil: 'Fin del plazo',
  communicatedOn: 'Día de comunicación (opcional)',
} as const;
const moneyLabels = {
  fundCharge: 'Aporte del año al fondo de imprevistos',
  fundBalance: 'Saldo del fondo de imprevistos',
} as const;
type Fact = keyof typeof factLabels | keyof typeof moneyLabels;

interface TypedFee extends ChosenMonth, Record<Fact, string> {
  way: FeeWay;
  name: string;
  amount: string;
  nature: 'fee' | 'other';
  kinds: NewFee['kinds'];
  units: string;
}

const isMoney = (fact: Fact): fact is keyof typeof moneyLabels => fact in moneyLabels;
const factsOf = (way: FeeWay): Fact[] => [
  ...factsOfWay[way].filter((fact) => fact !== 'nature'),
  ...(way === 'fine' ? (['communicatedOn'] as const) : []),
];
const isNumber = (fact: Fact) => fact === 'instalments' || fact === 'inFavour';

function factFault(fact: Fact, typed: string): string | null {
  if (isMoney(fact)) return pesosOrNone(typed) === null ? 'Digite el valor; 0 si no hay.' : null;
  if (isNumber(fact))
    return typed.trim() !== '' && Number.isFinite(Number(typed.replace(',', '.')))
      ? null
      : 'Digite un número.';
  return typed.trim() === '' && fact !== 'communicatedOn' ? 'Complete este dato.' : null;
}

const asNewFee = (typed: TypedFee): NewFee => {
  const facts = factsOf(typed.way).flatMap((fact) => {
    const text = typed[fact].trim();
    if (text === '') return [];
    return [
      [fact, isMoney(fact) ? pesosOrNone(text) : isNumber(fact) ? Number(text.replace(',', '.')) : text],
    ];
  });
  return {
    way: typed.way,
    name: typed.name.trim(),
    amount: pesosOrNone(typed.amount) ?? 0,
    firstMonth: monthOf(typed.year, typed.month),
    kinds: typed.way === 'fine' ? [] : typed.kinds,
    units: typed.units.split(',').flatMap((unit) => (unit.trim() === '' ? [] : [unit.trim()])),
    ...(typed.way === 'fixed' && { nature: typed.nature }),
    ...Object.fromEntries(facts),
  };
};

/** Names of the fees with a usual name. */
const usualNames: Partial<Record<FeeWay, string>> = { budget: 'Cuota de administración', fine: 'Multa' };

const kindItems = apartmentKinds.map((id) => ({ id, label: apartmentKindNames[id] }));
const natureItems = [
  { id: 'fee' as const, label: 'Cuota de administración' },
  { id: 'other' as const, label: 'Otro cobro' },
];
const wayItems = feeWays.map((id) => ({ id, label: feeWayWords[id].label }));

const noFacts = {
  instalments: '',
  act: '',
  inFavour: '',
  imposedOn: '',
  demandedOn: '',
  termUntil: '',
  communicatedOn: '',
};

/** Form to add a fee without a spreadsheet. The fields follow the chosen way. */
export function AddFee({ jointId, isMinor }: { jointId: number; isMinor: boolean }) {
  const refresh = useRefreshBilling();
  const saving = useRequest(
    (typed: TypedFee) => call(addFee, { params: { jointId }, body: asNewFee(typed) }),
    {
      done: ({ name }) => `${name}: quedó fijada.`,
      next: [() => form.reset({ ...noFacts, amount: '', units: '' }), refresh],
    },
  );
  const form = useForm<TypedFee, Fact | 'name' | 'amount' | 'units'>({
    initial: () => ({
      ...yearAndMonth(monthOfDay(today())),
      ...noFacts,
      fundCharge: '',
      fundBalance: '',
      way: 'budget',
      name: usualNames.budget ?? '',
      amount: '',
      nature: 'other',
      kinds: [],
      units: '',
    }),
    faultsOf: (typed) => ({
      name: typed.name.trim() === '' ? 'Escriba el nombre del cobro.' : null,
      amount: (pesosOrNone(typed.amount) ?? 0) > 0 ? null : 'Digite un valor mayor que cero.',
      units: typed.way === 'fine' && typed.units.trim() === '' ? 'Escriba el inmueble.' : null,
      ...Object.fromEntries(factsOf(typed.way).map((fact) => [fact, factFault(fact, typed[fact])])),
    }),
    onSubmit: (typed) => saving.mutate(typed),
  });
  return (
    <Form form={form} saving={saving} act="Fijar la cuota" label="Fijar una cuota" isMinor={isMinor}>
      <FeeFields form={form} />
    </Form>
  );
}

type FeeForm = ReturnType<typeof useForm<TypedFee, Fact | 'name' | 'amount' | 'units'>>;

/** Fields of the form, by the chosen way. */
function FeeFields({ form }: { form: FeeForm }) {
  const { way, name } = form.values;
  const asUsual = (next: FeeWay) =>
    name === (usualNames[way] ?? '') ? { name: usualNames[next] ?? '' } : {};
  return (
    <div className={`grid-4 ${styles.fields}`}>
      <Select
        label="Forma"
        items={wayItems}
        {...form.field('way')}
        onChange={(next) => form.set({ way: next, ...asUsual(next) })}
        description={feeWayWords[way].detail}
      />
      <TextField label="Nombre en la cuenta de cobro" {...form.checked('name')} maxLength={120} isRequired />
      <MoneyField label={feeWayWords[way].amount} {...form.checked('amount')} />
      <MonthFields value={form.values} onChange={form.set} labels={['Desde el año', 'Desde el mes']} />
      {way === 'fixed' && <Select label="Clase" items={natureItems} {...form.field('nature')} />}
      {way !== 'fine' && (
        <MultiSelect
          label="Clases de inmueble"
          items={kindItems}
          {...form.field('kinds')}
          placeholder="Todas"
        />
      )}
      <TextField
        label={way === 'fine' ? 'Inmueble' : 'Solo estos inmuebles'}
        {...form.checked('units')}
        description={
          way === 'fine'
            ? undefined
            : 'De un módulo, separados por comas. Vacío: todos. Si la decidió la asamblea, a cada propietario se le informó el costo por coeficiente entre todos: avise si cobra de otra forma.'
        }
      />
      {factsOf(way).map((fact) =>
        isMoney(fact) ? (
          <MoneyField key={fact} label={moneyLabels[fact]} {...form.checked(fact)} />
        ) : (
          <TextField
            key={fact}
            label={factLabels[fact]}
            {...form.checked(fact)}
            maxLength={200}
            type={fact.endsWith('On') || fact === 'termUntil' ? 'date' : 'text'}
            isRequired={fact !== 'communicatedOn'}
          />
        ),
      )}
    </div>
  );
}
