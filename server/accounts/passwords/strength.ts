import { bareText } from '../../../shared/bare-text.ts';
import { Problem } from '../../platform/http/problem.ts';
import { COMMON_WORDS } from './common-words.ts';

/** Minimum length of a password, in characters as a person counts. */
const MIN_LENGTH = 10;
/**
 * Minimum strength of a password, measured in ordinary characters: an easily guessed part counts for less than its
 * length.
 */
const MIN_WORTH = 6;
/** Number of characters checked, from the beginning. Limits the work; a good beginning is enough. */
const MOST_CHARACTERS = 64;

type Reason = 'personal' | 'common' | 'pattern' | 'digits';

const BETTER = 'Elija otra, por ejemplo cuatro palabras que no vayan juntas.';
const sentences: Readonly<Record<Reason, string>> = {
  personal: `La contraseña se adivina por su nombre, usuario, correo o copropiedad. ${BETTER}`,
  common: `La contraseña es de las que más se usan y se adivina. ${BETTER}`,
  pattern: `La contraseña se adivina porque repite signos, sigue un orden o es una fecha. ${BETTER}`,
  digits: `Una contraseña de solo números se adivina. ${BETTER}`,
};

/** Part of a password, with its worth: low if an attacker would try the part early. */
interface Part {
  length: number;
  worth: number;
  reason: Reason | null;
}

/**
 * Refuses a password easily guessed: too short, made of common words, or with facts about the user.
 * @param about facts about the user not allowed in the password: user name, name, e-mail, names of joints
 * @throws Problem weakPassword; for a long enough password the details give the reason
 */
export function requireStrong(password: string, about: readonly (string | null)[]): void {
  if ([...password.normalize('NFC')].length < MIN_LENGTH) throw new Problem('weakPassword');
  const reason = whyObvious(password, about);
  if (reason !== null) throw new Problem('weakPassword', { reason, message: sentences[reason] });
}

function whyObvious(password: string, about: readonly (string | null)[]): Reason | null {
  // Identity documents, telephones and dates.
  if (/^[\d\s./-]+$/.test(password)) return 'digits';
  // 'Bosques de Suba' is as weak as 'bosquesdesuba'.
  const text = bareText(password)
    .replace(/[\s._/-]/g, '')
    .slice(0, MOST_CHARACTERS);
  const words = { personal: personalWords(about), common: commonWords() };
  const found = new Set<Reason>();
  let worth = 0;
  for (let at = 0; at < text.length; ) {
    const part = partAt(text, at, words);
    at += part.length;
    worth += part.worth;
    if (part.reason !== null) found.add(part.reason);
  }
  if (worth >= MIN_WORTH) return null;
  const reasons = ['personal', 'common'] as const;
  return reasons.find((reason) => found.has(reason)) ?? 'pattern';
}

const LOOKS_LIKE: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
/** Replaces digits and signs by the letters they resemble: 'c0l0mb1a' is as weak as 'colombia'. */
const asLetters = (text: string): string => text.replace(/[013457@$!]/g, (sign) => LOOKS_LIKE[sign] ?? sign);

/** Minimum length of a word that counts as guessable. Shorter words appear by chance. */
const MIN_WORD = 3;

function personalWords(about: readonly (string | null)[]): Set<string> {
  const words = about.flatMap((text) => {
    const parts = bareText(text ?? '').split(/[^\p{L}\p{N}]+/u);
    return [parts.join(''), ...parts];
  });
  return new Set(words.filter((word) => word.length >= MIN_WORD));
}

let common: Set<string> | undefined;
function commonWords(): Set<string> {
  common ??= new Set(COMMON_WORDS.split(/\s+/).filter((word) => word !== ''));
  return common;
}

/** Returns the longest easily guessed part at a position, or else a single character. */
function partAt(text: string, at: number, words: { personal: Set<string>; common: Set<string> }): Part {
  const rest = text.slice(at);
  // A list word is one of 3,000, a pattern one of a few dozen, a character one of about 40.
  const candidates: Part[] = [
    { length: longestWord(rest, words.personal), worth: 0, reason: 'personal' },
    { length: longestWord(rest, words.common), worth: 2, reason: 'common' },
    { length: patternLength(rest), worth: 1, reason: 'pattern' },
    { length: repeatedLength(text, at), worth: 1, reason: 'pattern' },
  ];
  const one: Part = { length: [...rest][0]?.length ?? 1, worth: 1, reason: null };
  return candidates.reduce(
    (best, part) => (part.length >= MIN_WORD && part.length > best.length ? part : best),
    one,
  );
}

/** Maximum length of a word searched in the lists: longer than any listed word. */
const MAX_WORD = 40;

function longestWord(rest: string, words: Set<string>): number {
  const letters = asLetters(rest);
  for (let length = Math.min(rest.length, MAX_WORD); length >= MIN_WORD; length--) {
    if (words.has(rest.slice(0, length)) || words.has(letters.slice(0, length))) return length;
  }
  return 0;
}

/** Rows of a keyboard, the alphabet and the digits: neighbours in a row are easy to guess. */
const ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz', '0123456789'];
const LINES = [...ROWS, ...ROWS.map((row) => [...row].reverse().join(''))];
const DATE =
  /^(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d|(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))?)/;

/**
 * Returns the length of a pattern at the start of the text: a repeated character, neighbours in a keyboard row, or
 * a date or year.
 */
function patternLength(rest: string): number {
  const [first = ''] = rest;
  let same = 1;
  while (rest[same] === first) same += 1;
  let inRow = 0;
  for (const line of LINES) {
    const from = line.indexOf(first);
    if (from < 0) continue;
    let length = 1;
    while (from + length < line.length && rest[length] === line[from + length]) length += 1;
    inRow = Math.max(inRow, length);
  }
  return Math.max(same, inRow, DATE.exec(rest)?.[0].length ?? 0);
}

/** Returns the length of the text at a position that repeats an earlier part of the password. */
function repeatedLength(text: string, at: number): number {
  let longest = 0;
  for (let from = 0; from < at; from++) {
    let length = 0;
    while (at + length < text.length && text[from + length] === text[at + length]) length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}
