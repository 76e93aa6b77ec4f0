import type { Day } from '../../../../shared/days.ts';
import { isOverCounter, tellingWords } from './bank-words.ts';
import { plainText, type Token, tokensOf } from './text-tokens.ts';
import { bareNumber } from './unit-parts.ts';

/** What a payment said, whose account it was given to, and when it arrived. */
export interface LearnedPayment {
  text: string;
  account: string;
  valueDate: Day;
}

/** Words of a name that are enough to know somebody by, and as many as are looked at. */
const NAME_WORDS = { fewest: 2, most: 6 };
/** Whoever pays more often in a month is the bank's agreement, a branch or a channel. */
const MOST_A_MONTH = 2;
/** As many payments of one account make two words, a place's or a company's a payer's. */
const TIMES_IN_DOUBT = 2;
/**
 * Numbers that stay the same from payment to payment: an account, a telephone, a document. Their digits count without the
 * zeros that banks put before them: '0000000247' is the number of a movement.
 */
const NUMBER = { shortest: 7, longest: 12 };
/** After them a number is the joint's own. */
const OWN_NUMBERS = new Set(['CONVENIO', 'CTA', 'CUENTA', 'RECAUDO', 'AHORROS', 'CORRIENTE']);
const DAY = /^(20\d{2}(0\d|1[0-2])([0-2]\d|3[01])|([0-2]\d|3[01])(0\d|1[0-2])20\d{2})\d*$/;

/** A company's NIT is as often its bank's, or that of whoever collects for it. */
const COMPANY = /^[89]\d{8,9}$/;

/** What a payer is known by, and how the text says it. */
interface PayerKey {
  key: string;
  said: string;
  /** The words of a name, in capitals; none of a number. */
  words: readonly string[];
  /** One payment before does not tell whether it is a payer's, a place's or a bank's. */
  isDoubtful: boolean;
}

/** The words of a text that nothing else explains, and its numbers but for days. */
export function payerKeysOf(text: string, tokens: readonly Token[] = tokensOf(text)): PayerKey[] {
  const isDoubtful = isOverCounter(plainText(text));
  const words = [...new Set(tellingWords(tokens))];
  const names =
    words.length >= NAME_WORDS.fewest && words.length <= NAME_WORDS.most
      ? [
          {
            ...{ key: [...words].sort().join(' '), said: words.join(' '), words },
            isDoubtful: isDoubtful || words.length === NAME_WORDS.fewest,
          },
        ]
      : [];
  const numbers = tokens.flatMap(({ text, isNumber }, at) => {
    const { length } = bareNumber(text);
    const isOther = !isNumber || length < NUMBER.shortest || length > NUMBER.longest;
    if (isOther || DAY.test(text) || OWN_NUMBERS.has(tokens[at - 1]?.text ?? '')) return [];
    return [
      { key: `#${bareNumber(text)}`, said: text, words: [], isDoubtful: isDoubtful || COMPANY.test(text) },
    ];
  });
  return [...names, ...numbers];
}

/**
 * Whose payments with the same words or number were before. A key that was given to two accounts, or that comes more
 * often than anybody pays, tells nobody.
 */
export class KnownPayers {
  readonly #accounts = new Map<string, { accounts: Set<string>; times: number }>();
  /** By key and month. */
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

  /** The payers that a text names, each with the account that was given to them before. */
  in(keys: readonly PayerKey[]): { said: string; words: readonly string[]; account: string }[] {
    return keys.flatMap(({ key, said, words, isDoubtful }) => {
      const { accounts = new Set<string>(), times = 0 } = this.#accounts.get(key) ?? {};
      const [account] = accounts;
      const isEnough = times >= (isDoubtful ? TIMES_IN_DOUBT : 1);
      const isOne = account !== undefined && accounts.size === 1;
      return !isOne || !isEnough || this.#common.has(key) ? [] : [{ said, words, account }];
    });
  }

  /** Whether payments with the same words were given to another account than these: somebody has the same name. */
  haveOther(keys: readonly PayerKey[], than: ReadonlySet<string>): boolean {
    return keys.some(
      ({ key, words }) =>
        words.length > 0 && [...(this.#accounts.get(key)?.accounts ?? [])].some((one) => !than.has(one)),
    );
  }

  /** Counts how often keys come, of payments that wait as well: what is common among them tells nobody. */
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
