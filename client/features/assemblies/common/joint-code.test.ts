import { sha256 } from '@noble/hashes/sha2.js';
import { expect, it } from 'vitest';
import { codeFromBytes, maskedCode } from '../../../../shared/assemblies/code.ts';
import type { JointCode } from '../../../../shared/assemblies/codes.api.ts';
import { hashOfCode } from '../../../../shared/evidence/code-hash.ts';
import { codeIdOf, jointCodeOf } from './joint-code.ts';

const SALT = 'casa/joint/1';
/** Code with the seed in the middle, and equal first characters for all seeds. */
const codeOf = (seed: number): string =>
  codeFromBytes(Uint8Array.from([7, 7, 7, 7, seed >> 10, seed >> 5, seed, 7, 7, 7, 7]));
const listed = (code: string, codeId: string): JointCode => ({
  code: maskedCode(code),
  codeId,
  codeHash: hashOfCode(sha256, SALT, code),
  salt: SALT,
  apartments: [],
  badgeOf: null,
  lot: '2026-01-01T00:00:00.000Z',
});

it('a list recognizes a code, and too many codes fit an entry to search the code', () => {
  const codes = Array.from({ length: 32_768 }, (_, seed) => codeOf(seed));
  const [code = '', other = ''] = codes;
  const list = [listed(other, 'QR-000000000000000a'), listed(code, 'QR-000000000000000b')];
  expect(jointCodeOf(list, code)).toBe(list[1]);
  expect(jointCodeOf(list, 'QR-000000000000000a')).toBe(list[0]);
  const fitting = codes.filter((one) => hashOfCode(sha256, SALT, one) === list[1]?.codeHash);
  expect(fitting.length).toBeGreaterThan(1);
});

it('entries alike are left to the server', () => {
  const code = codeOf(0);
  const list = [listed(code, 'QR-000000000000000a'), listed(code, 'QR-000000000000000b')];
  expect(codeIdOf(list, code)).toBe(code);
});
