/**
 * Tests a prompt-payment discount given by the ledger and also listed in the month's spreadsheet: the discount must
 * be given once, for any answer, and be equal on every document.
 */
import { beforeAll, expect, it } from 'vitest';
import { getBill, getStatement, listBills } from '../../../shared/billing/bills.api.ts';
import { type MonthReading, prepareMonth, previewDraft } from '../../../shared/billing/drafts.api.ts';
import { changeBillingSettings } from '../../../shared/billing/settings.api.ts';
import { yearAndMonth } from '../../../shared/days.ts';
import { toPesos } from '../../../shared/money.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { readBalanceByAge } from '../reports/balance-by-age.report.ts';
import { IssueWorld } from './issue.fixture.ts';

describeOnOneEngine('a discount in both the ledger and the sheet', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
    await world.ceilings('2026-08', 25);
  });

  /**
   * Issues September with 300.000 for each of two units and a 10 % discount until the 10th. Returns the joint's id.
   */
  async function september(): Promise<number> {
    const jointId = await world.joint(['101', '102']);
    const body = { discount: { percent: 10, day: 10 } };
    await app.call(changeBillingSettings, { params: { jointId }, body }, world.as);
    await world.prepare(jointId, '2026-09', [
      ['Apto', 'Administración'],
      ['101', 300_000],
      ['102', 300_000],
    ]);
    await world.issue(jointId, '2026-09', { issueDate: '2026-09-01', dueDate: '2026-09-30' });
    return jointId;
  }

  const HEAD = 'Apto;Saldo anterior;Pagos;Fecha de pago;Descuento;Administración;Total';
  const read = async (
    jointId: number,
    rows: readonly string[],
    rest: Partial<MonthReading> = {},
    head = HEAD,
  ) => {
    const { draftId } = (await world.charges.send(jointId, [head, ...rows, ''].join('\n'))).body;
    const reading = { ...yearAndMonth('2026-10'), ...rest };
    const preview = await world.charges.readAgain(previewDraft, jointId, draftId, reading);
    const made = await world.charges.readAgain(prepareMonth, jointId, draftId, reading);
    return { preview: preview.body, status: made.status };
  };
  const PROMPT = '101;300000;270000;08/09/2026;30000;300000;300000';
  const OTHER = '102;300000;;;;300000;600000';
  const errorsOf = ({ preview }: Awaited<ReturnType<typeof read>>) =>
    preview.problems.flatMap(({ severity, code, row }) =>
      severity === 'error' ? [`${row ?? '-'} ${code}`] : [],
    );

  /** Returns a unit's total in the bill, relación, statement, accounts and aging. */
  async function totals(jointId: number, apartmentId: string): Promise<number[]> {
    const params = { jointId, apartmentId };
    const bills = (await app.call(listBills, { params }, world.as)).body;
    const last = bills.reduce((newest, one) => (one.bill > newest.bill ? one : newest));
    const bill = (await app.call(getBill, { params: { jointId, bill: last.bill } }, world.as)).body;
    const relation = (await world.relation(jointId, '2026-10')).body;
    const row = relation.rows.find((one) => one.apartmentId === apartmentId);
    const statement = (await app.call(getStatement, { params, query: { date: '2026-10-02' } }, world.as))
      .body;
    const account = (await world.accounts(jointId)).find((one) => one.apartmentId === apartmentId);
    const aging = await readBalanceByAge(app.store.db, { jointId, date: '2026-10-02' });
    const aged = aging.rows.find((one) => one.apartmentId === apartmentId);
    return [
      bill.total,
      row?.total ?? NaN,
      statement.balance,
      account?.balance ?? NaN,
      aged === undefined ? NaN : toPesos(aged.balance),
    ];
  }

  it("a sheet discount equal to the ledger's is recognized, and the preview equals the bill", async () => {
    const jointId = await september();
    const made = await read(jointId, [PROMPT, OTHER]);
    expect(made.preview.columns.map(({ role }) => role).slice(2, 6)).toEqual([
      'payment',
      'paidOn',
      'discount',
      'charge',
    ]);
    expect([made.status, errorsOf(made), made.preview.asks]).toEqual([201, [], []]);
    expect(made.preview.rows.map(({ discount, total }) => [discount, total])).toEqual([
      [30_000, 300_000],
      [0, 600_000],
    ]);
    await world.issue(jointId, '2026-10', { issueDate: '2026-10-02', dueDate: '2026-10-31' });
    const [unit, other] = [await totals(jointId, '101'), await totals(jointId, '102')];
    expect(unit).toEqual(unit.map(() => 300_000));
    expect(other).toEqual(other.map(() => 600_000));
    const { rows } = await world.statement(jointId, '101');
    expect(rows.filter(({ nature }) => nature === 'discount' || nature === 'creditNote')).toHaveLength(1);
  });

  it('«No usar» passes for a double discount, and «se resta» is refused by row', async () => {
    const jointId = await september();
    const as = (role: 'credit' | 'ignore') =>
      read(jointId, [PROMPT, OTHER], { columns: [{ column: 4, role }] });
    const twice = await as('credit');
    expect([twice.status, errorsOf(twice)]).toEqual([422, ['2 discountTwice']]);
    const once = await as('ignore');
    expect([once.status, errorsOf(once)]).toEqual([201, []]);
    await world.issue(jointId, '2026-10', { issueDate: '2026-10-02', dueDate: '2026-10-31' });
    const unit = await totals(jointId, '101');
    expect(unit).toEqual(unit.map(() => 300_000));
  });

  it('a total without the discount is a warning, and an unearned discount is a question', async () => {
    const jointId = await september();
    const higher = await read(jointId, ['101;300000;270000;08/09/2026;;300000;330000'], {});
    expect(errorsOf(higher)).toEqual([]);
    expect(higher.preview.problems.map(({ code }) => code)).toContain('totalsDiscounted');
    const other = await september();
    const late = ['101;300000;270000;12/09/2026;30000;300000;300000', OTHER];
    const preview = await read(other, late);
    expect([preview.status, errorsOf(preview)]).toEqual([422, ['- discountDiffers']]);
    expect(
      preview.preview.asks.map(({ code, choices }) => [code, ...choices.map(({ role }) => role)]),
    ).toEqual([['discountDiffers', 'ignore', 'credit']]);
    // The administrator may still grant the discount, once, from the sheet.
    const granted = await read(other, late, { columns: [{ column: 4, role: 'credit' }] });
    expect([granted.status, errorsOf(granted)]).toEqual([201, []]);
    await world.issue(other, '2026-10', { issueDate: '2026-10-02', dueDate: '2026-10-31' });
    const unit = await totals(other, '101');
    expect(unit).toEqual(unit.map(() => 300_000));
  });

  it('a discount that the new bill will offer is not subtracted in advance', async () => {
    const jointId = await september();
    const head = 'Apto;Administración;Dcto pronto pago';
    const offered = await read(
      jointId,
      ['101;300000;30000', '102;300000;30000'],
      {},
      head.replace('Dcto', 'Descuento'),
    );
    expect([offered.status, errorsOf(offered)]).toEqual([201, []]);
    const other = await september();
    const columns = [{ column: 2, role: 'credit' as const }];
    const taken = await read(
      other,
      ['101;300000;30000'],
      { columns },
      'Apto;Administración;Descuento pronto pago',
    );
    expect([taken.status, errorsOf(taken)]).toEqual([422, ['2 discountTwice']]);
  });

  it('a discount is given once for a payment already in the books', async () => {
    const jointId = await september();
    await world.pay(jointId, { apartmentId: '101', amount: 270_000, valueDate: '2026-09-08' });
    const rows = ['101;0;30000;300000;300000', '102;300000;;300000;600000'];
    const head = 'Apto;Saldo anterior;Descuento;Administración;Total';
    const made = await read(jointId, rows, {}, head);
    expect([made.status, errorsOf(made)]).toEqual([201, []]);
    const other = await september();
    await world.pay(other, { apartmentId: '101', amount: 270_000, valueDate: '2026-09-08' });
    const columns = [{ column: 2, role: 'credit' as const }];
    const lower = rows.map((row) => row.replace('300000;300000', '300000;270000'));
    const twice = await read(other, lower, { columns }, head);
    expect([twice.status, errorsOf(twice)]).toEqual([422, ['2 discountTwice']]);
  });

  it('a right total passes with the day of the payment, with or without a discount column', async () => {
    for (const [head, row] of [
      [
        'Apto;Saldo anterior;Pagos;Fecha de pago;Administración;Total',
        '101;300000;270000;08/09/2026;300000;300000',
      ],
      [HEAD, PROMPT],
    ] as const) {
      const made = await read(await september(), [row], {}, head);
      expect([made.status, errorsOf(made), made.preview.rows.map(({ total }) => total)]).toEqual([
        201,
        [],
        [300_000],
      ]);
    }
  });

  it('before the answer about «Descuento», no advice to leave out the total', async () => {
    const jointId = await world.joint(['101', '102']);
    const { preview } = await read(
      jointId,
      ['101;300000;270000;30000;300000;300000', '102;300000;;;300000;600000'],
      {},
      'Apto;Saldo anterior;Pagos;Descuento;Administración;Total',
    );
    expect(preview.problems.map(({ code }) => code)).toContain('discountDoubtful');
    expect(preview.problems.filter(({ code }) => code === 'totalDiffers')).toEqual([]);
  });

  it('money paid before the bill earns the discount, for any total of the sheet', async () => {
    for (const [total, warned] of [
      [0, []],
      [30_000, ['totalsDiscounted']],
    ] as const) {
      const jointId = await september();
      await world.pay(jointId, { apartmentId: '101', amount: 540_000, valueDate: '2026-09-09' });
      const head = 'Apto;Saldo anterior;Administración;Total';
      const rows = [`101;-270000;300000;${total}`, '102;300000;300000;600000'];
      const made = await read(jointId, rows, {}, head);
      expect([made.status, errorsOf(made)]).toEqual([201, []]);
      expect(made.preview.problems.map(({ code }) => code)).toEqual(warned);
      await world.issue(jointId, '2026-10', { issueDate: '2026-10-02', dueDate: '2026-10-31' });
      const unit = await totals(jointId, '101');
      expect(unit).toEqual(unit.map(() => 0));
    }
  });
});
