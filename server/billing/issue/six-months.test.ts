/**
 * Six months with a whole month's interest on the unpaid capital of earlier bills, interest paid first, total rounded
 * half up to the peso. Through the API on both engines, compared with an independent calculation in whole centavos.
 */
import { beforeAll, expect, inject, it } from 'vitest';
import { addPayment } from '../../../shared/billing/payments.api.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { IssueWorld } from './issue.fixture.ts';

const MONTHS = ['2025-07', '2025-08', '2025-09', '2025-10', '2025-11', '2025-12'];
/** Legal ceilings of the test months, effective annual in per cent. Each bill uses the ceiling of its own month. */
const CEILINGS = [25.62, 25.62, 24.36, 24.17, 25.01, 24.36];
const UNITS = ['101', '102', '103', '104', '201', '202', '203', '204'];

/** Converts an annual rate in per cent to a monthly rate in 10⁻⁸: (1 + annual)^(1/12) − 1. */
const monthly = (annual: number): bigint => BigInt(Math.round(((1 + annual / 100) ** (1 / 12) - 1) * 1e8));

/** Debt of a unit in centavos: capital of the bills, interest, rounding, and unused credit (`ahead`). */
interface Owes {
  capital: number;
  interest: number;
  rounding: number;
  ahead: number;
}

/**
 * Second, independent calculation of a unit's debt. Payment order: interest, then the oldest bill with its
 * rounding.
 */
class Sheet {
  readonly #bills: { capital: number; rounding: number }[] = [];
  #interest = 0;
  #ahead = 0;

  get owes(): Owes {
    const sum = (of: 'capital' | 'rounding') => this.#bills.reduce((all, bill) => all + bill[of], 0);
    return {
      capital: sum('capital'),
      interest: this.#interest,
      rounding: sum('rounding'),
      ahead: this.#ahead,
    };
  }

  get total(): number {
    const { capital, interest, rounding, ahead } = this.owes;
    return capital + interest + rounding - ahead;
  }

  pay(amount: number): void {
    let left = this.#ahead + amount;
    const take = (most: number): number => {
      const taken = Math.min(left, most);
      left -= taken;
      return taken;
    };
    this.#interest -= take(this.#interest);
    for (const bill of this.#bills) {
      bill.capital -= take(bill.capital);
      bill.rounding -= take(bill.rounding);
    }
    this.#ahead = left;
  }

  /** Adds a month's charges and interest. @returns the month's interest, in centavos */
  bill(charges: number, rate: bigint): number {
    const interest = Number((BigInt(this.owes.capital) * rate + 50_000_000n) / 100_000_000n);
    this.#interest += interest;
    const bill = { capital: charges, rounding: 0 };
    this.#bills.push(bill);
    this.pay(0);
    const rounded = Math.floor((this.total + 50) / 100) * 100 - this.total;
    if (rounded >= 0) bill.rounding += rounded;
    else this.pay(-rounded);
    this.pay(0);
    return interest;
  }
}

describeOnOneEngine('six months of a building with interest on the balance', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
    for (const [at, month] of MONTHS.entries()) await world.ceilings(month, CEILINGS[at] ?? 0);
  });

  it('six random months equal an independent calculation to the centavo', async () => {
    const seed = inject('seed');
    let state = seed >>> 0;
    const below = (most: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * most);
    };
    let [charged, ahead] = [0, 0];
    for (let round = 0; round < rounds(2); round += 1) {
      const jointId = await world.joint(UNITS);
      await world.chooseWay(jointId, 'balance');
      const sheets = new Map(UNITS.map((unit) => [unit, new Sheet()]));
      for (const [at, month] of MONTHS.entries()) {
        const fees = UNITS.map(() => 20_000_000 + below(9_999_999));
        const rows = UNITS.map((unit, i) => [unit, (fees[i] ?? 0) / 100]);
        await world.prepare(jointId, month, [['Inmueble', 'Administración'], ...rows]);
        await world.issue(jointId, month, { issueDate: `${month}-01` });
        const relation = (await world.relation(jointId, month)).body;
        for (const [i, unit] of UNITS.entries()) {
          const sheet = sheets.get(unit) ?? new Sheet();
          const interest = sheet.bill(fees[i] ?? 0, monthly(CEILINGS[at] ?? 0));
          const bill = relation.rows.find(({ apartmentId }) => apartmentId === unit);
          const caseName = `seed ${seed}, round ${round}, ${month} ${unit}`;
          const billAmounts = [bill?.total, bill?.currentInterest].map((pesos) =>
            Math.round((pesos ?? Number.NaN) * 100),
          );
          expect(billAmounts, caseName).toEqual([sheet.total, interest]);
          if (interest > 0) charged += 1;
          if (sheet.owes.ahead > 0) ahead += 1;
          // Payment kinds: zero, a part, the bill, more than the bill, or twice.
          const kind = below(6);
          const amounts =
            kind === 0
              ? []
              : kind === 1
                ? [1 + below(30_000_000)]
                : kind === 2
                  ? [sheet.total]
                  : kind === 3
                    ? [sheet.total + below(40_000_000)]
                    : [1 + below(15_000_000), 1 + below(15_000_000)];
          let day = 2;
          for (const amount of amounts.filter((one) => one > 0)) {
            day += below(12);
            const valueDate = `${month}-${String(day).padStart(2, '0')}`;
            const body = { apartmentId: unit, amount: amount / 100, valueDate };
            const paid = await app.call(addPayment, { params: { jointId }, body }, world.as);
            expect(paid.status, caseName).toBe(201);
            sheet.pay(amount);
          }
        }
      }
    }
    expect([charged > 20, ahead > 3]).toEqual([true, true]);
  }, 240_000);
});
