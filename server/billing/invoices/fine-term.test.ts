import { expect, it } from 'vitest';
import { billReport } from '../../../shared/billing/reports.api.ts';
import { appForSuite, describeOnBothEngines } from '../../testing/app.ts';
import { textOfPdf } from '../../testing/setup/print.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';

describeOnBothEngines('the time to challenge a fine', (make) => {
  const app = appForSuite(make);

  it('a bill with a fine alone names the month of art. 62 and its last business day', async () => {
    const world = await IssueWorld.of(app);
    await world.ceilings('2026-01', 25.62);
    const jointId = await world.joint(['101', '102']);
    await world.prepare(jointId, '2026-01', [
      ['Inmueble', 'Administración', 'Multa'],
      ['101', 100_000, 50_000],
      ['102', 100_000, 0],
    ]);
    // 7 February 2026 is a Saturday.
    await world.issue(jointId, '2026-01', { issueDate: '2026-01-07', dueDate: '2026-01-31' });
    const bill = async (number: number) => {
      const input = { params: { bill: number }, query: { jointId } };
      const { body } = await app.call(billReport, input, world.as);
      return textOfPdf(body.bytes).join(' ').replace(/\s+/g, ' ');
    };
    expect(await bill(1)).toContain('dentro del mes siguiente a su comunicación (Ley 675 de 2001, art. 62)');
    expect(await bill(1)).toContain('hasta el 09/02/2026');
    expect(await bill(2)).not.toContain('art. 62');
  });
});
