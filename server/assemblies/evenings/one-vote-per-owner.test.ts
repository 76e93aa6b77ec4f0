import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { createConcept, getReopening, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { voteReport } from '../../../shared/assemblies/reports.api.ts';
import { correctRoll } from '../../../shared/assemblies/roll.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { utf8 } from '../../../shared/evidence/bytes.ts';
import { expedienteReport } from '../../../shared/evidence/evidence.api.ts';
import { changeJoint, getJoint } from '../../../shared/properties/joints.api.ts';
import type { VotePer } from '../../../shared/properties/vote-per.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import { zipOf } from '../../platform/lib/zip.ts';
import { appForEachTest, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly } from '../../testing/assembly-fixture.ts';
import { endAssembly } from '../../testing/store-asserts.ts';
import { hasPython, inPython, openVerifier } from '../evidence/expediente.fixture.ts';
import { readCase } from '../evidence/expediente.report.ts';
import { filesOfCase } from '../evidence/expediente.ts';
import { readVoteReport } from '../reports/vote-report.ts';

/** Units with coefficients: RITA owns nine dwellings, LUIS a dwelling and a shop, EVA a shop only. */
const units = [
  ...Array.from({ length: 9 }, (_, i) => [`10${i + 1}`, 5, 'RITA'] as const),
  ['201', 15, 'ANA'] as const,
  ['202', 20, 'LUIS'] as const,
  ['LOCAL 1', 10, 'LUIS'] as const,
  ['LOCAL 2', 10, 'EVA'] as const,
];
const ids = units.map(([unit]) => unit);
const dwellings = units.filter(([unit]) => !unit.startsWith('LOCAL'));

describeOnOneEngine('one vote per owner', (make) => {
  const app = appForEachTest(make, endAssembly);
  let evening: AssemblyFixture;
  let tmp: string;
  beforeEach(async () => {
    tmp = mkdtempSync(join(tmpdir(), 'scaf-owners-'));
    evening = await holdAssembly(app, { units });
    await evening.register(ids);
  });
  afterEach(async () => {
    rmSync(tmp, { recursive: true, force: true });
  });

  const desk = () => ({ token: evening.operator });
  const choose = (votePer: VotePer, token = evening.staff) =>
    app.call(changeJoint, { params: { jointId: evening.jointId }, body: { votePer } }, { token });
  const prepare = async (rule: 'perUnit' | 'simple' = 'perUnit') => {
    const answers = ['Si', 'No', 'Blanco'].map((answerDescription) => ({ answerDescription }));
    const { jointId } = evening;
    const body = { jointId, conceptDescription: '¿Mascotas?', answers, active: 0 as const, rule };
    return (await app.call(createConcept, { body }, desk())).body;
  };
  const toggle = (conceptId: number, active: 0 | 1) =>
    app.call(toggleConcept, { body: { jointId: evening.jointId, conceptId, active } }, desk());
  const vote = async (conceptId: number, apartmentId: string, voteId: number) => {
    const body = { jointId: evening.jointId, apartmentId, conceptId, voteId };
    expect((await app.call(castVote, { body }, desk())).status).toBe(201);
  };
  const shown = async (conceptId: number) => {
    const call = { params: { jointId: evening.jointId }, query: {} };
    const { body } = await app.call(getSnapshot, call, desk());
    const concept = body.concepts.find((one) => one.conceptId === conceptId);
    const votes = concept?.answers.map((answer) => answer.dwellings);
    const { votePer, divided } = concept ?? {};
    return {
      votes,
      votePer,
      divided,
      status: concept?.outcome?.status,
      of: concept?.outcome?.base.apartments,
    };
  };
  /** Returns the files of the joint's expediente (file of evidence) with papers, as downloaded. */
  const filesNow = async () => {
    const params = { jointId: evening.jointId };
    const made = await app.call(expedienteReport, { params, query: {} }, desk());
    return openVerifier().unzip(new Uint8Array(made.body.bytes));
  };
  /**
   * Returns the files of the expediente (file of evidence) without papers, before any verifier has read the files.
   */
  const stored = async () =>
    filesOfCase(await readAsOfNow(app.store.db, (trx) => readCase(trx, evening.jointId, undefined)));
  /** Returns the faults that both verifiers find after an edit of the assembly's roll. */
  const verified = async ({ edit = (roll: string) => roll, files: read = stored } = {}) => {
    const page = openVerifier();
    const files = new Map(await read());
    files.set('censo.jsonl', utf8(edit(Buffer.from(files.get('censo.jsonl') ?? []).toString('utf8'))));
    const path = join(tmp, 'expediente.zip');
    writeFileSync(path, await zipOf(files));
    const found: [string, string][] = JSON.parse(JSON.stringify(page.checkCase(files)));
    if (hasPython) expect(inPython(tmp, [{ path }])).toEqual([found]);
    return found;
  };

  it('an owner of nine dwellings counts once; a question keeps the reading of its creation', {
    tags: 'slow',
  }, async () => {
    const params = { jointId: evening.jointId };
    expect((await app.call(getJoint, { params }, { token: evening.staff })).body.votePer).toBe('unit');
    const before = await prepare();
    expect(before.votePer).toBeUndefined();
    expect((await choose('owner')).body.votePer).toBe('owner');
    expect(await shown(1)).toMatchObject({ votes: [3], votePer: 'owner' });
    const after = await prepare();
    const simple = await prepare('simple');
    expect([after.votePer, simple.votePer]).toEqual(['owner', undefined]);
    for (const { conceptId } of [before, after]) {
      await toggle(conceptId, 1);
      for (const [unit, , owner] of units) await vote(conceptId, unit, owner === 'RITA' ? 1 : 2);
      await toggle(conceptId, 0);
    }
    await choose('unit');
    expect(await shown(before.conceptId)).toEqual({
      votes: [9, 2, 0],
      votePer: undefined,
      divided: undefined,
      status: 'approved',
      of: 11,
    });
    expect(await shown(after.conceptId)).toEqual({
      votes: [1, 2, 0],
      votePer: 'owner',
      divided: undefined,
      status: 'rejected',
      of: 3,
    });
    expect(await verified()).toEqual([]);
  });

  it('an owner with different votes counts for no answer, and every paper says so', {
    tags: 'slow',
  }, async () => {
    await choose('owner');
    const { conceptId } = await prepare();
    await toggle(conceptId, 1);
    for (const [unit] of dwellings) await vote(conceptId, unit, unit === '101' ? 2 : 1);
    // A shop has no vote here, so the shop divides no owner.
    await vote(conceptId, 'LOCAL 1', 2);
    expect(await shown(conceptId)).toEqual({
      votes: [2, 0, 0],
      votePer: 'owner',
      divided: 1,
      status: 'open',
      of: 3,
    });
    await toggle(conceptId, 0);
    expect(await shown(conceptId)).toMatchObject({ votes: [2, 0, 0], divided: 1, status: 'approved', of: 3 });
    expect(await verified({ files: filesNow })).toEqual([]);
    // Rewrites the roll so that another person owns a unit of the nine. The opening's entry binds owners.
    const sold = (text: string) => text.replace('"101","RITA"', '"101","MARTA"');
    expect((await verified({ edit: sold })).map(([fault = '']) => fault)).toContain('censo');
    const call = { params: { jointId: evening.jointId }, query: { conceptId } };
    const report = await app.call(voteReport, call, desk());
    expect(report.status).toBe(200);
  });

  it('a buyer of a unit between two openings does not vote for the seller', async () => {
    await choose('owner');
    const { conceptId } = await prepare();
    await toggle(conceptId, 1);
    await vote(conceptId, '201', 1);
    await toggle(conceptId, 0);
    const params = { jointId: evening.jointId, apartmentId: '201' };
    const body = { owner: 'LUIS', ownerDocument: '52.001', reason: 'Venta' };
    expect((await app.call(correctRoll, { params, body }, desk())).status).toBe(200);
    const again = { params: { ...params, apartmentId: '202' }, body: { ...body, reason: 'Documento' } };
    expect((await app.call(correctRoll, again, desk())).status).toBe(200);
    await toggle(conceptId, 1);
    await vote(conceptId, '202', 2);
    await toggle(conceptId, 0);
    // ANA has no unit now: her vote is set aside. LUIS, now the owner of both units, has one vote.
    expect(await shown(conceptId)).toMatchObject({ votes: [0, 1, 0], divided: undefined, of: 2 });
    const { setAside } = await readVoteReport(app.store.db, { jointId: evening.jointId, conceptId });
    expect(setAside.map(({ apartmentId, owner, why }) => [apartmentId, owner, why])).toEqual([
      ['201', 'ANA', 'Apartado al reabrir'],
    ]);
    await toggle(conceptId, 1);
    await vote(conceptId, '201', 2);
    await toggle(conceptId, 0);
    expect(await shown(conceptId)).toMatchObject({ votes: [0, 1, 0], divided: undefined, of: 2 });
    expect(await verified()).toEqual([]);
  });

  it('a sale between openings sets a vote aside only with one vote per owner', async () => {
    const simple = await prepare('simple');
    const perUnit = await prepare();
    await choose('owner');
    const perOwner = await prepare();
    const questions = [simple, perUnit, perOwner].map(({ conceptId }) => conceptId);
    for (const conceptId of questions) {
      await toggle(conceptId, 1);
      for (const unit of ['101', '102', '201', '202']) await vote(conceptId, unit, 1);
      await toggle(conceptId, 0);
    }
    const correct = async (apartmentId: string, changes: object) => {
      const call = {
        params: { jointId: evening.jointId, apartmentId },
        body: { reason: 'Error', ...changes },
      };
      expect((await app.call(correctRoll, call, desk())).status).toBe(200);
    };
    // RITA sells a unit of nine; ANA gets a document; LUIS sells and buys back.
    await correct('102', { owner: 'MARTA' });
    await correct('201', { ownerDocument: '52.001' });
    await correct('202', { owner: 'OTRO' });
    await correct('202', { owner: 'LUIS' });
    for (const [i, conceptId] of questions.entries()) {
      const call = { params: { jointId: evening.jointId, conceptId } };
      const { body } = await app.call(getReopening, call, desk());
      await toggle(conceptId, 1);
      await toggle(conceptId, 0);
      const { setAside, votes } = await readVoteReport(app.store.db, { jointId: evening.jointId, conceptId });
      const units = setAside.map(({ apartmentId }) => apartmentId);
      expect([body.setAside, units]).toEqual(i === 2 ? [2, ['102', '202']] : [0, []]);
      expect(votes).toHaveLength(i === 2 ? 2 : 4);
    }
    expect(await verified()).toEqual([]);
  });

  it('any evening equals a manual count, and both verifiers agree', async () => {
    await choose('owner');
    const answersOfUnits = fc.array(fc.option(fc.integer({ min: 1, max: 3 })), {
      minLength: ids.length,
      maxLength: ids.length,
    });
    await fc.assert(
      fc.asyncProperty(answersOfUnits, async (answers) => {
        const { conceptId } = await prepare();
        await toggle(conceptId, 1);
        for (const [i, unit] of ids.entries()) {
          const answer = answers[i] ?? null;
          if (answer !== null) await vote(conceptId, unit, answer);
        }
        await toggle(conceptId, 0);
        const votesOf = (owner: string) =>
          dwellings.flatMap(([unit, , whose]) =>
            whose === owner ? [answers[ids.indexOf(unit)] ?? []].flat() : [],
          );
        const owners = ['RITA', 'ANA', 'LUIS'].map(votesOf);
        const votes = [1, 2, 3].map(
          (answer) => owners.filter((all) => all.length > 0 && all.every((one) => one === answer)).length,
        );
        const divided = owners.filter((all) => new Set(all).size > 1).length;
        expect(await shown(conceptId)).toMatchObject({
          votes,
          divided: divided === 0 ? undefined : divided,
          of: 3,
        });
      }),
      { numRuns: rounds(1, 20) },
    );
    expect(await verified()).toEqual([]);
  });

  it('only platform staff choose between the two readings', async () => {
    expect((await choose('owner', evening.operator)).status).toBe(403);
    expect((await choose('familia' as never)).status).toBe(400);
  });
});
