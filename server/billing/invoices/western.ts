import { faceOf } from '../../platform/documents/faces.ts';
import { printable } from '../../platform/documents/report-text.ts';

/** Letters that are no letter with an accent, as people write them where they have them not. */
const NEAREST: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  Ŋ: 'N',
  ŋ: 'n',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2015': '—',
  '\u2212': '-',
  '\u2032': "'",
  '\u2033': '"',
  '№': 'No.',
};

/**
 * A text with the letters of Helvetica alone, which stands in no file and is drawn fast: Spanish is whole, other
 * letters lose what Western Europe does not know, and of other scripts a question mark is left. Line breaks stay.
 */
export function toWinAnsi(text: string): string {
  const said = printable(text);
  return faceOf(said) === 'Helvetica' ? said : [...said].map(nearest).join('');
}

function nearest(letter: string): string {
  if (faceOf(letter) === 'Helvetica') return letter;
  const known = NEAREST[letter];
  if (known !== undefined) return known;
  const plain = letter.normalize('NFKD').replace(/\p{M}/gu, '');
  return plain !== '' && faceOf(plain) === 'Helvetica' ? plain : '?';
}
