/**
 * Hand-computed late interest for each calculation method, in pesos. 25,62 % a year is 1,918940 % a month and
 * 0,0625102942142 % a day; 24 % is 1,808758 % and 0,0589519944146 %.
 */
import { describe, expect, inject, it } from 'vitest';
import { annualRateOf, dailyRateOf, monthlyRateOf } from '../../../shared/billing/interest.ts';
import type { InterestWay } from '../../../shared/billing/natures.ts';
import { type Day, firstDayOf, lastDayOf, type Month, shiftMonth } from '../../../shared/days.ts';
import { toPesos } from '../../../shared/money.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { monthsToReckon } from '../issue/dates.ts';
import { openBooks } from '../issue/open-books.ts';
import type { StoredJointRate } from '../settings/rates.repository.ts';
import { monthsCharged, ratesFrom, wayOf } from '../settings/rates.ts';
import type { NewBill } from './acts.types.ts';
import { BooksByHand, pesos, UNIT } from './by-hand.fixture.ts';
import type { InterestItem, Posting } from './ledger.types.ts';

const FEE = { fee: 250_000 };

/** Test joint with months issued on the first day, and with an interest method and rate for each month. */
class Joint extends BooksByHand {
  readonly #ways: { month: Month; way: InterestWay; acta: string }[];
  readonly #ceilings: (month: Month) => number | null;
  readonly #own: StoredJointRate[];
  #interestThrough: Month | null = null;

  constructor(
    ways: Record<Month, InterestWay>,
    ceilings: (month: Month) => number | null = () => 256_200,
    own: Partial<StoredJointRate> | null = null,
  ) {
    super();
    this.#ways = Object.entries(ways).map(([month, way]) => ({ month, way, acta: 'Acta 1' }));
    this.#ceilings = ceilings;
    const fixed = { month: '1900-01', mode: 'fixed' as const, acta: 'Acta 1' };
    this.#own = own === null ? [] : [{ ...fixed, annualRate: null, monthlyRate: null, ...own }];
  }

  /** Issues the bill of a month. Returns the interest lines. */
  bill(month: Month, charges: Parameters<BooksByHand['issue']>[1] = {}, how: Partial<NewBill> = {}): Line[] {
    const toReckon = monthsToReckon(month, { interestThrough: this.#interestThrough });
    const months = monthsCharged(this.#ways, { issued: month, toReckon });
    const legal = months.flatMap(({ month: of }) => {
      const annualRate = this.#ceilings(of);
      return annualRate === null ? [] : { month: of, annualRate };
    });
    const { rates, missing } = ratesFrom({ legal, joint: this.#own, free: [] }, months);
    if (missing.length > 0) throw new Error(`no ceiling of ${missing.map((of) => of.month)}`);
    const { posting } = this.issue(month, charges, { rates, ...how });
    this.#interestThrough = wayOf(this.#ways, month) === 'balance' ? month : shiftMonth(month, -1);
    return linesOf(posting);
  }
}

type Line = [Month, number, number];

/** Returns the interest lines of a posting: month, capital × days (or capital), and interest. */
const linesOf = ({ interest }: Posting): Line[] =>
  interest.map((line) => [line.month, capitalOf(line), toPesos(line.amount)]);

const capitalOf = ({ way, principal, stretches }: InterestItem): number =>
  way === 'days'
    ? stretches.reduce((sum, one) => sum + toPesos(one.principal) * daysIn(one), 0)
    : toPesos(principal);

const daysIn = ({ from, to }: { from: Day; to: Day }): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

const by = (way: InterestWay) => ({ '1900-01': way });

it('computes the daily rate of a yearly rate, and the yearly rate of a monthly rate', () => {
  expect(dailyRateOf(256_200)).toBe(625_102_942_142);
  expect((1 + 625_102_942_142 / 1e15) ** 365).toBeCloseTo(1.2562, 12);
  expect([dailyRateOf(0), dailyRateOf(240_000)]).toEqual([0, 589_519_944_146]);
  expect(monthlyRateOf(240_000)).toBe(1_808_758);
  // 1,015^12 = 1,195618…
  expect([annualRateOf(1_500_000), annualRateOf(0)]).toEqual([195_618, 0]);
});

describe('250.000 due on 31 August and paid on 20 October', () => {
  it('interest by days charges 50 days', () => {
    const joint = new Joint(by('days'));
    expect(joint.bill('2026-08', FEE)).toEqual([]);
    expect(joint.bill('2026-09')).toEqual([]);
    // September: 250.000 × 30 × 0,000625102942142 = 4.688,272066.
    expect(joint.bill('2026-10')).toEqual([['2026-09', 7_500_000, 4_688.27]]);
    joint.pay(254_688.27, '2026-10-20');
    // October: 250.000 × 20 × 0,000625102942142 = 3.125,514711.
    expect(joint.bill('2026-11')).toEqual([['2026-10', 5_000_000, 3_125.51]]);
    joint.pay(3_125.51, '2026-11-02');
    // Interest bears no interest: the balance is 0 and later months charge 0.
    expect(joint.balance).toBe(0);
  });

  it('interest on the balance charges the months of September’s and October’s bills', () => {
    const joint = new Joint(by('balance'));
    joint.bill('2026-08', FEE);
    // 250.000 × 0,0191894.
    expect(joint.bill('2026-09')).toEqual([['2026-09', 250_000, 4_797.35]]);
    expect(joint.bill('2026-10')).toEqual([['2026-10', 250_000, 4_797.35]]);
    joint.pay(259_594.7, '2026-10-20');
    expect(joint.balance).toBe(0);
    expect(joint.bill('2026-11', FEE)).toEqual([]);
  });

  it('interest by whole months charges September only', () => {
    const joint = new Joint(by('fullMonths'));
    expect(joint.bill('2026-08', FEE)).toEqual([]);
    expect(joint.bill('2026-09')).toEqual([]);
    expect(joint.bill('2026-10')).toEqual([['2026-09', 250_000, 4_797.35]]);
    joint.pay(254_797.35, '2026-10-20');
    expect(joint.balance).toBe(0);
    expect(joint.bill('2026-11', FEE)).toEqual([]);
  });

  it('interest by days with five days of grace starts on 6 September and charges 45 days', () => {
    const joint = new Joint(by('days'));
    joint.bill('2026-08', FEE, { graceDays: 5 });
    joint.bill('2026-09', {}, { graceDays: 5 });
    // 250.000 × 25 × 0,000625102942142 = 3.906,893388.
    expect(joint.bill('2026-10', {}, { graceDays: 5 })).toEqual([['2026-09', 6_250_000, 3_906.89]]);
  });
});

describe('250.000 paid in part on 1, 15 and 31 October', () => {
  const paid = (joint: Joint, interest: number): void => {
    for (const month of ['2026-08', '2026-09', '2026-10']) joint.bill(month, month === '2026-08' ? FEE : {});
    expect(joint.owed[0]?.[0] === 'interest' && joint.balance).toBe(250_000 + interest);
    joint.pay(100_000 + interest, '2026-10-01');
    joint.pay(50_000, '2026-10-15');
    joint.pay(30_000, '2026-10-31');
  };

  it('interest by days uses the capital unpaid at the start of each day', () => {
    const joint = new Joint(by('days'));
    paid(joint, 4_688.27);
    // 250.000 on the 1st; 150.000 × 14 until the 15th; 100.000 × 16 until the 31st: 3.950.000 × 0,000625102942142.
    expect(joint.bill('2026-11')).toEqual([['2026-10', 3_950_000, 2_469.16]]);
    // 70.000 × 30 in November; October's interest bears no interest.
    expect(joint.bill('2026-12')).toEqual([['2026-11', 2_100_000, 1_312.72]]);
  });

  it('interest by days at 1,5 % a month does not charge the 31st', () => {
    const joint = new Joint(by('days'), undefined, { monthlyRate: 1_500_000 });
    paid(joint, 3_750);
    // 3.850.000 × 0,015 ÷ 30.
    expect(joint.bill('2026-11')).toEqual([['2026-10', 3_850_000, 1_925]]);
    expect(joint.bill('2026-12')).toEqual([['2026-11', 2_100_000, 1_050]]);
  });

  it('interest on the balance uses the capital unpaid at the next bill', () => {
    const joint = new Joint(by('balance'));
    paid(joint, 9_594.7);
    // 70.000 × 0,0191894.
    expect(joint.bill('2026-11')).toEqual([['2026-11', 70_000, 1_343.26]]);
  });

  it('interest by whole months uses the capital unpaid at the month’s end', () => {
    const joint = new Joint(by('fullMonths'));
    paid(joint, 4_797.35);
    expect(joint.bill('2026-11')).toEqual([['2026-10', 70_000, 1_343.26]]);
  });

  it('payments entered late save the same interest as payments entered in time', () => {
    const ways: [InterestWay, number][] = [
      ['days', 4_688.27],
      ['balance', 9_594.7],
      ['fullMonths', 4_797.35],
    ];
    for (const [way, interest] of ways) {
      const [inTime, late] = [new Joint(by(way)), new Joint(by(way))];
      paid(inTime, interest);
      inTime.bill('2026-11');
      for (const month of ['2026-08', '2026-09', '2026-10', '2026-11']) {
        late.bill(month, month === '2026-08' ? FEE : {});
      }
      late.pay(100_000 + interest, '2026-10-01', '2026-11-05');
      late.pay(50_000, '2026-10-15', '2026-11-06');
      late.pay(30_000, '2026-10-31', '2026-11-07');
      expect([way, late.balance]).toEqual([way, inTime.balance]);
    }
  });
});

it('a rate change during the delay applies each month’s own rate', () => {
  const joint = new Joint(by('days'), (month) => (month === '2026-09' ? 256_200 : 240_000));
  joint.bill('2026-08', FEE);
  joint.bill('2026-09');
  expect(joint.bill('2026-10')).toEqual([['2026-09', 7_500_000, 4_688.27]]);
  joint.pay(254_688.27, '2026-10-20');
  // 250.000 × 20 × 0,000589519944146 = 2.947,599721.
  expect(joint.bill('2026-11')).toEqual([['2026-10', 5_000_000, 2_947.6]]);
});

it('the lower of the legal ceiling and the joint’s monthly rate applies, month by month', () => {
  // 1,9 % is below 1,918940 %, and above 1,808758 %.
  const joint = new Joint(by('days'), (month) => (month === '2026-09' ? 256_200 : 240_000), {
    monthlyRate: 1_900_000,
  });
  joint.bill('2026-08', FEE);
  joint.bill('2026-09');
  // 250.000 × 30 × 0,019 ÷ 30; then 250.000 × 31 × 0,000589519944146.
  expect(joint.bill('2026-10')).toEqual([['2026-09', 7_500_000, 4_750]]);
  expect(joint.bill('2026-11')).toEqual([['2026-10', 7_750_000, 4_568.78]]);
});

it('February bears interest for its own days, in leap years too', () => {
  const februaries: [Month, number, number, number][] = [
    ['2027-02', 28, 4_375.72, 3_500],
    // × 29 = 4.531,996331; 250.000 × 29 × 0,015 ÷ 30.
    ['2028-02', 29, 4_532, 3_625],
  ];
  for (const [month, days, annual, monthly] of februaries) {
    const of = (joint: Joint): Line[] => {
      joint.bill(shiftMonth(month, -1), FEE);
      joint.bill(month);
      return joint.bill(shiftMonth(month, 1));
    };
    expect(of(new Joint(by('days')))).toEqual([[month, 250_000 * days, annual]]);
    const own = new Joint(by('days'), undefined, { monthlyRate: 1_500_000 });
    expect(of(own)).toEqual([[month, 250_000 * days, monthly]]);
    // A whole month always counts the same, also in February.
    const whole = new Joint(by('fullMonths'), undefined, { monthlyRate: 1_500_000 });
    expect(of(whole)).toEqual([[month, 250_000, 3_750]]);
  }
});

it('a missing ceiling stops the bill: by days for the previous month, on balance for its own', () => {
  const ceilingOf = (month: Month) => (month === '2026-09' ? null : 256_200);
  const days = new Joint(by('days'), ceilingOf);
  for (const month of ['2026-08', '2026-09']) days.bill(month, FEE);
  expect(() => days.bill('2026-10', FEE)).toThrow('2026-09');
  const balance = new Joint(by('balance'), ceilingOf);
  balance.bill('2026-08', FEE);
  expect(() => balance.bill('2026-09', FEE)).toThrow('2026-09');
});

describe('interest rounded to the peso', () => {
  it('interest by days rounds each line separately', () => {
    const joint = new Joint(by('days'));
    const how = { interestToPeso: true };
    joint.bill('2026-08', FEE, how);
    joint.bill('2026-09', FEE, how);
    // 4.688,27 on August's fee.
    expect(joint.bill('2026-10', FEE, how)).toEqual([['2026-09', 7_500_000, 4_688]]);
    // 4.844,55 on August's fee and on September's fee.
    expect(joint.bill('2026-11', FEE, how).map(([, , interest]) => interest)).toEqual([4_845, 4_845]);
    // Half of August's fee paid before October, entered late. 2.422,27 of August's interest remain, rounded to 2.422;
    // 2.344,14 were of September.
    joint.pay(125_000, '2026-09-30', '2026-11-05');
    expect(joint.balance).toBe(1_000_000 - 125_000 + 4_688 + 2_422 + 4_845);
  });

  it('interest on the balance rounds the bill’s sum, and the lines share the rounded sum', () => {
    const how = (interestToPeso: boolean) => {
      const joint = new Joint(by('balance'));
      for (const month of ['2026-08', '2026-09', '2026-10']) joint.bill(month, FEE, { interestToPeso });
      return joint.bill('2026-11', FEE, { interestToPeso }).map(([, , interest]) => interest);
    };
    expect(how(false)).toEqual([4_797.35, 4_797.35, 4_797.35]);
    // Sum 14.392,05: 4.797, then 9.594,70 minus 4.797, then the rest.
    expect(how(true)).toEqual([4_797, 4_798, 4_797]);
  });
});

describe('change of the interest method in October', () => {
  const issued = (from: InterestWay, to: InterestWay): Line[][] => {
    const joint = new Joint({ '1900-01': from, '2026-10': to });
    joint.bill('2026-08', FEE);
    return ['2026-09', '2026-10', '2026-11'].map((month) => joint.bill(month));
  };
  const september = { days: ['2026-09', 7_500_000, 4_688.27], months: ['2026-09', 250_000, 4_797.35] };
  const october = { days: ['2026-10', 7_750_000, 4_844.55], months: ['2026-10', 250_000, 4_797.35] };
  const november = ['2026-11', 250_000, 4_797.35];

  it.each<[InterestWay, InterestWay, unknown[][]]>([
    // Bills of September, October and November. No day and no month is charged twice or late.
    ['fullMonths', 'days', [[], [september.months], [october.days]]],
    ['days', 'fullMonths', [[], [september.days], [october.months]]],
    // October's bill charges September's days and October itself.
    ['days', 'balance', [[], [september.days, october.months], [november]]],
    ['fullMonths', 'balance', [[], [september.months, october.months], [november]]],
    // September's bill charged September; November's bill charges October's days.
    ['balance', 'days', [[september.months], [], [october.days]]],
    ['balance', 'fullMonths', [[september.months], [], [october.months]]],
  ])('%s, then %s, charges each period once', (from, to, lines) => {
    expect(issued(from, to)).toEqual(lines);
  });
});

describe('interest on opening balances', () => {
  const opened = (way: InterestWay, month: Month): Joint => {
    const joint = new Joint(by(way));
    const before = lastDayOf(shiftMonth(month, -1));
    const opening = { concept: null, forApartmentId: UNIT, dueDate: '2026-06-30', valueDate: before };
    joint.add(
      openBooks(
        joint.account,
        [{ ...opening, capital: pesos(250_000), interest: pesos(9_000) }],
        joint.stamp(before),
      ),
    );
    return joint;
  };

  it('openings bear interest by days or whole months only since the opening day', () => {
    for (const way of ['days', 'fullMonths'] as const) {
      const joint = opened(way, '2026-09');
      expect(joint.bill('2026-09', FEE)).toEqual([]);
      expect(joint.bill('2026-10')[0]).toEqual(
        way === 'days' ? ['2026-09', 7_500_000, 4_688.27] : ['2026-09', 250_000, 4_797.35],
      );
    }
  });

  it('openings count as capital of earlier bills: on balance, the first bill charges its month', () => {
    const joint = opened('balance', '2026-09');
    // A payment in the sheet pays the interest first: 9.000, then 41.000 of capital.
    joint.pay(50_000, lastDayOf('2026-08'), lastDayOf('2026-08'));
    // 209.000 × 0,0191894 = 4.010,5846.
    expect(joint.bill('2026-09', FEE, { roundToPeso: true })).toEqual([['2026-09', 209_000, 4_010.58]]);
    // 209.000 + 250.000 + 4.010,58.
    expect(joint.balance).toBe(463_011);
  });
});

it('on the balance, a charge not yet on any bill bears no interest', () => {
  const joint = new Joint(by('balance'));
  joint.bill('2026-08', FEE);
  const concept = { id: 9, name: 'Daño', nature: 'other' as const };
  joint.adjust(
    {
      kind: 'charge',
      concept,
      forApartmentId: UNIT,
      amount: pesos(80_000),
      valueDate: '2026-08-20',
      dueDate: '2026-08-25',
      reason: 'Portería',
    },
    '2026-08-20',
  );
  expect(joint.bill('2026-09').map(([, capital]) => capital)).toEqual([250_000]);
  expect(joint.bill('2026-10').map(([, capital]) => capital)).toEqual([250_000, 80_000]);
});

it('on the balance, paying a bill on its issue day also pays the bill’s interest', () => {
  const joint = new Joint(by('balance'));
  joint.bill('2026-08', FEE);
  joint.bill('2026-09', FEE);
  const paid = joint.pay(504_797.35, firstDayOf('2026-09'));
  expect(paid.posting.items.map(({ nature }) => nature)).toEqual(['receipt']);
  expect(joint.balance).toBe(0);
});

/**
 * Second, independent calculation of a unit's account, in centavos. Shares with the ledger only the order of
 * payment: interest, then the oldest debt.
 */
class Clerk {
  /** Unpaid debts in the order of payment: interest, then by due date; each month in bill order. */
  owed: { kind: 'capital' | 'interest' | 'rounding' | 'fine'; left: number }[] = [];
  favour = 0;
  offer: { total: number; discount: number; paid: number } | null = null;

  get balance(): number {
    return this.owed.reduce((sum, { left }) => sum + left, 0) - this.favour;
  }

  pay(amount: number, inTime: boolean): void {
    this.#take(amount);
    if (this.offer === null || !inTime) return;
    this.offer.paid += amount;
    if (this.offer.paid < this.offer.total - this.offer.discount) return;
    this.#take(this.offer.discount);
    this.offer = null;
  }

  /**
   * Charges 1,91894 % on the unpaid capital of earlier bills, then the month's charges, then rounds to pesos.
   * @returns the interest
   */
  bill(charges: { fee: number; extra: number; fine: number }, percent: number): number {
    const ahead = this.favour;
    const capital = this.owed.reduce((sum, { kind, left }) => sum + (kind === 'capital' ? left : 0), 0);
    const interest = Number((BigInt(capital) * 1_918_940n + 50_000_000n) / 100_000_000n);
    this.owed.push({ kind: 'capital', left: charges.fee }, { kind: 'capital', left: charges.extra });
    this.owed.push({ kind: 'fine', left: charges.fine }, { kind: 'interest', left: interest });
    this.#take(0);
    const discount = Math.floor((charges.fee * percent + 5_000) / 10_000) * 100;
    // Money paid before the bill earns the discount if nothing but the discount is left to pay.
    const isPaidAhead =
      discount > 0 && ahead > 0 && this.balance <= discount && this.balance + ahead > discount;
    if (isPaidAhead) this.#take(discount);
    const whole = Math.floor((this.balance + 50) / 100) * 100;
    const up = whole - this.balance;
    if (up > 0) this.owed.push({ kind: 'rounding', left: up });
    this.#take(Math.max(0, -up));
    this.offer =
      !isPaidAhead && discount > 0 && whole > discount ? { total: whole, discount, paid: 0 } : null;
    return interest;
  }

  #take(amount: number): void {
    this.favour += amount;
    const first = [
      ...this.owed.filter(({ kind }) => kind === 'interest'),
      ...this.owed.filter(({ kind }) => kind !== 'interest'),
    ];
    for (const one of first) {
      const gone = Math.min(this.favour, one.left);
      one.left -= gone;
      this.favour -= gone;
    }
    this.owed = this.owed.filter(({ left }) => left > 0);
  }
}

it('six random months on the balance match an independent clerk to the centavo', () => {
  const seed = inject('seed');
  let state = seed >>> 0;
  const below = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  let [charged, favoured, discounts, silent] = [0, 0, 0, 0];
  for (let unit = 0; unit < rounds(60); unit += 1) {
    const joint = new Joint(by('balance'));
    const clerk = new Clerk();
    const happened: string[] = [];
    const pay = (amount: number, day: Day, inTime: boolean) => {
      if (amount <= 0) return;
      joint.pay(amount / 100, day);
      clerk.pay(amount, inTime);
      happened.push(`${day} ${amount}`);
    };
    for (const [at, month] of ['01', '02', '03', '04', '05', '06']
      .map((of) => `2026-${of}` as Month)
      .entries()) {
      const charges = {
        fee: 25_000_000 + below(9_000_000),
        extra: below(4) === 0 ? 5_012_345 : 0,
        fine: below(6) === 0 ? 7_500_050 : 0,
      };
      const percent = below(3) === 0 ? 10 : 0;
      const chargedNatures = Object.entries(charges).filter(([, amount]) => amount > 0);
      const lines = joint.bill(
        month,
        Object.fromEntries(chargedNatures.map(([nature, amount]) => [nature, amount / 100])),
        {
          roundToPeso: true,
          discount: percent === 0 ? null : { percent, until: `${month}-10` },
        },
      );
      const interest = clerk.bill(charges, percent);
      happened.push(`${month} ${JSON.stringify(charges)} ${percent}`);
      const caseName = `seed ${seed}, unit ${unit}: ${happened.join('; ')}`;
      expect(Math.round(lines.reduce((sum, [, , amount]) => sum + amount * 100, 0)), caseName).toBe(interest);
      expect(Math.round(joint.balance * 100), caseName).toBe(clerk.balance);
      expect(clerk.balance % 100 === 0, caseName).toBe(true);
      charged += interest;

      const offered = clerk.offer;
      const due = clerk.balance;
      const kind = below(8);
      if (kind === 0) silent += 1;
      // Pays everything in time, with the discount if offered.
      if (kind === 1 && due > 0) pay(due - (offered?.discount ?? 0), `${month}-09`, true);
      if (kind === 2) pay(due, `${month}-28`, false);
      if (kind === 3) pay(1 + below(30_000_000), `${month}-11`, false);
      if (kind === 4) pay(due + below(60_000_000), `${month}-20`, false);
      if (kind === 5) pay(1 + below(3_000_000), `${month}-01`, true);
      if (kind >= 6) {
        pay(1 + below(12_000_000), `${month}-05`, true);
        pay(1 + below(12_000_000), `${month}-25`, false);
      }
      if (offered !== null && clerk.offer === null) discounts += 1;
      if (at < 5 && clerk.favour > 0) favoured += 1;
      expect(Math.round(joint.balance * 100), `${caseName}; ${happened.at(-1)}`).toBe(clerk.balance);
    }
  }
  expect([charged, favoured, discounts, silent].every((seen) => seen > 0)).toBe(true);
});
