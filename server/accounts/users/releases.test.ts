import { expect, it } from 'vitest';
import { appForSuite, sqliteApp } from '../../testing/app.ts';
import { planOf } from '../../testing/store-asserts.ts';
import { annulledVotesQuery, releasesQuery } from './releases.repository.ts';

const app = appForSuite(sqliteApp);

it.each([
  ['an owner', { holder: '7', userId: 7 }, ['101', '102']],
  ['a card without a unit', { holder: 'ABCDEFGH', userId: null }, []],
])('the releases shown to %s are found by index, not by a scan', async (_, device, unitIds) => {
  const { db } = app.store;
  const plans = await Promise.all([
    planOf(db, releasesQuery(db, { device, jointIds: [1, 2], unitIds })),
    planOf(db, annulledVotesQuery(db, [{ assemblyId: 1, jointId: 1, apartmentId: '101', at: 0 }])),
  ]);
  const steps = plans.flat().filter((step) => / [eln] /.test(step));
  expect(steps.length).toBeGreaterThanOrEqual(4);
  for (const step of steps) {
    expect(step).toMatch(/^SEARCH .* (annulment_holder|annulment_unit|INTEGER PRIMARY KEY)\b/);
  }
});
