import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, type Day, lastDayOf, type Month, monthOf } from '../../../shared/days.ts';
import { centavos } from '../../../shared/money.ts';
import { appForSuite, sqliteApp } from '../../testing/app.ts';
import { holdAssembly } from '../../testing/assembly-fixture.ts';
import { lastingToday } from '../../testing/lasting-day.ts';
import { endAssembly } from '../../testing/store-asserts.ts';
import { asOf, emptyAccount } from '../ledger/account.ts';
import { agingOf } from '../ledger/aging.ts';
import { lockBooks, saveBooks } from '../ledger/books.repository.ts';
import { readAccounts } from '../ledger/ledger.repository.ts';
import type { Account } from '../ledger/ledger.types.ts';
import { overdueOf } from '../ledger/overdue.ts';
import { postPayments } from '../till/payment-posting.ts';
import { chargeMonth } from './charged.fixture.ts';

const today = await lastingToday();

// Real fees are beside the checkout and never copied into the repository.
const file = join(import.meta.dirname, '../../../../shared/data/cobros/quotas.csv');

/** Row of the table of real fees: two charges of a unit's month, with the day of payment. */
interface Fee {
  unit: string;
  month: Month;
  /** Amounts of the fee and of the reserve fund, in hundredths of a peso. */
  parts: bigint[];
  paid: Day | null;
}

/** Parses an amount as hundredths of a peso, without floating-point numbers. */
function hundredths(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0').slice(0, 2));
}

function readFees(): Fee[] {
  const [, ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  return lines.map((line) => {
    const [unit = '', , month = '', year = '', fee = '', fund = '', , at = ''] = line.split(',');
    return {
      unit,
      // Yearly charges are charged with January.
      month: monthOf(Number(year), Math.max(1, Number(month))),
      parts: [hundredths(fee), hundredths(fund)].filter((part) => part > 0n),
      paid: at === '' ? null : new Date(Number(at) * 1000).toISOString().slice(0, 10),
    };
  });
}

/** Computes a unit's debt on a day by hand: payments up to the day pay charges up to the day, oldest first. */
function byHand(fees: readonly Fee[], unit: string, day: Day) {
  const own = fees
    .filter((fee) => fee.unit === unit)
    .sort((a, b) => (a.month < b.month ? -1 : Number(a.month > b.month)));
  const sum = (fee: Fee) => fee.parts.reduce((total, part) => total + part, 0n);
  let money = own.reduce(
    (total, fee) => (fee.paid !== null && fee.paid <= day ? total + sum(fee) : total),
    0n,
  );
  const buckets = [0n, 0n, 0n, 0n, 0n, 0n];
  let overdue = 0n;
  let since: Day | null = null;
  const months = new Set<Month>();
  for (const fee of own) {
    if (`${fee.month}-01` > day) continue;
    const due = new Date(Date.UTC(Number(fee.month.slice(0, 4)), Number(fee.month.slice(5)), 0));
    const days = Math.round((Date.parse(day) - due.getTime()) / 86_400_000);
    for (const part of fee.parts) {
      const covered = money < part ? money : part;
      money -= covered;
      const open = part - covered;
      if (open === 0n) continue;
      const place = days <= 0 ? 0 : Math.min(5, Math.ceil(days / 30));
      buckets[place] = (buckets[place] ?? 0n) + open;
      if (days <= 0) continue;
      overdue += open;
      months.add(fee.month);
      since ??= due.toISOString().slice(0, 10);
    }
  }
  const owed = buckets.reduce((total, bucket) => total + bucket, 0n);
  return { buckets, credit: money, balance: owed - money, overdue, since, instalments: months.size };
}

/** Computes the debt of `byHand` with the ledger. */
function byLedger(account: Account, day: Day): ReturnType<typeof byHand> {
  const then = asOf(account, day);
  const { current, d30, d60, d90, d120, older, credit, balance } = agingOf(then, day);
  const { capital, interest, since, instalments } = overdueOf(then, day);
  return {
    buckets: [current, d30, d60, d90, d120, older].map(BigInt),
    credit: BigInt(credit),
    balance: BigInt(balance),
    overdue: BigInt(capital + interest),
    since,
    instalments,
  };
}

describe.skipIf(!existsSync(file))(`two years of real fees (skipped where ${file} is absent)`, () => {
  const app = appForSuite(sqliteApp, endAssembly);
  let fees: Fee[];
  let units: string[];
  let accounts: Map<string, Account>;
  beforeAll(async () => {
    fees = readFees();
    units = [...new Set(fees.map(({ unit }) => unit))];
    const { jointId } = await holdAssembly(app, { units: units.map((unit) => [unit, 3, `DUEÑO ${unit}`]) });
    const { db } = app.store;
    const pay = (from: Day, until: Day) =>
      db.transaction().execute(async (trx) => {
        const books = await lockBooks(trx, jointId);
        const arrived = fees
          .flatMap(({ unit, parts, paid }) => {
            const amount = centavos(Number(parts.reduce((total, part) => total + part, 0n)));
            return paid !== null && paid >= from && paid <= until
              ? [{ apartmentId: unit, amount, valueDate: paid, reference: null, channel: 'desk' as const }]
              : [];
          })
          .sort((a, b) => (a.valueDate < b.valueDate ? -1 : Number(a.valueDate > b.valueDate)));
        await postPayments(trx, books, arrived, {
          at: Date.now(),
          actor: 'user:1',
          today,
        });
        await saveBooks(trx, books);
      });
    let from: Day = '2000-01-01';
    for (const month of [...new Set(fees.map((fee) => fee.month))].sort()) {
      const issueDate = `${month}-01`;
      await pay(from, issueDate);
      from = addDays(issueDate, 1);
      const charges: Record<string, number[]> = {};
      for (const fee of fees.filter((one) => one.month === month)) {
        const parts = fee.parts.map((part) => Number(part) / 100);
        charges[fee.unit] = [...(charges[fee.unit] ?? []), ...parts];
      }
      await chargeMonth(db, jointId, { month, issueDate, dueDate: lastDayOf(month), charges });
    }
    await pay(from, today);
    accounts = await readAccounts(db, jointId);
  });

  it('the table of real fees is read completely', () => {
    expect([fees.length, units.length, fees.filter(({ paid }) => paid !== null).length]).toEqual([
      587, 33, 506,
    ]);
  });

  it.each([
    '2025-01-01',
    '2025-01-31',
    '2025-02-01',
    '2025-03-02',
    '2025-06-15',
    '2025-07-31',
    '2025-12-31',
    '2026-01-01',
    '2026-02-14',
    '2026-04-30',
    '2026-05-09',
    '2026-05-10',
    '2026-06-30',
    '2026-08-29',
    '2026-11-22',
  ])('on %s, debtors, debts and ages equal a computation by hand', (day) => {
    const hand = units.map((unit) => [unit, byHand(fees, unit, day)] as const);
    const ledger = units.map(
      (unit) => [unit, byLedger(accounts.get(unit) ?? emptyAccount(unit), day)] as const,
    );
    expect(ledger).toEqual(hand);
    const debtors = hand.filter(([, { overdue }]) => overdue > 0n).map(([unit]) => unit);
    expect(ledger.filter(([, { instalments }]) => instalments > 0).map(([unit]) => unit)).toEqual(debtors);
    // Debtors exist from the second month on.
    expect(debtors.length > 0).toBe(day > '2025-01-31');
  });
});
