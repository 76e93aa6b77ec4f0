import { type Centavos, centavos, formatPesos, fromPesos } from '../money.ts';

/**
 * What an entry keeps of an act's amounts: centavos, under a name that says so. Those written before this was so keep
 * them among their other facts, in the unit of their act; nothing of them is ever rewritten.
 */
const before: Readonly<Record<string, { unit: 'centavos' | 'pesos'; fields: readonly string[] }>> = {
  monthPrepared: { unit: 'centavos', fields: ['opening', 'payment', 'charges', 'total'] },
  monthIssued: { unit: 'pesos', fields: ['total'] },
  adjustmentAdded: { unit: 'pesos', fields: ['amount'] },
  paymentEntered: { unit: 'centavos', fields: ['amount'] },
  paymentsImported: { unit: 'centavos', fields: ['amount'] },
};

/** The amounts among an act's facts, by their names. */
export function amountsOf(act: string, facts: Readonly<Record<string, unknown>>): Map<string, Centavos> {
  const { unit, fields } = before[act] ?? { unit: 'centavos', fields: [] };
  const old = fields.map((name) => [name, read(facts[name], unit)] as const);
  const named = Object.entries(Object(facts.centavos)).map(
    ([name, amount]) => [name, read(amount, 'centavos')] as const,
  );
  return new Map([...old, ...named].flatMap(([name, amount]) => (amount === null ? [] : [[name, amount]])));
}

function read(value: unknown, unit: 'centavos' | 'pesos'): Centavos | null {
  if (typeof value !== 'number') return null;
  if (unit === 'pesos') return fromPesos(value);
  return Number.isSafeInteger(value) ? centavos(value) : null;
}

/** An act's facts as people read them: every amount in pesos, '$ 1.234,50'. What is hashed is what is stored. */
export function factsToRead(act: string, data: unknown): Record<string, unknown> {
  const { centavos: _, ...facts }: Record<string, unknown> = Object(data);
  const amounts = [...amountsOf(act, Object(data))];
  return { ...facts, ...Object.fromEntries(amounts.map(([name, amount]) => [name, formatPesos(amount)])) };
}
