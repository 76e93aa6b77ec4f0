import type { Day } from '../../../shared/days.ts';
import { isOverCounter, tellingWords } from './bank-words.ts';
import { plainText, type Token, tokensOf } from './text-tokens.ts';
import { bareNumber } from './unit-parts.ts';

/** Text, account and day of an identified payment. */
export interface LearnedPayment {
  text: string;
  account: string;
  valueDate: Day;
}

/** Limits of words that identify a person by name. */
const NAME_WORDS = { fewest: 2, most: 6 };
/** A more frequent key per month is a bank agreement, a branch or a channel. */
const MOST_A_MONTH = 2;
/** Payments needed before a doubtful key (place or company) identifies a payer. */
const TIMES_IN_DOUBT = 2;
/**
 * Length limits of numbers that stay the same between payments: account, telephone, document. Leading zeros do not
 * count: '0000000247' is a movement number.
 */
const NUMBER = { shortest: 7, longest: 12 };
/** A number after these words belongs to the joint. */
const OWN_NUMBERS = new Set(['CONVENIO', 'CTA', 'CUENTA', 'RECAUDO', 'AHORROS', 'CORRIENTE']);
const DAY = /^(20\d{2}(0\d|1[0-2])([0-2]\d|3[01])|([0-2]\d|3[01])(0\d|1[0-2])20\d{2})\d*$/;

/** A company's NIT may be a bank's or a collector's. */
const COMPANY = /^[89]\d{8,9}$/;

/** Key of a payer, with its spelling in the text. */
interface PayerKey {
  key: string;
  spelling: string;
  /** Words of a name, in capitals; empty for a number. */
  words: readonly string[];
  /** True if a single earlier payment is not enough: the key may be a place or a bank. */
  isDoubtful: boolean;
}

/** Returns the unexplained words of a text as a name, and its numbers except dates. */
export function payerKeysOf(text: string, tokens: readonly Token[] = tokensOf(text)): PayerKey[] {
  const isDoubtful = isOverCounter(plainText(text));
  const words = [...new Set(tellingWords(tokens))];
  const names =
    words.length >= NAME_WORDS.fewest && words.length <= NAME_WORDS.most
      ? [
          {
            key: [...words].sort().join(' '),
            spelling: words.join(' '),
            words,
            isDoubtful: isDoubtful || words.length === NAME_WORDS.fewest,
          },
        ]
      : [];
  const numbers = tokens.flatMap(({ text, isNumber }, at) => {
    const { length } = bareNumber(text);
    const isOther = !isNumber || length < NUMBER.shortest || length > NUMBER.longest;
    if (isOther || DAY.test(text) || OWN_NUMBERS.has(tokens[at - 1]?.text ?? '')) return [];
    return [
      {
        key: `#${bareNumber(text)}`,
        spelling: text,
        words: [],
        isDoubtful: isDoubtful || COMPANY.test(text),
      },
    ];
  });
  return [...names, ...numbers];
}

/**
 * Accounts of earlier payments by the same words or number. A key with two accounts, or too frequent for a payer,
 * identifies no account.
 */
export class KnownPayers {
  readonly #accounts = new Map<string, { accounts: Set<string>; times: number }>();
  /** Counts by key and month. */
  readonly #times = new Map<string, Map<string, number>>();
  readonly #common = new Set<string>();

  constructor(learned: readonly LearnedPayment[]) {
    for (const { text, account, valueDate } of learned) {
      const keys = payerKeysOf(text);
      this.seen(keys, valueDate);
      for (const { key } of keys) {
        const before = this.#accounts.get(key) ?? { accounts: new Set(), times: 0 };
        before.accounts.add(account);
        before.times++;
        this.#accounts.set(key, before);
      }
    }
  }

  /** Returns the payers in a text with their earlier account. */
  in(keys: readonly PayerKey[]): { said: string; words: readonly string[]; account: string }[] {
    return keys.flatMap(({ key, spelling, words, isDoubtful }) => {
      const { accounts = new Set<string>(), times = 0 } = this.#accounts.get(key) ?? {};
      const [account] = accounts;
      const isEnough = times >= (isDoubtful ? TIMES_IN_DOUBT : 1);
      const isOne = account !== undefined && accounts.size === 1;
      return !isOne || !isEnough || this.#common.has(key) ? [] : [{ said: spelling, words, account }];
    });
  }

  /** True if payments with the same words went to another account: a namesake. */
  haveOther(keys: readonly PayerKey[], than: ReadonlySet<string>): boolean {
    return keys.some(
      ({ key, words }) =>
        words.length > 0 && [...(this.#accounts.get(key)?.accounts ?? [])].some((one) => !than.has(one)),
    );
  }

  /** Counts keys, also of unidentified payments. Frequent keys identify no account. */
  seen(keys: readonly PayerKey[], valueDate: Day): void {
    const month = valueDate.slice(0, 7);
    for (const { key } of keys) {
      const months = this.#times.get(key) ?? new Map<string, number>();
      const times = (months.get(month) ?? 0) + 1;
      months.set(month, times);
      this.#times.set(key, months);
      if (times > MOST_A_MONTH) this.#common.add(key);
    }
  }
}
