/** What payments are matched against: a joint's units with the accounts they pay. */
export interface PayingUnits {
  accountOf: ReadonlyMap<string, string>;
  /** Accounts by their payment references, 12 digits. */
  byReference: ReadonlyMap<string, string>;
  /** Accounts by the shorter references of the bank's agreement, which its own files alone are read by. */
  short: ReadonlyMap<string, string>;
}

const withoutZeros = (text: string): string => text.replace(/^0+(?=.)/, '');
const plain = (text: string): string =>
  withoutZeros(text.replace(/\s+/g, ' ').trim()).toLocaleUpperCase('es');
const digitsOf = (text: string): string => withoutZeros(text.replace(/\D/g, ''));

/** Whose a payment is, by what was given as its reference. */
export class Payers {
  readonly #byReference: ReadonlyMap<string, string>;
  readonly #byShort: ReadonlyMap<string, string>;
  /** Account by the unit's id as it is written, and by its digits; null where several accounts would do. */
  readonly #byId = new Map<string, string | null>();
  readonly #byDigits = new Map<string, string | null>();

  constructor({ accountOf, byReference, short }: PayingUnits) {
    const bare = (references: ReadonlyMap<string, string>) =>
      new Map([...references].map(([reference, account]) => [withoutZeros(reference), account]));
    this.#byReference = bare(byReference);
    this.#byShort = bare(short);
    for (const [unit, account] of accountOf) {
      put(this.#byId, plain(unit), account);
      if (/\d/.test(unit)) put(this.#byDigits, digitsOf(unit), account);
    }
  }

  /** The account whose payment reference it is, blanks and zeros before it aside; null where there is none. */
  byReference(written: string): string | null {
    return this.#byReference.get(withoutZeros(written.replace(/\s+/g, ''))) ?? null;
  }

  /**
   * The same, or else the account of a shorter reference, or of the one unit whose id it is, to the letter or by its digits
   * alone; null where these two mean different accounts.
   */
  byReferenceOrUnit(written: string): string | null {
    const known = this.byReference(written);
    if (known !== null) return known;
    const short = this.#byShort.get(withoutZeros(written.replace(/\s+/g, '')));
    const unit = this.#byUnit(written);
    if (short === undefined) return unit ?? null;
    return unit === undefined || unit === short ? short : null;
  }

  /** Null where units of several accounts would do; undefined where none does. */
  #byUnit(written: string): string | null | undefined {
    const exact = this.#byId.get(plain(written));
    if (exact !== undefined) return exact;
    const digits = written.replace(/\s+/g, '');
    return /^\d+$/.test(digits) ? this.#byDigits.get(withoutZeros(digits)) : undefined;
  }
}

function put(map: Map<string, string | null>, key: string, account: string): void {
  const there = map.get(key);
  map.set(key, there === undefined || there === account ? account : null);
}
