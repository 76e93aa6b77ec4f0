import { beforeAll, expect, it } from 'vitest';
import { signIn } from '../../shared/accounts/auth.api.ts';
import {
  getUser,
  listUserAssemblyApartments,
  listUserAssemblyJoints,
  listUserBillingJoints,
} from '../../shared/accounts/users.api.ts';
import { getSnapshot } from '../../shared/assemblies/assemblies.api.ts';
import { register } from '../../shared/assemblies/attendance.api.ts';
import { listCodes } from '../../shared/assemblies/codes.api.ts';
import { listConcepts, toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { HUNDRED, sumNano } from '../../shared/coefficient.ts';
import { dayInBogota } from '../../shared/days.ts';
import { listEvents } from '../../shared/events/events.api.ts';
import { listHeads } from '../../shared/evidence/evidence.api.ts';
import { getJoint, listJoints } from '../../shared/properties/joints.api.ts';
import { verifyAudit } from '../audit/verify.ts';
import { headSignerOf } from '../platform/audit/signing.ts';
import { listStoredUnits } from '../properties/apartments.repository.ts';
import { appForSuite, describeOnOneEngine, TEST_SECRET } from '../testing/app.ts';
import { makeDemo } from './demo.ts';
import { demoUsers } from './users.ts';

const PASSWORD = 'la clave de la demostración';
const SAMANES = 'Conjunto Residencial Samanes de Peñaflor';
const CANON = 'Centro Empresarial Puerta del Cañón';
const ALCARAVAN = 'Edificio Torre Alcaraván';

describeOnOneEngine('the demonstration', (make) => {
  const app = appForSuite(make);
  const tokens = new Map<string, string>();
  const userIds = new Map<string, string>();
  const joints = new Map<string, { jointId: number; sectors: number[] }>();
  const as = (username: string) => ({ token: tokens.get(username) ?? '' });
  const idOf = (name: string): number => joints.get(name)?.jointId ?? 0;

  beforeAll(async () => {
    const signer = headSignerOf(TEST_SECRET);
    await makeDemo(app.store.db, { password: PASSWORD, dataDir: '', signer, billedMonths: 1 });
    for (const { username } of demoUsers) {
      const { status, body } = await app.call(signIn, { body: { username, password: PASSWORD } });
      expect(status).toBe(200);
      tokens.set(username, body.jwt);
      const user = await app.call(getUser, { params: { username } }, as(username));
      userIds.set(username, user.body.userId);
    }
    const { body } = await app.call(listJoints, {}, as('plataforma'));
    for (const { jointName, jointId, sectors } of body) {
      joints.set(jointName, { jointId, sectors: sectors.map(({ sectorId }) => sectorId) });
    }
  });

  async function jointsOf(username: string): Promise<{ assembly: string[]; billing: string[] }> {
    const params = { userId: userIds.get(username) ?? '' };
    const assembly = await app.call(listUserAssemblyJoints, { params }, as(username));
    const billing = await app.call(listUserBillingJoints, { params }, as(username));
    expect([assembly.status, billing.status]).toEqual([200, 200]);
    return {
      assembly: assembly.body.map(({ joint }) => joint.jointName).sort(),
      billing: billing.body.map(({ joint }) => joint.jointName).sort(),
    };
  }

  it('each demonstration user sees only the assigned joints', async () => {
    const both = [CANON, SAMANES];
    const all = [CANON, SAMANES, ALCARAVAN];
    expect(await jointsOf('plataforma')).toEqual({ assembly: all, billing: all });
    expect(await jointsOf('admin')).toEqual({ assembly: both, billing: both });
    expect(await jointsOf('operador')).toEqual({ assembly: both, billing: [] });
    expect(await jointsOf('eventos')).toEqual({ assembly: [], billing: [] });
    expect((await app.call(listEvents, {}, as('eventos'))).body).toHaveLength(2);
    expect(await jointsOf('propietario')).toEqual({ assembly: [SAMANES], billing: [SAMANES] });
    expect(await jointsOf('propietario2')).toEqual({ assembly: both, billing: both });
    expect(await jointsOf('propietario3')).toEqual({ assembly: [SAMANES], billing: [SAMANES] });
    for (const username of ['admin', 'operador', 'propietario']) {
      const seen = await app.call(getJoint, { params: { jointId: idOf(ALCARAVAN) } }, as(username));
      expect(seen.status).toBe(404);
    }
  });

  it('the coefficient tables sum to exactly 100, also in sectors', async () => {
    const sizes: number[] = [];
    for (const { jointId, sectors } of joints.values()) {
      for (const id of [jointId, ...sectors]) {
        const units = await listStoredUnits(app.store.db, id);
        expect(sumNano(units.map((unit) => unit.coefficient))).toBe(HUNDRED);
        expect(new Set(units.map((unit) => unit.apartmentId)).size).toBe(units.length);
        sizes.push(units.length);
      }
    }
    expect(sizes.sort((a, b) => a - b)).toEqual([18, 24, 24, 66, 240]);
  });

  it('Samanes has 240 units: flats with parking spaces and storage rooms', async () => {
    const units = await listStoredUnits(app.store.db, idOf(SAMANES));
    const of = (kind: string) => units.filter((unit) => unit.kind === kind);
    expect([of('vivienda').length, of('parqueadero').length, of('deposito').length]).toEqual([120, 84, 36]);
    const owners = new Map(of('vivienda').map((unit) => [unit.apartmentId, unit.owner]));
    for (const unit of [...of('parqueadero'), ...of('deposito')]) {
      expect(owners.get(unit.mainApartmentId ?? '')).toBe(unit.owner);
    }
    expect(units.filter((unit) => unit.coefficient === 0)).toMatchObject([
      { kind: 'deposito', mainApartmentId: '1-302', owner: 'Ana María Núñez Peña' },
    ]);
    expect(new Set(owners.values()).size).toBeLessThan(owners.size);
    expect(units.some((unit) => unit.ownerDocument === null)).toBe(true);
    expect(units.every((unit) => unit.owner === unit.owner.normalize('NFC'))).toBe(true);
  });

  it('sector coefficients differ from the coefficients of the joint', async () => {
    const canon = joints.get(CANON);
    const whole = new Map(
      (await listStoredUnits(app.store.db, idOf(CANON))).map((unit) => [unit.apartmentId, unit.coefficient]),
    );
    for (const sectorId of canon?.sectors ?? []) {
      for (const unit of await listStoredUnits(app.store.db, sectorId)) {
        expect(whole.get(unit.apartmentId)).toBeGreaterThan(0);
        expect(whole.get(unit.apartmentId)).not.toBe(unit.coefficient);
      }
    }
  });

  it('assemblies are ready with title, meeting, questions and codes', async () => {
    const { body } = await app.call(getJoint, { params: { jointId: idOf(SAMANES) } }, as('propietario'));
    expect(body.assembly).toMatchObject({ kind: 'ordinary', mode: 'mixed', call: 1, closedAt: null });
    expect(body.assembly?.openedAt).not.toBeNull();
    // The demonstration may have begun in the year that ended a moment ago.
    const years = [Date.parse(body.assembly?.openedAt ?? ''), Date.now()].map((at) =>
      dayInBogota(at).slice(0, 4),
    );
    expect(years).toContain(body.assembly?.title?.slice(-4));
    expect(body.zoomMeeting).toEqual({ zoomId: '10020030040', zoomPassword: 'samanes' });
    const concepts = async (name: string) => {
      const params = { jointId: idOf(name) };
      const listed = await app.call(listConcepts, { params }, as('operador'));
      return listed.body.map(({ conceptId, active, rule }) => [conceptId, active, rule]);
    };
    expect(await concepts(SAMANES)).toEqual([
      [1, 1, null],
      [2, 0, 'simple'],
      [3, 0, 'election'],
    ]);
    expect(await concepts(CANON)).toEqual([
      [1, 0, null],
      [2, 0, 'simple'],
    ]);
    for (const [name, quantity] of [
      [SAMANES, 300],
      [CANON, 60],
    ] as const) {
      const codes = await app.call(listCodes, { params: { jointId: idOf(name) } }, as('operador'));
      expect(codes.body).toHaveLength(quantity);
    }
  });

  it('the open assembly has the signed head of its opening', async () => {
    const momentsOf = async (name: string) => {
      const { body } = await app.call(listHeads, { params: { jointId: idOf(name) } }, as('plataforma'));
      return body.heads.map(({ moment }) => moment);
    };
    expect(await momentsOf(SAMANES)).toEqual(['apertura']);
    expect(await momentsOf(CANON)).toEqual([]);
  });

  it('an assembly runs from home, at the desk and in a vote', async () => {
    const jointId = idOf(SAMANES);
    const params = { userId: userIds.get('propietario') ?? '' };
    const own = await app.call(listUserAssemblyApartments, { params }, as('propietario'));
    const apartmentIds = own.body.map((unit) => unit.apartmentId);
    expect(apartmentIds).toEqual(['1-302', '3-804', 'PARQ 07', 'PARQ 75', 'DEP 03']);
    const home = await app.call(register, { params: { jointId }, body: { apartmentIds } }, as('propietario'));
    expect(home.status).toBe(201);

    const codes = await app.call(listCodes, { params: { jointId } }, as('operador'));
    const code = codes.body[0]?.codeId ?? '';
    const desk = await app.call(
      register,
      { params: { jointId }, body: { apartmentIds: ['2-704'], code } },
      as('operador'),
    );
    expect(desk.status).toBe(201);

    const opened = await app.call(
      toggleConcept,
      { body: { jointId, conceptId: 2, active: 1 } },
      as('operador'),
    );
    expect(opened.body).toMatchObject({ active: 1, answers: [{ answerDescription: 'Si' }, {}, {}] });
    const vote = { jointId, apartmentId: '1-302', conceptId: 2, voteId: 1 };
    expect((await app.call(castVote, { body: vote }, as('propietario'))).status).toBe(201);
    const empty = await app.call(castVote, { body: { ...vote, apartmentId: 'DEP 03' } }, as('propietario'));
    expect(empty.status).toBe(422);

    const live = await app.call(getSnapshot, { params: { jointId } }, as('operador'));
    expect(live.body.registered.apartments).toBe(6);
    expect(live.body.total).toEqual({ apartments: 240, coefficient: 100 });
    expect(live.body.concepts[1]).toMatchObject({ conceptId: 2, voted: { apartments: 1 } });
  });

  it('registering a unit of the sectorial joint registers the sector too and opens the assembly', async () => {
    const jointId = idOf(CANON);
    const codes = await app.call(listCodes, { params: { jointId } }, as('operador'));
    const body = { apartmentIds: ['OF 304', 'PARQ 10'], code: codes.body[0]?.codeId ?? '' };
    const desk = await app.call(register, { params: { jointId }, body }, as('operador'));
    expect(desk.status).toBe(201);
    expect(desk.body.registered.map((unit) => [unit.jointId, unit.apartmentId])).toHaveLength(3);
    const { body: joint } = await app.call(getJoint, { params: { jointId } }, as('operador'));
    expect(joint.isSectorial).toBe(true);
    expect(joint.assembly?.openedAt).not.toBeNull();
  });

  it('the audit chains verify, with an entry for each act', async () => {
    const { chains, findings } = await verifyAudit(app.store.db);
    expect(findings).toEqual([]);
    expect(chains.map(({ chain }) => chain).sort()).toContain(`joint:${idOf(ALCARAVAN)}`);
    const entries = await app.store.db
      .selectFrom('audit_entry')
      .select('act')
      .where('chain', '=', `joint:${idOf(SAMANES)}`)
      .where('actor', '=', 'demo')
      .orderBy('seq')
      .execute();
    expect(entries.map(({ act }) => act)).toEqual([
      'jointCreated',
      'unitsImported',
      'assemblyChanged',
      'conceptCreated',
      'conceptCreated',
      'codesIssued',
      'assemblyOpened',
      'registrationActivated',
    ]);
  });
});
