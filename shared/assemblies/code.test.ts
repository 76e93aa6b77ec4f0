import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../testing/rounds.ts';
import {
  CODE_LENGTH,
  codeFromBytes,
  normalizeCode,
  readScan,
  receiptFromBytes,
  votingBadge,
} from './code.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const bytes = fc.uint8Array({ minLength: CODE_LENGTH, maxLength: CODE_LENGTH + 8 });
const code = bytes.map(codeFromBytes);

describe('codes', () => {
  it('a code has twelve characters and is read back unchanged', () => {
    fc.assert(
      fc.property(code, (made) => {
        expect(made).toHaveLength(CODE_LENGTH);
        expect([...made].every((character) => ALPHABET.includes(character))).toBe(true);
        expect(normalizeCode(made)).toBe(made);
      }),
    );
  });

  it('a code with any wrong character is rejected', () => {
    fc.assert(
      fc.property(code, (made) => {
        for (let at = 0; at < CODE_LENGTH; at++) {
          for (const other of ALPHABET) {
            if (other === made[at]) continue;
            const slipped = made.slice(0, at) + other + made.slice(at + 1);
            expect(normalizeCode(slipped), `${made} typed as ${slipped}`).toBeNull();
          }
        }
      }),
      { numRuns: rounds(50) },
    );
  });

  it('nearly every swap of neighbours is rejected: all but one pair per place', () => {
    let swaps = 0;
    let missed = 0;
    fc.assert(
      fc.property(code, (made) => {
        for (let at = 0; at + 1 < CODE_LENGTH; at++) {
          if (made[at] === made[at + 1]) continue;
          const swapped = `${made.slice(0, at)}${made[at + 1]}${made[at]}${made.slice(at + 2)}`;
          swaps += 1;
          if (normalizeCode(swapped) !== null) {
            missed += 1;
            expect([made[at], made[at + 1]].sort()).toEqual(['0', 'Z']);
          }
        }
      }),
      { numRuns: 500, seed: 675 },
    );
    expect(swaps).toBeGreaterThan(1000);
    expect(missed / swaps).toBeLessThan(0.05);
  });

  it('normalizes O to 0, I and L to 1, case, spaces and hyphens', () => {
    const misread: Record<string, readonly string[]> = {
      '0': ['O', 'o', '0'],
      '1': ['I', 'i', 'L', 'l', '1'],
    };
    fc.assert(
      fc.property(code, fc.infiniteStream(fc.nat()), (made, choices) => {
        const pick = (of: readonly string[]) => of[choices.next().value % of.length] ?? '';
        const typed = [...made]
          .map((character) => pick(misread[character] ?? [character, character.toLowerCase()]))
          .map((character) => character + pick(['', '', '-', ' ']))
          .join('');
        expect(normalizeCode(` ${typed}`)).toBe(made);
      }),
    );
  });

  it('rejects texts of another length or alphabet, and empty text', () => {
    fc.assert(
      fc.property(code, fc.constantFrom('U', 'Ñ', '*', '.', '\u0000', 'İ', 'ß'), (made, foreign) => {
        expect(normalizeCode(made.slice(0, -1))).toBeNull();
        expect(normalizeCode(`${made}0`)).toBeNull();
        expect(normalizeCode(foreign + made.slice(1))).toBeNull();
      }),
    );
    expect(normalizeCode('')).toBeNull();
    expect(normalizeCode('   ')).toBeNull();
  });

  it('never throws for any text', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (typed) => {
        const read = normalizeCode(typed);
        if (read !== null) expect(normalizeCode(read)).toBe(read);
      }),
      { numRuns: rounds(1000) },
    );
  });

  it('bytes map evenly to characters: eight of the 256 for each', () => {
    const first = Array.from({ length: 256 }, (_, byte) => codeFromBytes(new Uint8Array(12).fill(byte))[0]);
    for (const character of ALPHABET) expect(first.filter((c) => c === character)).toHaveLength(8);
  });
});

describe('receipts', () => {
  it('a receipt has four and four characters of the alphabet', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), (bytes) => {
        expect(receiptFromBytes(bytes)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
      }),
    );
  });
});

describe('readScan', () => {
  const code = codeFromBytes(Uint8Array.from({ length: 11 }, (_, i) => i * 37 + 5));

  it('readScan reads a bare code, also typed in groups', () => {
    expect(readScan(` ${code.toLowerCase()} `)).toEqual({ code, answerId: null });
    expect(readScan(code.replace(/(.{4})(?=.)/g, '$1-'))).toEqual({ code, answerId: null });
  });

  it('readScan reads a voting badge with any character for its hyphen', () => {
    expect(readScan(votingBadge(code, 2))).toEqual({ code, answerId: 2 });
    expect(readScan(`${code}'3`)).toEqual({ code, answerId: 3 });
    expect(readScan(`${code}-4`)).toBeNull();
  });

  it('readScan reads the address of a QR code, also from a mismatched keyboard', () => {
    expect(readScan(`https://scaf.example.co/VoteQR/${code}`)).toEqual({ code, answerId: null });
    expect(readScan(`httpsÑ--scaf.example.co-VoteQR-${code}`)).toEqual({ code, answerId: null });
  });

  it('readScan rejects a wrong check character', () => {
    const other = code.slice(0, -1) + (code.endsWith('7') ? '8' : '7');
    expect(readScan(other)).toBeNull();
    expect(readScan(`https://scaf.example.co/VoteQR/${other}`)).toBeNull();
    expect(readScan('')).toBeNull();
  });
});
