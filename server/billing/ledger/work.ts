import { spread } from '../../../shared/billing/allocation.ts';
import { itemNatureWords } from '../../../shared/billing/natures.ts';
import { type Centavos, centavos, sumMoney } from '../../../shared/money.ts';
import { negated } from '../interest/stretches.ts';
import { netAllocations, type OpenItem } from './account.ts';
import type { SourceLine } from './late-interest.ts';
import type { Allocation, LedgerItem, NewInterestItem, Posting, PostingStamp } from './ledger.types.ts';
import type { RunningAccount } from './running-account.ts';

/**
 * Ledger item to post with `PostingBuilder`. Absent fields get defaults: null, the account, or the posting
 * date.
 */
export type NewItem = Pick<LedgerItem, 'side' | 'nature' | 'description' | 'amount'> & Partial<LedgerItem>;

/**
 * Collects the new ledger movements of a change to an account step by step, for example of a payment with an
 * earned discount. Each movement is added to `posting` (to be stored) and to the account in memory at once.
 */
export class PostingBuilder {
  readonly posting: Posting = { items: [], allocations: [], interest: [] };
  readonly account: RunningAccount;
  readonly #stamp: PostingStamp;

  /** Starts a posting. Each new movement is also added to `account` at once. */
  constructor(account: RunningAccount, stamp: PostingStamp) {
    this.account = account;
    this.#stamp = stamp;
  }

  post(newItem: NewItem): LedgerItem {
    const { apartmentId } = this.account;
    const { postingDate, numbers } = this.#stamp;
    const item: LedgerItem = {
      forApartmentId: apartmentId,
      chargeConceptId: null,
      month: null,
      valueDate: postingDate,
      dueDate: null,
      bill: null,
      receipt: null,
      causedBy: null,
      reverses: null,
      reason: null,
      postingDate,
      ...newItem,
      item: numbers.item(),
      apartmentId,
    };
    this.account.addItem(item);
    this.posting.items.push(item);
    return item;
  }

  /** Adds the interest lines (instalment and month) that explain an item of interest or interest credit. */
  explain(item: LedgerItem, lines: readonly NewInterestItem[]): void {
    lines.forEach((line, index) => {
      const { apartmentId } = this.account;
      const full = { ...line, item: item.item, position: index + 1, apartmentId };
      this.account.addLine(full);
      this.posting.interest.push(full);
    });
  }

  /**
   * Uses money of a credit to pay a debit, or takes the money back (negative). Posted on the stamp's day, or on the
   * last change of either item if later: so on no day is more money used than exists.
   */
  pay(creditItem: number, debitItem: number, amount: Centavos): void {
    const allocation: Allocation = {
      allocation: this.#stamp.numbers.allocation(),
      apartmentId: this.account.apartmentId,
      creditItem,
      debitItem,
      amount,
      postingDate: this.account.lastTouched([creditItem, debitItem], this.#stamp.postingDate),
    };
    this.account.addAllocation(allocation);
    this.posting.allocations.push(allocation);
  }

  /** Uses all unused credits to pay open debits, oldest credit first. */
  applyCredits(): void {
    if (this.owed.length === 0) return;
    for (const credit of this.account.openCredits()) {
      const { owed } = this;
      if (owed.length === 0) return;
      this.#use(credit.item, credit.open, owed);
    }
  }

  /** Uses a credit to pay the open debits selected by `to`, in the order of payment. */
  applyCredit(of: LedgerItem, to: (debit: OpenItem) => boolean = () => true): void {
    this.#use(of.item, this.account.openOf(of), this.owed.filter(to));
  }

  #use(credit: number, open: Centavos, owed: readonly OpenItem[]): void {
    for (const { to, amount } of spread(open, owed)) this.pay(credit, to.item, amount);
  }

  /** Open debits in the order of payment. */
  get owed(): OpenItem[] {
    return this.account.openDebits();
  }

  /**
   * Reverses an item: takes back all uses of its money, and posts the opposite amount and the opposite interest
   * lines.
   */
  reverse(item: LedgerItem, reason: string | null): void {
    for (const { creditItem, debitItem, amount } of netAllocations(this.account)) {
      if (creditItem === item.item || debitItem === item.item) {
        this.pay(creditItem, debitItem, centavos(-amount));
      }
    }
    const postingDate = this.account.lastTouched([item.item], this.#stamp.postingDate);
    const reversal = this.post({
      ...item,
      amount: centavos(-item.amount),
      valueDate: postingDate,
      postingDate,
      causedBy: null,
      reverses: item.item,
      reason,
    });
    const lines = this.account.interest.filter((line) => line.item === item.item);
    this.explain(
      reversal,
      lines.map((line) => ({
        ...line,
        principal: centavos(-line.principal),
        stretches: negated(line.stretches),
        amount: centavos(-line.amount),
      })),
    );
  }

  /** Returns the items that are neither reversals nor undone by a reversal. */
  standing(): LedgerItem[] {
    const { items, reversed } = this.account;
    return items.filter(({ item, reverses }) => reverses === null && !reversed.has(item));
  }
}

/**
 * Posts late interest: adds a ledger item for each pair of month and unit, explained by the single amounts of
 * interest (`lines`).
 * @param work collects the new movements
 * @param common fields equal in all new items, for example the bill's number
 * @returns the new items
 */
export function postInterest(
  work: PostingBuilder,
  lines: readonly SourceLine[],
  common: Partial<NewItem>,
): LedgerItem[] {
  const groups = new Map<string, SourceLine[]>();
  for (const one of lines) {
    const key = `${one.line.month} ${one.source.forApartmentId}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const item = work.post({
      ...common,
      month: first.line.month,
      forApartmentId: first.source.forApartmentId,
      side: 'debit',
      nature: 'interest',
      description: itemNatureWords.interest,
      amount: sumMoney(group.map(({ line }) => line.amount)),
    });
    work.explain(
      item,
      group.map(({ line }) => line),
    );
    return [item];
  });
}
