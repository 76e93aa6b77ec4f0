import { beforeAll, expect, it } from 'vitest';
import { addPayment } from '../../../shared/billing/payments.api.ts';
import {
  accountingExport,
  balanceByAgeReport,
  billsRelationshipReport,
} from '../../../shared/billing/reports.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { previewReport } from '../../../shared/reports/jobs.api.ts';
import { addUser, tokenOf } from '../../accounts/users/people.fixture.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';

describeOnOneEngine('a report for the screen', (make) => {
  const app = appForSuite(make);
  let jointId: number;
  let admin: string;
  let world: IssueWorld;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
    jointId = await world.joint(['101', '102']);
    await world.prepare(jointId, '2026-01', [
      ['Inmueble', 'Administración', 'Multa'],
      ['101', 100_000, 30_000],
      ['102', 80_000, 0],
    ]);
    await world.issue(jointId, '2026-01', { issueDate: '2026-01-02', dueDate: '2026-01-31' });
    admin = await world.charges.admin('administra', jointId);
    await addUser(app.store.db, 'ajena', Profile.admin);
    await addUser(app.store.db, 'dueno', Profile.owner, {
      billingApartments: [{ jointId, apartmentId: '101' }],
    });
  });

  const pathOf = ({ path }: { path: string }, query = '') =>
    `${path.replace(':jointId', String(jointId))}${query}`;
  const ask = (path: string, token: string) => app.call(previewReport, { query: { path } }, { token });

  it('a preview shows the same content as the paper, with a dash for an amount of 0', async () => {
    const { status, body } = await ask(pathOf(billsRelationshipReport, '?year=2026&month=1'), admin);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.title).toBe('Relación de Facturas');
    expect(body.facts).toContainEqual({ label: 'Cuentas de cobro', value: '2' });
    const [table, ...others] = body.tables;
    expect(others).toEqual([]);
    const cell = (row: number, title: string) =>
      table?.rows[row]?.[table.columns.findIndex((column) => column.title === title)];
    expect([cell(0, 'Inmueble')?.text, cell(1, 'Inmueble')?.text]).toEqual(['101', '102']);
    expect(cell(0, 'Propietario')?.small).toMatch(/^Cuenta de cobro \d+$/);
    expect(table?.columns.at(-1)?.isFigure).toBe(true);
    expect(table?.rows.map((row) => row.at(-1)?.text)).toEqual(['130.000', '80.000']);
    expect(table?.totals?.at(-1)).toBe('210.000');
    expect(table?.rows[1]?.map(({ text }) => text)).toContain('–');
  });

  it('an aging preview hides units without debt, sorts by debt, and keeps the totals', async () => {
    const ages = async (query: string) => {
      const { body } = await ask(pathOf(balanceByAgeReport, query), admin);
      const [table] = body.tables;
      return {
        facts: body.facts,
        units: table?.rows.map(([unit]) => unit?.text),
        totals: table?.totals?.at(-1),
      };
    };
    const pay = (amount: number) => {
      const body = { apartmentId: '101', amount, valueDate: '2026-01-10' };
      return app.call(addPayment, { params: { jointId }, body }, world.as);
    };
    expect(await ages('?hasBalance=true')).toMatchObject({ units: ['101', '102'], totals: '210.000' });
    expect((await pay(100_000)).status).toBe(201);
    expect((await ages('?hasBalance=true')).units).toEqual(['102', '101']);
    expect((await ages('')).units).toEqual(['101', '102']);
    expect((await pay(30_000)).status).toBe(201);
    const { facts, ...rest } = await ages('?hasBalance=true');
    expect(rest).toEqual({ units: ['102'], totals: '80.000' });
    expect(facts).toContainEqual({ label: 'Inmuebles sin saldo, que no se listan', value: '1' });
    const whole = await ages('');
    expect(whole).toMatchObject({ units: ['101', '102'], totals: '80.000' });
    expect(whole.facts.map(({ label }) => label)).not.toContain('Inmuebles sin saldo, que no se listan');
  });

  it('a preview is available to the same callers as the report', async () => {
    const path = pathOf(balanceByAgeReport);
    expect((await ask(path, admin)).status).toBe(200);
    expect((await ask(path, await tokenOf(app, 'ajena'))).status).toBe(404);
    expect((await ask(path, await tokenOf(app, 'dueno'))).status).toBe(403);
    expect((await ask(`${path}?date=nunca`, admin)).error.code).toBe('badRequest');
  });

  it('a preview is refused for an export without a layout or for an unknown path', async () => {
    const file = await ask(pathOf(accountingExport, '?year=2026&month=1'), admin);
    expect([file.status, file.error.code]).toEqual([422, 'notAReport']);
    expect((await ask('/users', admin)).error.code).toBe('notAReport');
  });
});
