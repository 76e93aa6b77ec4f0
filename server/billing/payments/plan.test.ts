import { expect, it } from 'vitest';
import { appForSuite, sqliteApp } from '../../testing/app.ts';
import { planOf } from '../../testing/store-asserts.ts';
import { paymentsQuery, type Which } from '../till/payments.repository.ts';

const app = appForSuite(sqliteApp);

const filters: Record<string, Which> = {
  all: {},
  'of a time': { from: '2026-01-01', until: '2026-01-31' },
  'that wait to be identified': { unidentified: true },
  'by their receipts': { receipts: true },
  one: { payment: 7 },
};
for (const [name, which] of Object.entries(filters)) {
  it(`payments ${name}: the receipts of each are found by its number, not among all of the joint`, async () => {
    const plan = await planOf(app.store.db, paymentsQuery(app.store.db, 1, which));
    expect(plan.filter((step) => /^SEARCH [rs] /.test(step)).length).toBeGreaterThan(0);
    for (const step of plan) {
      expect(step).not.toMatch(/^SCAN [prs]\b/);
      if (/^SEARCH [rs] /.test(step)) expect(step).toMatch(/joint_id=\? AND (payment|receipt)=\?/);
    }
  });
}
