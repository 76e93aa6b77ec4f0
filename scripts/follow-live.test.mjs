import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { applyEvent, applySnapshot } from '../client/lib/live/merge.ts';
import { describeOnBothEngines } from '../server/testing/app.ts';
import { holdAssembly } from '../server/testing/assembly-fixture.ts';
import { eventually } from '../server/testing/eventually.ts';
import { listen } from '../server/testing/live.ts';
import { API_BASE } from '../shared/api.ts';
import { changeAssembly, getSnapshot } from '../shared/assemblies/assemblies.api.ts';
import { createConcept, deleteConcept, toggleConcept } from '../shared/assemblies/concepts.api.ts';
import { castVote } from '../shared/assemblies/votes.api.ts';
import { take } from './follow-live.mjs';

/**
 * Reads an example file of docs/why/live.md: the recorded messages of an assembly as received by an operator, and
 * the snapshot after the last message.
 */
const read = (name) => readFileSync(new URL(`../docs/why/live/${name}`, import.meta.url), 'utf8');
const recorded = () =>
  read('stream.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/**
 * Returns the part of a state that follows from the messages of a stream. Left out: the time, different in each
 * snapshot, and the attendance question, because `registered` has the count.
 */
const known = ({ jointId, revision, assembly, check, joining, head, registered, total, quorum, concepts }) =>
  JSON.parse(
    JSON.stringify({
      jointId,
      revision,
      assembly,
      check,
      joining,
      head,
      registered,
      total,
      quorum,
      concepts: concepts.filter(({ conceptId }) => conceptId > 1),
    }),
  );
const exampleOf = (frames) => frames.reduce(take, null);

it('the recorded stream leads the example client and the SCAF client to the snapshot', () => {
  const end = known(JSON.parse(read('snapshot.json')));
  const frames = recorded();
  expect(known(exampleOf(frames))).toEqual(end);
  const [first, ...events] = frames;
  const ours = events.reduce(
    (joint, { event, data }) => applyEvent(joint, event, data),
    applySnapshot(null, first.data),
  );
  expect(known(ours)).toEqual(end);
});

it('several events of one revision all count', () => {
  const [snapshot, first, ...others] = recorded();
  const together = [snapshot, first, ...others.filter(({ data }) => data.revision === first.data.revision)];
  expect(together.length).toBeGreaterThan(2);
  // A client that drops frames without a newer revision misses arrivals.
  const strict = together.reduce(
    (state, frame) => (state !== null && frame.data.revision <= state.revision ? state : take(state, frame)),
    null,
  );
  expect(strict.registered.apartments).toBe(0);
  expect(exampleOf(together).registered.apartments).toBe(2);
});

/** Returns the field names of each kind of event, with the fields of the question inside. */
const shapes = (frames) =>
  [
    ...new Set(
      frames.flatMap(({ event, data }) => {
        const inner = data.concept ? Object.keys(data.concept).map((key) => `concept.${key}`) : [];
        return [...Object.keys(data), ...inner].map((key) => `${event}: ${key}`);
      }),
    ),
  ].sort();

describeOnBothEngines('the recorded stream', (make) => {
  let app;
  beforeEach(async () => {
    app = await make();
  });
  afterEach(() => app.close());

  it('the recorded stream has the frames of a real server', { tags: 'slow' }, async () => {
    const evening = await holdAssembly(app, {
      units: [
        ['101', 40, 'ANA'],
        ['102', 35, 'LUIS'],
        ['103', 25, 'EVA'],
      ],
    });
    const { jointId, operator } = evening;
    const as = { token: operator };
    const base = (await listen(app)).replace('http', 'ws');
    const socket = new WebSocket(`${base}${API_BASE}/joints/${jointId}/live`, {
      headers: { authorization: `Bearer ${operator}` },
    });
    const frames = [];
    socket.on('message', (text) => frames.push(JSON.parse(String(text))));
    const now = async () => (await app.call(getSnapshot, { params: { jointId } }, as)).body;
    /**
     * Waits until the last change has arrived. The server merges quick changes, so without a wait each run would
     * record other messages.
     */
    const told = async () => {
      const { revision } = await now();
      await eventually(() => frames.at(-1)?.data.revision ?? -1).toBeGreaterThanOrEqual(revision);
    };
    const ask = async (conceptDescription, more) => {
      const answers = ['Si', 'No', 'Blanco'].map((answerDescription) => ({ answerDescription }));
      const { body } = await app.call(
        createConcept,
        { body: { jointId, conceptDescription, answers, ...more } },
        as,
      );
      await told();
      return body.conceptId;
    };
    const toggle = async (conceptId, active, more = {}) => {
      await app.call(toggleConcept, { body: { jointId, conceptId, active, ...more } }, as);
      await told();
    };
    const vote = async (conceptId, apartmentId, voteId) => {
      await app.call(castVote, { body: { jointId, conceptId, apartmentId, voteId } }, as);
      await told();
    };

    await told();
    await evening.register(['101', '102']);
    await told();
    const budget = await ask('¿Aprueba el presupuesto?');
    await vote(budget, '102', 1);
    await toggle(budget, 0);
    await toggle(budget, 1, { reason: 'Faltaba una persona por votar' });
    await evening.register(['103']);
    await told();
    await vote(budget, '101', 1);
    await toggle(budget, 0);
    const council = await ask('¿Quién preside el consejo?', { rule: 'election', hideResults: true });
    await vote(council, '103', 2);
    await toggle(council, 0);
    const prepared = await ask('¿Otro asunto?', { active: 0 });
    await app.call(deleteConcept, { body: { jointId, conceptId: prepared } }, as);
    await told();
    await app.call(changeAssembly, { params: { jointId }, body: { closed: true } }, as);
    await told();
    const end = await now();
    socket.close();

    expect(known(exampleOf(frames))).toEqual(known(end));
    expect(shapes(frames)).toEqual(shapes(recorded()));
  });
});
