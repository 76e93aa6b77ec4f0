/** QR code for payments, made by a bank of Colombia (EMVCo fields; specification, formats, sections 2.1 to 2.5). */
export interface BankQr {
  /** Name of the receiver (field 59), at most 25 characters. */
  name: string;
  /** Tax number of the receiver (field 62, part 10), digits without check digit of the text; '' if absent. */
  nit: string;
}

/** Maximum characters of the text in a QR code of a bank. */
export const MOST_BANK_QR = 512;

/**
 * Reads the text in a QR code of a bank. Null for another text: fields that do not fill the text exactly, a wrong
 * check sum (field 63, at the end), or no name of the receiver.
 */
export function readBankQr(text: string): BankQr | null {
  const fields = fieldsOf(text);
  if (fields === null || fields.get('00') !== '01' || !/6304[0-9A-F]{4}$/.test(text)) return null;
  if (fields.get('63') !== crc16(text.slice(0, -4))) return null;
  const name = fields.get('59') ?? '';
  const nit = fieldsOf(fields.get('62') ?? '')?.get('10') ?? '';
  return name.trim() === '' ? null : { name, nit: nit.replace(/\D/g, '') };
}

/** Returns the fields by number: two digits of the number, two digits of the length, then the content. */
function fieldsOf(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const [, id = '', digits = ''] = /^(\d\d)(\d\d)/.exec(text.slice(at)) ?? [];
    const end = at + 4 + Number(digits);
    if (id === '' || end > text.length) return null;
    fields.set(id, text.slice(at + 4, end));
    at = end;
  }
  return fields;
}

/** Check sum CRC-16/CCITT-FALSE of a text in UTF-8, as four hexadecimal capitals. */
export function crc16(text: string): string {
  let sum = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) sum = (sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1) & 0xffff;
  }
  return sum.toString(16).toUpperCase().padStart(4, '0');
}
