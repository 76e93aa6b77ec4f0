import { beforeAll, expect, it } from 'vitest';
import { listBillingActs } from '../../../shared/audit/audit.api.ts';
import { getBill } from '../../../shared/billing/bills.api.ts';
import { changeChargeConcept, listChargeConcepts } from '../../../shared/billing/settings.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { IssueWorld } from './issue.fixture.ts';

describeOnOneEngine('a renamed charge concept', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
    await world.ceilings('2026-08', 25);
  });
  const sheet = (fee: number) => [
    ['Apto', 'Cuota XQ'],
    ['101', fee],
    ['102', fee],
  ];
  const issue = async (jointId: number, month: string, fee: number) => {
    await world.prepare(jointId, month, sheet(fee));
    await world.issue(jointId, month, { issueDate: `${month}-01`, dueDate: `${month}-28` });
  };
  const change = (jointId: number, chargeConceptId: number, body: { name?: string }) =>
    app.call(changeChargeConcept, { params: { jointId, chargeConceptId }, body }, world.as);
  const concepts = async (jointId: number) =>
    (await app.call(listChargeConcepts, { params: { jointId } }, world.as)).body;
  const linesOf = async (jointId: number, bill: number) => {
    const { body } = await app.call(getBill, { params: { jointId, bill } }, world.as);
    return body.lines.map(({ concept, periodFee, overdueFee }) => [concept, periodFee, overdueFee]);
  };

  it('issued bills keep the former name; further bills and the earlier debt have the new name', async () => {
    const jointId = await world.joint(['101', '102']);
    await issue(jointId, '2026-09', 300_000);
    expect((await change(jointId, 1, { name: '  Cuota   de administración ' })).status).toBe(204);
    // A sheet with the former heading charges the same concept.
    await issue(jointId, '2026-10', 310_000);
    expect(await linesOf(jointId, 1)).toEqual([['Cuota XQ', 300_000, 0]]);
    const [fee] = await linesOf(jointId, 3);
    expect(fee).toEqual(['Cuota de administración', 310_000, 300_000]);
    expect(await concepts(jointId)).toEqual([
      { chargeConceptId: 1, name: 'Cuota de administración', nature: 'fee', formerNames: ['Cuota XQ'] },
    ]);
  });

  it('a prepared month is issued with the new name', async () => {
    const jointId = await world.joint(['101', '102']);
    await world.prepare(jointId, '2026-09', sheet(300_000));
    await change(jointId, 1, { name: 'Administración' });
    await world.issue(jointId, '2026-09', { issueDate: '2026-09-01', dueDate: '2026-09-28' });
    expect(await linesOf(jointId, 1)).toEqual([['Administración', 300_000, 0]]);
  });

  it('a name of another concept, an earlier name of another concept, and signs are refused', async () => {
    const jointId = await world.joint(['101', '102']);
    await world.prepare(jointId, '2026-09', [
      ['Apto', 'Administración', 'Aseo'],
      ['101', 300_000, 10_000],
      ['102', 300_000, 10_000],
    ]);
    const code = async (id: number, name: string) => (await change(jointId, id, { name })).error.code;
    expect(await code(2, 'ADMINISTRACION')).toBe('chargeConceptTaken');
    await change(jointId, 1, { name: 'Cuota' });
    expect(await code(2, 'Administración')).toBe('chargeConceptTaken');
    expect(await code(2, '***')).toBe('conceptNameEmpty');
    expect(await code(2, '')).toBe('badRequest');
    expect((await change(jointId, 2, {})).status).toBe(400);
    expect((await change(jointId, 1, { name: 'Administración' })).status).toBe(204);
    expect(await concepts(jointId)).toMatchObject([
      { name: 'Administración', formerNames: ['Cuota'] },
      { name: 'Aseo', nature: 'other' },
    ]);
    const { entries } = (await app.call(listBillingActs, { params: { jointId }, query: {} }, world.as)).body;
    expect(entries.map(({ what }) => what).filter((what) => what.includes('ahora'))).toEqual([
      'El concepto «Cuota» ahora se llama «Administración».',
      'El concepto «Administración» ahora se llama «Cuota».',
    ]);
  });
});
