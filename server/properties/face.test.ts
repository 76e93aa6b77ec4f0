import { beforeAll, expect, it } from 'vitest';
import { Profile } from '../../shared/profiles.ts';
import { changeFace, getFace, removeCrest, setCrest } from '../../shared/properties/face.api.ts';
import { createJoint } from '../../shared/properties/joints.api.ts';
import { addUser, staffToken, tokenOf } from '../accounts/users/people.fixture.ts';
import { pngOf } from '../platform/http/images/image.fixture.ts';
import { appForSuite, describeOnOneEngine } from '../testing/app.ts';
import { expectRefused } from '../testing/store-asserts.ts';
import { upload } from '../testing/upload.ts';

describeOnOneEngine('the face of a joint', (make) => {
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
  const read = async (id = jointId) => (await app.call(getFace, { params: { jointId: id } }, { token })).body;
  const help = { phone: null, administrator: null };
  const paint = (colour: string | null, as = token) =>
    app.call(changeFace, { params: { jointId }, body: { colour } }, { token: as });
  const crest = (content: Uint8Array) =>
    upload(app, setCrest, { params: { jointId } }, { name: 'escudo.png', content }, token);
  const png = (side: number) =>
    pngOf({ width: side, colour: 0, rows: Array.from({ length: side }, () => Array<number>(side).fill(90)) });

  it('staff give a colour and a crest to a joint and the sectors, with audit entries', async () => {
    expect(await read()).toEqual({ colour: null, ground: '#0b5563', ink: '#ffffff', crest: null, help });
    expect((await paint('#7A2A5A')).body).toEqual({
      colour: '#7a2a5a',
      ground: '#7a2a5a',
      ink: '#ffffff',
      crest: null,
      help,
    });
    const crested = await crest(png(8));
    expect(crested.status).toBe(201);
    expect(crested.body.crest).toMatch(/^data:image\/png;base64,/);
    expect(await read(sectorId)).toEqual(crested.body);
    expect((await app.call(removeCrest, { params: { jointId } }, { token })).status).toBe(204);
    expect(await read()).toEqual({ colour: '#7a2a5a', ground: '#7a2a5a', ink: '#ffffff', crest: null, help });
    const entries = await app.store.db
      .selectFrom('audit_entry')
      .select('data')
      .where('chain', '=', `joint:${jointId}`)
      .where('act', '=', 'faceChanged')
      .orderBy('seq')
      .execute();
    expect(entries.map(({ data }) => JSON.parse(data))).toEqual([
      expect.objectContaining({
        jointId,
        colour: '#7a2a5a',
        crest: null,
        before: { colour: null, crest: null },
      }),
      expect.objectContaining({
        crest: expect.stringMatching(/^[0-9a-f]{64}$/),
        before: { colour: '#7a2a5a', crest: null },
      }),
      expect.objectContaining({ crest: null }),
    ]);
  });

  it('a wrong colour, another file type and a large crest are refused and change nothing', async () => {
    const before = await read();
    for (const colour of ['rojo', '#12345', '#1234567', 'url(#x)'])
      expect((await paint(colour)).status).toBe(400);
    expectRefused(await crest(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'logoInvalid');
    expectRefused(await crest(png(257)), 'crestTooLarge');
    expectRefused(await crest(Buffer.concat([png(8), Buffer.alloc(41 * 1024)])), 'crestTooLarge');
    expect(await read()).toEqual(before);
  });

  it('only staff change the face', async () => {
    const username = `operador${jointId}`;
    await addUser(app.store.db, username, Profile.operator, { assemblyJoints: [jointId] });
    expect((await paint('#112233', await tokenOf(app, username))).status).toBe(403);
  });
});
