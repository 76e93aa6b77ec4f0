import type { Day } from '../../../shared/days.ts';
import { type Centavos, centavos, MAX_PESOS } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { balanceOf, emptyAccount } from '../ledger/account.ts';
import { listBilledUnits } from '../ledger/accounts.repository.ts';
import type { DiscountOffer, Split } from '../ledger/acts.types.ts';
import { type Books, numbersOf, postingDateOf } from '../ledger/books.repository.ts';
import type { Accrual } from '../ledger/late-interest.ts';
import { readAccount, readAccounts } from '../ledger/ledger.repository.ts';
import type { Account, Posting } from '../ledger/ledger.types.ts';
import { RunningAccount } from '../ledger/running-account.ts';
import { takePaymentOn } from '../ledger/take-payment.ts';
import { readAccrual } from '../settings/accrual.ts';
import { isInterestBySheet } from '../settings/sheet-interest.repository.ts';
import { readJointOffers, readOffers } from './offers.repository.ts';
import type { ReceiptRow } from './payments.repository.ts';

/** Author, time (epoch ms) and day of a posting in the books. */
export interface PostedBy {
  /** Time, epoch ms. */
  at: number;
  /** Author for the audit trail: 'user:12'. */
  actor: string;
  /** Current day in Bogotá. */
  today: Day;
}

/**
 * Receipt just posted, with number, account, and the division of the money into interest, capital and credit
 * (centavos).
 */
export interface PostedReceipt extends Split {
  receipt: number;
  apartmentId: string;
}

/** Maximum number of accounts read separately. For more accounts, all accounts of the joint are read at once. */
const FEW_ACCOUNTS = 8;

/** Maximum balance of an account in centavos, positive or negative: the largest payment. */
const MOST_BALANCE = MAX_PESOS * 100;

/** Account read for posting, with the changes of the receipts posted so far. */
interface Open {
  running: RunningAccount;
  balance: Centavos;
  offers: readonly DiscountOffer[];
}

/** Receipts computed for payments, with the ledger movements, not yet stored. */
export interface MadeReceipts {
  postings: Posting[];
  receipts: ReceiptRow[];
}

/**
 * Computes receipts and ledger movements for many payments one after another, from a snapshot: each account
 * is read once. The caller stores the rows in `made`.
 */
export class PaymentPoster {
  readonly #db: Db;
  readonly #books: Books;
  readonly #by: PostedBy;
  readonly #accounts = new Map<string, Open>();
  /** Interest posted by settling payments; null if the spreadsheets list the interest. */
  #accrual: Accrual | null = null;
  readonly #owners = new Map<Day, ReadonlyMap<string, string>>();
  readonly made: MadeReceipts = { postings: [], receipts: [] };

  constructor(db: Db, books: Books, by: PostedBy) {
    this.#db = db;
    this.#books = books;
    this.#by = by;
  }

  /** Reads the accounts needed for the receipts. Call first. */
  async open(receipts: readonly { apartmentId: string; valueDate: Day }[]): Promise<void> {
    const ids = [...new Set(receipts.map(({ apartmentId }) => apartmentId))];
    const days = receipts.map(({ valueDate }) => valueDate).sort();
    const [first] = days;
    if (first === undefined) return;
    const { accounts, offers } = await this.#read(ids, first);
    // The next spreadsheet lists the interest since the last bill: no day is charged twice.
    this.#accrual = (await isInterestBySheet(this.#db, this.#books.jointId))
      ? null
      : await readAccrual(this.#db, this.#books, days.at(-1) ?? first);
    for (const id of ids) {
      const account = accounts.get(id) ?? emptyAccount(id);
      this.#accounts.set(id, {
        running: new RunningAccount(account),
        balance: balanceOf(account),
        offers: offers.get(id) ?? [],
      });
    }
  }

  /** Reads accounts, with the discounts still offered on a day or later. */
  async #read(ids: readonly string[], first: Day) {
    const { jointId } = this.#books;
    if (ids.length > FEW_ACCOUNTS) {
      const accounts = await readAccounts(this.#db, jointId);
      return { accounts, offers: await readJointOffers(this.#db, jointId, first) };
    }
    const accounts = new Map<string, Account>();
    const offers = new Map<string, readonly DiscountOffer[]>();
    for (const id of ids) {
      accounts.set(id, await readAccount(this.#db, jointId, id));
      offers.set(id, await readOffers(this.#db, jointId, id, first));
    }
    return { accounts, offers };
  }

  /**
   * Computes the receipt of a payment on an account read by `open`.
   * @throws Problem dateInFuture; RangeError if the account would exceed its maximum balance
   */
  async take(receiptInput: {
    payment: number;
    apartmentId: string;
    amount: Centavos;
    valueDate: Day;
    /** First posting day allowed, if later than the value date; null without a limit. */
    notBefore?: Day | null;
  }): Promise<PostedReceipt> {
    const { payment, apartmentId, amount, valueDate, notBefore = null } = receiptInput;
    const ownDay = postingDateOf(this.#books, valueDate, this.#by.today);
    const postingDate = notBefore !== null && notBefore > ownDay ? notBefore : ownDay;
    const open = this.#accounts.get(apartmentId);
    if (open === undefined) throw new Error('The account was not loaded.');
    const offers = open.offers.filter(({ until }) => until >= valueDate);
    const receipt = this.#books.next.receipt++;
    const stamp = { postingDate, numbers: numbersOf(this.#books) };
    const { posting, item, split } = takePaymentOn(
      open.running,
      { amount, valueDate, receipt, offers, ...(this.#accrual && { accrual: this.#accrual }) },
      stamp,
    );
    open.balance = centavos(open.balance + balanceOf(posting));
    if (Math.abs(open.balance) > MOST_BALANCE) throw new RangeError('The balance is too large.');
    this.made.postings.push(posting);
    this.made.receipts.push({
      receipt,
      payment,
      apartment_id: apartmentId,
      owner_name: await this.#ownerOf(apartmentId, postingDate),
      item: item.item,
      value_date: valueDate,
      posting_date: postingDate,
      amount,
      interest: split.interest,
      capital: split.capital,
      credit: split.credit,
    });
    return { receipt, apartmentId, ...split };
  }

  /** Returns the owner of the unit on the receipt's day. */
  async #ownerOf(apartmentId: string, day: Day): Promise<string> {
    const owners =
      this.#owners.get(day) ??
      new Map(
        (await listBilledUnits(this.#db, this.#books.jointId, day)).map((unit) => [
          unit.apartmentId,
          unit.owner,
        ]),
      );
    this.#owners.set(day, owners);
    return owners.get(apartmentId) ?? '';
  }
}
