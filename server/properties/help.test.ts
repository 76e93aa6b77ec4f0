import { beforeAll, expect, it } from 'vitest';
import { Profile } from '../../shared/profiles.ts';
import { getFace } from '../../shared/properties/face.api.ts';
import { changeJoint, createJoint } from '../../shared/properties/joints.api.ts';
import { addUser, staffToken, tokenOf } from '../accounts/users/people.fixture.ts';
import { appForSuite, describeOnOneEngine } from '../testing/app.ts';
import { expectRefused } from '../testing/store-asserts.ts';
import { readHelp, readHelpSentence } from './help.ts';

describeOnOneEngine('the help for the owners of a joint', (make) => {
  const app = appForSuite(make);
  let token: string;
  let jointId: number;
  let sectorId: number;
  beforeAll(async () => {
    token = await staffToken(app);
    const body = { jointName: 'Samanes', sectors: [{ sectorName: 'Torre 1' }] };
    const joint = (await app.call(createJoint, { body }, { token })).body;
    jointId = joint.jointId;
    sectorId = joint.sectors[0]?.sectorId ?? 0;
  });
  const set = (helpPhone: string | null, as = token) =>
    app.call(changeJoint, { params: { jointId }, body: { helpPhone } }, { token: as });
  const shown = async () => (await app.call(getFace, { params: { jointId: sectorId } }, { token })).body.help;
  const sentence = (installationPhone: string | null) =>
    readHelpSentence(app.store.db, jointId, installationPhone);

  it('the help is the phone of the installation, else the name of an administrator', async () => {
    expect(await sentence(null)).toBeNull();
    await addUser(app.store.db, 'marta.diaz', Profile.admin, { billingJoints: [jointId] });
    const { name } = await app.store.db
      .selectFrom('user_account')
      .select('name')
      .where('username', '=', 'marta.diaz')
      .executeTakeFirstOrThrow();
    expect(await sentence(null)).toBe(`¿Necesita ayuda? Pregunte en la administración: ${name}.`);
    expect(await shown()).toEqual({ phone: null, administrator: name });
    expect(await sentence('601 555 0134')).toBe('¿Necesita ayuda? Llame al 601 555 0134.');
  });

  it("the joint's phone comes first, also in sectors, with an audit entry", async () => {
    const stored = await set(' 310 555 0199 ');
    expect(stored.body.helpPhone).toBe('310 555 0199');
    expect(await shown()).toEqual({ phone: '310 555 0199', administrator: null });
    expect(await sentence('601 555 0134')).toBe('¿Necesita ayuda? Llame al 310 555 0199.');
    const { data } = await app.store.db
      .selectFrom('audit_entry')
      .select('data')
      .where('chain', '=', `joint:${jointId}`)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(data)).toMatchObject({ jointId, helpPhone: '310 555 0199', before: null });
  });

  it('the phone is stored without a label', async () => {
    expect((await set('Tel. (601) 234 5678 ext: 12')).body.helpPhone).toBe('(601) 234 5678 ext: 12');
  });

  it('a text other than a phone, and another profile, are refused', async () => {
    await set('310 555 0199');
    for (const text of ['no tiene', 'llame a Ana', '12345', '3105550199 / 3105550198', 'ana@correo.co'])
      expectRefused(await set(text), 'helpPhoneInvalid');
    await addUser(app.store.db, `operador${jointId}`, Profile.operator, { assemblyJoints: [jointId] });
    expect((await set('601 555 0134', await tokenOf(app, `operador${jointId}`))).status).toBe(403);
    expect((await readHelp(app.store.db, jointId, null)).phone).toBe('310 555 0199');
    expect((await set(null)).body.helpPhone).toBeNull();
  });
});
