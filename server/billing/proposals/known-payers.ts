import type { Day } from '../../../shared/days.ts';
import { isOverCounter, tellingWords } from './bank-words.ts';
import { plainText, type Token, tokensOf } from './text-tokens.ts';
import { bareNumber } from './unit-parts.ts';

/**
 * Earlier payment with a known account. A new payment with the same name or number in the bank's text
 * probably belongs to the same account.
 */
export interface LearnedPayment {
  /** Text of the bank about the payment. */
  text: string;
  /** Id of the billed unit: '101'. */
  account: string;
  /** Day of the payment. */
  valueDate: Day;
}

/** Minimum and maximum number of words that identify a person by name. */
const NAME_WORDS = { fewest: 2, most: 6 };
/**
 * Maximum payments per month with the same words or number by a single payer. A more frequent key is a bank
 * agreement, a branch or a channel.
 */
const MOST_A_MONTH = 2;
/** Earlier payments needed before a doubtful key (a place or a company) identifies a payer. */
const TIMES_IN_DOUBT = 2;
/**
 * Length limits of numbers that identify a payer in each payment: account, telephone, document. Leading zeros do
 * not count: '0000000247' is a movement number.
 */
const NUMBER = { shortest: 7, longest: 12 };
/**
 * Words before a number of the joint itself, for example the joint's bank account: the number does not identify a
 * payer.
 */
const OWN_NUMBERS = new Set(['CONVENIO', 'CTA', 'CUENTA', 'RECAUDO', 'AHORROS', 'CORRIENTE']);
const DAY = /^(20\d{2}(0\d|1[0-2])([0-2]\d|3[01])|([0-2]\d|3[01])(0\d|1[0-2])20\d{2})\d*$/;

/** Pattern of a company's tax number (NIT): the company may be a bank or a collector instead of a payer. */
const COMPANY = /^[89]\d{8,9}$/;

/** Key that may identify a payer (name words or a number), with its spelling in the bank text. */
interface PayerKey {
  key: string;
  spelling: string;
  /** Words of a name, in capitals; empty if the key is a number. */
  words: readonly string[];
  /**
   * True if the key may be a place or a bank: a single earlier payment is then not enough to identify the payer.
   */
  isDoubtful: boolean;
}

/**
 * Returns the keys in a bank's text that may identify the payer: the words left as a name, and each long
 * number except dates (telephone, bank account, document). Equal keys in a later payment point to the same
 * payer.
 */
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
 * Finds the account of a payer by earlier payments with the same name or number in the bank's text. A key
 * seen for two accounts, or too often for a single payer, identifies no account.
 */
export class KnownPayers {
  readonly #accounts = new Map<string, { accounts: Set<string>; times: number }>();
  /** Number of payments by key and month. */
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

  /** Returns the payers recognized in a text, each with the account of the earlier payments. */
  in(keys: readonly PayerKey[]): { spelling: string; words: readonly string[]; account: string }[] {
    return keys.flatMap(({ key, spelling, words, isDoubtful }) => {
      const { accounts = new Set<string>(), times = 0 } = this.#accounts.get(key) ?? {};
      const [account] = accounts;
      const isEnough = times >= (isDoubtful ? TIMES_IN_DOUBT : 1);
      const isOne = account !== undefined && accounts.size === 1;
      return !isOne || !isEnough || this.#common.has(key) ? [] : [{ spelling, words, account }];
    });
  }

  /**
   * True if earlier payments with the same words went to an account outside `than`: the payer then has a
   * namesake.
   */
  haveOther(keys: readonly PayerKey[], than: ReadonlySet<string>): boolean {
    return keys.some(
      ({ key, words }) =>
        words.length > 0 && [...(this.#accounts.get(key)?.accounts ?? [])].some((one) => !than.has(one)),
    );
  }

  /**
   * Counts the keys of a payment, identified or not. A key seen too often for a single payer identifies no
   * account.
   */
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
