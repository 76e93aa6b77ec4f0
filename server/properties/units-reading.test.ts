import { afterAll, beforeAll, expect, it } from 'vitest';
import { importApartments, listApartments, unitsTemplate } from '../../shared/properties/apartments.api.ts';
import { createJoint } from '../../shared/properties/joints.api.ts';
import type { UnitsReading } from '../../shared/properties/units-reading.ts';
import { staffToken } from '../accounts/users/people.fixture.ts';
import { readXlsx } from '../platform/sheets/xlsx.ts';
import { describeOnBothEngines, type TestApp } from '../testing/app.ts';
import { upload } from '../testing/upload.ts';
import { readCoefficientTable } from './units-sheet/coefficient-table.ts';

describeOnBothEngines('what somebody says of a table of units', (make) => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await make();
    token = await staffToken(app);
  });
  afterAll(() => app.close());

  it('is read with the file, remembered in the joint, and the template comes back as it is', async () => {
    const { jointId } = (await app.call(createJoint, { body: { jointName: 'De prueba' } }, { token })).body;
    const content = [
      'Predio;Quién;Peso;Clase;Va con;Doc;Correo;Tel',
      '101;Ana Ruiz / Luis Gil;60,123456789;;;52.111 / 79;ana@correo.co, luis@correo.co;300 123 4567',
      '102;Eva;30;;;;;',
      'L1;Eva;9,876543211;Local;;;;',
      'P-01;Ana Ruiz;0;Garaje;101;52.111;;',
    ].join('\n');
    const send = async (commit: boolean, body?: UnitsReading) => {
      const input = { params: { jointId }, query: commit ? { commit } : {}, ...(body ? { body } : {}) };
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
    // The next sheet with these headers is read so without being asked.
    const again = await send(false);
    expect(again.body.columns.map(({ by }) => by).slice(0, 4)).toEqual([
      'sheet',
      'before',
      'before',
      'sheet',
    ]);
    expect(again.body.changes).toEqual({ added: [], renamed: [], coefficients: [], owners: [] });
    expect(again.body.problems).toEqual([]);

    const known = (await app.call(listApartments, { params: { jointId } }, { token })).body;
    const template = await app.app.inject({
      method: 'GET',
      url: `/SCAF/api${unitsTemplate.path.replace(':jointId', String(jointId))}`,
      headers: { authorization: `Bearer ${token}` },
    });
    const table = readCoefficientTable(
      { sheets: await readXlsx(template.rawPayload) },
      { reading: {}, remembered: [], known },
    );
    expect([table.problems, table.doubtful, table.towers]).toEqual([[], [], null]);
    expect(
      table.rows.map(
        ({ apartmentId, owner, ownerDocument, emails, phones, kind, mainApartmentId, coefficient }) => ({
          ...{ jointId, apartmentId, owner, ownerDocument, emails, phones, kind, mainApartmentId },
          coefficient: coefficient / 1e9,
        }),
      ),
    ).toEqual(known);
  });
});
