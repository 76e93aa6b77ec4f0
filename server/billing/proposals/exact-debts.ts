import type { Centavos } from '../../../shared/money.ts';
import type { KnownOwner } from './owner-names.ts';

/** Most accounts of a group. */
const MOST_ACCOUNTS = 6;
/**
 * Amounts in whole thousands of pesos are usual: other people pay the same. Only other amounts find an account
 * without a word in the bank's text.
 */
const USUAL = 100_000;

/** Debts of the accounts of a joint, to find the account or the group with exactly the amount of a payment. */
export class ExactDebts {
  readonly #owed: ReadonlyMap<string, Centavos>;
  /** Accounts, and accounts of an owner together, by the sum of the debts. */
  readonly #byAmount = new Map<number, string[][]>();

  constructor(owed: ReadonlyMap<string, Centavos>, owners: readonly KnownOwner[]) {
    this.#owed = owed;
    for (const [account, amount] of owed) if (amount > 0) this.#add(amount, [account]);
    const owned = new Map<string, Set<string>>();
    for (const { name, document, accounts } of owners) {
      const key = document ?? name;
      if (key !== '') owned.set(key, new Set([...(owned.get(key) ?? []), ...accounts]));
    }
    for (const accounts of owned.values()) {
      const group = [...accounts].filter((account) => this.of(account) > 0);
      if (group.length > 1) this.#add(this.#sumOf(group), group);
    }
  }

  /** Returns the debt of an account, in centavos; 0 without a debt. */
  of = (account: string): number => this.#owed.get(account) ?? 0;

  /**
   * Finds the only account, or else the only group, among some accounts with exactly this debt. Null without a match, or
   * with several.
   * @param areAlternatives true if only one of the accounts can be meant: no groups
   */
  among(amount: number, accounts: readonly string[], areAlternatives: boolean): string[] | null {
    const debtors = accounts.filter((account) => this.of(account) > 0);
    const single = debtors.filter((account) => this.of(account) === amount);
    if (single.length > 0) return single.length === 1 ? single : null;
    if (areAlternatives || debtors.length > MOST_ACCOUNTS) return null;
    const groups = subsetsOf(debtors).filter((group) => group.length > 1 && this.#sumOf(group) === amount);
    return groups.length === 1 ? (groups[0] ?? null) : null;
  }

  /** Finds the only account, or owner of several accounts, of the joint with exactly this unusual debt. */
  anywhere(amount: number): string[] | null {
    const [only, ...others] = amount % USUAL === 0 ? [] : (this.#byAmount.get(amount) ?? []);
    return only === undefined || others.length > 0 ? null : only;
  }

  #add(amount: number, accounts: string[]): void {
    this.#byAmount.set(amount, [...(this.#byAmount.get(amount) ?? []), accounts]);
  }

  #sumOf = (accounts: readonly string[]): number =>
    accounts.reduce((sum, account) => sum + this.of(account), 0);
}

function subsetsOf(accounts: readonly string[]): string[][] {
  const all: string[][] = [[]];
  for (const account of accounts) all.push(...all.map((group) => [...group, account]));
  return all;
}
