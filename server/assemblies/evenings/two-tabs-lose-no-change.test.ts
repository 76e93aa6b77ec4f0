import { beforeAll, expect, inject } from 'vitest';
import { listUsers, updateUser } from '../../../shared/accounts/users.api.ts';
import { changeAssembly, getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { declareFacts, getChallenge } from '../../../shared/assemblies/challenge/challenge.api.ts';
import { createConcept, getConcept, setCandidates } from '../../../shared/assemblies/concepts.api.ts';
import { listPointTexts, writePointText } from '../../../shared/assemblies/facts/point-texts.api.ts';
import {
  listInterestWays,
  listJointRates,
  listLegalRates,
  setInterestWay,
  setJointRate,
  setLegalRate,
} from '../../../shared/billing/settings.api.ts';
import { changeEvent, createEvent, listEvents } from '../../../shared/events/events.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { changeFace, getFace } from '../../../shared/properties/face.api.ts';
import { changeJoint, getJoint, type JointChanges } from '../../../shared/properties/joints.api.ts';
import { changePowerRules, getPowerRules } from '../../../shared/properties/power-rules.api.ts';
import { markOf, type Seen } from '../../../shared/seen.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { insertedUser } from '../../testing/app-asker.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { Random } from '../../testing/random.ts';
import { endAssembly, expectRefused } from '../../testing/store-asserts.ts';

/** Text edited by two tabs: reads the stored text, and saves a text over the text shown in the tab. */
interface Edited {
  read: () => Promise<string | null>;
  save: (
    text: string,
    seen: string | null,
    tab: number,
  ) => Promise<{ status: number; error?: { code: string } }>;
}

const colourOf = (text: string) => `#${Number(text).toString(16).padStart(6, '0')}`;

describeWithRaces('two tabs at one panel', (make, { it, race }) => {
  const app = appForSuite(make, endAssembly);
  let evening: AssemblyFixture;
  let edited: Edited[];
  let elected = 0;

  beforeAll(async () => {
    const staff = await firstStaff(app);
    evening = await holdAssembly(app, { units: unitsOf('101;60;ANA', '102;40;LUIS'), staff });
    const { jointId, operator } = evening;
    const params = { jointId };
    const tokens = [operator, staff];
    await app.call(changeAssembly, { params, body: { agenda: '1. Uno\n2. Dos' } }, operator);
    const body = {
      jointId,
      conceptDescription: 'Elección del consejo',
      active: 0 as const,
      rule: 'election' as const,
      seats: 2,
      answers: ['A', 'B', 'C'].map((answerDescription) => ({ answerDescription })),
    };
    elected = (await app.call(createConcept, { body }, operator)).body.conceptId;
    const snapshot = (await app.call(getSnapshot, { params }, operator)).body;
    const assemblyId = snapshot.assembly?.assemblyId ?? 0;
    const concept = { jointId, conceptId: elected };
    const ballotOf = (first: string) => ['B', 'C', first].map((answerDescription) => ({ answerDescription }));
    edited = [
      {
        read: async () => (await app.call(getSnapshot, { params }, operator)).body.assembly?.place ?? null,
        save: (place, seen, tab) =>
          app.call(changeAssembly, { params, body: { place, seen: { place: seen } } }, tokens[tab] ?? ''),
      },
      {
        read: async () => (await app.call(listPointTexts, { params }, operator)).body[0]?.text ?? null,
        save: (text, seen, tab) =>
          app.call(writePointText, { params, body: { assemblyId, point: 1, text, seen } }, tokens[tab] ?? ''),
      },
      {
        read: async () =>
          (await app.call(getConcept, { params: concept }, operator)).body.answers.at(-1)
            ?.answerDescription ?? null,
        save: (text, seen, tab) => {
          const isFirst = seen === 'C';
          const before = isFirst
            ? ['A', 'B', 'C'].map((answerDescription) => ({ answerDescription }))
            : ballotOf(seen ?? '');
          const change = { answers: ballotOf(text), seats: 2, seen: { answers: before, seats: 2 } };
          return app.call(setCandidates, { params: concept, body: change }, tokens[tab] ?? '');
        },
      },
      ...(await settingsEdited(jointId, assemblyId, staff)),
    ];
  });

  /** Settings of the joint, facts of the semáforo, an event and a user, each with an edited text. */
  async function settingsEdited(jointId: number, assemblyId: number, staff: string): Promise<Edited[]> {
    const params = { jointId };
    const joint = async () => (await app.call(getJoint, { params }, staff)).body;
    const changes = (body: JointChanges & { seen: Seen<JointChanges> }) =>
      app.call(changeJoint, { params, body }, staff);
    const majorities = (clause: string | null) =>
      clause === null ? {} : { budget: { threshold: { percent: 60, base: 'represented' as const }, clause } };
    const barred = (name: string | null) =>
      name === null ? [] : [{ name, document: null, role: 'council' as const }];
    const facts = (pesos: string | null) => ({ yearBudget: pesos === null ? null : Number(pesos) });
    const created = await app.call(createEvent, { body: { name: '0', heldOn: null } }, staff);
    const { eventId } = created.body;
    const { userId } = await insertedUser(app, 'editada', Profile.operator);
    const declared = async () => (await app.call(getChallenge, { params }, staff)).body.declared;
    return [
      {
        read: async () => (await joint()).fiscalAuditor,
        save: (fiscalAuditor, seen) => changes({ fiscalAuditor, seen: { fiscalAuditor: seen } }),
      },
      {
        read: async () => (await joint()).majorities.budget?.clause ?? null,
        save: (text, seen) =>
          changes({ majorities: majorities(text), seen: { majorities: majorities(seen) } }),
      },
      {
        read: async () => (await app.call(getPowerRules, { params }, staff)).body.barred.at(-1)?.name ?? null,
        save: (text, seen) =>
          app.call(
            changePowerRules,
            { params, body: { barred: barred(text), seen: { barred: markOf(barred(seen)) } } },
            staff,
          ),
      },
      {
        read: async () => (await declared()).yearBudget?.toString() ?? null,
        save: (text, seen) =>
          app.call(
            declareFacts,
            { params, body: { assemblyId, facts: facts(text), seen: facts(seen) } },
            staff,
          ),
      },
      {
        read: async () =>
          (await app.call(listEvents, {}, staff)).body.find((one) => one.eventId === eventId)?.name ?? null,
        save: (name, seen) =>
          app.call(changeEvent, { params: { eventId }, body: { name, seen: { name: seen ?? '' } } }, staff),
      },
      {
        read: async () =>
          (await app.call(listUsers, {}, staff)).body.find((one) => one.userId === userId)?.name ?? null,
        save: (name, seen) =>
          app.call(updateUser, { params: { userId }, body: { name, seen: { name: seen ?? '' } } }, staff),
      },
      ...(await linksEdited(jointId, staff)),
      ...ratesEdited(jointId, staff),
    ];
  }

  /** Events of a user, and the colour of the joint. */
  async function linksEdited(jointId: number, staff: string): Promise<Edited[]> {
    const params = { jointId };
    const { userId } = await insertedUser(app, 'recibe', Profile.events);
    /** Ids of events by name. */
    const created = new Map<string, number>();
    const linkOf = (name: string | null) => [created.get(name ?? '') ?? []].flat();
    return [
      {
        read: async () => {
          const links = (await app.call(listUsers, {}, staff)).body.find((one) => one.userId === userId);
          return [...created].find(([, id]) => id === links?.events[0])?.[0] ?? null;
        },
        save: async (name, seen) => {
          const { body } = await app.call(createEvent, { body: { name, heldOn: null } }, staff);
          created.set(name, body.eventId);
          const change = { events: [body.eventId], seen: { events: markOf(linkOf(seen)) } };
          return app.call(updateUser, { params: { userId }, body: change }, staff);
        },
      },
      {
        read: async () => {
          const { colour } = (await app.call(getFace, { params }, staff)).body;
          return colour && String(Number.parseInt(colour.slice(1), 16));
        },
        save: (text, seen) =>
          app.call(
            changeFace,
            { params, body: { colour: colourOf(text), seen: { colour: seen && colourOf(seen) } } },
            staff,
          ),
      },
    ];
  }

  /** Legal ceiling, rate of the joint and method of late interest, each of a month. */
  function ratesEdited(jointId: number, staff: string): Edited[] {
    const params = { jointId };
    const month = '2019-01';
    const acta = (text: string | null | undefined) => text ?? null;
    const ceiling = (source: string) => ({
      ...{ month, annualRate: 25, resolution: null, resolvedOn: null, source },
    });
    const rate = (text: string) => ({
      ...{ month, mode: 'none' as const, annualRate: null, monthlyRate: null, acta: text },
    });
    const way = (text: string) => ({ month, way: 'days' as const, acta: text });
    return [
      {
        read: async () =>
          acta((await app.call(listLegalRates, {}, staff)).body.find((one) => one.month === month)?.source),
        save: (text, seen) =>
          app.call(
            setLegalRate,
            { body: { ...ceiling(text), seen: markOf([seen ?? []].flat().map(ceiling)) } },
            staff,
          ),
      },
      {
        read: async () => acta((await app.call(listJointRates, { params }, staff)).body[0]?.acta),
        save: (text, seen) =>
          app.call(
            setJointRate,
            { params, body: { ...rate(text), seen: markOf([seen ?? []].flat().map(rate)) } },
            staff,
          ),
      },
      {
        read: async () => acta((await app.call(listInterestWays, { params }, staff)).body[0]?.acta),
        save: (text, seen) =>
          app.call(
            setInterestWay,
            { params, body: { ...way(text), seen: markOf([seen ?? []].flat().map(way)) } },
            staff,
          ),
      },
    ];
  }

  race('random interleavings of reading and saving lose no change', { tags: 'slow' }, async () => {
    const random = new Random(inject('seed'));
    let serial = 0;
    let refused = 0;
    for (let round = 0; round < rounds(40, 1_000); round += 1) {
      const one = edited[round % edited.length];
      if (one === undefined) throw new Error('A text is missing.');
      const shown = [await one.read(), await one.read()];
      const accepted: { seen: string | null; text: string }[] = [];
      const save = async (tab: number) => {
        serial += 1;
        const text = String(serial);
        const seen = shown[tab] ?? null;
        const { status, error } = await one.save(text, seen, tab);
        if (status >= 300) {
          expect([status, error?.code]).toEqual([409, 'factsMoved']);
          refused += 1;
          return;
        }
        accepted.push({ seen, text });
        shown[tab] = text;
      };
      for (let step = 0; step < 4; step += 1) {
        const tab = random.between(0, 1);
        const act = random.pick(['read', 'save', 'both'] as const);
        if (act === 'read') shown[tab] = await one.read();
        else if (act === 'save') await save(tab);
        else await Promise.all([save(0), save(1)]);
      }
      // Each accepted change was made over another text: the former change was on the screen of the author.
      expect(new Set(accepted.map(({ seen }) => seen)).size, `round ${round}`).toBe(accepted.length);
      const overwritten = new Set(accepted.map(({ seen }) => seen));
      const last = accepted.filter(({ text }) => !overwritten.has(text));
      if (accepted.length > 0) expect(last.map(({ text }) => text)).toEqual([await one.read()]);
    }
    expect(refused).toBeGreaterThan(20);
  });

  it('a page of an earlier release, without the shown values, changes all settings', async () => {
    const { jointId } = evening;
    const params = { jointId };
    const staff = await firstStaff(app);
    const { userId } = await insertedUser(app, 'anterior', Profile.events);
    const replies = [
      await app.call(changeJoint, { params, body: { fiscalAuditor: 'EVA' } }, staff),
      await app.call(changePowerRules, { params, body: { barred: [] } }, staff),
      await app.call(updateUser, { params: { userId }, body: { events: [] } }, staff),
      await app.call(changeFace, { params, body: { colour: null } }, staff),
      await app.call(setJointRate, { params, body: { month: '2019-01', mode: 'legal' } }, staff),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201]);
  });

  it('candidates changed by another person are refused, and nothing is stored', async () => {
    const { jointId, operator } = evening;
    const params = { jointId, conceptId: elected };
    const before = (await app.call(getConcept, { params }, operator)).body.answers;
    const answers = [{ answerDescription: 'X' }, { answerDescription: 'Y' }];
    const seen = { answers: [{ answerDescription: 'Otro' }], seats: 2 };
    expectRefused(
      await app.call(setCandidates, { params, body: { answers, seats: 2, seen } }, operator),
      'factsMoved',
    );
    expect((await app.call(getConcept, { params }, operator)).body.answers).toEqual(before);
  });
});
