import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { createConcept } from '../../../shared/assemblies/concepts.api.ts';
import { needsRoom, type Rule, rules, thresholdBases } from '../../../shared/assemblies/law/majority.ts';
import { defined } from '../../../shared/defined.ts';
import { isLong, longOnly, rounds } from '../../../shared/testing/rounds.ts';
import { describeOnOneEngine, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly } from '../../testing/assembly-fixture.ts';
import { AssemblyModel } from '../../testing/assembly-model.ts';
import { decimalOf, type HandUnit } from '../../testing/reference-tally.ts';
import { endAssembly, expectRefused } from '../../testing/store-asserts.ts';
import { printedActa, printedVotes } from './closed-reports.fixture.ts';

const KINDS = ['vivienda', 'vivienda', 'parqueadero', 'vivienda', 'deposito', 'vivienda', 'local', 'otro'];
/**
 * Tenth of the roll's total, in 10⁻⁹. The total is not 100, and half and seven tenths of the total are whole
 * numbers.
 */
const TENTH = 9_999_999_998n;

/** Number of units of a tower: few units are enough for cases at a bound. */
const HIGH = 8;

/**
 * Makes units with a sum of exactly the given tenths of the assembly's roll. The first unit has one billionth, the
 * sixth has coefficient 0.
 */
function tower(name: string, tenths: bigint): HandUnit[] {
  const sum = tenths * TENTH;
  const units = Array.from({ length: HIGH }, (_, at): HandUnit => {
    // Uneven, with all nine decimals, and so small that the last unit stays above 0.
    const uneven = ((BigInt(at) * 7_919n + 104_729n) * 1_299_709n) % (sum / 20n);
    return {
      id: `${name}-${101 + at}`,
      nano: at === 0 ? 1n : at === 5 ? 0n : uneven,
      // Owners of three units, some with units in two towers.
      owner: `PROPIETARIO ${name === 'B' ? at % 6 : `${name} ${at % 6}`}`,
      kind: KINDS[at % KINDS.length] ?? 'otro',
    };
  });
  const last = sum - units.slice(0, -1).reduce((so, unit) => so + unit.nano, 0n);
  return units.map((unit, at) => (at === units.length - 1 ? { ...unit, nano: last } : unit));
}

const [A, B, C, D] = [tower('A', 4n), tower('B', 1n), tower('C', 2n), tower('D', 3n)];
const roll = [...A, ...B, ...C, ...D];
const [tinyB, tinyC, tinyD] = [B.slice(0, 1), C.slice(0, 1), D.slice(0, 1)];
const butFirst = (units: readonly HandUnit[]) => units.slice(1);
const asTable = (units: readonly HandUnit[]) =>
  units.map((unit) => [unit.id, decimalOf(unit.nano), unit.owner, unit.kind] as const);

it('the table has four towers, a sum other than 100, exact tenths, and units of 0', () => {
  const sum = (units: readonly HandUnit[]) => units.reduce((so, unit) => so + unit.nano, 0n);
  expect(roll).toHaveLength(4 * HIGH);
  expect([A, B, C, D, roll].map(sum)).toEqual([4n, 1n, 2n, 3n, 10n].map((tenths) => tenths * TENTH));
  expect(roll.filter((unit) => unit.nano === 0n)).toHaveLength(4);
  expect(roll.every((unit) => unit.nano >= 0n)).toBe(true);
  expect(new Set(roll.map((unit) => unit.kind)).size).toBe(5);
});

describeOnOneEngine('four towers', (make) => {
  let app: TestApp;
  let evening: AssemblyFixture;
  let home: string;
  beforeAll(async () => {
    app = await make();
    evening = await holdAssembly(app, { units: asTable(roll) });
    home = (
      await evening.owner(
        'lejos',
        C.map(({ id }) => id),
      )
    ).token;
  });
  afterAll(() => endAssembly(app));
  const open = (meeting?: { mode?: 'virtual' | 'mixed'; call?: 1 | 2 }) =>
    AssemblyModel.open(app, evening, roll, meeting);

  it('simple: half of the represented share fails, a billionth more passes', { tags: 'slow' }, async () => {
    const hall = await open();
    await hall.arrive([...A, ...B, ...D]);
    const half = await hall.put('simple');
    await hall.byPaper(half, 1, A);
    await hall.byPaper(half, 2, B);
    await hall.byPaper(half, 3, D);
    expect(await hall.settles(half)).toBe('rejected');

    const more = await hall.put('simple', { approving: 2 });
    await hall.byPaper(more, 2, [...A, ...tinyB]);
    await hall.byPaper(more, 1, [...butFirst(B), ...D]);
    expect(await hall.settles(more)).toBe('approved');

    // A present unit without a vote is represented.
    const silent = await hall.put('simple');
    await hall.byPaper(silent, 1, A);
    expect(await hall.settles(silent)).toBe('rejected');
    expect(await hall.settles(await hall.put('simple'))).toBe('noVotes');

    // The last closing is the base: later arrivals count, and the votes stay.
    await hall.reopen(more);
    await hall.arrive(C);
    expect(await hall.compare(more)).toBe('open');
    await hall.close(more);
    expect(await hall.compare(more)).toBe('rejected');
    expect(await hall.compare(half)).toBe('rejected');
  });

  it('perUnit: half of the represented dwellings fails, one more passes', async () => {
    const hall = await open();
    const here = [...A, ...B, ...D];
    await hall.arrive(here);
    const dwellings = here.filter((unit) => unit.kind === 'vivienda');
    const others = here.filter((unit) => unit.kind !== 'vivienda');
    const able = dwellings.filter((unit) => unit.nano > 0n);
    expect(dwellings.length % 2).toBe(0);
    expect(able.length).toBeLessThan(dwellings.length);
    const half = dwellings.length / 2;

    const even = await hall.put('perUnit');
    await hall.byPaper(even, 1, [...able.slice(0, half), ...others]);
    await hall.byPaper(even, 2, able.slice(half));
    expect(await hall.settles(even)).toBe('rejected');
    const more = await hall.put('perUnit');
    await hall.byPaper(more, 1, able.slice(0, half + 1));
    await hall.byPaper(more, 2, [...able.slice(half + 1), ...others]);
    expect(await hall.settles(more)).toBe('approved');
    expect(await hall.settles(await hall.put('perUnit'))).toBe('noVotes');
  });

  it.each([1, 2] as const)(
    'qualified in call %i: seven tenths of the whole roll pass, a billionth less fails',
    async (call) => {
      const hall = await open({ call });
      await hall.arrive([...A, ...B, ...C]);
      const exact = await hall.put('qualified');
      await hall.byCard(exact, 1, [...A, ...B, ...C]);
      expect(await hall.settles(exact)).toBe('approved');
      const less = await hall.put('qualified');
      await hall.byPaper(less, 1, [...A, ...B, ...butFirst(C)]);
      await hall.byPaper(less, 2, tinyC);
      expect(await hall.settles(less)).toBe('rejected');
      await hall.arrive(D);
      const swapped = await hall.put('qualified', { approving: 3 });
      await hall.byPaper(swapped, 3, [...A, ...butFirst(D)]);
      await hall.byPaper(swapped, 1, [...B, ...C, ...tinyD]);
      expect(await hall.settles(swapped)).toBe('rejected');
    },
  );

  it('qualified, mixed: votes in the room must reach the line; virtual: not offered', async () => {
    const hall = await open({ mode: 'mixed' });
    await hall.arrive([...A, ...B]);
    await hall.joinFromHome(C, home);
    const together = await hall.put('qualified');
    await hall.byCard(together, 1, [...A, ...B]);
    await hall.fromHome(together, 1, C, home);
    expect(await hall.settles(together)).toBe('rejected');
    const papers = await hall.put('qualified');
    // Votes sent by the desk for remote attendees count as remote.
    await hall.byPaper(papers, 1, [...A, ...B, ...C]);
    expect(await hall.settles(papers)).toBe('rejected');
    const less = await hall.put('qualified');
    await hall.byPaper(less, 1, [...A, ...B, ...butFirst(C)]);
    await hall.fromHome(less, 1, tinyC, home);
    expect(await hall.settles(less)).toBe('rejected');
    const simple = await hall.put('simple');
    await hall.byPaper(simple, 2, B);
    await hall.fromHome(simple, 1, C, home);
    expect(await hall.settles(simple)).toBe('rejected');

    await open({ mode: 'virtual' });
    const { jointId, operator } = evening;
    const body = { jointId, conceptDescription: '¿Sí?', answers: [{ answerDescription: 'Si' }] };
    const refused = await app.call(
      createConcept,
      { body: { ...body, rule: 'qualified' } },
      { token: operator },
    );
    expectRefused(refused, 'ruleNotOffered');
    expect(await hall.compare(together)).toBe('rejected');
  });

  it('threshold: the exact percentage fails, a billionth more passes, of either base', {
    tags: 'slow',
  }, async () => {
    const hall = await open({ mode: 'virtual' });
    await hall.arrive(roll);
    for (const base of thresholdBases) {
      const threshold = { percent: 60, base };
      const exact = await hall.put('threshold', { threshold });
      await hall.byPaper(exact, 1, [...A, ...C]);
      await hall.byPaper(exact, 2, [...B, ...D]);
      expect(await hall.settles(exact)).toBe('rejected');
      const more = await hall.put('threshold', { threshold, approving: 3 });
      await hall.byPaper(more, 3, [...A, ...C, ...tinyB]);
      expect(await hall.settles(more)).toBe('approved');
    }
    // Absent units count in the roll, not in the represented base.
    await open();
    const few = await open({ call: 2 });
    await few.arrive([...A, ...B]);
    const here = await few.put('threshold', { threshold: { percent: 70, base: 'represented' } });
    await few.byPaper(here, 1, A);
    expect(await few.settles(here)).toBe('approved');
    const all = await few.put('threshold', { threshold: { percent: 50.0001, base: 'roll' } });
    await few.byPaper(all, 1, [...A, ...B]);
    expect(await few.settles(all)).toBe('rejected');
  });

  it('threshold: an impossible or missing percentage is refused; other rules store none', async () => {
    const { jointId, operator } = evening;
    const ask = (rule: Rule, percent?: number) =>
      app.call(
        createConcept,
        {
          body: {
            jointId,
            conceptDescription: '¿Sí?',
            active: 0,
            rule,
            answers: [{ answerDescription: 'Si' }],
            ...defined({ threshold: percent === undefined ? undefined : { percent, base: 'roll' } }),
          },
        },
        { token: operator },
      );
    for (const percent of [undefined, 50, 70.0001, 60.00001, -1]) {
      expectRefused(await ask('threshold', percent), 'thresholdOutOfRange');
    }
    expect((await ask('threshold', 66.6667)).body.threshold).toEqual({ percent: 66.6667, base: 'roll' });
    expect((await ask('simple', 60)).body.threshold).toBeNull();
  });

  it('unanimous: needs the whole roll, in a mixed assembly in the room', async () => {
    const hall = await open();
    await hall.arrive(roll);
    const whole = await hall.put('unanimous');
    await hall.byPaper(whole, 1, roll);
    expect(await hall.settles(whole)).toBe('approved');
    const less = await hall.put('unanimous');
    await hall.byPaper(less, 1, [...A, ...B, ...C, ...butFirst(D)]);
    expect(await hall.settles(less)).toBe('rejected');
    const mixed = await open({ mode: 'mixed' });
    await mixed.arrive([...A, ...B, ...D]);
    await mixed.joinFromHome(C, home);
    const together = await mixed.put('unanimous');
    await mixed.byPaper(together, 1, [...A, ...B, ...D]);
    await mixed.fromHome(together, 1, C, home);
    expect(await mixed.settles(together)).toBe('rejected');
    const papers = await mixed.put('unanimous');
    await mixed.byPaper(papers, 1, roll);
    expect(await mixed.settles(papers)).toBe('rejected');
    await mixed.leave(C);
    await mixed.arrive(C);
    const inRoom = await mixed.put('unanimous');
    await mixed.byPaper(inRoom, 1, roll);
    expect(await mixed.settles(inRoom)).toBe('approved');
    const { jointId, operator } = evening;
    const virtual = { params: { jointId }, body: { mode: 'virtual' as const } };
    await mixed.put('unanimous');
    expectRefused(await app.call(changeAssembly, virtual, { token: operator }), 'ruleNotOffered');
  });

  it('election: equal shares tie, a billionth more wins, with or without half', async () => {
    const hall = await open({ mode: 'virtual' });
    await hall.arrive(roll);
    const tie = await hall.put('election', { answers: 4 });
    await hall.byPaper(tie, 2, [...B, ...C]);
    await hall.byPaper(tie, 4, D);
    expect(await hall.settles(tie)).toBe('tied');
    const won = await hall.put('election', { answers: 4 });
    await hall.byPaper(won, 2, [...B, ...butFirst(C)]);
    await hall.byPaper(won, 3, tinyC);
    await hall.byPaper(won, 4, D);
    expect(await hall.settles(won)).toBe('elected');
    const clear = await hall.put('election', { answers: 2 });
    await hall.byPaper(clear, 1, [...A, ...D]);
    await hall.byPaper(clear, 2, B);
    expect(await hall.settles(clear)).toBe('elected');
    expect(await hall.settles(await hall.put('election'))).toBe('noVotes');
  });

  it('election: the blank vote is never elected and never ties', async () => {
    const hall = await open();
    await hall.arrive(roll);
    const most = await hall.put('election', { blank: 3 });
    await hall.byPaper(most, 3, A);
    await hall.byPaper(most, 1, D);
    await hall.byPaper(most, 2, C);
    expect(await hall.settles(most)).toBe('elected');
    const tie = await hall.put('election', { blank: 1, answers: 4 });
    await hall.byPaper(tie, 1, A);
    await hall.byPaper(tie, 2, D);
    await hall.byPaper(tie, 4, [...B, ...C]);
    expect(await hall.settles(tie)).toBe('tied');
    const equal = await hall.put('election', { blank: 2 });
    await hall.byPaper(equal, 1, D);
    await hall.byPaper(equal, 2, [...B, ...C]);
    expect(await hall.settles(equal)).toBe('elected');
    const all = await hall.put('election', { blank: 3 });
    await hall.byPaper(all, 3, roll);
    expect(await hall.settles(all)).toBe('rejected');
    expect(await hall.settles(await hall.put('election', { blank: 3 }))).toBe('noVotes');
  });

  it('election: exactly half does not pass half, a billionth more does', async () => {
    const hall = await open();
    await hall.arrive(roll);
    const half = await hall.put('election', { blank: 3 });
    await hall.byPaper(half, 1, [...A, ...B]);
    await hall.byPaper(half, 2, C);
    expect(await hall.settles(half)).toBe('elected');
    const more = await hall.put('election', { blank: 3 });
    await hall.byPaper(more, 1, [...A, ...B, ...tinyC]);
    await hall.byPaper(more, 3, butFirst(C));
    expect(await hall.settles(more)).toBe('elected');
  });

  longOnly(it)(
    'election: a blank answer is found by name, unless the question marks an answer or none',
    async () => {
      const { jointId, operator } = evening;
      const ask = (
        answers: readonly string[],
        more: { blankAnswerId?: number | null; rule?: 'simple' } = {},
      ) =>
        app.call(
          createConcept,
          {
            body: {
              jointId,
              conceptDescription: '¿Quién?',
              active: 0,
              rule: 'election',
              ...more,
              answers: answers.map((answerDescription) => ({ answerDescription })),
            },
          },
          { token: operator },
        );
      const blankOf = async (...questionArguments: Parameters<typeof ask>) =>
        (await ask(...questionArguments)).body.blankAnswerId;
      expect(await blankOf(['Ana', 'Blanco'])).toBe(2);
      expect(await blankOf(['EN  BLANCO', 'Ana'])).toBe(1);
      expect(await blankOf(['Ana', 'Beto', 'voto en bláncó', 'Blanco'])).toBe(3);
      expect(await blankOf(['Ana', 'Blanco Pérez', 'Votó en blanco ayer'])).toBeNull();
      expect(await blankOf(['Ana', 'Ninguna'], { blankAnswerId: 2 })).toBe(2);
      expect(await blankOf(['Ana', 'Blanco'], { blankAnswerId: null })).toBeNull();
      expect(await blankOf(['Si', 'No', 'Blanco'], { rule: 'simple' })).toBeNull();
      expectRefused(await ask(['Ana', 'Beto'], { blankAnswerId: 3 }), 'blankAnswerUnknown');
    },
  );

  it('first call: half of the roll is no quorum under any rule; a billionth more is', {
    tags: 'slow',
  }, async () => {
    const hall = await open();
    await hall.arrive([...A, ...B]);
    for (const rule of rules) {
      const put = await hall.put(rule);
      await hall.byPaper(put, 1, [...A, ...B]);
      expect(await hall.settles(put)).toBe('noQuorum');
      expect(await hall.settles(await hall.put(rule))).toBe('noQuorum');
    }
    const late = await hall.put('simple');
    await hall.byPaper(late, 1, [...A, ...B]);
    expect(await hall.settles(late)).toBe('noQuorum');
    await hall.reopen(late);
    await hall.arrive(tinyC);
    expect(await hall.settles(late)).toBe('approved');
  });

  longOnly(it)(
    'second call: a few decide what a few may, and 70 % of the roll stays 70 % of the roll',
    async () => {
      const hall = await open();
      await hall.arrive(B);
      const before = await hall.put('simple');
      await hall.byPaper(before, 1, B);
      expect(await hall.settles(before)).toBe('noQuorum');
      await hall.secondCall();
      await hall.arrive(B);
      const after = await hall.put('simple');
      await hall.byPaper(after, 1, B);
      expect(await hall.settles(after)).toBe('approved');
      const qualified = await hall.put('qualified');
      await hall.byPaper(qualified, 1, B);
      expect(await hall.settles(qualified)).toBe('rejected');
      await hall.arrive([...A, ...C]);
      const all = await hall.put('qualified');
      await hall.byPaper(all, 1, [...A, ...B, ...C]);
      expect(await hall.settles(all)).toBe('approved');
      expect(await hall.compare(before)).toBe('noQuorum');
    },
  );

  describe('most units with the same owner', () => {
    const mine = [...A, ...B, ...C].map((unit) => ({ ...unit, owner: 'CONSTRUCTORA S.A.S.' }));
    const ofOne = [...mine, ...D];
    let theirs: AssemblyFixture;
    beforeAll(async () => {
      theirs = await holdAssembly(app, { units: asTable(ofOne), staff: evening.staff });
    });

    it('a single owner is no quorum in either call', { tags: 'slow' }, async () => {
      const hall = await AssemblyModel.open(app, theirs, ofOne);
      for (const call of [1, 2]) {
        if (call === 2) await hall.secondCall();
        await hall.arrive(mine);
        for (const rule of rules) {
          const alone = await hall.put(rule);
          await hall.byPaper(alone, 1, mine);
          expect(await hall.settles(alone)).toBe('noQuorum');
        }
        await hall.arrive(tinyD);
        const ends: { [R in Rule]?: string } = { election: 'elected', unanimous: 'rejected' };
        for (const rule of rules) {
          const two = await hall.put(rule);
          await hall.byPaper(two, 1, [...mine, ...tinyD]);
          expect(await hall.settles(two)).toBe(ends[rule] ?? 'approved');
        }
      }
    });
  });

  longOnly(it)('any evening: outcome, tallies and shares equal the sums of the units', async () => {
    let joints = 0;
    await fc.assert(
      fc.asyncProperty(
        anyJoint,
        fc.array(anyEvening, { minLength: 4, maxLength: 4 }),
        async (units, evenings) => {
          const table = units.map(
            (unit, at): HandUnit => ({ ...unit, id: `U${at}`, owner: `P${unit.owner}` }),
          );
          const ids = table.map(({ id }) => id);
          const held = await holdAssembly(app, { units: asTable(table), staff: evening.staff });
          joints += 1;
          const { token } = await held.owner(`azar${joints}`, ids);
          for (const { mode, call, where, questions } of evenings) {
            const at = (place: string) => table.filter((_, i) => where[i] === place);
            const hall = await AssemblyModel.open(app, held, table, { mode, call });
            await hall.arrive(at('desk'));
            await hall.joinFromHome(at('home'), token);
            for (const { rule, approving, blank, answers, threshold } of questions) {
              if (needsRoom(rule) && mode === 'virtual') continue;
              const options = {
                approving,
                blank,
                ...defined({ threshold: rule === 'threshold' ? threshold : undefined }),
              };
              const put = await hall.put(rule, options);
              for (const answerId of [1, 2, 3]) {
                const saying = (unit: HandUnit) => answers[table.indexOf(unit)] === answerId;
                await hall.byPaper(put, answerId, at('desk').filter(saying));
                await hall.fromHome(put, answerId, at('home').filter(saying), token);
              }
              await hall.settles(put);
            }
          }
        },
      ),
      { numRuns: rounds(1, 40) },
    );
  });
});

const SIZE = 12;
/**
 * Random coefficient: mostly from a few sizes to make halves, ties and 70 % frequent; else any size with nine
 * decimals.
 */
const someNano = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(0n, 1n, 1_000_000_000n, 2_000_000_000n, 3_500_000_000n) },
  { weight: 2, arbitrary: fc.bigInt({ min: 0n, max: 20_000_000_000n }) },
);
const ofEach = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: SIZE, maxLength: SIZE });
const anyJoint = ofEach(fc.record({ nano: someNano, owner: fc.nat(4), kind: fc.constantFrom(...KINDS) }));
const anyEvening = fc.record({
  mode: fc.constantFrom('inPerson', 'virtual', 'mixed'),
  call: fc.constantFrom(1, 1, 2),
  where: ofEach(fc.constantFrom('desk', 'desk', 'desk', 'home', 'home', 'away')),
  questions: fc.array(
    fc.record({
      rule: fc.constantFrom(...rules),
      approving: fc.integer({ min: 1, max: 3 }),
      blank: fc.constantFrom(null, 1, 2, 3),
      threshold: fc.record({
        percent: fc.constantFrom(50.0001, 60, 66.6667, 70),
        base: fc.constantFrom(...thresholdBases),
      }),
      answers: ofEach(fc.constantFrom(1, 1, 1, 2, 3, 0)),
    }),
    { minLength: 3, maxLength: 6 },
  ),
});

const describePapers: typeof describeOnOneEngine = isLong ? describeOnOneEngine : () => undefined;

describePapers('papers of a result a billionth below its limit', (make) => {
  it('acta and vote report never write the missed limit, nor equal figures for unequal answers', async () => {
    const app = await make();
    const units = [
      ['101', '33.333330001', 'ANA'],
      ['102', '33.333330002', 'LUIS'],
      ['103', '3.333339996', 'EVA'],
      ['104', '30', 'RITA'],
    ] as const;
    const evening = await holdAssembly(app, { units });
    const { jointId, hall } = evening;
    await evening.register(units.map(([id]) => id));
    const papersOf = async (question: Parameters<typeof hall.ask>[0], votes: Record<string, number>) => {
      const conceptId = await hall.ask(question);
      await hall.cast(
        conceptId,
        Object.entries(votes).map(([apartmentId, voteId]) => ({ apartmentId, voteId })),
      );
      await hall.close(conceptId);
      const of = { jointId, conceptId };
      return [JSON.stringify(await printedActa(app, of)), JSON.stringify(await printedVotes(app, of))];
    };
    const missed = await papersOf(
      { conceptDescription: '¿Reforma?', rule: 'qualified', texts: ['Si', 'No'] },
      { 101: 1, 102: 1, 103: 1 },
    );
    for (const paper of missed) {
      expect(paper).toContain('69,999999999');
      expect(paper).not.toMatch(/70,00/);
    }
    const elected = await papersOf(
      { conceptDescription: '¿Quién?', rule: 'election', texts: ['A', 'B', 'C'] },
      { 101: 1, 102: 2, 103: 3 },
    );
    for (const paper of elected) {
      expect(paper).toContain('33,333330001');
      expect(paper).toContain('33,333330002');
    }
    await app.close();
  });
});
