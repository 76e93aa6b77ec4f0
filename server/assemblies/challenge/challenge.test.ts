import { sql } from 'kysely';
import { beforeAll, expect } from 'vitest';
import { changeAssembly, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import {
  type ChallengeGround,
  type DeclaredFacts,
  declareFacts,
  getChallenge,
  groundStateNames,
} from '../../../shared/assemblies/challenge/challenge.api.ts';
import { ATTENDANCE, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { printLetters } from '../../../shared/assemblies/invitations.api.ts';
import { enterPower } from '../../../shared/assemblies/powers/powers.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { changeJoint } from '../../../shared/properties/joints.api.ts';
import { changePowerRules } from '../../../shared/properties/power-rules.api.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import {
  type AssemblyFixture,
  firstStaff,
  freshCode,
  holdAssembly,
  type Unit,
} from '../../testing/assembly-fixture.ts';
import { expectRefused, expectTrailExplainsAll } from '../../testing/store-asserts.ts';
import { textsOfRows } from '../minutes/acta.ts';
import { readActa } from '../minutes/read-acta.ts';
import { writeActa } from '../minutes/write-acta.ts';

const units = Array.from({ length: 10 }, (_, i): Unit => [`${101 + i}`, 10, `DUEÑO ${i}`]);

describeWithRaces('the grounds to challenge an assembly', (make, { it }) => {
  const app = appForSuite(make);
  let staff: string;
  beforeAll(async () => {
    staff = await firstStaff(app);
  });

  const panelOf = async ({ jointId, operator }: AssemblyFixture) =>
    (await app.call(getChallenge, { params: { jointId }, query: {} }, operator)).body;
  const stateOf = async (evening: AssemblyFixture, code: ChallengeGround) =>
    (await panelOf(evening)).grounds.find((ground) => ground.code === code)?.state;
  const change = ({ jointId, operator }: AssemblyFixture, body: object) =>
    app.call(changeAssembly, { params: { jointId }, body }, operator);
  const declare = async (evening: AssemblyFixture, facts: DeclaredFacts) => {
    const { assemblyId } = await panelOf(evening);
    const params = { jointId: evening.jointId };
    return app.call(declareFacts, { params, body: { assemblyId, facts } }, evening.operator);
  };
  const actaOf = async ({ jointId }: AssemblyFixture): Promise<string[]> =>
    writeActa(await readActa(app.store.db, { jointId }, () => undefined))
      .blocks.flatMap(textsOfRows)
      .map((texts) => texts.join(' | '));

  it('each fact of the assembly moves its ground, and the acta keeps the panel of the end', async () => {
    const evening = await holdAssembly(app, { units, staff });
    const { jointId, operator } = evening;
    expect(await stateOf(evening, 'convener')).toBe('missing');
    expect((await change(evening, { convener: 'council' })).status).toBe(200);
    expect(await stateOf(evening, 'convener')).toBe('red');
    expect((await change(evening, { convener: 'administrator' })).status).toBe(200);
    expect(await stateOf(evening, 'convener')).toBe('green');

    expect(await stateOf(evening, 'annexes')).toBe('missing');
    expect((await declare(evening, { annexesProved: false, yearBudget: 5 })).status).toBe(200);
    expect(await stateOf(evening, 'annexes')).toBe('red');
    await declare(evening, { annexesProved: true });
    expect(await stateOf(evening, 'annexes')).toBe('green');
    expect((await panelOf(evening)).declared).toEqual({ annexesProved: true, yearBudget: 5 });

    await evening.register(['101', '102']);
    expect(await stateOf(evening, 'quorum')).toBe('red');
    await evening.register(['103', '104', '105', '106']);
    expect(await stateOf(evening, 'quorum')).toBe('green');
    const question = await evening.ask('¿Aprueba?');
    expect(await stateOf(evening, 'matterRule')).toBe('missing');
    expect(
      (await app.call(toggleConcept, { body: { jointId, conceptId: question, active: 0 } }, operator)).status,
    ).toBe(200);
    const closing = await app.store.db
      .selectFrom('audit_entry')
      .select('data')
      .where('act', '=', 'conceptDeactivated')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    const before = (await panelOf(evening)).grounds;
    const inState = (state: string) => before.flatMap((one) => (one.state === state ? [one.code] : []));
    expect(JSON.parse(closing.data).challenge).toEqual({
      red: inState('red'),
      missing: inState('missing'),
    });
    expect((await actaOf(evening)).join('\n')).not.toContain('semáforo de impugnación');

    expect((await change(evening, { closed: true })).status).toBe(200);
    const { grounds, atEnd } = await panelOf(evening);
    expect(atEnd?.grounds).toEqual(grounds);
    const acta = await actaOf(evening);
    for (const { name, law, ruling, state, reason, dispute } of grounds) {
      const source = ruling === null ? law : `${law}; ${ruling}`;
      const words = dispute === null ? reason : `${reason} En discusión: ${dispute}`;
      expect(acta).toContain(`${name} | ${source} | ${groundStateNames[state]} | ${words}`);
    }
    // Later settings and facts move the panel, and never the acta.
    await app.call(changeJoint, { params: { jointId }, body: { fiscalAuditor: 'OTRO' } }, staff);
    await app.call(changePowerRules, { params: { jointId }, body: { share: 1, shareBlocks: true } }, staff);
    expect((await declare(evening, { annexesProved: false })).status).toBe(200);
    expect(await stateOf(evening, 'annexes')).toBe('red');
    expect((await panelOf(evening)).atEnd).toEqual(atEnd);
    const annex = (texts: string[]) => texts.slice(texts.indexOf('Anexo: semáforo de impugnación'));
    expect(annex(await actaOf(evening))).toEqual(annex(acta));
    await expectTrailExplainsAll(app);
  });

  it('a failure of the grounds stops neither a closing nor the end of an assembly', async () => {
    const evening = await holdAssembly(app, { units, staff });
    const { jointId, operator } = evening;
    const { assemblyId } = await panelOf(evening);
    await evening.register(['101', '102', '103', '104', '105', '106']);
    const conceptId = await evening.ask('¿Aprueba?');
    await sql`alter table debtors_list rename to debtors_away`.execute(app.store.db);
    try {
      const body = { jointId, conceptId, active: 0 as const };
      expect((await app.call(toggleConcept, { body }, operator)).status).toBe(200);
      expect((await change(evening, { closed: true })).status).toBe(200);
    } finally {
      await sql`alter table debtors_away rename to debtors_list`.execute(app.store.db);
    }
    const ends = await app.store.db
      .selectFrom('audit_entry')
      .select(['act', 'data'])
      .where('act', 'in', ['conceptDeactivated', 'assemblyClosed'])
      .orderBy('seq')
      .execute();
    const own = ends.flatMap(({ act, data }) => {
      const facts = JSON.parse(data);
      return facts.assemblyId === assemblyId ? [[act, facts.challenge]] : [];
    });
    expect(own).toEqual([
      ['conceptDeactivated', undefined],
      ['assemblyClosed', undefined],
    ]);
    expect((await panelOf(evening)).atEnd).toBeNull();
    expect((await actaOf(evening)).join('\n')).not.toContain('semáforo de impugnación');
    await expectTrailExplainsAll(app);
  });

  it('an assembly by right needs no notice, and its acta names art. 40', async () => {
    const evening = await holdAssembly(app, { units, staff });
    const byRight = { kind: 'byRight', scheduledAt: '2027-04-01T20:00:00-05:00' } as const;
    expect((await change(evening, byRight)).body.kind).toBe('byRight');
    const ofNotice = [
      'convener',
      'noticeDays',
      'everyOwner',
      'debtors',
      'secondCall',
      'annexes',
      'dayAndHour',
    ];
    const states = async () =>
      (await panelOf(evening)).grounds.flatMap(({ code, state }) =>
        ofNotice.includes(code) && state !== 'green' ? [code] : [],
      );
    expect(await states()).toEqual([]);
    expect((await change(evening, { scheduledAt: '2027-04-02T20:00:00-05:00' })).status).toBe(200);
    expect(await states()).toEqual(['dayAndHour']);
    const acta = (await actaOf(evening)).join('\n');
    expect(acta).toContain('Por derecho propio');
    expect(acta).toContain('Ninguna: por derecho propio (Ley 675 de 2001, art. 40)');
    // After a notice neither the grounds nor the acta say that nobody convened.
    const { jointId, operator } = evening;
    expect((await app.call(printLetters, { params: { jointId }, body: {} }, operator)).status).toBe(200);
    expect(await states()).toEqual(['convener', 'debtors', 'annexes', 'dayAndHour']);
    expect((await actaOf(evening)).join('\n')).not.toContain('Ninguna: por derecho propio');
  });

  it('an assembly by right in second call meets on a later day than its first call', async () => {
    const evening = await holdAssembly(app, { units, staff });
    await evening.register(['101']);
    const days = { firstCallAt: '2025-04-01T20:00:00-05:00', scheduledAt: '2025-04-04T20:00:00-05:00' };
    const body = { kind: 'byRight' as const, call: 2 as const, ...days };
    const { jointId, operator } = evening;
    expect((await app.call(openAssembly, { params: { jointId }, body }, operator)).body).toMatchObject({
      kind: 'byRight',
      call: 2,
    });
    const reason = (await panelOf(evening)).grounds.find(({ code }) => code === 'dayAndHour')?.reason;
    // Opened today, and so not on the called day.
    expect(reason).toContain('Se citó para');
  });

  it('a substitute of several owners passes a limit as the holder of their powers does', async () => {
    const evening = await holdAssembly(app, { units, staff });
    const { jointId, operator } = evening;
    const params = { jointId };
    await app.call(changeJoint, { params, body: { proxyLimit: 1 } }, staff);
    const barred = [{ name: 'SUSANA PAZ', document: '52000111', role: 'administrator' as const }];
    const rules = { limitBlocks: false, barredBlocks: false, barred };
    await app.call(changePowerRules, { params, body: rules }, staff);
    const substitute = { name: 'SUSANA PAZ', document: '52.000.111' };
    const powers: number[] = [];
    for (const [i, id] of ['101', '102'].entries()) {
      const holder = { name: `TITULAR ${i}`, document: `900${i}` };
      const body = { holder, substitute, apartmentIds: [id], accept: true };
      powers.push((await app.call(enterPower, { params, body }, operator)).body.powerId);
    }
    const ground = async () => (await panelOf(evening)).grounds.find(({ code }) => code === 'powers');
    const isBarred = 'SUSANA PAZ es administrador y no puede representar a otros propietarios.';
    expect(await ground()).toMatchObject({ state: 'green', dispute: expect.stringContaining(isBarred) });
    const code = await freshCode(app, operator, jointId);
    const comes = { code, powers, attendee: substitute };
    expect((await app.call(register, { params, body: comes }, operator)).status).toBe(201);
    const reason = 'SUSANA PAZ representaría a 2 propietarios; el límite es 1.';
    expect(await ground()).toMatchObject({ state: 'red', reason });
    const leaves = async (units: string[]) => {
      for (const apartmentId of units) {
        const query = { apartmentId, reason: 'Se fue' };
        const place = { params: { jointId, conceptId: ATTENDANCE }, query };
        expect((await app.call(removeRegistrations, place, operator)).status).toBe(204);
      }
    };
    // A registration by mistake, without a vote, is forgotten.
    await leaves(['101']);
    expect((await ground())?.state).toBe('green');
    const again = { ...comes, code: await freshCode(app, operator, jointId), powers: powers.slice(0, 1) };
    expect((await app.call(register, { params, body: again }, operator)).status).toBe(201);
    await evening.register(['103', '104', '105', '106']);
    const conceptId = await evening.ask('¿Aprueba?');
    for (const apartmentId of ['101', '102']) {
      const vote = { jointId, conceptId, apartmentId, voteId: 1 };
      expect((await app.call(castVote, { body: vote }, operator)).status).toBe(201);
    }
    const body = { jointId, conceptId, active: 0 as const };
    expect((await app.call(toggleConcept, { body }, operator)).status).toBe(200);
    // The owner of 101 comes, and 102 stays with the substitute: both voted by one person.
    await leaves(['101']);
    expect(await ground()).toMatchObject({ state: 'red', reason });
    await leaves(['102']);
    expect(await ground()).toMatchObject({ state: 'red', reason });
  });

  it('a fact for another assembly is refused, and an owner sees no panel', async () => {
    const evening = await holdAssembly(app, { units, staff });
    const { jointId, operator } = evening;
    const body = { assemblyId: 999_999, facts: { annexesProved: true } };
    expectRefused(await app.call(declareFacts, { params: { jointId }, body }, operator), 'assemblyReplaced');
    const { token } = await evening.owner(`dueno${jointId}`, ['101']);
    expect((await app.call(getChallenge, { params: { jointId }, query: {} }, token)).status).toBe(403);
  });
});
