import { beforeAll, expect, it } from 'vitest';
import { prepareMonth } from '../../../shared/billing/drafts.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { ChargesWorld } from './charges.fixture.ts';

describeOnOneEngine("a month's sheet with unknown headings", (make) => {
  const app = appForSuite(make);
  let world: ChargesWorld;
  beforeAll(async () => {
    world = await ChargesWorld.of(app);
  });

  const CSV = 'Ficha;Lo de antes;Rubro 7;Ojo;A pagar\n101;1.000;50.000;x;51.000\n102;;50.000;y;50.000\n';
  const columns = [
    { column: 0, role: 'unit' as const },
    { column: 1, role: 'opening' as const },
    { column: 2, role: 'charge' as const, concept: 'Administración', nature: 'fee' as const },
    { column: 3, role: 'ignore' as const },
    { column: 4, role: 'ignore' as const },
  ];

  it("columns mapped by hand are remembered for the joint's next sheets, not for other joints", async () => {
    const [jointId, other] = [await world.joint(['101', '102']), await world.joint(['101', '102'])];
    const unknown = await world.preview(jointId, CSV);
    const rolesIn = ({ body }: typeof unknown) => body.columns.map(({ role }) => role);
    expect(rolesIn(unknown)).toEqual(['unit', 'ignore', 'ignore', 'ignore', 'total']);
    const questions = unknown.body.asks.map(({ code, column, choices }) => [
      code,
      column,
      ...choices.map(({ role }) => role),
    ]);
    expect(questions).toEqual(
      [1, 2].map((column) => ['headerUnknown', column, 'charge', 'credit', 'opening', 'ignore']),
    );
    const refused = await world.readAgain(prepareMonth, jointId, unknown.draftId);
    expect([refused.status, refused.error.code]).toEqual([422, 'importHasProblems']);
    const made = await world.prepare(jointId, CSV, { columns });
    expect(made.status).toBe(201);
    expect(made.body.totals).toMatchObject({ opening: 1_000, charges: 100_000, total: 101_000 });

    const next = await world.preview(jointId, CSV.replaceAll('50.000', '60.000'), { month: 6 });
    const columnRoles = next.body.columns.map(({ header, role, remembered }) => [header, role, remembered]);
    expect(columnRoles).toEqual([
      ['Ficha', 'unit', false],
      ['Lo de antes', 'opening', true],
      ['Rubro 7', 'charge', true],
      ['Ojo', 'ignore', true],
      ['A pagar', 'total', false],
    ]);
    expect(next.body.totals.charges).toBe(120_000);
    // A sheet without the column in between does not erase the remembered role.
    const bare = await world.prepare(jointId, 'Ficha;Administración\n101;50.000\n102;50.000\n', { month: 6 });
    expect(bare.status).toBe(201);
    const later = await world.preview(jointId, CSV, { month: 7 });
    expect(later.body.columns.map(({ role, remembered }) => [role, remembered]).slice(1, 4)).toEqual([
      ['opening', true],
      ['charge', true],
      ['ignore', true],
    ]);
    const elsewhere = await world.preview(other, CSV);
    expect(rolesIn(elsewhere)).toEqual(rolesIn(unknown));
    expect(elsewhere.body.columns.some(({ remembered }) => remembered)).toBe(false);
  });
});
