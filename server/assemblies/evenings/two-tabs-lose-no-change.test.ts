import { beforeAll, expect, inject } from 'vitest';
import { changeAssembly, getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { createConcept, getConcept, setCandidates } from '../../../shared/assemblies/concepts.api.ts';
import { listPointTexts, writePointText } from '../../../shared/assemblies/facts/point-texts.api.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { Random } from '../../testing/random.ts';
import { endAssembly, expectRefused } from '../../testing/store-asserts.ts';

/** Text edited by two tabs: reads the stored text, and saves a text over the text that the tab shows. */
interface Edited {
  read: () => Promise<string | null>;
  save: (text: string, seen: string | null, tab: number) => Promise<{ status: number }>;
}

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
    ];
  });

  race('random interleavings of reading and saving lose no change', async () => {
    const random = new Random(inject('seed'));
    for (let round = 0; round < rounds(20, 1_000); round += 1) {
      const one = random.pick(edited);
      const shown = [await one.read(), await one.read()];
      const accepted: { seen: string | null; text: string }[] = [];
      const save = async (tab: number, step: number) => {
        const text = `Texto ${round}-${step}-${tab}`;
        const seen = shown[tab] ?? null;
        const { status } = await one.save(text, seen, tab);
        expect([200, 409]).toContain(status);
        if (status !== 200) return;
        accepted.push({ seen, text });
        shown[tab] = text;
      };
      for (let step = 0; step < 4; step += 1) {
        const tab = random.between(0, 1);
        const act = random.pick(['read', 'save', 'both'] as const);
        if (act === 'read') shown[tab] = await one.read();
        else if (act === 'save') await save(tab, step);
        else await Promise.all([save(0, step), save(1, step)]);
      }
      // Each accepted change was made over another text: the former change was on the screen of its author.
      expect(new Set(accepted.map(({ seen }) => seen)).size, `round ${round}`).toBe(accepted.length);
      const overwritten = new Set(accepted.map(({ seen }) => seen));
      const last = accepted.filter(({ text }) => !overwritten.has(text));
      if (accepted.length > 0) expect(last.map(({ text }) => text)).toEqual([await one.read()]);
    }
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
