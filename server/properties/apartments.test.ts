import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect } from 'vitest';
import type { ErrorReply } from '../../shared/errors.ts';
import { Profile } from '../../shared/profiles.ts';
import {
  type ImportReport,
  importApartments,
  listApartments,
  listBillingApartments,
} from '../../shared/properties/apartments.api.ts';
import { createJoint } from '../../shared/properties/joints.api.ts';
import { longOnly } from '../../shared/testing/rounds.ts';
import { addUser, staffToken, tokenOf } from '../accounts/users/people.fixture.ts';
import { appForSuite, describeWithRaces, urlOf } from '../testing/app.ts';

const BOUNDARY = 'limite-de-la-prueba';

/** Returns a form body (multipart) with one file, as a browser sends. */
function multipart(fileName: string, content: string | Buffer): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

const table = (...rows: string[]) => ['Inmueble;Propietario;Documento;Coeficiente', ...rows].join('\n');

describeWithRaces('the table of units', (make, { it, race }) => {
  const app = appForSuite(make);
  let token: string;
  beforeAll(async () => {
    token = await staffToken(app);
  });

  const newJoint = async (sectors: string[] = []) => {
    const body = { jointName: 'De prueba', sectors: sectors.map((sectorName) => ({ sectorName })) };
    return (await app.call(createJoint, { body }, { token })).body;
  };
  const upload = async (
    jointId: number,
    content: string | Buffer,
    commit: boolean,
    fileName = 'tabla.csv',
  ) => {
    const response = await app.app.inject({
      method: 'POST',
      url: urlOf(importApartments.path, { jointId }, commit ? { commit } : {}),
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      },
      payload: multipart(fileName, content),
    });
    const body: unknown = response.json();
    return { status: response.statusCode, report: body as ImportReport, error: body as ErrorReply };
  };
  const units = async (jointId: number) =>
    (await app.call(listApartments, { params: { jointId } }, { token })).body;
  const roll = async (jointId: number) =>
    app.store.db
      .selectFrom('roll_unit')
      .select(['apartment_id', 'owner_name', 'coefficient'])
      .where('joint_id', '=', jointId)
      .orderBy('position')
      .execute();
  const revision = async (jointId: number) => {
    const row = app.store.db.selectFrom('joint_revision').select('revision').where('joint_id', '=', jointId);
    return (await row.executeTakeFirstOrThrow()).revision;
  };

  it('a preview stores no rows; the import stores every row and the roll', async () => {
    const { jointId } = await newJoint();
    const file = table('101;Ana Ruiz;52.111;60,25', 'PARQ 18 - 19;Berta Gil;;39,7475');
    const preview = await upload(jointId, file, false);
    expect(preview.status).toBe(200);
    expect(preview.report).toMatchObject({ committed: false, sum: 99.9975, distance: -0.0025, missing: [] });
    expect(await units(jointId)).toEqual([]);
    expect(await revision(jointId)).toBe(0);

    const commit = await upload(jointId, file, true);
    expect(commit.report).toEqual({ ...preview.report, committed: true });
    const row = { jointId, kind: 'vivienda', mainApartmentId: null };
    expect(await units(jointId)).toMatchObject([
      { ...row, apartmentId: '101', owner: 'Ana Ruiz', coefficient: 60.25 },
      { jointId, apartmentId: 'PARQ 18 - 19', owner: 'Berta Gil', ownerDocument: null, coefficient: 39.7475 },
    ]);
    expect(await roll(jointId)).toEqual([
      { apartment_id: '101', owner_name: 'Ana Ruiz', coefficient: 60_250_000_000 },
      { apartment_id: 'PARQ 18 - 19', owner_name: 'Berta Gil', coefficient: 39_747_500_000 },
    ]);
    expect(await revision(jointId)).toBe(1);
    const entry = await app.store.db
      .selectFrom('audit_entry')
      .select(['act', 'data'])
      .where('chain', '=', `joint:${jointId}`)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry.act).toBe('unitsImported');
    expect(JSON.parse(entry.data)).toMatchObject({
      jointId,
      units: 2,
      sum: 99_997_500_000,
      fileName: 'tabla.csv',
    });
  });

  it('stores contacts of owners, changes nothing on a second import, hides them from the trail', async () => {
    const { jointId } = await newJoint();
    const sheet = [
      'Inmueble;Propietario;Documento;Correo;Celular;Coeficiente',
      '101;Ana Ruiz;52.111;ana@correo.co; 300 123 4567;50',
      '102;Berta Gil;;berta@correo.co / casa@correo.co;;50',
    ].join('\n');
    const contacts = async () => (await units(jointId)).map(({ emails, phones }) => [emails, phones]);
    const owned = () =>
      app.store.db.selectFrom('ownership').selectAll().where('joint_id', '=', jointId).execute();
    const contactLists = [
      [['ana@correo.co'], ['300 123 4567']],
      [['berta@correo.co', 'casa@correo.co'], []],
    ];
    const preview = await upload(jointId, sheet, false);
    expect(preview.report.rows.map(({ emails, phones }) => [emails, phones])).toEqual(contactLists);
    await upload(jointId, sheet, true);
    expect(await contacts()).toEqual(contactLists);
    const before = await owned();
    const again = await upload(jointId, sheet, true);
    const changes = { added: [], renamed: [], coefficients: [], owners: [] };
    expect(again.report).toEqual({ ...preview.report, committed: true, changes });
    expect(await owned()).toEqual(before);
    // A table without contact columns keeps contacts; a new owner starts without contacts.
    await upload(jointId, table('101;Ana Ruiz;52.111;50', '102;Carlos Paz;;50'), true);
    expect(await contacts()).toEqual([contactLists[0], [[], []]]);
    const trail = await app.store.db.selectFrom('audit_entry').select('data').execute();
    expect(trail.filter(({ data }) => data.includes('@correo.co') || data.includes('4567'))).toEqual([]);
    await addUser(app.store.db, 'mesa', Profile.operator);
    const mayNot = { token: await tokenOf(app, 'mesa') };
    expect((await app.call(listApartments, { params: { jointId } }, mayNot)).status).toBe(403);
  });

  it('a file with an error is not stored, and the error is located', async () => {
    const { jointId } = await newJoint();
    await upload(jointId, table('1;Ana;;100'), true);
    const bad = table('1;Berta;;50', '2;Carlos;;cincuenta', '2;Dora;;10');
    const { status, error } = await upload(jointId, bad, true);
    expect([status, error.code]).toEqual([422, 'importHasProblems']);
    const report = error.details as ImportReport;
    expect(report.committed).toBe(false);
    expect(report.problems.filter((problem) => problem.severity === 'error')).toEqual([
      expect.objectContaining({ row: 3, column: 'Coeficiente' }),
      expect.objectContaining({ row: 4, column: 'Inmueble', code: 'unitRepeated' }),
    ]);
    expect(await units(jointId)).toMatchObject([{ apartmentId: '1', owner: 'Ana', coefficient: 100 }]);
    expect((await upload(jointId, table(), true)).error.code).toBe('importHasProblems');
    expect((await units(jointId)).length).toBe(1);
  });

  it('retires and restores units, dates owners, and deletes no row', async () => {
    const { jointId } = await newJoint();
    await upload(jointId, table('1;Ana;;40', '2;Berta;;60'), true);
    const third = await upload(jointId, table('3;Carlos;;60', '1;Dora;77;40'), true);
    expect(third.report.missing).toEqual(['2']);
    expect((await units(jointId)).map((unit) => [unit.apartmentId, unit.owner])).toEqual([
      ['3', 'Carlos'],
      ['1', 'Dora'],
    ]);
    expect((await roll(jointId)).map((unit) => unit.apartment_id)).toEqual(['3', '1']);
    await upload(jointId, table('1;Dora;77;40', '2;Berta;;30', '3;Carlos;;30'), true);
    expect((await units(jointId)).map((unit) => [unit.apartmentId, unit.owner, unit.coefficient])).toEqual([
      ['1', 'Dora', 40],
      ['2', 'Berta', 30],
      ['3', 'Carlos', 30],
    ]);
    const owners = await app.store.db
      .selectFrom('ownership')
      .select(['apartment_id', 'owner_name', 'since', 'until'])
      .where('joint_id', '=', jointId)
      .orderBy('apartment_id')
      .orderBy('since')
      .execute();
    expect(owners.map((owner) => [owner.apartment_id, owner.owner_name, owner.until === null])).toEqual([
      ['1', 'Ana', false],
      ['1', 'Dora', true],
      ['2', 'Berta', true],
      ['3', 'Carlos', true],
    ]);
    expect(owners[0]?.until).toBe(owners[1]?.since);
  });

  it('leaves the roll of an opened assembly, and fills the roll of a sector', async () => {
    const joint = await newJoint(['Comercio']);
    const { jointId } = joint;
    const sectorId = joint.sectors[0]?.sectorId ?? 0;
    await upload(jointId, table('1;Ana;;100'), true);
    await app.store.db
      .updateTable('assembly')
      .set({ opened_at: 5 })
      .where('joint_id', '=', jointId)
      .execute();
    await upload(jointId, table('1;Ana;;50', '2;Berta;;50'), true);
    expect(await roll(jointId)).toHaveLength(1);
    await upload(sectorId, table('1;Ana;;100'), true);
    expect(await roll(sectorId)).toHaveLength(1);
  });

  race('of two concurrent tables one is stored whole', async () => {
    const { jointId } = await newJoint();
    const rows = (owner: string) => Array.from({ length: 200 }, (_, i) => `${owner}${i};${owner};;0,5`);
    const answers = await Promise.all([
      upload(jointId, table(...rows('A')), true),
      upload(jointId, table(...rows('B')), true),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    const owners = new Set((await units(jointId)).map((unit) => unit.owner));
    expect(owners.size).toBe(1);
    expect(await units(jointId)).toHaveLength(200);
  });

  longOnly(it)('stores 20,000 rows', async () => {
    const { jointId } = await newJoint();
    const rows = Array.from({ length: 19_999 }, (_, i) => `U${i};Dueño ${i};${i};0,005`);
    const { status, report } = await upload(jointId, table(...rows), true);
    expect([status, report.rows.length, report.sum]).toEqual([200, 19_999, 99.995]);
    expect(await roll(jointId)).toHaveLength(19_999);
    const more = await upload(jointId, table(...rows, 'X;Y;;0', 'Z;Y;;0'), true);
    expect([more.status, more.error.code]).toEqual([413, 'sheetTooLarge']);
  });

  it('refuses files other than spreadsheets with a sentence', async () => {
    const { jointId } = await newJoint();
    const truncated = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(500, 7)]);
    const broken = await upload(jointId, truncated, true, 'roto.xlsx');
    expect([broken.status, broken.error.code]).toEqual([422, 'sheetUnreadable']);
    expect(broken.error.details).toMatchObject({ message: expect.stringMatching(/\.$/) });
    const large = await upload(jointId, Buffer.alloc(11 * 1024 * 1024, 'x'), true);
    expect([large.status, large.error.code]).toEqual([413, 'sheetTooLarge']);
    const path = urlOf(importApartments.path, { jointId }, {});
    const headers = { authorization: `Bearer ${token}` };
    const json = await app.app.inject({ method: 'POST', url: path, headers, payload: { a: 1 } });
    expect([json.statusCode, json.json().code]).toEqual([400, 'fileMissing']);
    const empty = await app.app.inject({
      method: 'POST',
      url: path,
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      payload: `--${BOUNDARY}--\r\n`,
    });
    expect([empty.statusCode, empty.json().code]).toEqual([400, 'fileMissing']);
    expect(await units(jointId)).toEqual([]);
  });

  it('removes control characters and folders from file names in the trail', async () => {
    const { jointId } = await newJoint();
    await upload(jointId, table('1;Ana;;100'), true, '../../etc/ta\u0001bla.csv');
    const entry = await app.store.db
      .selectFrom('audit_entry')
      .select('data')
      .where('chain', '=', `joint:${jointId}`)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(entry.data).fileName).toBe('tabla.csv');
  });

  it('shows all billing units to administrators and own units to an owner', async () => {
    const { jointId } = await newJoint();
    await upload(jointId, table('1;Ana;;40', '2;Berta;;60'), true);
    await addUser(app.store.db, 'admin', Profile.admin, { billingJoints: [jointId] });
    const mine = { billingApartments: [{ jointId, apartmentId: '2' }] };
    await addUser(app.store.db, 'propia', Profile.owner, mine);
    await addUser(app.store.db, 'ajena', Profile.owner, {
      assemblyApartments: [{ jointId, apartmentId: '2' }],
    });
    const seen = async (username: string) => {
      const as = { token: await tokenOf(app, username) };
      const { status, body } = await app.call(listBillingApartments, { params: { jointId } }, as);
      return status === 200 ? body : status;
    };
    expect(await seen('admin')).toEqual([
      { jointId, apartmentId: '1', owner: 'Ana' },
      { jointId, apartmentId: '2', owner: 'Berta' },
    ]);
    expect(await seen('propia')).toEqual([{ jointId, apartmentId: '2', owner: 'Berta' }]);
    expect(await seen('ajena')).toBe(404);
  });

  const folder = fileURLToPath(new URL('../../../shared/data/coeficientes/', import.meta.url));
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  const expected: Record<string, [units: number, sum: number]> = {
    'edificio-concasa.csv': [102, 100.0025],
    'edificio-hito.csv': [66, 99.999999999],
    'campos-de-aragon.csv': [56, 99.59792],
    'JCVLionHearth_COEFICIENTES_AJUSTADOS.xlsx': [240, 99.999],
  };
  describe.skipIf(files.length === 0)(`real tables of ${folder}`, () => {
    it.each(files)('imports %s completely', async (name) => {
      const { jointId } = await newJoint();
      const { status, report } = await upload(jointId, readFileSync(`${folder}${name}`), true, name);
      expect([status, report.problems?.filter((problem) => problem.severity === 'error')]).toEqual([200, []]);
      const stored = await units(jointId);
      expect(stored.map((unit) => unit.apartmentId)).toEqual(report.rows.map((row) => row.apartmentId));
      expect(stored.length).toBe(expected[name]?.[0] ?? stored.length);
      expect(report.sum).toBe(expected[name]?.[1] ?? report.sum);
      const again = await upload(jointId, readFileSync(`${folder}${name}`), false, name);
      expect(again.report.missing).toEqual([]);
    });
  });
});
