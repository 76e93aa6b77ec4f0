import { plainLetters } from './plain-letters.ts';

/** Identity document in a comparable form: '52.111.222' and 'CC 52111222' have the same key. */
export interface ReadDocument {
  /**
   * Number of the document: digits (and letters of a passport) without label, signs, leading zeros and the check
   * digit of a NIT (tax number).
   */
  key: string;
  /**
   * Number as a NIT (tax number), if possible: of ten digits without a label and with a right check digit at the
   * end, or before a separate wrong check digit. Null otherwise.
   */
  nit: string | null;
  /** True if the document has the label NIT or a separate check digit. */
  isNit: boolean;
}

const SIGNS = '\\s.,;:#°*()\\[\\]_/-';
const words = (list: string): string => list.split(' ').join('|');
/** Pattern of document labels after `plainLetters`: 'C.C.', 'NIT', 'No.', 'CEDULA DE CIUDADANIA'. */
const LABEL = `(?:${[
  ...[
    'C\\.? ?C',
    'C\\.? ?E(?:XT)?',
    'C\\.? ?X',
    'T\\.? ?I',
    'R\\.? ?C',
    'N\\.? ?I\\.? ?T',
    'P\\.? ?E\\.? ?P',
    'P\\.? ?P\\.? ?T',
    'P\\.? ?P',
    'P\\.? ?A',
    'N\\.? ?U\\.? ?I\\.? ?P',
  ],
  words(
    'CEDULA CED CDLA CIUDADANIA EXTRANJERIA TARJETA IDENTIDAD REGISTRO CIVIL PASAPORTE PASSPORT PASS PAS PTE PERMISO PROTECCION TEMPORAL',
  ),
  words(
    'IDENTIFICACION IDENTIFICADO IDENTIFICADA IDENT DOCUMENTO DOC ID DNI RUT NUMERO NUM NRO NO N DE LA EL CON',
  ),
].join('|')})`;
const LEADING = new RegExp(`^(?:[${SIGNS}]*${LABEL}(?=[${SIGNS}\\d]))+`);
const NIT_LABEL = /(?:^|[^A-Z])N\.? ?I\.? ?T(?:[^A-Z]|$)|(?:^|[^A-Z])RUT(?:[^A-Z]|$)/;
/**
 * Pattern of a number with a separate check digit: '900.123.456-7', '900123456 DV 7', '900.123.456.7', '900123456
 * (7)'.
 */
const APART =
  /^([\d., ]*\d)(?: ?[-/_(] ?|,? ?D(?:\.? ?V|IGITO)\.? ?[:.-]? ?|\.(?=\d$)|(?<=^[89]\d\d[., ]?\d{3}[., ]?\d{3}) )(\d)\)?$/;
const FEWEST_BEFORE_CHECK = 6;

/**
 * Computes the check digit of a NIT, the Colombian tax number (Orden Administrativa 4 of 1989, DIAN).
 * @param digits number without the check digit
 */
export function checkDigit(digits: string): string {
  const weights = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71];
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (weights[at] ?? 0), 0);
  const rest = sum % 11;
  return String(rest > 1 ? 11 - rest : rest);
}

const hasRightCheck = (digits: string): boolean => checkDigit(digits.slice(0, -1)) === digits.slice(-1);

/** Pattern of a number with zero decimals; EXPONENT matches numbers as '1,02030405E+09' from spreadsheets. */
const ZERO_DECIMALS = /^(\d+)[.,]0$|^([\d., ]*\d)[.,]00$/;
const EXPONENT = /^(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/;
/** Returns the digits of a number with an exponent. '' if the spreadsheet has rounded the number. */
function withoutExponent(text: string): string {
  const [, first = '', decimals = '', power = ''] = EXPONENT.exec(text) ?? [];
  if (first === '') return text;
  const isWhole = decimals.length <= Number(power) && decimals.length + 1 >= Number(power);
  return isWhole ? first + decimals.padEnd(Number(power), '0') : '';
}

/**
 * Reads an identity document in a comparable form.
 * @returns null for text without a digit, zeros alone, and a rounded number
 */
export function readDocument(text: string | null): ReadDocument | null {
  const letters = plainLetters(text ?? '');
  if (!/\d/.test(letters)) return null;
  const unlabelled = letters.replace(LEADING, '').replace(new RegExp(`^[${SIGNS}]+`), '');
  const number = withoutExponent(
    withoutTail(unlabelled === '' ? letters : unlabelled).replace(ZERO_DECIMALS, '$1$2'),
  );
  const hasLabel = unlabelled !== letters || /[A-Z]/.test(letters.replace(number, ''));
  const isLabelledNit = NIT_LABEL.test(letters);
  const apart = APART.exec(number);
  const digits = (apart?.[1] ?? '').replace(/\D/g, '').replace(/^0+/, '');
  if (apart !== null && digits.length >= FEWEST_BEFORE_CHECK && checkDigit(digits) === apart[2]) {
    return { key: digits, nit: null, isNit: true };
  }
  const key = number
    .replace(/D\.?V\.?/, '')
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^0+/, '');
  if (key === '') return null;
  const isNumber = /^\d+$/.test(key);
  if (isLabelledNit && isNumber && hasRightCheck(key) && endsInCheck(key)) {
    return { key: key.slice(0, -1), nit: null, isNit: true };
  }
  const isWrongNit = /^[89]\d{8}$/.test(digits);
  const mayBeNit = isWrongNit || (!hasLabel && isNumber && key.length === 10 && hasRightCheck(key));
  return { key, nit: mayBeNit ? key.slice(0, -1) : null, isNit: isLabelledNit || isWrongNit };
}

/**
 * True if a number with the label NIT ends in the check digit: of ten digits, a company's number, beginning with 8
 * or 9.
 */
const endsInCheck = (digits: string): boolean =>
  digits.length === 10
    ? /^[89]/.test(digits)
    : digits.length === 11 || (digits.length === 9 && /^[^89]/.test(digits));

/**
 * Removes words after the number ('de Bogotá', 'expedida en Cali', a label) and spaces between letters and digits.
 */
function withoutTail(text: string): string {
  const end = /\d(?=[^\d]*$)/.exec(text)?.index ?? text.length;
  const head = text.slice(0, end + 1);
  const tail = text.slice(end + 1);
  // 'CA12345AA' ends in letters of its own, '52111222CC' in a label.
  const [, letter = ''] = /^ ?-?([A-Z])$|^(?!CC|CE|TI|NIT)([A-Z]{2,3})$/.exec(tail)?.filter(Boolean) ?? [];
  // '52.111.222 de Bogotá 2': the place ends the number.
  const place = /(?<=\d)[\s,(]+[A-Z]{2,}(?![A-Z]*[ .:-]*\d$)/.exec(head);
  const withoutPlace = place === null ? head : head.slice(0, place.index);
  return withoutPlace.replace(/^(?=[^\d]*[A-Z]{4})[^\d]*[^\dA-Z](?=\d)/, '') + letter;
}

/**
 * True if a text is only an identity document with label and place, without a name: 'CC 1.034.567.890 de
 * Cali'.
 */
export function isDocumentText(text: string): boolean {
  const number = plainLetters(text)
    .replace(LEADING, '')
    .replace(new RegExp(`^[${SIGNS}]+|[${SIGNS}]+$`, 'g'), '');
  return /^(?:\d+|\d{1,3}([., ])\d{3}(?:\1\d{3})*)(?: ?- ?\d)?(?: ?\(?(?:DE|EXP)[A-Z. ]*\)?)?$/.test(number);
}

/** Patterns of separators between documents. A cell is split only into parts with enough digits for a document. */
const BETWEEN = [
  /\s+\/\s+|[\n;|]/,
  /\s*y\s*\/\s*o\s*|\s*(?:\/|&|\+)\s*|\s+(?:y|e|o|-|–)\s+|,\s*|\s+(?=(?:c\.?\s?[ce]|t\.?\s?i|n\.?\s?i\.?\s?t|c[eé]d[a-zé]*)\b[\s.:#°no]*\d)/i,
  /(?<=\d{6}|[.,]\d{3})(?:\s*[-–]\s*|\s+)(?=\d{6}|\d{1,3}[.,]\d{3}[.,]\d{3})/,
];
/** Fewest digits of a document. */
export const FEWEST_DIGITS = 5;

/**
 * Splits the text of a unit's identity documents into the single documents, as written: a unit may have several
 * owners.
 * @param text documents of all owners: 'CC 123 / CC 456'
 */
export function documentsIn(text: string | null): string[] {
  const [always = '', likely = '', joined = ''] = BETWEEN;
  return (text ?? '').split(always).flatMap((part) => {
    const parts = part.split(likely).filter((one) => /\d/.test(one));
    const areDocuments = parts.every((one) => one.replace(/\D/g, '').length >= FEWEST_DIGITS);
    return (parts.length > 1 && areDocuments ? parts : [part]).flatMap((one) => one.split(joined));
  });
}

/**
 * Returns the keys of the identity documents in a text about a unit's owners, sorted and without
 * repetitions. Equal keys mean the same document, see `ReadDocument`.
 */
export const documentKeys = (text: string | null): string[] =>
  [...new Set(documentsIn(text).flatMap((one) => readDocument(one)?.key ?? []))].sort();

/**
 * True if two document numbers differ by a single typing error: a character changed, missing or added, or
 * neighbours swapped.
 */
export function isOneTypingError(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  const rest = (text: string, skipped: number) => text.slice(at + skipped);
  if (short.length < long.length) return rest(short, 0) === rest(long, 1);
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return rest(short, 1) === rest(long, 1) || (isSwapped && rest(short, 2) === rest(long, 2));
}
