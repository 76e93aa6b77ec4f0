import { useMutation } from '@tanstack/react-query';
import { MOST_SHARES, splitPayment } from '../../../../shared/billing/exits.api.ts';
import { centavos, formatMoney, fromPesos, NO_MONEY, toPesos } from '../../../../shared/money.ts';
import { parseMoney } from '../../../../shared/money-text.ts';
import { call } from '../../../lib/api.ts';
import { MoneyField } from '../../../ui/fields/money-field.tsx';
import { paidPesos } from '../../../ui/fields/money-typing.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { Button, RowButton } from '../../../ui/page.tsx';
import styles from '../billing.module.css';
import { useRefreshBilling } from '../billing.queries.ts';
import { UnitBox } from '../unit-box.tsx';
import { pesos } from '../words.ts';
import { sendAskingDay } from './ask-day.ts';
import type { DestinationProps } from './destination.ts';

/** Share as typed. `key` stays with the fields if other shares are removed. */
interface TypedShare {
  key: number;
  apartmentId: string | null;
  amount: string;
}

interface TypedSplit {
  shares: readonly TypedShare[];
  reason: string;
}

/** Money still to distribute, in centavos. Negative if the shares are too large. */
const restOf = (waiting: number, shares: readonly TypedShare[]): number =>
  shares.reduce((rest, { amount }) => rest - (parseMoney(amount) ?? 0), fromPesos(waiting) ?? 0);

function restWords(rest: number): string {
  if (rest === 0) return 'Las partes suman el valor.';
  return rest > 0
    ? `Faltan ${pesos(toPesos(centavos(rest)))} por repartir.`
    : `Sobran ${pesos(toPesos(centavos(-rest)))}.`;
}

/** Returns the errors of the shares, by field: `unit 1`, `amount 1`, …; the sum is an error of the last amount. */
function faultsOf({ shares, reason }: TypedSplit, waiting: number): Record<string, string | null> {
  const faults: Record<string, string | null> = { reason: reason.trim() === '' ? 'Digite el motivo.' : null };
  const rest = restOf(waiting, shares);
  for (const [index, { key, apartmentId, amount }] of shares.entries()) {
    const isTwice = shares.slice(0, index).some((other) => other.apartmentId === apartmentId);
    const unitFault = isTwice ? 'Este inmueble ya está en la lista.' : null;
    faults[`unit ${key}`] = apartmentId === null ? 'Elija el inmueble.' : unitFault;
    const isLast = index === shares.length - 1;
    const sumFault = isLast && rest !== 0 ? restWords(rest) : null;
    faults[`amount ${key}`] = paidPesos(amount) === null ? 'Digite un valor mayor que cero.' : sumFault;
  }
  return faults;
}

/**
 * Form to split the money of a payment without a unit over several units. The shares add up to the money.
 * @param possible units offered at first, with the amounts if known
 */
export function SplitForm({
  jointId,
  payment,
  possible,
  onDone,
  onClose,
}: DestinationProps & { possible: readonly { apartmentId: string; amount?: number }[] }) {
  const refresh = useRefreshBilling();
  const saving = useMutation({
    mutationFn: ({ shares, reason }: TypedSplit) => {
      const unitShares = shares.flatMap(({ apartmentId, amount: typed }) => {
        const amount = paidPesos(typed);
        return apartmentId === null || amount === null ? [] : { apartmentId, amount };
      });
      const body = { shares: unitShares, reason: reason.trim() };
      return sendAskingDay((wentOn) =>
        call(splitPayment, {
          params: { jointId, payment: payment.payment },
          body: { ...body, ...wentOn },
        }),
      );
    },
    onSuccess: async (receipts) => {
      const numbers = receipts.map(({ cashReceipt }) => cashReceipt).join(', ');
      const parts = receipts.map(({ apartmentId, amount }) => `${apartmentId}: ${pesos(amount)}`);
      onDone({ title: `Recibos de caja ${numbers}.`, detail: `${parts.join(' · ')}.` });
      onClose();
      await refresh();
    },
  });
  const first = Array.from({ length: Math.min(MOST_SHARES, Math.max(2, possible.length)) }, (_, key) => {
    const { apartmentId = null, amount } = possible[key] ?? {};
    return {
      key,
      apartmentId,
      amount: amount === undefined ? '' : formatMoney(fromPesos(amount) ?? NO_MONEY),
    };
  });
  const form = useForm<TypedSplit, string>({
    initial: { shares: first, reason: '' },
    faultsOf: (typed) => faultsOf(typed, payment.waiting),
    onSubmit: saving.mutate,
  });
  return (
    <Form form={form} saving={saving} act="Hacer los recibos" onCancel={onClose}>
      <Shares jointId={jointId} form={form} />
      <p role="status">{restWords(restOf(payment.waiting, form.values.shares))}</p>
      <TextField label="Motivo" {...form.checked('reason')} maxLength={300} isRequired />
    </Form>
  );
}

interface SharesProps {
  jointId: number;
  form: Pick<ReturnType<typeof useForm<TypedSplit, string>>, 'values' | 'set' | 'fault'>;
}

/** Fields of the shares, with buttons to add and remove a share. */
function Shares({ jointId, form }: SharesProps) {
  const { shares } = form.values;
  const change = (key: number, part: Partial<TypedShare>) =>
    form.set((last) => ({
      shares: last.shares.map((share) => (share.key === key ? { ...share, ...part } : share)),
    }));
  const add = () => {
    const key = Math.max(...shares.map((share) => share.key)) + 1;
    form.set({ shares: [...shares, { key, apartmentId: null, amount: '' }] });
  };
  return (
    <>
      {shares.map(({ key, apartmentId, amount }, index) => (
        <div key={key} className={`grid-4 ${styles.fields}`}>
          <UnitBox
            jointId={jointId}
            label={`Inmueble ${index + 1}`}
            value={apartmentId}
            onChange={(picked) => change(key, { apartmentId: picked })}
            error={form.fault(`unit ${key}`)}
            isRequired
          />
          <MoneyField
            label={`Valor ${index + 1}`}
            value={amount}
            onChange={(typed) => change(key, { amount: typed })}
            error={form.fault(`amount ${key}`)}
            isRequired
          />
          {shares.length > 2 && (
            <RowButton
              act="Quitar"
              of={`el inmueble ${index + 1}`}
              variant="quiet"
              onPress={() => form.set({ shares: shares.filter((share) => share.key !== key) })}
            />
          )}
        </div>
      ))}
      {shares.length < MOST_SHARES && (
        <div>
          <Button variant="quiet" onPress={add}>
            Agregar otro inmueble
          </Button>
        </div>
      )}
    </>
  );
}
