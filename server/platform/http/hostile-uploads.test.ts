import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { API_BASE } from '../../../shared/api.ts';
import { listApartments } from '../../../shared/properties/apartments.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { expectOurRefusal, type RawAnswer, send } from '../../testing/raw.ts';
import { deflatedZeros, workbookOf, workbookParts, zipOf } from '../sheets/sheets.fixture.ts';

const MB = 1024 * 1024;
const BOUNDARY = 'limite-hostil';

describeOnOneEngine('files from a hostile client', (make, engine) => {
  const app = appForSuite(make);
  let evening: AssemblyFixture;
  let port: number;
  beforeAll(async () => {
    evening = await holdAssembly(app, {
      units: unitsOf('101;50;ANA', '102;50;LUIS'),
      staff: await firstStaff(app),
    });
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    port = (app.app.server.address() as AddressInfo).port;
  });

  const path = () => `${API_BASE}/joints/${evening.jointId}/apartments/import?commit=true`;
  const multipart = (content: Buffer | string, name = 'tabla.xlsx', field = 'file') =>
    Buffer.concat([
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]);
  const upload = (body: Buffer, type = `multipart/form-data; boundary=${BOUNDARY}`): Promise<RawAnswer> =>
    send(port, {
      method: 'POST',
      path: path(),
      headers: { authorization: `Bearer ${evening.staff}`, 'content-type': type },
      body,
    });
  async function nothingChanged(): Promise<void> {
    const health = await send(port, { path: `${API_BASE}/health` });
    expect(health.status).toBe(200);
    const { jointId, staff } = evening;
    const units = await app.call(listApartments, { params: { jointId } }, { token: staff });
    expect(units.body.map((unit) => [unit.apartmentId, unit.coefficient])).toEqual([
      ['101', 50],
      ['102', 50],
    ]);
  }

  it('formulas and markup in names stay text', async () => {
    const rows = ['Inmueble;Propietario;Coeficiente', '101;"=HYPERLINK(""http://x"")";50', '102;<script>;50'];
    const preview = await send(port, {
      method: 'POST',
      path: path().replace('?commit=true', ''),
      headers: {
        authorization: `Bearer ${evening.staff}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      },
      body: multipart(rows.join('\n'), 'tabla.csv'),
    });
    expect(preview.status).toBe(200);
    const report: { rows: { owner: string }[] } = JSON.parse(preview.text);
    expect(report.rows.map((row) => row.owner)).toEqual(['=HYPERLINK("http://x")', '<script>']);
    await nothingChanged();
  });

  // The next files are refused before any access to the store.
  if (engine === 'postgres') return;
  it('broken spreadsheets are refused: cut, empty, of another kind, with false headers', {
    tags: 'slow',
  }, async () => {
    const good = await workbookOf([
      ['Inmueble', 'Propietario', 'Coeficiente'],
      ['101', 'ANA', 100],
    ]);
    const part = (sheet: string) => zipOf(workbookParts(sheet));
    for (const [what, file] of Object.entries({
      'cut in the middle': good.subarray(0, good.length / 2),
      'cut before its end': good.subarray(0, good.length - 10),
      'its first bytes': good.subarray(0, 4),
      empty: Buffer.alloc(0),
      'only zeros': Buffer.alloc(1000),
      'a PDF': Buffer.from('%PDF-1.7\n'),
      'a zip of nothing': zipOf([]),
      'a zip with a path': zipOf([{ name: '../../../../../tmp/scaf-hostil', bytes: Buffer.from('x') }]),
      'XML with entities': part(
        '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData>',
      ),
      'half of its XML': part('<sheetData><row r="1"><c r="A1"'),
      'a cell far away': part('<sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'),
      'a name that lies': Buffer.from('Inmueble;Propietario;Coeficiente\n101;ANA;no es un número'),
    })) {
      expectOurRefusal(await upload(multipart(file)), what);
    }
    await nothingChanged();
  });

  it('an xlsx of gigabytes unpacked is refused, also with false sizes', async () => {
    const deflated = deflatedZeros(2048);
    for (const unpackedSize of [2048 * MB, 1000, 0]) {
      const sheet = {
        name: 'xl/worksheets/sheet1.xml',
        bytes: Buffer.alloc(0),
        deflated,
        lie: { unpackedSize },
      };
      const bomb = zipOf([...workbookParts('').slice(0, 2), sheet]);
      const answer = await upload(multipart(bomb, 'bomba.xlsx'));
      expectOurRefusal(answer, `a bomb that says ${unpackedSize}`);
      expect(JSON.parse(answer.text).code).toBe('sheetTooLarge');
    }
    await nothingChanged();
  });

  it('over 10 MB, several files, no file and no multipart are refused', async () => {
    const rows = 'Inmueble;Propietario;Coeficiente\n101;ANA;100\n';
    const large = await upload(multipart(Buffer.alloc(11 * MB, 'x'), 'grande.csv'));
    expectOurRefusal(large, '11 MB');
    expect(JSON.parse(large.text).code).toBe('sheetTooLarge');
    const field = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"\r\n\r\nno es un archivo\r\n--${BOUNDARY}--\r\n`;
    for (const [what, body, type] of [
      ['no file', Buffer.from(`--${BOUNDARY}--\r\n`), undefined],
      ['a field instead', Buffer.from(field), undefined],
      ['cut short', multipart(rows, 'tabla.csv').subarray(0, 150), undefined],
      ['no boundary', multipart(rows, 'tabla.csv'), 'multipart/form-data'],
      ['another boundary', multipart(rows, 'tabla.csv'), 'multipart/form-data; boundary=otro'],
      ['JSON', Buffer.from('{}'), 'application/json'],
      ['a field called __proto__', multipart(rows, 'tabla.csv', '__proto__'), undefined],
      ['thousands of rows', multipart(`${rows}${'x;y;1\n'.repeat(20_001)}`, 'tabla.csv'), undefined],
    ] as const) {
      expectOurRefusal(await upload(body, type), what);
    }
    await nothingChanged();
  });
});
