import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { addAdjustment, annulBill } from '../../shared/billing/bills.api.ts';
import { annulPaymentExit, bookOtherIncome, refundPayment } from '../../shared/billing/exits.api.ts';
import {
  addPayment,
  annulReceipt,
  assignPayment,
  importPayments,
} from '../../shared/billing/payments.api.ts';
import { replayBooks } from '../billing/index.ts';
import { IssueWorld } from '../billing/issue/issue.fixture.ts';
import { readChain } from '../platform/audit/trail.repository.ts';
import { type Db, isSqlite } from '../platform/db/engine.ts';
import type { Tables } from '../platform/db/tables.ts';
import { appForSuite, describeOnBothEngines } from '../testing/app.ts';
import { expectTrailNamed } from '../testing/store-asserts.ts';
import { upload } from '../testing/upload.ts';
import { verifyAudit } from './verify.ts';

type Frozen =
  | 'ledger_item'
  | 'ledger_allocation'
  | 'interest_line'
  | 'bill'
  | 'bill_line'
  | 'bill_item'
  | 'payment'
  | 'receipt'
  | 'payment_exit'
  | 'document_annulment';

describeOnBothEngines("the books, held against the trail of a joint's billing", (make) => {
  const app = appForSuite(make);
  let db: Db;
  let jointId: number;
  beforeAll(async () => {
    ({ db } = app.store);
    const world = await IssueWorld.of(app);
    const { as } = world;
    jointId = await world.joint(['101', '102', '103']);
    await world.ceilings('2025-11', 25);
    await world.prepare(jointId, '2026-01', [
      ['Inmueble', 'Saldo anterior', 'Administración', 'Parqueadero'],
      ['101', 300_000, 100_000, 5_000],
      ['102', '', 100_000, ''],
      ['103', '', 100_000, ''],
    ]);
    await world.issue(jointId, '2026-01', { issueDate: '2026-01-02' });
    const params = { jointId };
    const pay = async (body: { apartmentId: string | null; amount: number; valueDate: string }) =>
      expect((await app.call(addPayment, { params, body }, as)).status).toBe(201);
    await pay({ apartmentId: '101', amount: 150_000, valueDate: '2026-01-09' });
    await pay({ apartmentId: null, amount: 70_000, valueDate: '2026-01-10' });
    await app.call(assignPayment, { params: { ...params, payment: 2 }, body: { apartmentId: '102' } }, as);
    const file = 'Fecha;Inmueble;Valor\n15/01/2026;103;40.000\n16/01/2026;102;60.000';
    const sent = { name: 'pagos.csv', content: file };
    const query = { commit: true };
    const brought = await upload(app, importPayments, { params, query }, sent, as.token);
    expect(brought.body.committed).toBe(true);
    await world.prepare(jointId, '2026-02', [
      ['Inmueble', 'Administración'],
      ['101', 100_000],
      ['102', 100_000],
      ['103', 100_000],
    ]);
    await world.issue(jointId, '2026-02', { issueDate: '2026-02-02' });
    const reason = 'Era de otro';
    const annulled = { params: { ...params, cashReceipt: 1 }, body: { reason, unidentified: true } };
    expect((await app.call(annulReceipt, annulled, as)).status).toBeLessThan(300);
    const charge = { apartmentId: '102', kind: 'charge' as const, amount: 12_000, reason: 'Llaves' };
    expect((await app.call(addAdjustment, { params, body: charge }, as)).status).toBeLessThan(300);
    const wrong = { params: { ...params, bill: 6 }, body: { reason: 'Mal cobrada' } };
    expect((await app.call(annulBill, wrong, as)).status).toBeLessThan(300);
    await pay({ apartmentId: null, amount: 2_000, valueDate: '2026-02-03' });
    await pay({ apartmentId: null, amount: 3_000, valueDate: '2026-02-03' });
    const rows = await db.selectFrom('payment').select('payment').orderBy('payment', 'desc').execute();
    const [back = 0, bank = 0] = rows.map(({ payment }) => payment);
    const interest = { concept: 'interest' as const, reason: 'Intereses', waiting: 2_000 };
    const booked = { params: { ...params, payment: bank }, body: interest };
    expect((await app.call(bookOtherIncome, booked, as)).status).toBe(201);
    const refund = { refundedOn: '2026-02-04', reference: 'TR 1', reason: 'No era de aquí', waiting: 3_000 };
    const returned = { params: { ...params, payment: back }, body: refund };
    expect((await app.call(refundPayment, returned, as)).status).toBe(201);
    const mistaken = { params: { ...params, exit: 2 }, body: { reason: 'No salió' } };
    expect((await app.call(annulPaymentExit, mistaken, as)).status).toBe(201);
    await pay({ apartmentId: null, amount: 1_000, valueDate: '2026-02-03' });
  });

  const findings = async () =>
    (await verifyAudit(db)).findings.filter(({ chain }) => chain === `billing:${jointId}`);

  /** Changes a row while the triggers that protect the table are disabled, then enables the triggers again. */
  async function behind(table: Frozen, change: (trx: Db) => Promise<unknown>): Promise<void> {
    await db.transaction().execute(async (trx) => {
      if (!isSqlite(trx)) {
        await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx);
        await change(trx);
        await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx);
        return;
      }
      const { rows } = await sql<{ name: string; sql: string }>`
        select name, sql from sqlite_master where type = 'trigger' and tbl_name = ${table}`.execute(trx);
      for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(trx);
      await change(trx);
      for (const trigger of rows) await sql.raw(trigger.sql).execute(trx);
    });
  }

  it('unchanged books match the trail', async () => {
    const { chains } = await verifyAudit(db);
    expect(await findings()).toEqual([]);
    expect(chains.find(({ chain }) => chain === `billing:${jointId}`)).toMatchObject({ notKept: 0 });
    await expectTrailNamed(db);
  });

  const changes: [what: string, table: Frozen, set: Record<string, unknown>, where: string, said: RegExp][] =
    [
      ['a charge', 'ledger_item', { amount: 9_000_000 }, 'item = 2', /los cobros del inmueble 101 suman/],
      [
        'a concept',
        'ledger_item',
        { description: 'Otra cosa' },
        'item = 2',
        /inmueble 101 .* no es como se registró/,
      ],
      ['a due date', 'ledger_item', { due_date: '2026-03-31' }, 'item = 2', /no es como se registró/],
      [
        'an allocation',
        'ledger_allocation',
        { amount: 1 },
        'allocation = 1',
        /lo imputado a deudas del inmueble/,
      ],
      ['where it pays', 'ledger_allocation', { debit_item: 2 }, 'allocation = 1', /no es como se registró/],
      [
        'a bill',
        'bill',
        { total: 1 },
        'bill = 1',
        /las cuentas de cobro del inmueble 101 suman \$ 0,01 en los libros y \$ 405\.000/,
      ],
      [
        "a bill's owner",
        'bill',
        { owner_name: 'OTRA' },
        'bill = 2',
        /inmueble 102 .* no es como se registró/,
      ],
      [
        "a bill's day",
        'bill',
        { due_date: '2026-03-31' },
        'bill = 2',
        /La cuenta de cobro 2 del inmueble 102 tiene otro mes/,
      ],
      ["a bill's line", 'bill_line', { period_fee: 1 }, 'bill = 3', /inmueble 103 .* no es como se registró/],
      ["a bill's movement", 'bill_item', { amount: 1 }, 'bill = 3', /inmueble 103 .* no es como se registró/],
      [
        'a payment',
        'payment',
        { amount: 1 },
        'payment = 2',
        /los pagos recibidos sin inmueble suman \$ 0,01 en los libros y \$ 70\.000/,
      ],
      ['a receipt', 'receipt', { amount: 1 }, 'receipt = 2', /los pagos recibidos del inmueble 102/],
      ['interest', 'interest_line', { amount: 1 }, 'position = 1', /no es como se registró/],
      ['another income', 'payment_exit', { reason: 'Otro' }, 'exit = 1', /no es como se registró/],
      [
        'an annulled refund',
        'document_annulment',
        { reason: 'Otro' },
        "kind = 'exit'",
        /La anulación del otro ingreso o de la devolución 2 no dice/,
      ],
      [
        'a reversal',
        'document_annulment',
        { reason: 'Otro' },
        "kind = 'bill'",
        /La anulación de la cuenta de cobro 6 no dice/,
      ],
    ];

  it.each(changes)('names a changed %s', async (_, table, set, where, sentence) => {
    const at = sql<boolean>`${sql.raw(where)} and joint_id = ${jointId}`;
    const before = await db.selectFrom(table).selectAll().where(at).execute();
    expect(before.length).toBeGreaterThan(0);
    const write = (trx: Db, values: Record<string, unknown>) =>
      trx
        .updateTable(table)
        .set(values as Partial<Tables['bill']>)
        .where(at)
        .execute();
    if (before.length > 1) {
      // Every row: the same column has one value in each.
      const [column = ''] = Object.keys(set);
      expect(new Set(before.map((row) => Reflect.get(row, column))).size).toBe(1);
    }
    await behind(table, (trx) => write(trx, set));
    const found = await findings();
    expect(found.map(({ what }) => what).join('\n')).toMatch(sentence);
    const old = Object.fromEntries(
      Object.keys(set).map((name) => [name, Reflect.get(before[0] ?? {}, name)]),
    );
    await behind(table, (trx) => write(trx, old));
    expect(await findings()).toEqual([]);
  });

  it('names the balance caused by a changed charge', async () => {
    const set = (amount: number) => (trx: Db) =>
      sql`update ledger_item set amount = ${amount} where item = 2 and joint_id = ${jointId}`.execute(trx);
    const { amount } = await db
      .selectFrom('ledger_item')
      .select('amount')
      .where('joint_id', '=', jointId)
      .where('item', '=', 2)
      .executeTakeFirstOrThrow();
    await behind('ledger_item', set(amount + 100));
    const sentences = (await findings()).map(({ what }) => what).join('\n');
    expect(sentences).toMatch(/El saldo del inmueble 101 es \$ .* en los libros y \$ .* según el registro/);
    await behind('ledger_item', set(amount));
  });

  it.each([
    ['an allocation', 'ledger_allocation', 'allocation'],
    ['a charge', 'ledger_item', 'item'],
    ['a payment', 'payment', 'payment'],
    ['another income', 'payment_exit', 'exit'],
  ] as const)('names an inserted or removed %s', async (_, table, number) => {
    const last = await db
      .selectFrom(table)
      .selectAll()
      .where('joint_id', '=', jointId)
      .orderBy(number as 'joint_id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const more = { ...last, [number]: Number(Reflect.get(last, number)) + 1000 };
    if ('once_key' in more) more.once_key = null;
    if ('reverses' in more) more.reverses = null;
    await db
      .insertInto(table)
      .values(more as never)
      .execute();
    expect((await findings()).map(({ what }) => what).join('\n')).toMatch(
      /está en los libros y no en el registro de auditoría/,
    );
    const own = (trx: Db, at: unknown) =>
      sql`delete from ${sql.table(table)} where joint_id = ${jointId} and ${sql.ref(number)} = ${at}`.execute(
        trx,
      );
    await behind(table, (trx) => own(trx, Reflect.get(more, number)));
    expect(await findings()).toEqual([]);
    // Other rows reference the item.
    if (table === 'ledger_item') return;
    await behind(table, (trx) => own(trx, Reflect.get(last, number)));
    expect((await findings()).length).toBeGreaterThan(0);
    await db
      .insertInto(table)
      .values(last as never)
      .execute();
    expect(await findings()).toEqual([]);
  });

  it('acts without figures do not differ, but their bills are added up', async () => {
    const old = (await readChain(db, `billing:${jointId}`)).map((entry) => {
      const { posted: _, ...facts } = JSON.parse(entry.data);
      return { ...entry, data: JSON.stringify(facts) };
    });
    const replayed = await replayBooks(db, jointId, old);
    expect(replayed.found).toEqual([]);
    expect(replayed.notKept).toBe(15);
    const wrong = old.map((entry) => ({ ...entry, data: entry.data.replace('"total":', '"total":1') }));
    const sentences = (await replayBooks(db, jointId, wrong)).found.map(({ what }) => what).join('\n');
    expect(sentences).toMatch(/Las cuentas de cobro 1 a 3 suman/);
  });
});
