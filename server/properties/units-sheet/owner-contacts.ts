import { isMailAddress } from '../../../shared/mail/address.ts';
import { hasControls, plainWords, visibleText } from '../../platform/sheets/cell-text.ts';
import type { Cell } from '../../platform/sheets/sheet.types.ts';

/** Mail addresses or phones found in a cell, and the unreadable rest. */
export interface Read {
  /** Addresses or phones found in the cell. */
  found: string[];
  /** Unreadable text of the cell, cut for display; null if all was read. */
  wrong: string | null;
}

/** Most contacts read from a cell. Otherwise a cell of 32,767 characters would be stored whole. */
const MOST_CONTACTS = 10;
const MAX_PHONE = 40;
const MAX_SHOWN = 60;

/** Pattern of texts for a missing contact, for example 'no tiene'. */
const NO_CONTACT =
  /^(n a|na|nt|no|no (tiene|aplica|registra|suministra)|sin|sin \w+|ninguno|pendiente|x+|0+)$/;

/** A word in small letters before the only address: perhaps the begin of the address, cut by a blank. */
const BROKEN_ADDRESS =
  /^(?!(?:correo|e?-?mail|hij[oa]|espos[oa]|madre|padre|de|del|y|o|e)\s)[a-z0-9._-]{2,}\s+[a-z0-9._%+-]+@[^@\s]+$/;

/**
 * Returns the mail addresses in a cell, separated by ';', ',', '/', space, line break or the word 'y', and
 * the unreadable rest of the text.
 */
export function emailsIn(cell: Cell | undefined): Read {
  const text = contactText(cell);
  if (BROKEN_ADDRESS.test(text)) return { found: [], wrong: shown(text) };
  // Beside an address, words without '@' are remarks: '(hijo)', 'Ana', 'o'.
  const parts = text.split(/[;,/|\s]+/).map((part) => part.replace(/^(mailto:|[<("'])+|[>)"'.:]+$/gi, ''));
  const hasAddress = parts.some(isMailAddress);
  return readOf(parts, isMailAddress, hasAddress ? (part) => part.includes('@') : () => true);
}

/**
 * Returns the phones in a cell, separated by ';', ',', '/', line break, ' - ' or the word 'y', and the
 * unreadable rest of the text.
 */
export function phonesIn(cell: Cell | undefined): Read {
  const number = cell?.number;
  const text = number !== undefined && Number.isInteger(number) ? String(number) : contactText(cell);
  const parts = text.split(/[;,/|\n]+|\s-\s|\s[yo]\s/i).flatMap((part) => {
    // '(hijo)' is a remark.
    const written = part.trim().replace(/\s*\([^\d)]*\)$/, '');
    const words = written.split(/\s+/);
    return words.length > 1 && words.every(isPhone) ? words : [written];
  });
  return readOf(parts, isPhone, () => true);
}

const contactText = (cell: Cell | undefined): string => {
  // Programs add '.0' to a number: '3001234567.0'.
  const text = visibleText(cell?.text ?? '')
    .trim()
    .replace(/^'/, '')
    .replace(/^(\d+)\.0+$/, '$1');
  return NO_CONTACT.test(plainWords(text)) || plainWords(text) === '' ? '' : text;
};

/** A phone with an optional label before, and an optional extension behind: 'Tel. (601) 234 5678 ext: 12'. */
const PHONE =
  /^((tel([eé]fono)?|cel(ular)?|m[oó]vil|fijo|pbx|whatsapp|wsp)\b[\s.:]*)?[+(\d][\d\s().-]*((ext|extensi[oó]n|x)[\s.:]*\d+)?$/i;

function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return text.length <= MAX_PHONE && digits >= 7 && digits <= 18 && PHONE.test(text);
}

function readOf(
  parts: readonly string[],
  isGood: (part: string) => boolean,
  isMeant: (part: string) => boolean,
): Read {
  const found = new Map<string, string>();
  const wrong: string[] = [];
  for (const part of parts) {
    const key = part.toLowerCase();
    if (part === '' || found.has(key)) continue;
    if (isGood(part) && found.size < MOST_CONTACTS) found.set(key, part);
    else if (isGood(part) || isMeant(part)) wrong.push(part);
  }
  return { found: [...found.values()], wrong: wrong.length === 0 ? null : shown(wrong.join(' ')) };
}

function shown(text: string): string {
  const visible = hasControls(text) ? text.replace(/[\p{Cc}\p{Cs}]/gu, '�') : text;
  return visible.length > MAX_SHOWN ? `${visible.slice(0, MAX_SHOWN)}…` : visible;
}
