import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { readLinkedFile, readOwnerLink } from '../../../shared/assemblies/signed-acta/owner-link.api.ts';
import {
  getActaFile,
  keepActaFile,
  listSignedActas,
  publishSignedActa,
} from '../../../shared/assemblies/signed-acta/signed-acta.api.ts';
import { defined } from '../../../shared/defined.ts';
import { utf8 } from '../../../shared/evidence/bytes.ts';
import { expedienteReport, listHeads } from '../../../shared/evidence/evidence.api.ts';
import { verifyAudit } from '../../audit/verify.ts';
import { zipOf } from '../../platform/lib/zip.ts';
import { dueMail } from '../../platform/mail/outbox.repository.ts';
import { JointDirectory } from '../../properties/index.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { upload } from '../../testing/upload.ts';
import { hasPython, inPython, openVerifier } from '../evidence/expediente.fixture.ts';
import { closeAssembly } from '../mail/summary.fixture.ts';
import { actaWriter } from './acta-writer.ts';

const PDF = Buffer.from('%PDF-1.7\n%acta con firmas\n%%EOF\n');
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

describeOnOneEngine('the signed acta', (make) => {
  const app = appForSuite(make);
  let evening: AssemblyFixture;
  const tmp = mkdtempSync(join(tmpdir(), 'scaf-acta-'));
  beforeEach(async () => {
    evening = await holdAssembly(app, {
      units: unitsOf('101;40;ANA', '102;35;LUIS', '103;25;EVA'),
    });
    await evening.register(['101', '102']);
  });
  afterAll(async () => {
    rmSync(tmp, { recursive: true, force: true });
  });

  const params = () => ({ jointId: evening.jointId });
  const by = (token = evening.operator) => ({ token });
  const keep = (content: Buffer, name = 'Acta.pdf', token = evening.operator) =>
    upload(app, keepActaFile, { params: params(), query: {} }, { name, content }, token);
  const publish = (fileIds: number[], reason?: string, place = 'Oficina de la torre 1') => {
    const body = { fileIds, place, ...defined({ reason }) };
    return app.call(publishSignedActa, { params: params(), query: {}, body }, by());
  };
  const list = async (token = evening.operator) =>
    (await app.call(listSignedActas, { params: params() }, by(token))).body;
  const fetched = (fileId: number, token: string) =>
    app.call(getActaFile, { params: { ...params(), fileId } }, by(token));
  const mailOf = (jointId: number) =>
    app.store.db
      .selectFrom('mail_message')
      .select(['to_address', 'message_id'])
      .where('kind', '=', 'signedActa')
      .where('joint_id', '=', jointId)
      .orderBy('message_id')
      .execute();
  const addresses = async () => {
    const emails = (address: string) => ({ owner_emails: JSON.stringify([address]) });
    for (const [unit, address] of [
      ['101', 'ana@ejemplo.co'],
      ['102', 'luis@ejemplo.co'],
    ] as const) {
      await app.store.db
        .updateTable('ownership')
        .set(emails(address))
        .where('joint_id', '=', evening.jointId)
        .where('apartment_id', '=', unit)
        .execute();
    }
  };

  it('an ended assembly stores each uploaded file once, byte for byte', async () => {
    expectRefused(await keep(PDF), 'assemblyNotClosed');
    await closeAssembly(app, evening);
    expectRefused(await keep(Buffer.from('<html>'), 'Acta.pdf'), 'actaFileInvalid');
    expectRefused(await keep(Buffer.alloc(0)), 'actaFileInvalid');
    const uploaded = await keep(PDF, '../Acta firmada.pdf');
    expect([uploaded.status, uploaded.body]).toMatchObject([
      201,
      {
        mediaType: 'application/pdf',
        fileName: 'Acta firmada.pdf',
        size: PDF.length,
        sha256: createHash('sha256').update(PDF).digest('hex'),
      },
    ]);
    expect((await keep(PDF, 'otro.pdf')).body).toEqual(uploaded.body);
    expect(await list()).toMatchObject([
      { publications: [], unpublished: [{ fileName: 'Acta firmada.pdf' }] },
    ]);
    for (let i = 1; i < 40; i++) await keep(Buffer.concat([PNG, Buffer.from([i])]), 'hoja.png');
    expectRefused(await keep(PNG, 'una más.png'), 'actaFilesFull');
  });

  it('a publication gives the acta to the owners, with a mail to each address', async () => {
    const ana = await evening.owner(`ana${evening.jointId}`, ['101']);
    await addresses();
    await closeAssembly(app, evening);
    const { fileId } = (await keep(PDF)).body;
    expect(await list(ana.token)).toEqual([]);
    expectRefused(await fetched(fileId, ana.token), 'actaFileNotFound');
    expectRefused(await publish([fileId, 999_999]), 'actaFileNotFound');
    expectRefused(await publish([fileId], undefined, ' '), 'badRequest');
    expect((await publish([fileId])).status).toBe(200);
    expect((await publish([fileId])).body.publications).toHaveLength(1);

    const [acta] = await list(ana.token);
    expect(acta).toMatchObject({ publications: [{ reason: null, files: [{ fileId }] }], unpublished: [] });
    const answer = await app.app.inject({
      url: `/SCAF/api/joints/${evening.jointId}/signedactafiles/${fileId}`,
      headers: { authorization: `Bearer ${ana.token}` },
    });
    expect(answer.rawPayload.equals(PDF)).toBe(true);

    const queued = await mailOf(evening.jointId);
    expect(queued.map(({ to_address }) => to_address)).toEqual(['ana@ejemplo.co', 'luis@ejemplo.co']);
    const due = await dueMail(app.store.db, Date.now() + 1000, { first: ['signedActa'], limit: 50 });
    const message = due.find(({ id }) => id === queued[0]?.message_id);
    const writer = actaWriter({
      db: app.store.db,
      directory: new JointDirectory(app.store.db),
      helpPhone: '601 555 0134',
      publicUrl: 'https://scaf.ejemplo.co',
    });
    const prepared = message && (await writer(message));
    if (typeof prepared !== 'object') throw new Error('The writer prepared no mail.');
    const written = await prepared.compose();
    // A secret link for owners without a user; hash and head are attached.
    const token = /https:\/\/scaf\.ejemplo\.co\/Asamblea#(\S+)/.exec(written.text)?.[1] ?? '';
    expect(token.length).toBeGreaterThanOrEqual(40);
    // Each owner is told the place of the complete copy (the specification, section 18, rule 17).
    expect(written.text).toContain('Una copia completa está en: Oficina de la torre 1.');
    expect(written.text).not.toContain('Entre con su usuario');
    const attached = new Map(
      written.attachments?.map(({ filename, content }) => [filename, content.toString('utf8')]),
    );
    expect(attached.get('huellas.txt')).toContain(createHash('sha256').update(PDF).digest('hex'));
    const open = (body = { token }) => app.call(readOwnerLink, { body }, { token: '' });
    expectRefused(await open(), 'ownerLinkNotFound');
    await app.store.db.transaction().execute(async (trx) => prepared.onLeased?.(trx, Date.now()));
    const linked = (await open()).body;
    expect(linked).toMatchObject({
      jointId: evening.jointId,
      verdicts: [],
      acta: { place: 'Oficina de la torre 1', files: [{ fileId }] },
    });
    const taken = await app.call(readLinkedFile, { params: { fileId }, body: { token } }, { token: '' });
    expect(Buffer.from(taken.body.bytes).equals(PDF)).toBe(true);
    const another = await app.call(
      readLinkedFile,
      { params: { fileId: 999_999 }, body: { token } },
      { token: '' },
    );
    expectRefused(another, 'actaFileNotFound');
    expectRefused(await open({ token: `${token}x` }), 'ownerLinkNotFound');
    const stored = JSON.stringify(await app.store.db.selectFrom('owner_link').selectAll().execute());
    expect(stored).not.toContain(token);
    await prepared.onStayed?.(app.store.db);
    expectRefused(await open(), 'ownerLinkNotFound');
    const { heads } = (await app.call(listHeads, { params: params() }, by())).body;
    expect(heads.at(-1)?.moment).toBe('acta');
    expect(attached.get('cabeza.txt')).toBe(heads.at(-1)?.note);
  });

  it('a new publication needs a reason, and the former stays', async () => {
    const ana = await evening.owner(`ana${evening.jointId}`, ['101']);
    await closeAssembly(app, evening);
    const first = (await keep(PDF)).body.fileId;
    const second = (await keep(PNG, 'hoja.png')).body.fileId;
    await publish([first]);
    expectRefused(await publish([second, first]), 'actaNeedsReason');
    expectRefused(await publish([first], undefined, 'Portería'), 'actaNeedsReason');
    await publish([second, first], 'Faltaba la primera hoja.');
    const [acta] = await list(ana.token);
    expect(
      acta?.publications.map(({ reason, files }) => [reason, files.map(({ fileId }) => fileId)]),
    ).toEqual([
      [null, [first]],
      ['Faltaba la primera hoja.', [second, first]],
    ]);
    const elsewhere = await holdAssembly(app, { units: [['101', 100, 'ANA']] });
    const foreign = { params: { jointId: elsewhere.jointId, fileId: first } };
    expectRefused(await app.call(getActaFile, foreign, by(elsewhere.operator)), 'actaFileNotFound');
  });

  it('a head binds the acta; both verifiers and the trail name a changed file', {
    tags: 'slow',
  }, async () => {
    await closeAssembly(app, evening);
    const { fileId } = (await keep(PDF)).body;
    const { heads } = (await app.call(listHeads, { params: params() }, by())).body;
    const ofTheEnd = heads.at(-1)?.note ?? '';
    await publish([fileId]);
    const page = openVerifier();
    let cases = 0;
    const verdicts = async (files: Map<string, Uint8Array>, outside: string) => {
      const found = [...page.checkCase(files, outside)].map((fault) => [...fault]);
      const path = join(tmp, `${evening.jointId}-${cases++}.zip`);
      writeFileSync(path, await zipOf(files));
      if (hasPython) expect(inPython(tmp, [{ path, outside }])).toEqual([found]);
      return found;
    };
    const expediente = async () => {
      const made = await app.call(expedienteReport, { params: params(), query: {} }, by());
      return page.unzip(new Uint8Array(made.body.bytes));
    };
    const path = `acta-firmada/${fileId}.pdf`;
    const files = await expediente();
    expect(Buffer.from(files.get(path) ?? '').equals(PDF)).toBe(true);
    expect(await verdicts(files, ofTheEnd)).toEqual([]);
    expect(await verdicts(new Map(files).set(path, utf8('otra')), ofTheEnd)).toEqual([
      ['archivo', path],
      ['firmada', path],
    ]);

    const other = Buffer.from('%PDF-1.7 otra acta');
    await app.store.db
      .updateTable('assembly_file')
      .set({ bytes: other })
      .where('file_id', '=', fileId)
      .execute();
    expect(await verdicts(await expediente(), ofTheEnd)).toEqual([['firmada', path]]);
    const { findings } = await verifyAudit(app.store.db);
    expect(findings.map(({ what }) => what)).toEqual([
      expect.stringContaining('El archivo «Acta.pdf» del acta firmada'),
    ]);
    await app.store.db
      .updateTable('assembly_file')
      .set({ bytes: PDF })
      .where('file_id', '=', fileId)
      .execute();
  });
});
