import { expect, it } from 'vitest';
import { hashPassword, NOBODY, passwordMatches } from './hashing.ts';

/**
 * Returns the part of a hash with algorithm, version and cost. The time of a comparison depends on these values.
 */
const costOf = (hash: string): string => hash.split('$').slice(0, 4).join('$');

it('an unknown user costs a real comparison, and is always refused', async () => {
  expect(costOf(NOBODY)).toBe(costOf(await hashPassword('una clave cualquiera')));
  expect(await passwordMatches(null, 'una clave cualquiera')).toBe(false);
});

it('ñ as one or two characters is the same password', async () => {
  const stored = await hashPassword('contrase\u00f1a larga');
  expect(await passwordMatches(stored, 'contrasen\u0303a larga')).toBe(true);
  expect(await passwordMatches(stored, 'contrasena larga')).toBe(false);
});
