import { beforeAll, expect, it } from 'vitest';
import { listUserBillingJoints, ME } from '../../shared/accounts/users.api.ts';
import { discardDraft, sendDraft } from '../../shared/billing/drafts.api.ts';
import { addPayment } from '../../shared/billing/payments.api.ts';
import { Profile } from '../../shared/profiles.ts';
import {
  changeJoint,
  createJoint,
  getJoint,
  type JointChanges,
  listJoints,
  type NewJoint,
} from '../../shared/properties/joints.api.ts';
import { addUser, staffToken, tokenOf } from '../accounts/users/people.fixture.ts';
import { appForSuite, describeOnOneEngine } from '../testing/app.ts';
import { upload } from '../testing/upload.ts';

describeOnOneEngine('joints', (make) => {
  const app = appForSuite(make);
  let token: string;
  beforeAll(async () => {
    token = await staffToken(app);
  });

  const create = (body: NewJoint) => app.call(createJoint, { body }, { token });
  const change = (jointId: number, body: JointChanges) =>
    app.call(changeJoint, { params: { jointId }, body }, { token });

  it('creates a joint with an assembly in preparation and a first entry in the trail', async () => {
    const { status, body } = await create({ jointName: 'Árbol del Pan' });
    expect(status).toBe(201);
    expect(body).toEqual({
      jointId: body.jointId,
      jointName: 'Árbol del Pan',
      parentId: null,
      isSectorial: false,
      sectors: [],
      apartments: 0,
      coefficient: 0,
      usesAssemblies: true,
      usesBilling: true,
      assembly: expect.objectContaining({ kind: 'ordinary', call: 1, openedAt: null, closedAt: null }),
      perUnitKinds: ['vivienda'],
      turnMinutes: 2,
      helpPhone: null,
      proxyLimit: null,
      votePer: 'unit',
      byLaws: { secondCall: null, budgetYearEnd: 12 },
      majorities: {},
      fiscalAuditor: null,
      zoomMeeting: null,
    });
    const entry = await app.store.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('chain', '=', `joint:${body.jointId}`)
      .executeTakeFirstOrThrow();
    expect([entry.seq, entry.actor, entry.act]).toEqual([1, 'user:1', 'jointCreated']);
  });

  it("creates sectors in the joint's assembly and without billing", async () => {
    const { body } = await create({
      jointName: 'Mixto',
      sectors: [{ sectorName: 'Vivienda' }, { sectorName: 'Comercio' }],
    });
    expect(body.isSectorial).toBe(true);
    expect(body.sectors.map((sector) => sector.sectorName)).toEqual(['Vivienda', 'Comercio']);
    const sectorId = body.sectors[1]?.sectorId ?? 0;
    const sector = (await app.call(getJoint, { params: { jointId: sectorId } }, { token })).body;
    expect(sector).toMatchObject({
      jointName: 'Comercio',
      parentId: body.jointId,
      isSectorial: false,
      assembly: body.assembly,
    });
    const rows = await app.store.db
      .selectFrom('joint')
      .select(['joint_id', 'uses_billing'])
      .where('parent_joint_id', '=', body.jointId)
      .execute();
    expect(rows.map((row) => row.uses_billing)).toEqual([0, 0]);
  });

  it('lists joints in Spanish name order, without sectors', async () => {
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

  it('refuses empty names and control characters', async () => {
    for (const jointName of ['', '   ', 'con\u0000nul', 'dos\nlíneas', 'x'.repeat(201)]) {
      expect((await create({ jointName })).status).toBe(400);
    }
  });

  it('shows the video meeting to participants', async () => {
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

  it('enables a service later, visible at once, without other changes', async () => {
    const { jointId, sectors } = (
      await create({
        jointName: 'Sin servicios',
        usesAssemblies: false,
        usesBilling: false,
        sectors: [{ sectorName: 'Torre 1' }],
      })
    ).body;
    const billed = async () =>
      (await app.call(listUserBillingJoints, { params: { userId: ME } }, { token })).body.some(
        ({ joint }) => joint.jointId === jointId,
      );
    expect(await billed()).toBe(false);
    const on = await change(jointId, { usesBilling: true });
    expect([on.status, on.body.usesBilling, on.body.usesAssemblies]).toEqual([200, true, false]);
    expect(await billed()).toBe(true);
    await change(jointId, { usesAssemblies: true });
    const sectorId = sectors[0]?.sectorId ?? 0;
    const sector = (await app.call(getJoint, { params: { jointId: sectorId } }, { token })).body;
    expect([sector.usesAssemblies, sector.usesBilling]).toEqual([true, false]);
    expect((await change(sectorId, { usesBilling: true })).error.code).toBe('sectorServices');
    expect((await app.call(getJoint, { params: { jointId: sectorId } }, { token })).body.usesBilling).toBe(
      false,
    );
    const entries = await app.store.db
      .selectFrom('audit_entry')
      .select('data')
      .where('chain', '=', `joint:${jointId}`)
      .where('act', '=', 'jointChanged')
      .orderBy('seq')
      .execute();
    expect(entries.map(({ data }) => JSON.parse(data))).toMatchObject([
      { jointId, usesBilling: true, before: { usesAssemblies: false, usesBilling: false } },
      { jointId, usesAssemblies: true, before: { usesAssemblies: false, usesBilling: true } },
    ]);
  });

  it('disables a service only if unused', async () => {
    const { jointId } = (await create({ jointName: 'Con libros' })).body;
    const file = { name: 'mayo.csv', content: 'Inmueble;Cuota\n101;1000\n' };
    const sent = await upload(app, sendDraft, { params: { jointId } }, file, token);
    const { draftId } = sent.body;
    const off = { usesBilling: false };
    expect((await change(jointId, off)).error.code).toBe('serviceInUse');
    await app.call(discardDraft, { params: { jointId, draftId } }, { token });
    expect((await change(jointId, off)).body.usesBilling).toBe(false);
    expect((await upload(app, sendDraft, { params: { jointId } }, file, token)).error.code).toBe(
      'billingOff',
    );

    // An unidentified payment is in the books too.
    await change(jointId, { usesBilling: true });
    const paid = await app.call(
      addPayment,
      { params: { jointId }, body: { apartmentId: null, amount: 1000, valueDate: '2026-05-01' } },
      { token },
    );
    expect(paid.status).toBe(201);
    expect((await change(jointId, off)).error.code).toBe('serviceInUse');

    expect((await change(jointId, { usesAssemblies: false })).body.usesAssemblies).toBe(false);
    await change(jointId, { usesAssemblies: true });
    await app.store.db
      .updateTable('assembly')
      .set({ opened_at: 1 })
      .where('joint_id', '=', jointId)
      .execute();
    expect((await change(jointId, { usesAssemblies: false })).status).toBe(409);
    const { body } = await app.call(getJoint, { params: { jointId } }, { token });
    expect([body.usesAssemblies, body.usesBilling]).toEqual([true, true]);
  });
});
