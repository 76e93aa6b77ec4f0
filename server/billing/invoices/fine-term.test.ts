import { beforeAll, expect, it } from 'vitest';
import { addAdjustment } from '../../../shared/billing/bills.api.ts';
import { billReport } from '../../../shared/billing/reports.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { textOfPdf } from '../../testing/setup/print.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';

describeOnOneEngine('the time to challenge a fine', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
    await world.ceilings('2026-01', 25.62);
  });
  const terms = async (jointId: number) => {
    const bills = app.store.db.selectFrom('bill').select('fine_term').where('joint_id', '=', jointId);
    return (await bills.orderBy('bill').execute()).map(({ fine_term: term }) => term);
  };

  it('a bill with a new fine alone names the month of art. 62', async () => {
    const jointId = await world.joint(['101', '102']);
    await world.prepare(jointId, '2026-01', [
      ['Inmueble', 'Administración', 'Multa'],
      ['101', 100_000, 50_000],
      ['102', 100_000, 0],
    ]);
    await world.issue(jointId, '2026-01', { issueDate: '2026-01-07', dueDate: '2026-01-31' });
    const bill = async (number: number) => {
      const input = { params: { bill: number }, query: { jointId } };
      const { body } = await app.call(billReport, input, world.as);
      return textOfPdf(body.bytes).join(' ').replace(/\s+/g, ' ');
    };
    expect(await bill(1)).toContain('dentro del mes siguiente a su comunicación (Ley 675 de 2001, art. 62)');
    expect(await bill(2)).not.toContain('art. 62');
    const fine = { kind: 'charge', nature: 'fine', concept: 'Multa', amount: 50_000 } as const;
    const body = { ...fine, apartmentId: '102', dueDate: '2099-02-28', reason: 'Acta 7' };
    expect((await app.call(addAdjustment, { params: { jointId }, body }, world.as)).status).toBe(201);
    await world.prepare(jointId, '2026-02', [
      ['Inmueble', 'Administración'],
      ['101', 100_000],
      ['102', 100_000],
    ]);
    await world.issue(jointId, '2026-02');
    // The first bill charged the fine of 101 already.
    expect(await bill(3)).not.toContain('art. 62');
    expect(await bill(4)).toContain('art. 62');
    // Stored at the issue, in a frozen row: a reprint of an older bill gains no sentence.
    expect((await terms(jointId)).map((term) => term !== null)).toEqual([true, false, false, true]);
  });

  it('a new fine beside an equal credit of another unit of the account is a new fine', async () => {
    const jointId = await world.joint(['101', 'P1>101']);
    await world.prepare(jointId, '2026-01', [
      ['Inmueble', 'Administración', 'Multa'],
      ['101', 100_000, 50_000],
      ['P1', 10_000, -50_000],
    ]);
    await world.issue(jointId, '2026-01', { issueDate: '2026-01-07', dueDate: '2026-01-31' });
    expect(await terms(jointId)).toEqual([expect.stringContaining('art. 62')]);
  });
});
