import { beforeAll, expect, it } from 'vitest';
import { addPayment, annulReceipt } from '../../../shared/billing/payments.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';

describeOnOneEngine('a returned cheque', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  let jointId: number;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
    jointId = await world.joint(['101', '102']);
  });

  const annul = async (apartmentId: string, body: { unidentified?: boolean; chargesSanction?: boolean }) => {
    const paid = { apartmentId, amount: 100_000.03, valueDate: '2026-01-20', means: 'cheque' as const };
    const { receipt } = (await app.call(addPayment, { params: { jointId }, body: paid }, world.as)).body;
    const params = { jointId, cashReceipt: receipt?.cashReceipt ?? 0 };
    const reason = 'Fondos insuficientes';
    const { status } = await app.call(annulReceipt, { params, body: { reason, ...body } }, world.as);
    expect(status).toBe(201);
    return (await world.statement(jointId, apartmentId)).rows.filter(({ nature }) => nature === 'fine');
  };

  it('charges 20 % as a fine if the money never arrived and a person asked, to the centavo', async () => {
    expect(await annul('101', {})).toEqual([]);
    expect(await annul('101', { unidentified: true, chargesSanction: true })).toEqual([]);
    expect(await annul('101', { chargesSanction: true })).toMatchObject([
      {
        debit: 20_000.01,
        description: 'Sanción por cheque devuelto (art. 731 C.Co.)',
        reason: 'Fondos insuficientes',
      },
    ]);
    expect((await world.statement(jointId, '101')).balance).toBe(20_000.01);
  });
});
