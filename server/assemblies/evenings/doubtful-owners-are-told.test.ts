import { beforeEach, expect, it } from 'vitest';
import { getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { createConcept, getReopening, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { correctRoll } from '../../../shared/assemblies/roll.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { changeJoint } from '../../../shared/properties/joints.api.ts';
import { appForEachTest, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly } from '../../testing/assembly-fixture.ts';
import { endAssembly, expectTrailExplainsAll } from '../../testing/store-asserts.ts';
import { readActa } from '../minutes/read-acta.ts';
import { writeActa } from '../minutes/write-acta.ts';
import { readVoteReport } from '../reports/vote-report.ts';

const units = ['ANA', 'BETO', 'CARO', 'DORA', 'EVA'].map((name, i) => [`${i + 101}`, 20, name] as const);
const ids = units.map(([id]) => id);

type Owner = readonly [name: string, document?: string];

/** Corrections of a unit's owner after a vote, and the fate of the vote when the question opens again. */
const changes: readonly (readonly [
  what: string,
  owners: readonly Owner[],
  fate: 'kept' | 'told' | 'aside',
])[] = [
  ['the same name in capitals', [['Ana']], 'kept'],
  ['a document on one side only', [['ANA', '52.001']], 'told'],
  ['a document added, then taken away', [['ANA', '52.001'], ['ANA']], 'told'],
  [
    'a digit of the document typed wrong',
    [
      ['ANA', '79123456'],
      ['ANA', '79123455'],
    ],
    'told',
  ],
  [
    'the same document with a label',
    [
      ['ANA', '79123456'],
      ['ANA', 'C.C. 79.123.456'],
    ],
    'told',
  ],
  ['a surname before the name', [['RUIZ ANA']], 'aside'],
  ['another spelling of the name', [['ANNA']], 'aside'],
  ['another person', [['ZOE']], 'aside'],
  ['another person by two doubtful steps', [['ANA', '52.001'], ['ANA'], ['ANA', '79123456']], 'aside'],
  ['a sale and a sale back', [['ZOE'], ['ANA']], 'aside'],
  ['a word for an unknown owner', [['PENDIENTE']], 'aside'],
  ['an estate of the owner', [['SUCESIÓN DE ANA']], 'told'],
];

describeOnOneEngine('a doubtful change of owner between openings', (make) => {
  const app = appForEachTest(make, endAssembly);
  let evening: AssemblyFixture;
  beforeEach(async () => {
    evening = await holdAssembly(app, { units });
    await evening.register(ids);
  });
  const as = () => ({ token: evening.operator });
  const correct = async (apartmentId: string, owner: string, ownerDocument?: string) => {
    const { jointId } = evening;
    const body = { owner, ownerDocument: ownerDocument ?? null, reason: 'Escritura' };
    const { status } = await app.call(correctRoll, { params: { jointId, apartmentId }, body }, as());
    expect(status).toBe(200);
  };
  const prepare = async (rule: 'perUnit' | 'simple') => {
    const body = { jointId: evening.jointId, conceptDescription: '¿Mascotas?', active: 0 as const, rule };
    const answers = ['Si', 'No'].map((answerDescription) => ({ answerDescription }));
    return (await app.call(createConcept, { body: { ...body, answers } }, as())).body.conceptId;
  };
  const toggle = async (conceptId: number, active: 0 | 1) => {
    const body = { jointId: evening.jointId, conceptId, active, reason: 'Error' };
    expect((await app.call(toggleConcept, { body }, as())).status).toBe(200);
  };
  const voteYes = async (conceptId: number) => {
    await toggle(conceptId, 1);
    for (const apartmentId of ids.slice(0, 3)) {
      const body = { jointId: evening.jointId, apartmentId, conceptId, voteId: 1 };
      expect((await app.call(castVote, { body }, as())).status).toBe(201);
    }
    await toggle(conceptId, 0);
  };
  const reopening = async (conceptId: number) => {
    const params = { jointId: evening.jointId, conceptId };
    return (await app.call(getReopening, { params }, as())).body;
  };
  const intervals = async (conceptId: number) => {
    const params = { jointId: evening.jointId };
    const { body } = await app.call(getSnapshot, { params }, as());
    return body.concepts.find((one) => one.conceptId === conceptId)?.intervals;
  };
  const perOwner = async () => {
    const params = { jointId: evening.jointId };
    const { status } = await app.call(
      changeJoint,
      { params, body: { votePer: 'owner' } },
      { token: evening.staff },
    );
    expect(status).toBe(200);
  };

  it.each(changes)('%s', async (_what, owners, fate) => {
    await perOwner();
    const [owned, perCoefficient] = [await prepare('perUnit'), await prepare('simple')];
    for (const conceptId of [owned, perCoefficient]) await voteYes(conceptId);
    for (const [name, document] of owners) await correct('101', name, document);
    const unsureOwners = fate === 'told' ? ['101'] : [];
    expect(await reopening(owned)).toEqual({ setAside: fate === 'aside' ? 1 : 0, unsureOwners });
    expect(await reopening(perCoefficient)).toEqual({ setAside: 0, unsureOwners: [] });
    await toggle(owned, 1);
    expect(await intervals(owned)).toMatchObject([{}, {}]);
    expect((await intervals(owned))?.[1]?.unsureOwners).toBe(fate === 'told' ? 1 : undefined);
    await toggle(owned, 0);
    const { jointId } = evening;
    const report = await readVoteReport(app.store.db, { jointId, conceptId: owned });
    expect(report.votes.map(({ apartmentId }) => apartmentId).includes('101')).toBe(fate !== 'aside');
    const acta = JSON.stringify(writeActa(await readActa(app.store.db, { jointId }, () => undefined)));
    expect(acta.includes('Inmuebles con duda sobre el dueño, al abrirla a las ')).toBe(fate === 'told');
    await expectTrailExplainsAll(app);
  });

  it('a vote after the correction has no doubt; each reopening tells its doubts', async () => {
    await perOwner();
    const conceptId = await prepare('perUnit');
    await voteYes(conceptId);
    await correct('102', 'BETO', '52.002');
    await correct('101', 'ANA', '52.001');
    await correct('104', 'DORA', '52.004');
    // The units stand in the order of the roll; 104 has no vote.
    expect(await reopening(conceptId)).toEqual({ setAside: 0, unsureOwners: ['101', '102'] });
    await toggle(conceptId, 1);
    expect(await reopening(conceptId)).toEqual({ setAside: 0, unsureOwners: [] });
    await correct('103', 'CARO', '52.003');
    await toggle(conceptId, 0);
    await toggle(conceptId, 1);
    await toggle(conceptId, 0);
    const { unsureOwners } = await readVoteReport(app.store.db, { jointId: evening.jointId, conceptId });
    expect(unsureOwners.map(({ units }) => units)).toEqual([
      ['101', '102'],
      ['101', '102', '103'],
    ]);
    const later = await prepare('perUnit');
    await voteYes(later);
    expect(await reopening(later)).toEqual({ setAside: 0, unsureOwners: [] });
  });
});
