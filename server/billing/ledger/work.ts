import { spread } from '../../../shared/billing/allocation.ts';
import { type Centavos, centavos } from '../../../shared/money.ts';
import { negated } from '../interest/stretches.ts';
import { netAllocations, type OpenItem } from './account.ts';
import type { Allocation, LedgerItem, NewLine, Posting, Stamp } from './ledger.types.ts';
import type { RunningAccount } from './running-account.ts';

/** An item as an act makes it: what is left out is none, the account's own, or the act's day. */
export type NewItem = Pick<LedgerItem, 'side' | 'nature' | 'description' | 'amount'> & Partial<LedgerItem>;

/** An account while an act works on it: what was there, and what the act adds. */
export class PostingBuilder {
  readonly posting: Posting = { items: [], allocations: [], interest: [] };
  readonly account: RunningAccount;
  readonly #stamp: Stamp;

  /** What the act adds is added to the account that is given. */
  constructor(account: RunningAccount, stamp: Stamp) {
    this.account = account;
    this.#stamp = stamp;
  }

  post(given: NewItem): LedgerItem {
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
      ...given,
      item: numbers.item(),
      apartmentId,
    };
    this.account.addItem(item);
    this.posting.items.push(item);
    return item;
  }

  /** The months' lines behind an item of interest, or of interest that is credited. */
  explain(item: LedgerItem, lines: readonly NewLine[]): void {
    lines.forEach((line, index) => {
      const { apartmentId } = this.account;
      const full = { ...line, item: item.item, position: index + 1, apartmentId };
      this.account.addLine(full);
      this.posting.interest.push(full);
    });
  }

  /**
   * Money of a credit goes to a debit, or comes back (negative). It counts from the act's day, but never before
   * anything else that touched the two: on no day of the books is more paid of an item than there is.
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

  /** Credits pay what is open, the oldest first. */
  applyCredits(): void {
    if (this.owed.length === 0) return;
    for (const credit of this.account.openCredits()) {
      const { owed } = this;
      if (owed.length === 0) return;
      this.#use(credit.item, credit.open, owed);
    }
  }

  /** One credit pays what is open of some debits, in the order of all. */
  applyCredit(of: LedgerItem, to: (debit: OpenItem) => boolean = () => true): void {
    this.#use(of.item, this.account.openOf(of), this.owed.filter(to));
  }

  #use(credit: number, open: Centavos, owed: readonly OpenItem[]): void {
    for (const { to, amount } of spread(open, owed)) this.pay(credit, to.item, amount);
  }

  /** What is open now, in the order in which money goes to it. */
  get owed(): OpenItem[] {
    return this.account.openDebits();
  }

  /** Undoes an item: its allocations are taken back, it is posted with the opposite amount, and so are its lines. */
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

  /** Items that were posted and not reversed. */
  standing(): LedgerItem[] {
    const { items, reversed } = this.account;
    return items.filter(({ item, reverses }) => reverses === null && !reversed.has(item));
  }
}
