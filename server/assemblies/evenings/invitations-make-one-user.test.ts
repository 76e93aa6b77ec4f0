import { afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { signIn } from '../../../shared/accounts/auth.api.ts';
import { createUser, updateUser } from '../../../shared/accounts/users.api.ts';
import {
  listInvitations,
  printLetters,
  sendInvitations,
} from '../../../shared/assemblies/invitations.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { importApartments } from '../../../shared/properties/apartments.api.ts';
import { createJoint } from '../../../shared/properties/joints.api.ts';
import { readTexts } from '../../platform/audit/texts.repository.ts';
import { senderOn } from '../../platform/mail/mail.fixture.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { firstStaff } from '../../testing/assembly-fixture.ts';
import { partsOfLink, startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { endAssembly } from '../../testing/store-asserts.ts';
import { upload } from '../../testing/upload.ts';
import { PASSWORD } from '../../testing/world.ts';

const HEADER = 'Inmueble;Propietario;Documento;Correo;Coeficiente';

describeWithRaces('users made with the invitation', (make, { it, race }) => {
  const app = appForSuite(make, endAssembly);
  let staff: string;
  let server: TestMailServer;
  beforeAll(async () => {
    staff = await firstStaff(app);
  });
  beforeEach(async () => {
    server = await startMailServer();
  });
  afterEach(() => server.close());

  const as = () => ({ token: staff });
  async function jointOf(...rows: string[]): Promise<number> {
    const { jointId } = (await app.call(createJoint, { body: { jointName: 'De hoja' } }, as())).body;
    await load(jointId, ...rows);
    return jointId;
  }
  async function load(jointId: number, ...rows: string[]): Promise<void> {
    const file = { name: 'tabla.csv', content: [HEADER, ...rows].join('\n') };
    const input = { params: { jointId }, query: { commit: true } };
    expect((await upload(app, importApartments, input, file, staff)).status).toBe(200);
  }
  const listing = async (jointId: number) =>
    (await app.call(listInvitations, { params: { jointId } }, as())).body;
  const users = async (jointId: number) =>
    (await listing(jointId)).invitations.map(({ username, name, email, apartments }) => [
      ...[username, name, email],
      ...apartments,
    ]);
  const send = (
    jointId: number,
    body: { userIds?: string[]; apartmentIds?: string[]; again?: boolean } = {},
  ) => app.call(sendInvitations, { params: { jointId }, body }, as());
  const countUsers = async () =>
    (await app.store.db.selectFrom('user_account').select('user_id').execute()).length;

  race('repeated invitations make one user per person, and the mail lets the person in', async () => {
    const jointId = await jointOf(
      '101;Ana María Ruiz Gil;52.111.222;ana@hoja.co;20',
      '102;Luis Paz;;luis@hoja.co;20',
      '103;Eva Sol;;;20',
      'PARQ 1;Ana M. Ruiz;52111222;;10',
      'PARQ 2;L. Paz;;LUIS@hoja.co;10',
      '104;;;;20',
    );
    expect(await listing(jointId)).toMatchObject({
      invitations: [],
      ownerless: ['104'],
      withoutUser: [
        { name: 'Ana María Ruiz Gil', email: 'ana@hoja.co', apartments: ['101', 'PARQ 1'], obstacle: null },
        { name: 'Luis Paz', email: 'luis@hoja.co', apartments: ['102', 'PARQ 2'], obstacle: null },
        { name: 'Eva Sol', email: null, apartments: ['103'], obstacle: 'noEmail' },
      ],
    });
    const before = await countUsers();
    const replies = await Promise.all([send(jointId), send(jointId), send(jointId)]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(replies.reduce((sum, { body }) => sum + body.created, 0)).toBe(2);
    expect(replies.reduce((sum, { body }) => sum + body.queued, 0)).toBe(2);
    expect(await countUsers()).toBe(before + 2);
    expect(await users(jointId)).toEqual([
      ['ana.ruiz', 'Ana María Ruiz Gil', 'ana@hoja.co', '101', 'PARQ 1'],
      ['luis.paz', 'Luis Paz', 'luis@hoja.co', '102', 'PARQ 2'],
    ]);
    expect((await listing(jointId)).withoutUser.map(({ name }) => name)).toEqual(['Eva Sol']);
    const sender = senderOn(app, server.url);
    expect(await sender.run()).toEqual({ sent: 2, failed: 0, later: 0, dropped: 0 });
    await sender.stop();
    const mail = server.to('ana@hoja.co');
    const { username, token } = partsOfLink(mail.link);
    expect(username).toBe('ana.ruiz');
    expect((await app.call(signIn, { body: { username, password: token } })).status).toBe(200);
    const temporary = /Contraseña temporal: (\S+)/.exec(mail.text ?? '')?.[1] ?? '';
    expect((await app.call(signIn, { body: { username, password: temporary } })).status).toBe(200);
    expect((await app.call(signIn, { body: { username: 'luis.paz', password: '' } })).status).toBe(400);
    expect((await app.call(signIn, { body: { username: 'luis.paz', password: 'null' } })).status).toBe(401);
    // The trail of accounts has the persons without addresses.
    const trail = await app.store.db.selectFrom('audit_entry').select(['act', 'data']).execute();
    const joined = trail.filter(({ act }) => act === 'ownersJoined');
    expect(joined).toHaveLength(1);
    const texts = await readTexts(app.store.db, 'accounts');
    expect(texts.map(({ body }) => body)).toContain('ana.ruiz');
    expect(trail.filter(({ data }) => data.includes('@hoja.co') || data.includes('52111222'))).toEqual([]);
  });

  it('invitations find a person again: other joint, later sheet, user made by hand', async () => {
    const first = await jointOf('1;Berta Gil Roa;900.1;berta@otra.co;100');
    await send(first);
    const [invitation] = (await listing(first)).invitations;
    const byHand = await app.call(
      createUser,
      {
        body: {
          username: 'carlos.mano',
          name: 'Carlos Vía',
          password: PASSWORD,
          email: null,
          profileId: Profile.owner,
        },
      },
      as(),
    );
    const second = await jointOf(
      'A;Berta Gil;900-1;otra@otra.co;40',
      'B;Carlos Vía;;;30',
      'C;Carlos Via;77;;30',
    );
    const { userId } = byHand.body;
    const assemblyApartments = [{ jointId: second, apartmentId: 'B' }];
    await app.call(updateUser, { params: { userId }, body: { assemblyApartments } }, as());
    // The names differ. A person is already linked; the other person has another document.
    expect((await listing(second)).withoutUser).toMatchObject([
      { apartments: ['A'], username: 'berta.gil', email: 'berta@otra.co', obstacle: null },
      { apartments: ['C'], username: null, email: null, obstacle: 'noEmail' },
    ]);
    const sent = await send(second);
    expect(sent.body).toMatchObject({ queued: 1, created: 0 });
    expect((await listing(second)).invitations.map(({ userId: id }) => id)).toContain(invitation?.userId);
    // The same sheet with addresses: the invitation gives the table's address to the user made by hand.
    await load(
      second,
      'A;Berta Gil;900-1;otra@otra.co;40',
      'B;Carlos Vía;;carlos@otra.co;30',
      'C;Ada;77;;30',
    );
    const listed = (await listing(second)).invitations.find((one) => one.userId === userId);
    expect(listed).toMatchObject({ email: 'carlos@otra.co', mail: null });
    expect((await send(second, { userIds: [userId] })).body).toMatchObject({ queued: 1, created: 0 });
    expect(await users(second)).toContainEqual(['carlos.mano', 'Carlos Vía', 'carlos@otra.co', 'B']);
  });

  it('users with the same name get numbers; a disabled user stays disabled', async () => {
    const jointId = await jointOf(
      '1;Juan Mora;1;juan1@mora.co;25',
      '2;Juan Mora;2;juan2@mora.co;25',
      '3;Juan Mora;3;juan3@mora.co;25',
      '4;Ñandú;4;nandu@mora.co;25',
    );
    expect((await send(jointId)).body).toMatchObject({ created: 4, queued: 4 });
    expect((await users(jointId)).map(([username]) => username).sort()).toEqual([
      'juan.mora',
      'juan.mora2',
      'juan.mora3',
      'nandu',
    ]);
    const gone = (await listing(jointId)).invitations.find(({ username }) => username === 'nandu');
    await app.call(updateUser, { params: { userId: gone?.userId ?? '' }, body: { disabled: true } }, as());
    expect((await listing(jointId)).withoutUser).toMatchObject([
      { apartments: ['4'], username: 'nandu', obstacle: 'disabled' },
    ]);
    expect((await send(jointId, { apartmentIds: ['4'] })).body).toEqual({
      queued: 0,
      before: 0,
      withoutEmail: [],
      created: 0,
      leftOut: ['4'],
    });
    expect((await send(jointId)).body).toMatchObject({ queued: 0, before: 3, created: 0 });
  });

  it('named owners alone get users; a letter makes a user without an address', async () => {
    const jointId = await jointOf(
      '1;Inés Vega;;ines@vega.co;40',
      '2;Omar Ríos;;omar@vega.co;30',
      '3;Zoe;;;30',
    );
    expect((await send(jointId, { apartmentIds: ['2', '3'] })).body).toEqual({
      queued: 1,
      before: 0,
      withoutEmail: [],
      created: 1,
      leftOut: ['3'],
    });
    expect((await users(jointId)).map(([username]) => username)).toEqual(['omar.rios']);
    const letters = await app.app.inject({
      method: 'POST',
      url: `/SCAF/api${printLetters.path.replace(':jointId', String(jointId))}`,
      headers: { authorization: `Bearer ${staff}` },
      payload: { paper: 'letter' },
    });
    expect([letters.statusCode, letters.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(await users(jointId)).toEqual([
      ['omar.rios', 'Omar Ríos', 'omar@vega.co', '2'],
      ['zoe', 'Zoe', null, '3'],
    ]);
    expect((await listing(jointId)).withoutUser.map(({ name }) => name)).toEqual(['Inés Vega']);
  });
});
