import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Draft, type LastCharges, repeatMonth } from '../../../../shared/billing/drafts.api.ts';
import { chargeNatureWords } from '../../../../shared/billing/natures.ts';
import { monthOf, monthWords, shiftMonth, yearAndMonth } from '../../../../shared/days.ts';
import { call, messageOf } from '../../../lib/api.ts';
import { count, units as unitsText } from '../../../lib/format.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { MoneyField } from '../../../ui/fields/money-field.tsx';
import { pesosOrNone } from '../../../ui/fields/money-typing.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Button, Card, Notice, RowButton, Stack } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Table } from '../../../ui/table.tsx';
import styles from '../billing.module.css';
import { lastChargesQuery, monthFeesQuery, useRefreshBilling } from '../billing.queries.ts';
import { UnitBox } from '../unit-box.tsx';
import { amountText, monthTitle, pesos } from '../words.ts';
import { type ChosenMonth, MonthFields } from './fields.tsx';
import { type AmountChange, repeatedSum, usualConcepts } from './repeated.ts';

interface Props {
  jointId: number;
  /** Month to charge from the fees; null to repeat the last month. */
  feesOf: ChosenMonth | null;
  onDraft: (draft: Draft) => void;
  onBack: () => void;
}

/**
 * Form for a month without a spreadsheet: repeats the charges of the last month, or charges the fees, with typed changes.
 * @param onDraft called with the created draft of the month
 * @param onBack returns to the list
 */
export function RepeatMonth({ jointId, feesOf, onDraft, onBack }: Props) {
  const repeated = useQuery({ ...lastChargesQuery(jointId), enabled: feesOf === null });
  const ofFees = useQuery({
    ...monthFeesQuery(jointId, feesOf ?? { year: 0, month: 0 }),
    enabled: feesOf !== null,
  });
  const last = feesOf === null ? repeated : ofFees;
  return (
    <Card
      title={feesOf === null ? 'Repetir el mes anterior' : monthTitle(feesOf.year, feesOf.month)}
      actions={
        <Button variant="quiet" onPress={onBack}>
          Volver
        </Button>
      }
    >
      <QueryView query={last}>
        {(data) => <Repeated jointId={jointId} feesOf={feesOf} last={data} onDraft={onDraft} />}
      </QueryView>
    </Card>
  );
}

function Repeated({
  jointId,
  feesOf,
  last,
  onDraft,
}: Omit<Props, 'onBack'> & {
  last: LastCharges;
}) {
  const refresh = useRefreshBilling();
  const [month, setMonth] = useState(
    () => feesOf ?? yearAndMonth(shiftMonth(monthOf(last.year, last.month), 1)),
  );
  const [wanted, setWanted] = useState<readonly number[]>(() =>
    feesOf === null
      ? usualConcepts(last.concepts)
      : last.concepts.map(({ chargeConceptId }) => chargeConceptId),
  );
  const [changes, setChanges] = useState<readonly AmountChange[]>([]);
  const sum = repeatedSum(last, wanted, changes);
  const making = useMutation({
    mutationFn: () =>
      call(repeatMonth, {
        params: { jointId },
        body: {
          ...month,
          ...(feesOf !== null && { fees: true as const }),
          concepts: [...wanted],
          changes: changes.filter(({ chargeConceptId }) => wanted.includes(chargeConceptId)),
        },
      }),
    onSuccess: (draft) => {
      onDraft(draft);
      return refresh();
    },
  });
  return (
    <Stack>
      <RepeatedSource last={last} feesOf={feesOf} month={month} onChange={setMonth} />
      <UnreadMeters unread={last.unread} month={month} />
      <RepeatedConcepts last={last} wanted={wanted} onChange={setWanted} />
      <ChangeForm
        jointId={jointId}
        concepts={last.concepts.filter(({ chargeConceptId }) => wanted.includes(chargeConceptId))}
        onAdd={(change) => setChanges(withChange(changes, change))}
      />
      {changes.length > 0 && (
        <ChangedCharges changes={changes} concepts={last.concepts} onChange={setChanges} />
      )}
      {making.error && <Notice kind="error">{messageOf(making.error)}</Notice>}
      <p>
        <strong>
          Se cobrarán {pesos(sum.amount)} a {unitsText(sum.units)}.
        </strong>
      </p>
      <Stack row>
        <Button
          onPress={() => making.mutate()}
          isPending={making.isPending}
          isDisabled={wanted.length === 0 || sum.units === 0}
        >
          Hacer la planilla
        </Button>
      </Stack>
    </Stack>
  );
}

const withChange = (changes: readonly AmountChange[], change: AmountChange): AmountChange[] => [
  ...changes.filter(
    (one) => one.apartmentId !== change.apartmentId || one.chargeConceptId !== change.chargeConceptId,
  ),
  change,
];

/** Warnings about metered fees with units not charged, for want of a reading. */
function UnreadMeters({ unread, month }: { unread: LastCharges['unread']; month: ChosenMonth }) {
  return unread.map(({ name, units }) => (
    <Notice kind="warning" key={name} title={`${name}: sin cobrar a ${unitsText(units.length)}`}>
      <p className="anywhere">
        Falta la lectura de {monthWords(monthOf(month.year, month.month))}, o una anterior: {units.join(', ')}
        .
      </p>
    </Notice>
  ));
}

/** Sentence about the source of the charges, with the fields of the month to repeat the last month. */
function RepeatedSource({
  last,
  feesOf,
  month,
  onChange,
}: Pick<Props, 'feesOf'> & {
  last: LastCharges;
  month: ChosenMonth;
  onChange: (month: ChosenMonth) => void;
}) {
  const source =
    feesOf === null ? `los cobros de ${monthWords(monthOf(last.year, last.month))}` : 'las cuotas fijadas';
  return (
    <>
      <p>
        Se hace una planilla con {source}. Elija los que se cobran y digite solo lo que cambia; después la
        verá antes de emitirla.
      </p>
      {feesOf === null && (
        <div className={`grid-4 ${styles.fields}`}>
          <MonthFields value={month} onChange={(change) => onChange({ ...month, ...change })} />
        </div>
      )}
    </>
  );
}

/** Table to choose the charges repeated from the last month. */
function RepeatedConcepts({
  last,
  wanted,
  onChange,
}: {
  last: LastCharges;
  wanted: readonly number[];
  onChange: (wanted: readonly number[]) => void;
}) {
  return (
    <Table
      label="Cobros que se repiten"
      columns={[
        {
          header: 'Concepto',
          cell: ({ chargeConceptId, name }) => (
            <Checkbox
              isSelected={wanted.includes(chargeConceptId)}
              onChange={(isWanted) =>
                onChange(
                  isWanted ? [...wanted, chargeConceptId] : wanted.filter((id) => id !== chargeConceptId),
                )
              }
            >
              {name}
            </Checkbox>
          ),
        },
        { header: 'Clase', cell: ({ nature }) => chargeNatureWords[nature] },
        {
          header: 'Inmuebles',
          cell: ({ chargeConceptId }) => count(repeatedSum(last, [chargeConceptId], []).units),
          align: 'end',
        },
        {
          header: 'Valor',
          cell: ({ chargeConceptId }) => amountText(repeatedSum(last, [chargeConceptId], []).amount),
          align: 'end',
        },
      ]}
      rows={last.concepts}
      rowKey={({ chargeConceptId }) => chargeConceptId}
      empty="El mes no tiene cobros."
    />
  );
}

/** Table of the typed changes, each with a button to remove the change. */
function ChangedCharges({
  changes,
  concepts,
  onChange,
}: {
  changes: readonly AmountChange[];
  concepts: LastCharges['concepts'];
  onChange: (changes: readonly AmountChange[]) => void;
}) {
  const nameOf = (id: number) => concepts.find(({ chargeConceptId }) => chargeConceptId === id)?.name ?? '';
  return (
    <Table
      label="Cobros que cambian"
      columns={[
        { header: 'Inmueble', cell: ({ apartmentId }) => apartmentId },
        { header: 'Concepto', cell: ({ chargeConceptId }) => nameOf(chargeConceptId) },
        { header: 'Valor', cell: ({ amount }) => amountText(amount), align: 'end' },
        {
          header: 'Acciones',
          cell: (change) => (
            <RowButton
              act="Quitar"
              of={`${change.apartmentId}, ${nameOf(change.chargeConceptId)}`}
              variant="quiet"
              onPress={() => onChange(changes.filter((one) => one !== change))}
            />
          ),
        },
      ]}
      rows={changes}
      rowKey={({ apartmentId, chargeConceptId }) => `${apartmentId} ${chargeConceptId}`}
    />
  );
}

/** Form to change the amount of a repeated charge for a unit. */
function ChangeForm({
  jointId,
  concepts,
  onAdd,
}: {
  jointId: number;
  concepts: LastCharges['concepts'];
  onAdd: (change: AmountChange) => void;
}) {
  const form = useForm({
    initial: () => ({
      apartmentId: null as string | null,
      chargeConceptId: concepts[0]?.chargeConceptId ?? null,
      amount: '',
    }),
    faultsOf: (typed) => ({
      unit: typed.apartmentId === null ? 'Elija el inmueble.' : null,
      amount: pesosOrNone(typed.amount) === null ? 'Digite el valor; 0 si no se cobra.' : null,
    }),
    onSubmit: ({ apartmentId, chargeConceptId, amount }) => {
      const typed = pesosOrNone(amount);
      if (apartmentId === null || chargeConceptId === null || typed === null) return;
      onAdd({ apartmentId, chargeConceptId, amount: typed });
      form.reset({ apartmentId: null, amount: '' });
    },
  });
  return (
    <form onSubmit={form.submit} noValidate aria-label="Cambiar un cobro" className="stack-3">
      <div className={`grid-4 ${styles.fields}`}>
        <UnitBox jointId={jointId} {...form.field('apartmentId')} error={form.fault('unit')} isRequired />
        <Select
          label="Concepto"
          items={concepts.map((concept) => ({ id: concept.chargeConceptId, label: concept.name }))}
          {...form.field('chargeConceptId')}
          placeholder="Seleccione un concepto"
        />
        <MoneyField label="Valor de este mes" {...form.checked('amount')} />
      </div>
      <Stack row>
        <Button type="submit" variant="secondary">
          Agregar cambio
        </Button>
      </Stack>
    </form>
  );
}
