import { beforeAll, expect, it } from 'vitest';
import * as api from '../../../shared/billing/drafts.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';

describeOnOneEngine('a month with the charges of the last month', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
  });

  it('a repeated month is a normal spreadsheet with the typed changes and raises no question', async () => {
    const jointId = await world.joint(['101', '102', '103', 'Local 1']);
    const call = { params: { jointId } };
    const before = await app.call(api.getLastCharges, call, world.as);
    expect([before.status, before.error.code]).toEqual([422, 'nothingToRepeat']);

    await world.prepare(
      jointId,
      '2026-03',
      [
        ['Apto', 'Administración', 'Agua (m3)', 'Multa', 'Nota crédito'],
        ['101', 250_000, 18_450, 50_000, ''],
        ['102', '240000,50', '9900,50', '', 10_000],
        ['103', 230_000, '', '', ''],
      ],
      { columns: [{ column: 2, role: 'charge' }] },
    );
    await world.issue(jointId, '2026-03', { issueDate: '2026-03-02' });
    const { body: last } = await app.call(api.getLastCharges, call, world.as);
    expect([last.year, last.month]).toEqual([2026, 3]);
    const idOf = (name: string) => last.concepts.find((one) => one.name === name)?.chargeConceptId ?? 0;
    expect(last.concepts.map(({ name, nature }) => [name, nature])).toEqual([
      ['Administración', 'fee'],
      ['Agua (m3)', 'other'],
      ['Multa', 'fine'],
    ]);
    expect(last.units.map(({ apartmentId, charges }) => [apartmentId, charges.length])).toEqual([
      ...[
        ['101', 3],
        ['102', 2],
        ['103', 1],
        ['Local 1', 0],
      ],
    ]);

    const [fee, water] = [idOf('Administración'), idOf('Agua (m3)')];
    const body = {
      year: 2026,
      month: 4,
      concepts: [fee, water],
      changes: [
        { apartmentId: '103', chargeConceptId: fee, amount: 0 },
        { apartmentId: '101', chargeConceptId: water, amount: 20_000.5 },
        { apartmentId: 'Local 1', chargeConceptId: fee, amount: 99_000 },
      ],
    };
    const { status, body: draft } = await app.call(api.repeatMonth, { ...call, body }, world.as);
    expect(status).toBe(201);
    expect(draft).toMatchObject({ state: 'received', fileName: expect.stringContaining('Abril de 2026') });
    const of = { year: 2026, month: 4 };
    const { body: report } = await world.charges.readAgain(api.prepareMonth, jointId, draft.draftId, of);
    expect([report.problems, report.asks]).toEqual([[], []]);
    expect(report.rows.map(({ apartmentId, charges }) => [apartmentId, charges])).toEqual([
      [
        '101',
        [
          { concept: 'Administración', amount: 250_000 },
          { concept: 'Agua (m3)', amount: 20_000.5 },
        ],
      ],
      [
        '102',
        [
          { concept: 'Administración', amount: 240_000.5 },
          { concept: 'Agua (m3)', amount: 9_900.5 },
        ],
      ],
      ['103', []],
      ['Local 1', [{ concept: 'Administración', amount: 99_000 }]],
    ]);

    const wrong = async (change: Partial<api.RepeatedMonth>) => {
      const { error } = await app.call(api.repeatMonth, { ...call, body: { ...body, ...change } }, world.as);
      return error.code;
    };
    const one = { apartmentId: '101', chargeConceptId: fee, amount: 1 };
    expect(await wrong({ concepts: [99] })).toBe('chargeConceptNotFound');
    expect(await wrong({ concepts: [water], changes: [one] })).toBe('chargeConceptNotFound');
    expect(await wrong({ changes: [{ ...one, apartmentId: '999' }] })).toBe('apartmentNotFound');
    expect(await wrong({ changes: [{ ...one, amount: 0.001 }] })).toBe('amountInvalid');

    // The template has the same amounts without fines, and raises no question.
    const template = await app.call(api.chargesTemplate, call, world.as);
    const next = await world.charges.preview(jointId, template.body.bytes, { month: 5 });
    expect(next.body.asks).toEqual([]);
    expect(next.body.problems.map(({ code }) => code)).toEqual([
      'monthSkipped',
      'monthPending',
      'legalRateMissing',
    ]);
    expect(next.body.totals.charges).toBe(250_000 + 18_450 + 240_000.5 + 9_900.5 + 230_000);
  });
});
