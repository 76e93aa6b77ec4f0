import { expect, it } from 'vitest';
import { fromHex } from './bytes.ts';
import { rootWords, wordsOfRoot } from './root-words.ts';

/** Writes a word as pronounced in Colombia, approximately. */
function sounds(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[\u0301\u0308]/g, '')
    .normalize('NFC')
    .replaceAll('ch', 'C')
    .replaceAll('h', '')
    .replaceAll('ll', 'y')
    .replaceAll('v', 'b')
    .replaceAll('z', 's')
    .replace(/qu(?=[ei])/g, 'k')
    .replace(/c(?=[ei])/g, 's')
    .replaceAll('c', 'k');
}

/** True if two words differ in at most a letter: changed, missing or added. */
function areNear(a: string, b: string): boolean {
  if (a.length === b.length) return [...a].filter((sign, i) => sign !== b[i]).length <= 1;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  const at = [...short].findIndex((sign, i) => sign !== long[i]);
  return at < 0 || short.slice(at) === long.slice(at + 1);
}

it('the 2,048 words are in order and sound different', () => {
  expect(rootWords).toHaveLength(2048);
  expect(rootWords.filter((word) => !/^[a-záéíóúüñ]{3,14}$/.test(word))).toEqual([]);
  const heard = rootWords.map(sounds);
  const alike = heard.flatMap((one, i) => heard.slice(i + 1).filter((other) => areNear(one, other)));
  expect(alike).toEqual([]);
});

it('wordsOfRoot encodes the first 44 bits of a root', () => {
  const words = (hex: string) => wordsOfRoot(fromHex(hex.padEnd(64, '0')) ?? new Uint8Array());
  expect(words('')).toEqual(['abanico', 'abanico', 'abanico', 'abanico']);
  expect(words('ffffffffffff')).toEqual(['zumbido', 'zumbido', 'zumbido', 'zumbido']);
  // A single bit per word: the second word of the list in each place.
  expect(words('00200400801')).toEqual(['abedul', 'abedul', 'abedul', 'abedul']);
  expect(words('00000000000f')).toEqual(words(''));
});
