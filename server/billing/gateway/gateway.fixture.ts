import { expect } from 'vitest';
import { setGatewayKeys, switchGateway } from '../../../shared/billing/gateway.api.ts';
import { formatPesos } from '../../../shared/money.ts';
import { verifyChain } from '../../audit/verify.ts';
import { billingChain } from '../../platform/audit/trail.ts';
import type { TestApp } from '../../testing/app.ts';
import { holdAssembly } from '../../testing/assembly-fixture.ts';
import { readAccount } from '../ledger/ledger.repository.ts';
import { chargeMonth } from '../payments/charged.fixture.ts';
import type { GatewayKeys } from './gateway.types.ts';
import { standInKeys } from './stand-in.fixture.ts';

/** Joint with a bill of $ 100.000 for each unit, and with the stand-in's keys, switched on. A public key has only one joint. */
export async function onlineJoint(
  app: TestApp,
  {
    units = ['101', '102', '103'],
    staff,
    publicKey = standInKeys.publicKey,
  }: { units?: readonly string[]; staff?: string; publicKey?: string } = {},
): Promise<{ jointId: number; token: string }> {
  const evening = await holdAssembly(app, {
    units: units.map((unit) => [unit, 1, `DUEÑO DE ${unit}`] as const),
    ...(staff === undefined ? {} : { staff }),
  });
  const { jointId, staff: token } = evening;
  const charges = Object.fromEntries(units.map((unit) => [unit, 100_000]));
  const month = { month: '2026-01', issueDate: '2026-01-05', dueDate: '2026-01-31' };
  await chargeMonth(app.store.db, jointId, { ...month, charges });
  await putKeys(app, { jointId, token }, { ...standInKeys, publicKey });
  await turnOn(app, { jointId, token });
  return { jointId, token };
}

/** Stores keys as the staff does. */
export const putKeys = (
  app: Pick<TestApp, 'call'>,
  { jointId, token }: { jointId: number; token: string },
  keys: GatewayKeys,
) => app.call(setGatewayKeys, { params: { jointId }, body: keys }, token);

/** Switches the gateway on without asking the gateway. */
export async function turnOn(
  app: Pick<TestApp, 'call'>,
  { jointId, token }: { jointId: number; token: string },
): Promise<void> {
  const body = { on: true, confirmed: true } as const;
  expect((await app.call(switchGateway, { params: { jointId }, body }, token)).body).toMatchObject({
    isOn: true,
  });
}

/** Money in the books from gateways: valid receipts by transaction, and waiting money by transaction. */
export async function booked(app: Pick<TestApp, 'store'>, jointId: number) {
  const rows = await app.store.db
    .selectFrom('payment as p')
    .leftJoin('receipt as r', (join) =>
      join.onRef('r.joint_id', '=', 'p.joint_id').onRef('r.payment', '=', 'p.payment'),
    )
    .leftJoin('document_annulment as a', (join) =>
      join
        .onRef('a.joint_id', '=', 'r.joint_id')
        .onRef('a.number', '=', 'r.receipt')
        .on('a.kind', '=', 'receipt'),
    )
    .leftJoin('payment_exit as x', (join) =>
      join.onRef('x.joint_id', '=', 'p.joint_id').onRef('x.payment', '=', 'p.payment'),
    )
    .select([
      'p.transaction_id as id',
      'p.amount',
      'r.apartment_id as unit',
      'a.number as annulled',
      'x.exit',
    ])
    .where('p.joint_id', '=', jointId)
    .where('p.channel', '=', 'gateway')
    .execute();
  return rows
    .map(({ id, amount, unit, annulled, exit }) => {
      const use =
        unit === null ? (exit === null ? 'espera' : 'devuelto') : annulled === null ? unit : 'anulado';
      return `${id} ${use} ${formatPesos(amount)}`;
    })
    .sort();
}

/**
 * Checks that the ledger of a joint agrees with the audit trail. Leaves out the bills and charges of `chargeMonth`: the helper
 * writes no entry.
 */
export async function expectBooksWhole(app: Pick<TestApp, 'store'>, jointId: number): Promise<void> {
  const { findings } = await verifyChain(app.store.db, billingChain(jointId));
  expect(
    findings.filter(({ what }) => !/^(La cuenta de cobro|El movimiento) \d+ está en los libros/.test(what)),
  ).toEqual([]);
}

/** Account of a unit. */
export const accountOf = (app: Pick<TestApp, 'store'>, jointId: number, unit: string) =>
  readAccount(app.store.db, jointId, unit);
