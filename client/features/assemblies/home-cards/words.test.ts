import { expect, it } from 'vitest';
import type { AssemblyNow } from '../../../../shared/assemblies/assemblies.api.ts';
import { Profile } from '../../../../shared/profiles.ts';
import { stepOf } from './words.ts';

const open = {
  jointId: 7,
  assembly: { openedAt: '2026-03-15T13:00:00Z', closedAt: null },
  quorum: { reached: true },
  places: [],
} as unknown as AssemblyNow;

it('an administrator gets the step of operators with the right in the joint alone', () => {
  const of = (runs: readonly number[]) => stepOf(open, Profile.admin, [], runs)?.to;
  expect(of([7])).toBe('/AssemblyPanel');
  expect(of([8])).toBe('/Quorum?jointId=7');
  expect(stepOf(open, Profile.operator, [], [])?.to).toBe('/AssemblyPanel');
});
