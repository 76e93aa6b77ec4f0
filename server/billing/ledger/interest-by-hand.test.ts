/**
 * Late interest in each of its ways, every figure reckoned with pencil and paper, in pesos. 25,62 % a year is 1,918940 % a
 * month and 0,0625102942142 % a day; 24 % is 1,808758 % and 0,0589519944146 %.
 */
import { describe, expect, inject, it } from 'vitest';
import { annualRateOf, dailyRateOf, monthlyRateOf } from '../../../shared/billing/interest.ts';
import type { InterestWay } from '../../../shared/billing/natures.ts';
import { type Day, firstDayOf, lastDayOf, type Month, shiftMonth } from '../../../shared/days.ts';
import { toPesos } from '../../../shared/money.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { monthsToReckon } from '../issue/issue-dates.ts';
import { openBooks } from '../issue/open-books.ts';
import type { StoredJointRate } from '../settings/rates.repository.ts';
import { monthsCharged, ratesFrom, wayOf } from '../settings/rates.ts';
import type { NewBill } from './acts.types.ts';
import { BooksByHand, pesos, UNIT } from './by-hand.fixture.ts';
import type { InterestLine, Posting } from './ledger.types.ts';

const FEE = { fee: 250_000 };

/** A joint whose months are issued on their first day, by the ways and rates that hold in each. */
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

  /** The lines of interest that its issue charges. */
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

/** Month, capital × days (or capital) and interest. */
const linesOf = ({ interest }: Posting): Line[] =>
  interest.map((line) => [line.month, capitalOf(line), toPesos(line.amount)]);

const capitalOf = ({ way, principal, stretches }: InterestLine): number =>
  way === 'days'
    ? stretches.reduce((sum, one) => sum + toPesos(one.principal) * daysIn(one), 0)
    : toPesos(principal);

const daysIn = ({ from, to }: { from: Day; to: Day }): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

const by = (way: InterestWay) => ({ '1900-01': way });

it('reckons daily rates, and what a monthly one comes to in a year', () => {
  expect(dailyRateOf(256_200)).toBe(625_102_942_142);
  expect((1 + 625_102_942_142 / 1e15) ** 365).toBeCloseTo(1.2562, 12);
  expect([dailyRateOf(0), dailyRateOf(240_000)]).toEqual([0, 589_519_944_146]);
  expect(monthlyRateOf(240_000)).toBe(1_808_758);
  // 1,015^12 = 1,195618…
  expect([annualRateOf(1_500_000), annualRateOf(0)]).toEqual([195_618, 0]);
});

describe('250.000 that fell due on 31 August and were paid on 20 October', () => {
  it('by days: 50 of them', () => {
    const joint = new Joint(by('days'));
    expect(joint.bill('2026-08', FEE)).toEqual([]);
    expect(joint.bill('2026-09')).toEqual([]);
    // September: 250.000 × 30 × 0,000625102942142 = 4.688,272066.
    expect(joint.bill('2026-10')).toEqual([['2026-09', 7_500_000, 4_688.27]]);
    joint.pay(254_688.27, '2026-10-20');
    // October: 250.000 × 20 × 0,000625102942142 = 3.125,514711.
    expect(joint.bill('2026-11')).toEqual([['2026-10', 5_000_000, 3_125.51]]);
    joint.pay(3_125.51, '2026-11-02');
    // Interest bears none: nothing is owed, and no month after charges anything.
    expect(joint.balance).toBe(0);
  });

  it('on the balance: the months of September’s and October’s bills', () => {
    const joint = new Joint(by('balance'));
    joint.bill('2026-08', FEE);
    // 250.000 × 0,0191894.
    expect(joint.bill('2026-09')).toEqual([['2026-09', 250_000, 4_797.35]]);
    expect(joint.bill('2026-10')).toEqual([['2026-10', 250_000, 4_797.35]]);
    joint.pay(259_594.7, '2026-10-20');
    expect(joint.balance).toBe(0);
    expect(joint.bill('2026-11', FEE)).toEqual([]);
  });

  it('by whole months: September alone', () => {
    const joint = new Joint(by('fullMonths'));
    expect(joint.bill('2026-08', FEE)).toEqual([]);
    expect(joint.bill('2026-09')).toEqual([]);
    expect(joint.bill('2026-10')).toEqual([['2026-09', 250_000, 4_797.35]]);
    joint.pay(254_797.35, '2026-10-20');
    expect(joint.balance).toBe(0);
    expect(joint.bill('2026-11', FEE)).toEqual([]);
  });

  it('by days with five of grace: from 6 September on, 45 of them', () => {
    const joint = new Joint(by('days'));
    joint.bill('2026-08', FEE, { graceDays: 5 });
    joint.bill('2026-09', {}, { graceDays: 5 });
    // 250.000 × 25 × 0,000625102942142 = 3.906,893388.
    expect(joint.bill('2026-10', {}, { graceDays: 5 })).toEqual([['2026-09', 6_250_000, 3_906.89]]);
  });
});

describe('part of it paid on 1, 15 and 31 October', () => {
  const paid = (joint: Joint, interest: number): void => {
    for (const month of ['2026-08', '2026-09', '2026-10']) joint.bill(month, month === '2026-08' ? FEE : {});
    expect(joint.owed[0]?.[0] === 'interest' && joint.balance).toBe(250_000 + interest);
    joint.pay(100_000 + interest, '2026-10-01');
    joint.pay(50_000, '2026-10-15');
    joint.pay(30_000, '2026-10-31');
  };

  it('by days: each day on what was unpaid as it began', () => {
    const joint = new Joint(by('days'));
    paid(joint, 4_688.27);
    // 250.000 on the 1st; 150.000 × 14 until the 15th; 100.000 × 16 until the 31st: 3.950.000 × 0,000625102942142.
    expect(joint.bill('2026-11')).toEqual([['2026-10', 3_950_000, 2_469.16]]);
    // 70.000 × 30 in November; October's interest bears none.
    expect(joint.bill('2026-12')).toEqual([['2026-11', 2_100_000, 1_312.72]]);
  });

  it('by days at 1,5 % a month: the 31st bears none', () => {
    const joint = new Joint(by('days'), undefined, { monthlyRate: 1_500_000 });
    paid(joint, 3_750);
    // 3.850.000 × 0,015 ÷ 30.
    expect(joint.bill('2026-11')).toEqual([['2026-10', 3_850_000, 1_925]]);
    expect(joint.bill('2026-12')).toEqual([['2026-11', 2_100_000, 1_050]]);
  });

  it('on the balance: on what is unpaid at the next bill', () => {
    const joint = new Joint(by('balance'));
    paid(joint, 9_594.7);
    // 70.000 × 0,0191894.
    expect(joint.bill('2026-11')).toEqual([['2026-11', 70_000, 1_343.26]]);
  });

  it('by whole months: on what is unpaid at the month’s end', () => {
    const joint = new Joint(by('fullMonths'));
    paid(joint, 4_797.35);
    expect(joint.bill('2026-11')).toEqual([['2026-10', 70_000, 1_343.26]]);
  });

  it('entered late, saves what it would have saved on its day', () => {
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

it('a rate that changes within the delay: each month by its own', () => {
  const joint = new Joint(by('days'), (month) => (month === '2026-09' ? 256_200 : 240_000));
  joint.bill('2026-08', FEE);
  joint.bill('2026-09');
  expect(joint.bill('2026-10')).toEqual([['2026-09', 7_500_000, 4_688.27]]);
  joint.pay(254_688.27, '2026-10-20');
  // 250.000 × 20 × 0,000589519944146 = 2.947,599721.
  expect(joint.bill('2026-11')).toEqual([['2026-10', 5_000_000, 2_947.6]]);
});

it('the lower of the ceiling and a monthly rate of the joint, compared by the month', () => {
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

it('February bears its own days, with 29 February and without', () => {
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
    // A whole month is a whole month.
    const whole = new Joint(by('fullMonths'), undefined, { monthlyRate: 1_500_000 });
    expect(of(whole)).toEqual([[month, 250_000, 3_750]]);
  }
});

it('a month without its ceiling stops: by days the one before, on the balance the bill’s own', () => {
  const known = (month: Month) => (month === '2026-09' ? null : 256_200);
  const days = new Joint(by('days'), known);
  for (const month of ['2026-08', '2026-09']) days.bill(month, FEE);
  expect(() => days.bill('2026-10', FEE)).toThrow('2026-09');
  const balance = new Joint(by('balance'), known);
  balance.bill('2026-08', FEE);
  expect(() => balance.bill('2026-09', FEE)).toThrow('2026-09');
});

describe('rounded to the peso', () => {
  it('by days, each line by itself', () => {
    const joint = new Joint(by('days'));
    const how = { interestToPeso: true };
    joint.bill('2026-08', FEE, how);
    joint.bill('2026-09', FEE, how);
    // 4.688,27 of August's.
    expect(joint.bill('2026-10', FEE, how)).toEqual([['2026-09', 7_500_000, 4_688]]);
    // 4.844,55 of August's and of September's, each.
    expect(joint.bill('2026-11', FEE, how).map(([, , interest]) => interest)).toEqual([4_845, 4_845]);
    // Half of August's paid before October, but entered late: 2.422,27 of it are left, 2.422; 2.344,14 of September's.
    joint.pay(125_000, '2026-09-30', '2026-11-05');
    expect(joint.balance).toBe(1_000_000 - 125_000 + 4_688 + 2_422 + 4_845);
  });

  it('a bill’s month on the balance is one sum: its lines share what it is rounded to', () => {
    const how = (interestToPeso: boolean) => {
      const joint = new Joint(by('balance'));
      for (const month of ['2026-08', '2026-09', '2026-10']) joint.bill(month, FEE, { interestToPeso });
      return joint.bill('2026-11', FEE, { interestToPeso }).map(([, , interest]) => interest);
    };
    expect(how(false)).toEqual([4_797.35, 4_797.35, 4_797.35]);
    // 14.392,05: 4.797, then 9.594,70 less that, then the rest.
    expect(how(true)).toEqual([4_797, 4_798, 4_797]);
  });
});

describe('another way from October on', () => {
  const issued = (from: InterestWay, to: InterestWay): Line[][] => {
    const joint = new Joint({ '1900-01': from, '2026-10': to });
    joint.bill('2026-08', FEE);
    return ['2026-09', '2026-10', '2026-11'].map((month) => joint.bill(month));
  };
  const september = { days: ['2026-09', 7_500_000, 4_688.27], months: ['2026-09', 250_000, 4_797.35] };
  const october = { days: ['2026-10', 7_750_000, 4_844.55], months: ['2026-10', 250_000, 4_797.35] };
  const november = ['2026-11', 250_000, 4_797.35];

  it.each<[InterestWay, InterestWay, unknown[][]]>([
    // The bills of September, October and November; no day and no month stands twice, or comes afterwards.
    ['fullMonths', 'days', [[], [september.months], [october.days]]],
    ['days', 'fullMonths', [[], [september.days], [october.months]]],
    // October's bill charges September's days, and October itself.
    ['days', 'balance', [[], [september.days, october.months], [november]]],
    ['fullMonths', 'balance', [[], [september.months, october.months], [november]]],
    // September's bill charged September; October's days come with November's.
    ['balance', 'days', [[september.months], [], [october.days]]],
    ['balance', 'fullMonths', [[september.months], [], [october.months]]],
  ])('%s, then %s', (from, to, lines) => {
    expect(issued(from, to)).toEqual(lines);
  });
});

describe('what books are opened with', () => {
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

  it('bears days since then, or whole months: what came before, its own interest says', () => {
    for (const way of ['days', 'fullMonths'] as const) {
      const joint = opened(way, '2026-09');
      expect(joint.bill('2026-09', FEE)).toEqual([]);
      expect(joint.bill('2026-10')[0]).toEqual(
        way === 'days' ? ['2026-09', 7_500_000, 4_688.27] : ['2026-09', 250_000, 4_797.35],
      );
    }
  });

  it('is capital of earlier bills: the first bill on the balance charges its month', () => {
    const joint = opened('balance', '2026-09');
    // A payment of the sheet goes to the interest first: 9.000, then 41.000 of capital.
    joint.pay(50_000, lastDayOf('2026-08'), lastDayOf('2026-08'));
    // 209.000 × 0,0191894 = 4.010,5846.
    expect(joint.bill('2026-09', FEE, { roundToPeso: true })).toEqual([['2026-09', 209_000, 4_010.58]]);
    // 209.000 + 250.000 + 4.010,58.
    expect(joint.balance).toBe(463_011);
  });
});

it('on the balance, a charge that no bill has told of bears nothing yet', () => {
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

it('on the balance, who pays a bill on the day of its issue pays its interest too', () => {
  const joint = new Joint(by('balance'));
  joint.bill('2026-08', FEE);
  joint.bill('2026-09', FEE);
  const paid = joint.pay(504_797.35, firstDayOf('2026-09'));
  expect(paid.posting.items.map(({ nature }) => nature)).toEqual(['receipt']);
  expect(joint.balance).toBe(0);
});

/**
 * What a clerk writes down for a unit, which shares nothing with the ledger but the order in which money goes: interest,
 * then the oldest. All in centavos.
 */
class Clerk {
  /** Interest, then what fell due first, each month's in the order of its bill. */
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

  /** 1,91894 % of the unpaid capital of earlier bills, then the month, then whole pesos. @returns the interest */
  bill(charges: { fee: number; extra: number; fine: number }, percent: number): number {
    const capital = this.owed.reduce((sum, { kind, left }) => sum + (kind === 'capital' ? left : 0), 0);
    const interest = Number((BigInt(capital) * 1_918_940n + 50_000_000n) / 100_000_000n);
    this.owed.push({ kind: 'capital', left: charges.fee }, { kind: 'capital', left: charges.extra });
    this.owed.push({ kind: 'fine', left: charges.fine }, { kind: 'interest', left: interest });
    this.#take(0);
    const whole = Math.floor((this.balance + 50) / 100) * 100;
    const up = whole - this.balance;
    if (up > 0) this.owed.push({ kind: 'rounding', left: up });
    this.#take(Math.max(0, -up));
    const discount = Math.floor((charges.fee * percent + 5_000) / 10_000) * 100;
    this.offer = discount > 0 && whole > discount ? { total: whole, discount, paid: 0 } : null;
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

it('six months on the balance, paid late, in part, ahead, twice or not at all, are a clerk’s to the centavo', () => {
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
    const told: string[] = [];
    const pay = (amount: number, day: Day, inTime: boolean) => {
      if (amount <= 0) return;
      joint.pay(amount / 100, day);
      clerk.pay(amount, inTime);
      told.push(`${day} ${amount}`);
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
      const given = Object.entries(charges).filter(([, amount]) => amount > 0);
      const lines = joint.bill(
        month,
        Object.fromEntries(given.map(([nature, amount]) => [nature, amount / 100])),
        {
          roundToPeso: true,
          discount: percent === 0 ? null : { percent, until: `${month}-10` },
        },
      );
      const interest = clerk.bill(charges, percent);
      told.push(`${month} ${JSON.stringify(charges)} ${percent}`);
      const said = `seed ${seed}, unit ${unit}: ${told.join('; ')}`;
      expect(Math.round(lines.reduce((sum, [, , amount]) => sum + amount * 100, 0)), said).toBe(interest);
      expect(Math.round(joint.balance * 100), said).toBe(clerk.balance);
      expect(clerk.balance % 100 === 0, said).toBe(true);
      charged += interest;

      const offered = clerk.offer;
      const due = clerk.balance;
      const kind = below(8);
      if (kind === 0) silent += 1;
      // All of it in time, with the discount where there is one.
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
      expect(Math.round(joint.balance * 100), `${said}; ${told.at(-1)}`).toBe(clerk.balance);
    }
  }
  expect([charged, favoured, discounts, silent].every((seen) => seen > 0)).toBe(true);
});
