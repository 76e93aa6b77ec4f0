import { beforeAll, expect, it } from 'vitest';
import { openAssembly } from '../../shared/assemblies/assemblies.api.ts';
import { register } from '../../shared/assemblies/attendance.api.ts';
import { issueCodes } from '../../shared/assemblies/codes.api.ts';
import { defined } from '../../shared/defined.ts';
import { importApartments, listApartments, unitsTemplate } from '../../shared/properties/apartments.api.ts';
import { createJoint, getJoint } from '../../shared/properties/joints.api.ts';
import type { UnitsReading } from '../../shared/properties/units-reading.ts';
import { staffToken } from '../accounts/users/people.fixture.ts';
import { readXlsx } from '../platform/sheets/xlsx.ts';
import { appForSuite, describeOnOneEngine } from '../testing/app.ts';
import { expectTrailExplainsAll } from '../testing/store-asserts.ts';
import { upload } from '../testing/upload.ts';
import { readCoefficientTable } from './units-sheet/coefficient-table.ts';

describeOnOneEngine('answers of a person about a table of units', (make) => {
  const app = appForSuite(make);
  let token: string;
  beforeAll(async () => {
    token = await staffToken(app);
  });

  it('manual choices are sent, remembered and kept in the template', async () => {
    const { jointId } = (await app.call(createJoint, { body: { jointName: 'De prueba' } }, { token })).body;
    const content = [
      'Predio;Quién;Peso;Clase;Va con;Doc;Correo;Tel',
      '101;Ana Ruiz / Luis Gil;60,123456789;;;52.111 / 79;ana@correo.co, luis@correo.co;300 123 4567',
      '102;Eva;30;;;;;',
      'L1;Eva;9,876543211;Local;;;;',
      'P-01;Ana Ruiz;0;Garaje;101;52.111;;',
    ].join('\n');
    const send = async (commit: boolean, body?: UnitsReading) => {
      const input = {
        params: { jointId },
        query: commit ? { commit } : {},
        ...defined({ body: body ? body : undefined }),
      };
      return upload(app, importApartments, input, { name: 'tabla.csv', content }, token);
    };
    const columns = [
      { column: 1, role: 'owner' as const },
      { column: 2, role: 'coefficient' as const },
    ];
    const wrong = await send(false, { columns: [{ column: -1, role: 'owner' }] });
    expect([wrong.status, wrong.error.code]).toEqual([400, 'badRequest']);
    const made = await send(true, { columns });
    expect([made.status, made.body.sum, made.body.changes]).toEqual([200, 100, null]);
    // The next sheet with the same headers is read without questions.
    const again = await send(false);
    expect(again.body.columns.map(({ by }) => by).slice(0, 4)).toEqual([
      'sheet',
      'before',
      'before',
      'sheet',
    ]);
    expect(again.body.changes).toEqual({ added: [], renamed: [], coefficients: [], owners: [] });
    expect(again.body.problems).toEqual([]);

    const units = (await app.call(listApartments, { params: { jointId } }, { token })).body;
    const template = await app.app.inject({
      method: 'GET',
      url: `/SCAF/api${unitsTemplate.path.replace(':jointId', String(jointId))}`,
      headers: { authorization: `Bearer ${token}` },
    });
    const table = readCoefficientTable(
      { sheets: await readXlsx(template.rawPayload) },
      { reading: {}, remembered: [], knownUnits: units },
    );
    expect([table.problems, table.doubtful, table.towers]).toEqual([[], [], null]);
    expect(
      table.rows.map(
        ({ apartmentId, owner, ownerDocument, emails, phones, kind, mainApartmentId, coefficient }) => ({
          jointId,
          apartmentId,
          owner,
          ownerDocument,
          emails,
          phones,
          kind,
          mainApartmentId,
          coefficient: coefficient / 1e9,
        }),
      ),
    ).toEqual(units);
  });

  it('towers of 100 each become sectors with shares, or one table', async () => {
    const { jointId } = (await app.call(createJoint, { body: { jointName: 'Dos torres' } }, { token })).body;
    const rows = ['1;101;Ana;50', '1;102;Luis;50', '2;101;Eva;99,5', '2;102;Sol;0,5'];
    const content = ['Torre;Apto;Propietario;Coef', ...rows].join('\n');
    const send = async (id: number, body?: UnitsReading, text = content, commit = true) => {
      const input = {
        params: { jointId: id },
        query: { commit },
        ...defined({ body: body ? body : undefined }),
      };
      return upload(app, importApartments, input, { name: 'tabla.csv', content: text }, token);
    };
    const refused = await send(jointId);
    expect([refused.status, refused.error.code]).toEqual([422, 'importHasProblems']);
    const preview = await send(jointId, undefined, content, false);
    expect(preview.body.sectors.map(({ tower, sum, share }) => [tower, sum, share])).toEqual([
      ['1', 100, null],
      ['2', 100, null],
    ]);
    const units = async (id: number) => {
      const { body } = await app.call(listApartments, { params: { jointId: id } }, { token });
      return body.map(({ apartmentId, coefficient }) => [apartmentId, coefficient]);
    };
    const towerShares = [
      { tower: '1', share: 20 },
      { tower: '2', share: 80 },
    ];
    // The answering process has cached the joint without sectors.
    const made = await send(jointId, { towerShares });
    expect([made.status, made.body.sum]).toEqual([200, 100]);
    const declared = Object.keys(importApartments.answer.properties.rows.items.properties).sort();
    for (const row of made.body.rows) expect(Object.keys(row).sort()).toEqual(declared);
    const { sectors } = (await app.call(getJoint, { params: { jointId } }, { token })).body;
    expect(sectors.map(({ sectorName }) => sectorName)).toEqual(['Torre 1', 'Torre 2']);
    const [one, two] = sectors.map(({ sectorId }) => sectorId);
    expect(await units(jointId)).toEqual([
      ['1-101', 10],
      ['1-102', 10],
      ['2-101', 79.6],
      ['2-102', 0.4],
    ]);
    expect(await units(one ?? 0)).toEqual([
      ['1-101', 50],
      ['1-102', 50],
    ]);
    expect(await units(two ?? 0)).toEqual([
      ['2-101', 99.5],
      ['2-102', 0.5],
    ]);

    // Again without a flat: the sectors exist, and missing units are retired.
    const less = content.replace('1;101;Ana;50\n1;102;Luis;50', '1;101;Ana;100');
    expect((await send(jointId, { towerShares }, less)).status).toBe(200);
    expect(await units(one ?? 0)).toEqual([['1-101', 100]]);
    expect((await units(jointId)).length).toBe(3);
    const ofSector = await send(one ?? 0, { towerShares });
    expect(ofSector.error.details).toMatchObject({
      problems: expect.arrayContaining([expect.objectContaining({ code: 'sharesWrong' })]),
    });
    const others = await send(
      jointId,
      {
        towerShares: [
          { tower: 'A', share: 50 },
          { tower: 'B', share: 50 },
        ],
      },
      content.replaceAll('\n1;', '\nA;').replaceAll('\n2;', '\nB;'),
    );
    expect(JSON.stringify(others.error.details)).toContain('ya tiene sectores');

    // Joint and sector both take part in the assembly. A joint after its first meeting gets no new sectors.
    await app.call(openAssembly, { params: { jointId }, body: {} }, { token });
    const registered = await app.call(
      register,
      {
        params: { jointId },
        body: {
          apartmentIds: ['1-101'],
          code:
            (await app.call(issueCodes, { params: { jointId }, body: { quantity: 1 } }, { token })).body
              .codes[0] ?? '',
        },
      },
      { token },
    );
    expect(registered.body.registered.map((unit) => [unit.jointId, unit.coefficient])).toEqual([
      [jointId, 20],
      [one, 100],
    ]);
    const met = (await app.call(createJoint, { body: { jointName: 'Ya se reunió' } }, { token })).body
      .jointId;
    expect((await send(met, { isOneTable: true })).status).toBe(200);
    await app.call(openAssembly, { params: { jointId: met }, body: {} }, { token });
    const late = await send(met, { towerShares });
    expect([late.status, late.error.code]).toEqual([422, 'sectorsLate']);
    expect((await app.call(getJoint, { params: { jointId: met } }, { token })).body.sectors).toEqual([]);
    await expectTrailExplainsAll(app);
  });
});
