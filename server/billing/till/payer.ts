/** Data of a joint (co-owned property) to find the account of a payment by a reference (`Payers`). */
export interface PayingUnits {
  /**
   * Account that receives each unit's payments. Key: id of the unit ('P12'). Value: id of the billed unit
   * ('101').
   */
  accountOf: ReadonlyMap<string, string>;
  /** Accounts by whole payment reference. Key: reference of 12 digits. Value: id of the billed unit. */
  byReference: ReadonlyMap<string, string>;
  /**
   * Accounts by payment reference shortened as agreed with the bank, used only for the bank's own files. Key:
   * last digits. Value: id of the billed unit.
   */
  short: ReadonlyMap<string, string>;
}

const withoutZeros = (text: string): string => text.replace(/^0+(?=.)/, '');
const normalized = (text: string): string =>
  withoutZeros(text.replace(/\s+/g, ' ').trim()).toLocaleUpperCase('es');
const digitsOf = (text: string): string => withoutZeros(text.replace(/\D/g, ''));

/**
 * Finds the account of a payment by the reference written by the payer or the bank: the payment reference of
 * the bill, or the name of the unit.
 */
export class Payers {
  readonly #byReference: ReadonlyMap<string, string>;
  readonly #byShort: ReadonlyMap<string, string>;
  /** Accounts by unit name (`#byId`), and by the digits of the name; null if ambiguous. */
  readonly #byId = new Map<string, string | null>();
  readonly #byDigits = new Map<string, string | null>();

  constructor({ accountOf, byReference, short }: PayingUnits) {
    const bare = (references: ReadonlyMap<string, string>) =>
      new Map([...references].map(([reference, account]) => [withoutZeros(reference), account]));
    this.#byReference = bare(byReference);
    this.#byShort = bare(short);
    for (const [unit, account] of accountOf) {
      put(this.#byId, normalized(unit), account);
      if (/\d/.test(unit)) put(this.#byDigits, digitsOf(unit), account);
    }
  }

  /** Returns the account of a payment reference, ignoring blanks and leading zeros; null if unknown. */
  byReference(written: string): string | null {
    return this.#byReference.get(withoutZeros(written.replace(/\s+/g, ''))) ?? null;
  }

  /**
   * Returns the account for a reference written by a payer: (1) whole payment reference, (2) short reference or
   * unit name (exact or by digits). Null if short reference and unit name mean different accounts.
   */
  byReferenceOrUnit(written: string): string | null {
    const byReference = this.byReference(written);
    if (byReference !== null) return byReference;
    const short = this.#byShort.get(withoutZeros(written.replace(/\s+/g, '')));
    const unit = this.#byUnit(written);
    if (short === undefined) return unit ?? null;
    return unit === undefined || unit === short ? short : null;
  }

  /** Returns the account of a unit's name, exact or by digits. Null if ambiguous, undefined if unknown. */
  #byUnit(written: string): string | null | undefined {
    const exact = this.#byId.get(normalized(written));
    if (exact !== undefined) return exact;
    const digits = written.replace(/\s+/g, '');
    return /^\d+$/.test(digits) ? this.#byDigits.get(withoutZeros(digits)) : undefined;
  }
}

function put(map: Map<string, string | null>, key: string, account: string): void {
  const there = map.get(key);
  map.set(key, there === undefined || there === account ? account : null);
}
