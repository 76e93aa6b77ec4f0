import { randomBytes } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { API_BASE } from '../../../shared/api.ts';
import { announceArrival, listArrivals, openJoining } from '../../../shared/assemblies/arrivals.api.ts';
import { getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { listInvitations } from '../../../shared/assemblies/invitations.api.ts';
import { enterPower } from '../../../shared/assemblies/powers/powers.api.ts';
import { correctRoll } from '../../../shared/assemblies/roll.api.ts';
import { defined } from '../../../shared/defined.ts';
import { answerIdentity, listIdentities } from '../../../shared/properties/identities.api.ts';
import { changeJoint } from '../../../shared/properties/joints.api.ts';
import { changePowerRules } from '../../../shared/properties/power-rules.api.ts';
import { appForEachTest, describeOnOneEngine } from '../../testing/app.ts';
import { AppAsker } from '../../testing/app-asker.ts';
import { firstStaff } from '../../testing/assembly-fixture.ts';
import { endAssembly, expectRefused } from '../../testing/store-asserts.ts';
import { Hall, World } from '../../testing/world.ts';

/** Units of a single owner (with the document written in different ways) and of two neighbours. */
const written = {
  person: ['ANA PEREZ;52.111.222', 'ANA PEREZ;CC 52111222', 'Ana Pérez;C.C. 52.111.222 de Bogotá'],
  company: ['SOL S.A.S.;900.123.456-8', 'SOL SAS;900123456', 'SOL S. A. S;NIT 900123456'],
  wrongDigit: ['SOL S.A.S.;900.123.456-7', 'SOL SAS;900123456', 'SOL S.A.S;NIT 900123456'],
  names: ['SOL S.A.S.;', 'SOL SAS;pendiente', 'SOL S.A.S;N/A'],
  unsure: ['ANA PEREZ;52.111.222', 'ANA PEREZ;', 'ANA PEREZ;52.111.322'],
  orders: ['PEREZ ANA;', 'PEREZ, ANA;pendiente', 'Sra. Ana Pérez;0'],
  excel: ['ANA PEREZ;1,02030405E+09', 'A. PEREZ;1.020.304.050-', 'PEREZ ANA;1020304050,00'],
  estate: ['HDROS. DE ANA RUIZ;', 'SUC. ANA RUIZ;S/D', 'ANA RUIZ (FALLECIDA);'],
};

describeOnOneEngine('one person with several spellings of the document', (make) => {
  const app = appForEachTest(make, endAssembly);
  let staff: string;
  beforeEach(async () => {
    staff = await firstStaff(app);
  });

  async function evening(owners: readonly string[]) {
    const others = ['LUIS PAZ;79.222.333', 'EVA SOL;80.444.555'];
    const rows = [...owners, ...others].map((owner, at) => `10${at + 1};${owner};20`);
    const csv = ['unidad;propietario;documento;coeficiente', ...rows].join('\n');
    const world = new World(new AppAsker(app, staff));
    const { jointId } = await world.jointOf('Conjunto', { fileName: 'unidades.csv', csv });
    return { jointId, hall: new Hall(world.staff, jointId) };
  }
  const as = () => ({ token: staff });

  it('spellings of a document are a single owner for quorum and vote', { tags: 'slow' }, async () => {
    for (const owners of Object.values(written)) {
      const { jointId, hall } = await evening(owners);
      await app.call(changeJoint, { params: { jointId }, body: { votePer: 'owner' } }, as());
      await hall.register(['101', '102', '103']);
      const read = async () => (await app.call(getSnapshot, { params: { jointId }, query: {} }, as())).body;
      expect((await read()).quorum.reached).toBe(false);
      await hall.register(['104', '105']);
      expect((await read()).quorum.reached).toBe(true);
      const question = { conceptDescription: '¿Mascotas?', rule: 'perUnit' } as const;
      if ([written.unsure, written.orders, written.wrongDigit].includes(owners))
        await expect(hall.ask(question)).rejects.toThrow('identitiesUnsure');
      const conceptId = await hall.ask({ ...question, wentOn: ['identitiesUnsure'] });
      const votes = ['101', '102', '103', '104', '105'].map((apartmentId, at) => ({
        apartmentId,
        voteId: at < 3 ? 1 : 2,
      }));
      await hall.cast(conceptId, votes);
      await hall.close(conceptId);
      const { concepts } = await read();
      expect(concepts.find((one) => one.conceptId === conceptId)?.outcome?.status).toBe('rejected');
    }
  });

  it('spellings of a document do not evade limits and bars of powers', async () => {
    const { jointId } = await evening(written.person);
    const barred = [{ name: 'CARLOS ADMIN', document: '80.111.222', role: 'administrator' as const }];
    await app.call(changeJoint, { params: { jointId }, body: { proxyLimit: 1 } }, as());
    const rules = { barred, barredBlocks: true, limitBlocks: true };
    expect((await app.call(changePowerRules, { params: { jointId }, body: rules }, as())).status).toBe(200);
    const give = async (apartmentId: string, name: string, document: string | null) => {
      const body = {
        apartmentIds: [apartmentId],
        holder: { name, ...defined({ document: document ?? undefined }) },
        accept: true,
      };
      return (await app.call(enterPower, { params: { jointId }, body }, as())).status;
    };
    for (const document of ['80111222', 'CC 80111222', 'C.C. 80.111.222', '080111222', null]) {
      expect([document, await give('104', 'Carlos Admin', document)]).toEqual([document, 422]);
    }
    expect(await give('104', 'Marta Ríos', '41.555.666')).toBe(201);
    for (const document of ['CC 41555666', '041555666', '41.555.667', null]) {
      expect([document, await give('105', 'MARTA RIOS', document)]).toEqual([document, 422]);
    }
  });

  it('an announcing phone finds the owner in any spelling of the document', async () => {
    const { jointId } = await evening(written.company);
    const { code } = (await app.call(openJoining, { params: { jointId } }, as())).body as { code: string };
    const announce = (apartmentId: string, document: string) =>
      app.app.inject({
        method: announceArrival.method,
        url: `${API_BASE}/joints/${code}/arrivals`,
        payload: { apartmentId, document, ticket: randomBytes(32).toString('base64url') },
      });
    for (const [unit, document] of [
      ['101', '900123456'],
      ['104', 'CC 79222333'],
      ['105', '80.444.556'],
    ] as const) {
      expect((await announce(unit, document)).statusCode).toBe(202);
    }
    const agreed = async () => {
      const { body } = await app.call(listArrivals, { params: { jointId } }, as());
      return Object.fromEntries(body.map((one) => [one.apartmentId, one.phones[0]?.agrees]));
    };
    await expect.poll(agreed).toEqual({ 101: true, 104: true, 105: false });
  });

  it('a document in the roll with a label agrees with the typed number', async () => {
    const { jointId } = await evening([
      'ROSA GIL;CC 60.111.222',
      'PAZ Y CIA LTDA;900.123.456-8',
      'EVA GIL;C.C. 52.111.222 de Cali',
    ]);
    const { code } = (await app.call(openJoining, { params: { jointId } }, as())).body as { code: string };
    for (const [apartmentId, document] of [
      ['101', '60111222'],
      ['102', '900123456'],
      ['103', '52111222'],
    ]) {
      const payload = { apartmentId, document, ticket: randomBytes(32).toString('base64url') };
      const url = `${API_BASE}/joints/${code}/arrivals`;
      await app.app.inject({ method: announceArrival.method, url, payload });
    }
    const agreed = async () =>
      (await app.call(listArrivals, { params: { jointId } }, as())).body.map(
        ({ phones }) => phones[0]?.agrees,
      );
    await expect.poll(agreed).toEqual([true, true, true]);
  });

  it.each(['pendiente', 'por actualizar', 'N/A'])(
    'the text «%s» in the place of a document joins no owners',
    async (text) => {
      const { jointId, hall } = await evening([`ANA RUIZ;${text}`, `LUIS GIL;${text}`, `ROSA DÍAZ;${text}`]);
      await app.call(changeJoint, { params: { jointId }, body: { votePer: 'owner' } }, as());
      const { withoutUser } = (await app.call(listInvitations, { params: { jointId } }, as())).body;
      expect(withoutUser.map(({ name, apartments }) => [name, apartments])).toEqual(
        expect.arrayContaining([
          ['ANA RUIZ', ['101']],
          ['LUIS GIL', ['102']],
          ['ROSA DÍAZ', ['103']],
        ]),
      );
      await hall.register(['101', '102', '103']);
      const read = async () => (await app.call(getSnapshot, { params: { jointId }, query: {} }, as())).body;
      expect((await read()).quorum.reached).toBe(true);
      const conceptId = await hall.ask({
        conceptDescription: '¿Mascotas?',
        rule: 'perUnit',
        wentOn: ['identitiesUnsure'],
      });
      const votes = ['101', '102', '103'].map((apartmentId, at) => ({ apartmentId, voteId: at < 2 ? 1 : 2 }));
      await hall.cast(conceptId, votes);
      await hall.close(conceptId);
      const { concepts } = await read();
      expect(concepts.find((one) => one.conceptId === conceptId)?.outcome).toMatchObject({
        status: 'approved',
        base: { apartments: 3 },
      });
    },
  );

  it('a text for an unknown owner makes no owner of several units', { tags: 'slow' }, async () => {
    const unknown = ['N.N.;', 'PENDIENTE POR DEFINIR;pendiente', 'En trámite;'];
    const { jointId, hall } = await evening(unknown);
    await app.call(changeJoint, { params: { jointId }, body: { votePer: 'owner' } }, as());
    await hall.register(['101', '102', '103']);
    for (const apartmentId of ['101', '102', '103']) {
      const body = { owner: 'PENDIENTE', reason: 'Escritura en trámite' };
      const corrected = await app.call(correctRoll, { params: { jointId, apartmentId }, body }, as());
      expect(corrected.status).toBe(200);
    }
    const read = async () => (await app.call(getSnapshot, { params: { jointId }, query: {} }, as())).body;
    expect((await read()).quorum).toMatchObject({ reached: true });
    const conceptId = await hall.ask({ conceptDescription: '¿Mascotas?', rule: 'perUnit' });
    await hall.cast(
      conceptId,
      ['101', '102', '103'].map((apartmentId) => ({ apartmentId, voteId: 1 })),
    );
    await hall.close(conceptId);
    const { concepts } = await read();
    expect(concepts.find((one) => one.conceptId === conceptId)?.outcome).toMatchObject({
      status: 'approved',
    });
    const { body } = await app.call(listIdentities, { params: { jointId } }, as());
    expect(body.map(({ kind, units }) => [kind, units.length])).toEqual([['nameless', 3]]);
  });

  it('units with only similar names are asked about', async () => {
    const { jointId } = await evening(written.orders);
    const { body } = await app.call(listIdentities, { params: { jointId } }, as());
    const documentQuestions = body.filter(({ kind }) => kind === 'documents');
    expect(documentQuestions.map(({ units }) => units.map(({ apartmentId }) => apartmentId))).toEqual([
      ['101', '102', '103'],
    ]);
  });

  it('a doubtful owner is asked about before the opening, and the answer counts', async () => {
    const { jointId, hall } = await evening(written.unsure);
    const listed = async () => (await app.call(listIdentities, { params: { jointId } }, as())).body;
    const [question, ...others] = await listed();
    expect([question?.kind, question?.answer, others]).toEqual(['documents', null, []]);
    expect(question?.units.map(({ apartmentId }) => apartmentId)).toEqual(['101', '102', '103']);
    const answer = (name: string) => {
      const body = { question: name, answer: 'different' as const };
      return app.call(answerIdentity, { params: { jointId }, body }, as());
    };
    expectRefused(await answer('documents:OTRO'), 'identityUnknown');
    expect((await answer(question?.question ?? '')).body[0]?.answer).toBe('different');
    expect((await listed())[0]?.answer).toBe('different');
    await hall.register(['101', '102', '103']);
    const { body } = await app.call(getSnapshot, { params: { jointId }, query: {} }, as());
    expect(body.quorum.reached).toBe(true);
    expectRefused(await answer(question?.question ?? ''), 'identitiesSettled');
  });
});
