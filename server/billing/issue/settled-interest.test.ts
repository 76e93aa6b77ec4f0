/** Tests a sheet with late interest for a unit with a settling payment ('si paga hoy') since the last bill. */
import { expect, it } from 'vitest';
import { annulReceipt, getPaymentDue } from '../../../shared/billing/payments.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { IssueWorld } from './issue.fixture.ts';

describeOnOneEngine('interest of a sheet after a settling payment', (make) => {
  const app = appForSuite(make);

  it('the list before the issue names the units, until the payment is annulled', async () => {
    const world = await IssueWorld.of(app);
    await world.ceilings('2026-07', 25);
    const jointId = await world.joint(['101', '102']);
    for (const month of ['2026-08', '2026-09', '2026-10']) {
      await world.prepare(jointId, month, [
        ['Apto', 'Administración'],
        ['101', 100_000],
        ['102', 100_000],
      ]);
      await world.issue(jointId, month, { issueDate: `${month}-01`, dueDate: `${month}-05` });
    }
    const params = { jointId, apartmentId: '101' };
    const query = { valueDate: '2026-10-20' };
    const { settlement } = (await app.call(getPaymentDue, { params, query }, world.as)).body;
    expect(settlement.interest).toBeGreaterThan(0);
    await world.pay(jointId, { apartmentId: '101', amount: settlement.amount ?? 0, valueDate: '2026-10-20' });
    await world.prepare(
      jointId,
      '2026-11',
      [
        ['Apto', 'Administración', 'Intereses de mora'],
        ['101', 100_000, 3_000],
        ['102', 100_000, 4_000],
      ],
      { columns: [{ column: 2, role: 'interest' }] },
    );
    const oddities = async () =>
      (await world.relation(jointId, '2026-11')).body.oddities.filter(({ code }) => code === 'interestTwice');
    const [found, ...others] = await oddities();
    expect(others).toEqual([]);
    expect(found?.text).toContain('1 inmueble tiene intereses de mora en la planilla (3.000)');
    expect(found?.text).toContain(': 101.');
    const { rows } = (await world.relation(jointId, '2026-11')).body;
    // The ledger computes no interest beside the sheet's, and does not change the sheet's amount.
    expect(rows.map(({ currentInterest }) => currentInterest)).toEqual([3_000, 4_000]);
    const body = { reason: 'Cheque devuelto' };
    await app.call(annulReceipt, { params: { jointId, cashReceipt: 1 }, body }, world.as);
    expect(await oddities()).toEqual([]);
  });
});
