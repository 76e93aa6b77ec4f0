import { expect, it } from 'vitest';
import { changeAssembly, getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { register } from '../../../shared/assemblies/attendance.api.ts';
import { exchangeHolder } from '../../../shared/assemblies/codes.api.ts';
import { createConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { startQuorumCheck } from '../../../shared/assemblies/presence.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import { appForSuite, describeOnOneEngine, type Reply } from '../../testing/app.ts';
import { firstStaff, freshCode, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { followJoint, listen } from '../../testing/live.ts';
import { endAssembly, expectRefused } from '../../testing/store-asserts.ts';
import { textsOfRows } from '../minutes/acta.ts';
import { readActa } from '../minutes/read-acta.ts';
import { writeActa } from '../minutes/write-acta.ts';

const units = unitsOf('101;75;ANA', '102;15;LUIS', '103;10;EVA');

type Mode = 'inPerson' | 'mixed' | 'virtual';

describeOnOneEngine('votes in the room and from home', (make) => {
  const app = appForSuite(make, endAssembly);

  /** Begins an evening with Luis and Eva in the room. Ana has 75 % of the coefficients. */
  async function begin(first: Mode) {
    const evening = await holdAssembly(app, { units, staff: await firstStaff(app) });
    const { jointId, operator } = evening;
    const params = { jointId };
    const ana = await evening.owner(`ana${jointId}`, ['101']);
    let conceptId = 0;
    const change = (body: object) =>
      app.call(changeAssembly, { params, body: { wentOn: ['kindAfterVote'], ...body } }, operator);
    const toggle = (active: 0 | 1) =>
      app.call(toggleConcept, { body: { jointId, conceptId, active } }, operator);
    const acts = {
      evening,
      change,
      toggle,
      mode: async (mode: Mode) => expect((await change({ mode })).status).toBe(200),
      /** Ana registers from home; `takeBack` takes the unit from the present holder. */
      home: async (takeBack = false) => {
        const body = { apartmentIds: ['101'], takeBack };
        expect((await app.call(register, { params, body }, ana)).status).toBe(201);
      },
      /** The desk registers units with a new card. */
      room: async (apartmentIds: string[], more: object = { takeBack: true }): Promise<string> => {
        const code = await freshCode(app, operator, jointId);
        const body = { apartmentIds, code, ...more };
        expect((await app.call(register, { params, body }, operator)).status).toBe(201);
        return code;
      },
      ask: async (more: object = {}): Promise<Reply<unknown>> => {
        const answers = ['Si', 'No'].map((answerDescription) => ({ answerDescription }));
        const body = { jointId, conceptDescription: '¿Reforma?', answers, rule: 'qualified' as const };
        const made = await app.call(createConcept, { body: { ...body, ...more } }, operator);
        if (made.status === 201) conceptId = made.body.conceptId;
        return made;
      },
      /** The desk votes in favour. */
      cast: async (...apartmentIds: string[]) => {
        for (const apartmentId of apartmentIds) {
          const body = { jointId, conceptId, apartmentId, voteId: 1 };
          expect((await app.call(castVote, { body }, operator)).status).toBe(201);
        }
      },
      result: async () => {
        const { body } = await app.call(getSnapshot, { params }, operator);
        return body.concepts.find((one) => one.conceptId === conceptId);
      },
      acta: async () =>
        writeActa(await readActa(app.store.db, { jointId }, () => undefined))
          .blocks.flatMap(textsOfRows)
          .map((texts) => texts.join(' '))
          .join('\n'),
      owner: ana,
    };
    await change({ mode: first });
    await app.call(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } }, operator);
    await acts.room(['102', '103']);
    return acts;
  }
  type Acts = Awaited<ReturnType<typeof begin>>;

  /** Acts until the closing, with the coefficient of the votes in the room, in percent, and the result. */
  const closings: [string, Mode, (one: Acts) => Promise<unknown>, room: number, status: string][] = [
    [
      'a unit at home that came to the desk',
      'mixed',
      async (one) => {
        await one.home();
        await one.room(['101']);
        await one.ask();
        await one.cast('101');
      },
      75,
      'approved',
    ],
    [
      'a unit of the room that its owner took home',
      'mixed',
      async (one) => {
        await one.room(['101']);
        await one.home(true);
        await one.ask();
        await one.cast('101', '102');
      },
      15,
      'rejected',
    ],
    [
      'a vote for home before the unit came to the room',
      'mixed',
      async (one) => {
        await one.home();
        await one.ask();
        await one.cast('101');
        await one.room(['101']);
      },
      0,
      'rejected',
    ],
    [
      'a unit at home with an exchanged card',
      'virtual',
      async (one) => {
        const code = await one.room(['101']);
        await one.mode('mixed');
        const { jointId, operator } = one.evening;
        const body = { code: await freshCode(app, operator, jointId) };
        expect((await app.call(exchangeHolder, { params: { code }, body }, operator)).status).toBe(200);
        await one.ask();
        await one.cast('101');
      },
      0,
      'rejected',
    ],
    [
      'a proxy at home, registered by the desk',
      'mixed',
      async (one) => {
        const proxy = await one.evening.owner(`eva${one.evening.jointId}`, ['103']);
        await one.room(['101'], { code: proxy.userId, byProxy: true });
        await one.ask();
        await one.cast('101', '102', '103');
      },
      25,
      'rejected',
    ],
    [
      'a mixed assembly that went on in person and voted again',
      'mixed',
      async (one) => {
        await one.home();
        await one.ask();
        await one.cast('101');
        await one.toggle(0);
        await one.mode('inPerson');
        await one.toggle(1);
        await one.cast('102');
      },
      15,
      'rejected',
    ],
    [
      'a virtual assembly that went on in person',
      'virtual',
      async (one) => {
        await one.home();
        await one.mode('inPerson');
        await one.ask({ rule: 'unanimous' });
        await one.room(['102', '103']);
        await one.cast('101', '102', '103');
      },
      25,
      'rejected',
    ],
    [
      'a second call in person after a first call at home',
      'virtual',
      async (one) => {
        await one.home();
        expect((await one.change({ call: 2, mode: 'inPerson' })).status).toBe(200);
        await one.room(['101', '102'], {});
        await one.ask({ matter: 'bylaws' });
        await one.cast('101');
      },
      75,
      'approved',
    ],
    [
      'a second call with few in the room',
      'mixed',
      async (one) => {
        expect((await one.change({ call: 2 })).status).toBe(200);
        await one.home();
        await one.room(['102', '103'], {});
        await one.ask({ matter: 'bylaws' });
        await one.cast('101', '102', '103');
      },
      25,
      'rejected',
    ],
  ];
  it.each(closings)(
    'the result of %s counts the votes in the room',
    async (_name, mode, acts, room, status) => {
      const one = await begin(mode);
      await acts(one);
      await one.toggle(0);
      const result = await one.result();
      expect(result).toMatchObject({
        answers: [{ inRoom: room }, {}],
        outcome: { status, share: room / 100 },
      });
      const isDivided = (result?.answers[0]?.coefficient ?? 0) > room;
      expect(result?.outcome?.mode).toEqual(isDivided ? 'mixed' : expect.any(String));
      const acta = await one.acta();
      if (isDivided) expect(acta).toContain('contando solo los votos dados en el salón');
    },
  );

  const refusals: [string, Mode, ErrorCode, (one: Acts) => Promise<Reply<unknown>>][] = [
    ['a new question in a virtual assembly', 'virtual', 'ruleNotOffered', (one) => one.ask()],
    [
      'a prepared question in an assembly that became virtual',
      'mixed',
      'ruleNotOffered',
      async (one) => {
        await one.ask({ active: 0 });
        await one.mode('virtual');
        return one.toggle(1);
      },
    ],
    [
      'a virtual second call over an open question',
      'mixed',
      'ruleNotOffered',
      async (one) => {
        await one.ask();
        return one.change({ mode: 'virtual', call: 2 });
      },
    ],
    [
      'an end as a virtual assembly over an open question with votes',
      'mixed',
      'modeVoted',
      async (one) => {
        await one.ask({ rule: 'simple', matter: 'bylaws' });
        await one.cast('102');
        return one.change({ mode: 'virtual', closed: true });
      },
    ],
    [
      'an indicative question in a second call in person',
      'virtual',
      'questionOfFirstCall',
      async (one) => {
        await one.ask({ rule: 'simple', matter: 'bylaws' });
        await one.cast('102');
        await one.change({ mode: 'mixed' });
        await one.toggle(0);
        await one.change({ call: 2, mode: 'inPerson' });
        return one.toggle(1);
      },
    ],
    [
      'an indicative question after its votes were reset',
      'virtual',
      'questionOfVirtual',
      async (one) => {
        await one.home();
        await one.ask({ rule: 'simple', matter: 'bylaws' });
        await one.cast('101');
        await one.toggle(0);
        expect((await one.result())?.outcome?.status).toBe('indicative');
        await one.mode('inPerson');
        return one.toggle(1);
      },
    ],
  ];
  it.each(refusals)('%s is refused and changes nothing', async (_name, mode, code, act) => {
    const one = await begin(mode);
    expectRefused(await act(one), code);
    const { body } = await app.call(getSnapshot, { params: one.evening }, one.evening.operator);
    expect(body.assembly?.closedAt).toBeNull();
    if (code !== 'questionOfFirstCall') expect(body).toMatchObject({ assembly: { call: 1 }, registered: {} });
  });

  it('an assembly that became virtual asks the units of its former room', async () => {
    const one = await begin('inPerson');
    const { jointId, operator } = one.evening;
    await one.room(['101']);
    await one.ask({ rule: 'simple' });
    await one.toggle(0);
    await one.mode('virtual');
    const url = await listen(app);
    await one.ask({ rule: 'simple' });
    await one.toggle(0);
    await one.home(true);
    const phone = await followJoint(url, one.owner.token, jointId);
    await one.ask({ rule: 'simple' });
    await one.toggle(0);
    phone.close();
    const started = await app.call(startQuorumCheck, { params: { jointId } }, operator);
    expect(started.body.asked).toEqual({ apartments: 3, coefficient: 100 });
    const { main } = await readActa(app.store.db, { jointId }, () => undefined);
    expect(main.moments.map(({ following }) => following.apartments)).toEqual([3, 3, 0, 0, 1, 1]);
    const acta = await one.acta();
    expect(acta).toContain('Lugar');
  });
});
