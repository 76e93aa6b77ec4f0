import type { Centavos } from '../../../shared/money.ts';
import { ownerKey } from '../../../shared/properties/person.ts';
import type { KnownOwner } from './owner-names.ts';

/** Most accounts of a group. */
const MOST_ACCOUNTS = 6;
/**
 * Amounts in whole thousands of pesos are usual: other people pay the same. Only other amounts find an account
 * without a word in the bank's text.
 */
const USUAL = 100_000;

/**
 * Debts of the accounts of a joint, to find the account or the group with exactly the amount of a payment. Each payment
 * uses a part of the debts.
 */
export class ExactDebts {
  readonly #owed: Map<string, number>;
  /** Accounts, and accounts of an owner together, by the sum of the debts. */
  readonly #byAmount = new Map<number, Set<readonly string[]>>();
  /** Key: id of the account. Value: the account alone, and with the other accounts of an owner. */
  readonly #groupsOf = new Map<string, (readonly string[])[]>();

  constructor(owed: ReadonlyMap<string, Centavos>, owners: readonly KnownOwner[]) {
    this.#owed = new Map(owed);
    for (const account of owed.keys()) this.#add([account]);
    const owned = new Map<string, Set<string>>();
    for (const { name, document, accounts } of owners) {
      const key = ownerKey(name, document, accounts.join());
      owned.set(key, new Set([...(owned.get(key) ?? []), ...accounts]));
    }
    for (const accounts of owned.values()) if (accounts.size > 1) this.#add([...accounts]);
  }

  /** Lowers the debt of an account by a payment, because a debt explains a single payment. */
  use(account: string, amount: number): void {
    const groups = this.#groupsOf.get(account) ?? [];
    for (const group of groups) this.#byAmount.get(this.#sumOf(group))?.delete(group);
    this.#owed.set(account, this.of(account) - amount);
    for (const group of groups) this.#index(group);
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
    const groups = amount % USUAL === 0 || amount <= 0 ? [] : [...(this.#byAmount.get(amount) ?? [])];
    const [only, ...others] = groups.flatMap((group) => {
      const debtors = group.filter((account) => this.of(account) > 0);
      return group.length > 1 && debtors.length === 1 ? [] : [debtors];
    });
    return only === undefined || others.length > 0 ? null : only;
  }

  #add(group: readonly string[]): void {
    for (const account of group) this.#groupsOf.set(account, [...(this.#groupsOf.get(account) ?? []), group]);
    this.#index(group);
  }

  #index(group: readonly string[]): void {
    const amount = this.#sumOf(group);
    this.#byAmount.set(amount, (this.#byAmount.get(amount) ?? new Set()).add(group));
  }

  /** Returns the sum of the debts. A balance in favour of an account pays no other account. */
  #sumOf = (accounts: readonly string[]): number =>
    accounts.reduce((sum, account) => sum + Math.max(0, this.of(account)), 0);
}

function subsetsOf(accounts: readonly string[]): string[][] {
  const all: string[][] = [[]];
  for (const account of accounts) all.push(...all.map((group) => [...group, account]));
  return all;
}
