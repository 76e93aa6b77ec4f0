import { afterAll, beforeAll, expect, it } from 'vitest';
import { Profile } from '../../shared/profiles.ts';
import { createJoint, getJoint, listJoints, type NewJoint } from '../../shared/properties/joints.api.ts';
import { addUser, staffToken, tokenOf } from '../accounts/people.fixture.ts';
import { describeOnBothEngines, type TestApp } from '../testing/app.ts';

describeOnBothEngines('joints', (make) => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await make();
    token = await staffToken(app);
  });
  afterAll(() => app.close());

  const create = (body: NewJoint) => app.call(createJoint, { body }, { token });

  it('creates a joint with an assembly in preparation, and its first entry in the trail', async () => {
    const { status, body } = await create({ jointName: 'Árbol del Pan' });
    expect(status).toBe(201);
    expect(body).toEqual({
      jointId: body.jointId,
      jointName: 'Árbol del Pan',
      isSectorial: false,
      sectors: [],
      apartments: 0,
      coefficient: 0,
      assembly: expect.objectContaining({ kind: 'ordinary', call: 1, openedAt: null, closedAt: null }),
      perUnitKinds: ['vivienda'],
      proxyLimit: null,
      zoomMeeting: null,
    });
    const entry = await app.store.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('chain', '=', `joint:${body.jointId}`)
      .executeTakeFirstOrThrow();
    expect([entry.seq, entry.actor, entry.act]).toEqual([1, 'user:1', 'jointCreated']);
  });

  it('creates sectors inside of a joint, in its assembly and out of billing', async () => {
    const { body } = await create({
      jointName: 'Mixto',
      sectors: [{ sectorName: 'Vivienda' }, { sectorName: 'Comercio' }],
    });
    expect(body.isSectorial).toBe(true);
    expect(body.sectors.map((sector) => sector.sectorName)).toEqual(['Vivienda', 'Comercio']);
    const sectorId = body.sectors[1]?.sectorId ?? 0;
    const sector = (await app.call(getJoint, { params: { jointId: sectorId } }, { token })).body;
    expect(sector).toMatchObject({ jointName: 'Comercio', isSectorial: false, assembly: body.assembly });
    const rows = await app.store.db
      .selectFrom('joint')
      .select(['joint_id', 'uses_billing'])
      .where('parent_joint_id', '=', body.jointId)
      .execute();
    expect(rows.map((row) => row.uses_billing)).toEqual([0, 0]);
  });

  it('lists joints by name as people order them, without sectors of their own', async () => {
    await create({ jointName: 'Zafiro' });
    await create({ jointName: 'edificio 10' });
    await create({ jointName: 'Edificio 9' });
    const { body } = await app.call(listJoints, {}, { token });
    expect(body.map((joint) => joint.jointName)).toEqual([
      'Árbol del Pan',
      'Edificio 9',
      'edificio 10',
      'Mixto',
      'Zafiro',
    ]);
  });

  it('refuses names of nothing or with control characters', async () => {
    for (const jointName of ['', '   ', 'con\u0000nul', 'dos\nlíneas', 'x'.repeat(201)]) {
      expect((await create({ jointName })).status).toBe(400);
    }
  });

  it('shows the video meeting to whoever takes part', async () => {
    const { jointId } = (await create({ jointName: 'Virtual' })).body;
    await app.store.db
      .updateTable('assembly')
      .set({ zoom_id: '123 456', zoom_password: null })
      .where('joint_id', '=', jointId)
      .execute();
    await addUser(app.store.db, 'asistente', Profile.owner, { assemblyJoints: [jointId] });
    const own = { token: await tokenOf(app, 'asistente') };
    const { body } = await app.call(getJoint, { params: { jointId } }, own);
    expect(body.zoomMeeting).toEqual({ zoomId: '123 456', zoomPassword: '' });
  });
});
