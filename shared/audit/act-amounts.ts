import { type Centavos, centavos, formatPesos, fromPesos } from '../money.ts';

/**
 * Unit and field names of the amounts in older entries of the audit log, by act. New entries store centavos below
 * `centavos`. Older entries store amounts among the other facts, in the unit given here, and are never rewritten.
 */
const before: Readonly<Record<string, { unit: 'centavos' | 'pesos'; fields: readonly string[] }>> = {
  monthPrepared: { unit: 'centavos', fields: ['opening', 'payment', 'charges', 'total'] },
  monthIssued: { unit: 'pesos', fields: ['total'] },
  adjustmentAdded: { unit: 'pesos', fields: ['amount'] },
  paymentEntered: { unit: 'centavos', fields: ['amount'] },
  paymentsImported: { unit: 'centavos', fields: ['amount'] },
};

/**
 * Returns the amounts among the facts of an act in centavos. Key: name of the fact: 'amount'.
 * @param act internal name of the act: 'paymentEntered'
 * @param facts facts of the act, by name, as stored in the audit log
 */
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

/**
 * Returns the facts of an act for people: every amount in pesos, '$ 1.234,50'. The stored facts stay unchanged,
 * since hashes cover the facts.
 * @param act internal name of the act
 * @param data facts of the act, by name, as stored in the audit log
 */
export function factsToRead(act: string, data: unknown): Record<string, unknown> {
  const { centavos: _, ...facts }: Record<string, unknown> = Object(data);
  const amounts = [...amountsOf(act, Object(data))];
  return { ...facts, ...Object.fromEntries(amounts.map(([name, amount]) => [name, formatPesos(amount)])) };
}
