import type { Day } from '../../../shared/days.ts';
import { type Centavos, MAX_PESOS } from '../../../shared/money.ts';
import type { Db } from '../../db/engine.ts';
import { balanceOf, emptyAccount, withPosting } from '../ledger/account.ts';
import { listBilledUnits } from '../ledger/accounts.repository.ts';
import type { Split } from '../ledger/acts.types.ts';
import { type Books, numbersOf, postingDateOf } from '../ledger/books.repository.ts';
import { insertPostings, readAccount, readAccounts } from '../ledger/ledger.repository.ts';
import type { Account, Posting } from '../ledger/ledger.types.ts';
import { readOffers } from '../ledger/offers.repository.ts';
import { takePayment } from '../ledger/take-payment.ts';
import { insertReceipts, type ReceiptRow } from './payments.repository.ts';

/** Who posts, and when. */
export interface PostedBy {
  at: number;
  actor: string;
  today: Day;
}

/** A receipt as it was posted, with its number and the account it went to. */
export interface PostedReceipt extends Split {
  receipt: number;
  apartmentId: string;
}

/** Up to so many accounts are read one by one; for more, all of the joint at once. */
const FEW_ACCOUNTS = 8;

/** As much as one payment may be, either way. */
const MOST = MAX_PESOS * 100;

/** Makes receipts within an act, one after the other, and stores them together. */
export class Till {
  readonly #trx: Db;
  readonly #books: Books;
  readonly #by: PostedBy;
  #accounts = new Map<string, Account>();
  readonly #owners = new Map<Day, ReadonlyMap<string, string>>();
  readonly #postings: Posting[] = [];
  readonly #receipts: ReceiptRow[] = [];

  constructor(trx: Db, books: Books, by: PostedBy) {
    this.#trx = trx;
    this.#books = books;
    this.#by = by;
  }

  /** Reads the accounts that receipts will be made for. */
  async open(apartmentIds: readonly string[]): Promise<void> {
    const { jointId } = this.#books;
    const ids = new Set(apartmentIds);
    if (ids.size > FEW_ACCOUNTS) this.#accounts = await readAccounts(this.#trx, jointId);
    else for (const id of ids) this.#accounts.set(id, await readAccount(this.#trx, jointId, id));
  }

  /** @throws Problem dateInFuture; RangeError where the account would hold more than sums of a joint bear */
  async take(given: {
    payment: number;
    apartmentId: string;
    amount: Centavos;
    valueDate: Day;
    /** The first day on which its money may count, where that is not the value date's. */
    notBefore?: Day | null;
  }): Promise<PostedReceipt> {
    const { payment, apartmentId, amount, valueDate, notBefore = null } = given;
    const { jointId } = this.#books;
    const ownDay = postingDateOf(this.#books, valueDate, this.#by.today);
    const postingDate = notBefore !== null && notBefore > ownDay ? notBefore : ownDay;
    const account = this.#accounts.get(apartmentId) ?? emptyAccount(apartmentId);
    const offers = await readOffers(this.#trx, jointId, apartmentId, valueDate);
    const receipt = this.#books.next.receipt++;
    const stamp = { postingDate, numbers: numbersOf(this.#books) };
    const { posting, item, split } = takePayment(account, { amount, valueDate, receipt, offers }, stamp);
    const after = withPosting(account, posting);
    if (Math.abs(balanceOf(after)) > MOST) throw new RangeError('more than an account may hold');
    this.#accounts.set(apartmentId, after);
    this.#postings.push(posting);
    this.#receipts.push({
      joint_id: jointId,
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
      entered_at: this.#by.at,
      entered_by: this.#by.actor,
    });
    return { receipt, apartmentId, ...split };
  }

  /** Stores what was made. Their payments are stored before. */
  async close(): Promise<void> {
    const { at, actor } = this.#by;
    await insertPostings(this.#trx, this.#books.jointId, this.#postings, { at, actor });
    await insertReceipts(this.#trx, this.#receipts);
  }

  /** A receipt names the owner of its day. */
  async #ownerOf(apartmentId: string, day: Day): Promise<string> {
    const known =
      this.#owners.get(day) ??
      new Map(
        (await listBilledUnits(this.#trx, this.#books.jointId, day)).map((unit) => [
          unit.apartmentId,
          unit.owner,
        ]),
      );
    this.#owners.set(day, known);
    return known.get(apartmentId) ?? '';
  }
}
