import { describe, expect, it } from 'vitest';
import { canOpenOffice, convertByOffice } from '../../testing/setup/libreoffice.ts';
import { refusal, workbook, workbookOf, workbookParts, zipOf } from './sheets.fixture.ts';
import { readXlsx } from './xlsx.ts';

describe('readXlsx', () => {
  it('readXlsx reads values as seen by a person', async () => {
    const file = await workbook((book) => {
      const sheet = book.addWorksheet('Hoja1');
      sheet.addRow([
        101,
        0.40799999999999997,
        0.1 + 0.2,
        true,
        { richText: [{ text: 'Ana ' }, { text: 'Ruiz', font: { bold: true } }] },
        { text: 'correo', hyperlink: 'mailto:ana@example.com' },
        { formula: 'A1*2', result: 202 },
        { formula: 'A1&""', result: 'texto' },
        { formula: 'A1/0', result: { error: '#DIV/0!' } },
        new Date(Date.UTC(2026, 2, 9)),
        '  con espacios ',
      ]);
      const formats = sheet.addRow([0.0207, 0.02070475727, 5, { formula: 'A1', result: 0.5 }]);
      formats.getCell(1).numFmt = '0.00%';
      formats.getCell(2).numFmt = '0.00%';
      formats.getCell(3).numFmt = '000';
      formats.getCell(4).numFmt = '0%';
    });
    const [sheet] = await readXlsx(file);
    expect(sheet?.rows[0]?.cells).toEqual([
      { text: '101', number: 101 },
      { text: '0.408', number: 0.408 },
      { text: '0.3', number: 0.3 },
      { text: 'VERDADERO' },
      { text: 'Ana Ruiz' },
      { text: 'correo' },
      { text: '202', number: 202 },
      { text: 'texto' },
      { text: '#DIV/0!' },
      { text: '09/03/2026', date: true },
      { text: '  con espacios ' },
    ]);
    expect(sheet?.rows[1]?.cells).toEqual([
      { text: '2.07%', number: 2.07 },
      { text: '2.070475727%', number: 2.070475727 },
      { text: '005', number: 5 },
      { text: '50%', number: 50 },
    ]);
  });

  it('readXlsx follows relations with any prefix, type and part name', async () => {
    const cells = '<sheetData><row><c t="s"><v>0</v></c></row></sheetData>';
    const strings = '<sst><si><t>Apto</t></si></sst>';
    const part = (name: string, xml: string) => ({ name, bytes: Buffer.from(xml) });
    const relation = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/${type}" Target="${target}"/>`;
    const relations = (...list: string[]) => `<Relationships>${list.join('')}</Relationships>`;
    const book = (prefix: string) =>
      `<workbook xmlns:${prefix}="x"><sheets><sheet name="Hoja1" sheetId="1" ${prefix}:id="rId1"/></sheets></workbook>`;
    const files = [
      [
        part('_rels/.rels', relations(relation('a', 'officeDocument', '/Libro/Main.xml'))),
        part('Libro/main.xml', book('d3p1')),
        part(
          'Libro/_rels/main.xml.rels',
          relations(
            relation('rId1', 'worksheet', '../Libro/Hojas/La%20una.xml'),
            relation('rId2', 'sharedStrings', 'Textos.xml'),
          ),
        ),
        part('Libro/Hojas/la una.xml', `<worksheet>${cells}</worksheet>`),
        part('Libro/textos.xml', strings),
      ],
      [
        part('xl/Workbook.xml', book('relationships')),
        part(
          'xl/_rels/workbook.xml.rels',
          relations(relation('rId1', 'worksheet', '../xl/Worksheets/Sheet1.xml')),
        ),
        part('xl/worksheets/sheet1.xml', `<worksheet>${cells}</worksheet>`),
        part('xl/SharedStrings.xml', strings),
      ],
    ];
    for (const parts of files) {
      expect((await readXlsx(zipOf(parts)))[0]?.rows[0]?.cells).toEqual([{ text: 'Apto' }]);
      const cut = parts.filter(({ name }) => !/una|sheet1/.test(name));
      expect((await refusal(readXlsx(zipOf(cut)))).message).toContain('dañado');
    }
  });

  it('readXlsx distinguishes a formula without value from an empty cell', async () => {
    const [sheet] = await readXlsx(await workbookOf([['a', { formula: 'A1+1' }]]));
    expect(sheet?.rows[0]?.cells[1]).toEqual({ text: '', uncalculated: true });
  });

  it('readXlsx reads formulas with zero, false or empty text, as written by exceljs', async () => {
    const formulas = [
      { formula: 'IF(1=2,5,0)', result: 0 },
      { formula: '1=2', result: false },
      { formula: 'IF(1=1,"",5)', result: '' },
      { formula: 'A1+1' },
    ];
    const [sheet] = await readXlsx(await workbookOf([[...formulas, 'fin']]));
    expect(sheet?.rows[0]?.cells).toEqual([
      ...[{ text: '0', number: 0 }, { text: 'FALSO' }, { text: '' }, { text: '', uncalculated: true }],
      { text: 'fin' },
    ]);
  });

  it("readXlsx distinguishes empty text from a missing value in other programs' XML", async () => {
    const cells = [
      '<c r="A1" t="str"><f>IF(1,"","")</f><v></v></c>',
      '<c r="B1" s="0" t="str"><f aca="false">C1</f><v/></c>',
      '<c r="C1" t="str">\n<f t="shared" ref="C1:D1" si="0">""</f>\n<v />\n</c>',
      '<c r="D1" t="str"><f t="shared" si="0"/><v></v></c>',
      '<c r="E1"><f>1+1</f><v></v></c>',
      '<c r="F1"><f>1+1</f><v/></c>',
      '<c r="G1"><f>1-1</f><v>0</v></c>',
      '<c r="H1" t="str"><f>"a"</f><v>a</v></c>',
    ];
    const parts = workbookParts(`<sheetData><row r="1">${cells.join('')}</row></sheetData>`);
    const [sheet] = await readXlsx(zipOf(parts));
    const uncalculated = { text: '', uncalculated: true };
    expect(sheet?.rows[0]?.cells).toEqual([
      ...[{ text: '' }, { text: '' }, { text: '' }, { text: '' }, uncalculated, uncalculated],
      ...[{ text: '0', number: 0 }, { text: 'a' }],
    ]);
  });

  it.skipIf(!canOpenOffice)(
    'readXlsx reads formulas calculated by LibreOffice',
    { tags: 'slow' },
    async () => {
      const formulas = ['IF(1=2,5,0)', 'IF(1=1,"",5)', '2-1', '1=2', '1-1'];
      const written = await workbookOf([['a', ...formulas.map((formula) => ({ formula })), 'fin']]);
      const [sheet] = await readXlsx(Buffer.from(convertByOffice(written, 'xlsx', 'xlsx')));
      expect(sheet?.rows[0]?.cells).toEqual([
        ...[{ text: 'a' }, { text: '0', number: 0 }, { text: '' }, { text: '1', number: 1 }],
        ...[{ text: 'FALSO' }, { text: '0', number: 0 }, { text: 'fin' }],
      ]);
    },
  );

  it('readXlsx names the cell too far to the right, in any sheet', async () => {
    const file = await workbook((book) => {
      book.addWorksheet('Cuotas').addRows([
        ['Apto', 'Cuota'],
        ['101', 50_000],
      ]);
      book.addWorksheet('Notas').getCell('XFD2').value = 'x';
    });
    await expect(readXlsx(file)).rejects.toThrow(
      'La hoja «Notas» tiene datos más allá de la columna IV (celda XFD2)',
    );
  });

  it('readXlsx skips and counts hidden sheets, and keeps hidden rows and columns', async () => {
    const file = await workbook((book) => {
      book.addWorksheet('Oculta', { state: 'hidden' }).addRow(['no']);
      book.addWorksheet('Muy oculta', { state: 'veryHidden' }).addRow(['no', null, 5]);
      book.addWorksheet('Oculta y vacía', { state: 'hidden' });
      book.addWorksheet('Vacía');
      const sheet = book.addWorksheet('Visible');
      sheet.getCell('B3').value = 'tres';
      sheet.getCell('C7').value = 'siete';
      sheet.getRow(7).hidden = true;
      sheet.getColumn(3).hidden = true;
    });
    expect(await readXlsx(file)).toEqual([
      {
        name: 'Visible',
        rows: [
          { number: 3, cells: [{ text: '' }, { text: 'tres' }] },
          { number: 7, cells: [{ text: '' }, { text: '' }, { text: 'siete' }] },
        ],
        hidden: [
          { name: 'Oculta', cells: 1 },
          { name: 'Muy oculta', cells: 2 },
        ],
        hiddenColumns: [2],
        hiddenRows: [7],
      },
    ]);
  });

  it('readXlsx repeats merged cells downwards and not to the right', async () => {
    const file = await workbook((book) => {
      const sheet = book.addWorksheet('Hoja1');
      sheet.addRows([
        ['TÍTULO', null, null],
        ['Torre 1', 101, 'x'],
        [null, 102, 'y'],
      ]);
      sheet.mergeCells('A1:C1');
      sheet.mergeCells('A2:A3');
    });
    const [sheet] = await readXlsx(file);
    expect(sheet?.rows.map((row) => row.cells)).toEqual([
      [{ text: 'TÍTULO' }],
      [{ text: 'Torre 1' }, { text: '101', number: 101 }, { text: 'x' }],
      [{ text: 'Torre 1', merged: true }, { text: '102', number: 102 }, { text: 'y' }],
    ]);
  });

  it('readXlsx reads the XML variants of other programs', async () => {
    const parts = workbookParts(
      '<!-- x > y --><x:sheetData xmlns:x="y"><x:row><x:c t="inlineStr"><x:is><x:t>A &amp; B &#225;\r\n&lt;</x:t><x:rPh><x:t>no</x:t></x:rPh></x:is></x:c>' +
        "<x:c t='str'><x:v><![CDATA[<C>]]></x:v></x:c></x:row>" +
        '<row r="4" ><c\n r="B4" t="d"><v>2026-03-09</v></c><c t="d"><v>2026-03-09T14:30:00</v></c></row>' +
        '<row r="3"><c r="C3"><v>1e3</v></c><c r="A3" t="inlineStr"><is><r><t>x_x000D_</t></r><r><t>y</t></r></is></c></row></x:sheetData>',
    );
    const [sheet] = await readXlsx(zipOf(parts));
    expect(sheet?.rows).toEqual([
      { number: 1, cells: [{ text: 'A & B á\n<' }, { text: '<C>' }] },
      { number: 3, cells: [{ text: 'x\ry' }, { text: '' }, { text: '1000', number: 1000 }] },
      {
        number: 4,
        cells: [{ text: '' }, { text: '09/03/2026', date: true }, { text: '09/03/2026 14:30', date: true }],
      },
    ]);
  });

  it('readXlsx reads a number by format, and a text as text in any format', async () => {
    const codes = ['DD/MM/YYYY', '0.00\\%', '[$COP] #,##0', '_-"$"* #,##0_-', '0000', '[h]:mm'];
    const numFmts = codes.map(
      (code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
    );
    const styles = `<styleSheet><numFmts>${numFmts.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${codes.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}</cellXfs></styleSheet>`;
    const cells = [1, 2, 3, 4, 5].map((style) => `<c s="${style}"><v>46090</v></c>`);
    const text = '<c s="1" t="str"><f>TEXT(1,"0")</f><v>09-mar</v></c>';
    const parts = workbookParts(
      `<sheetData><row>${cells.join('')}${text}<c><v>46090</v></c></row></sheetData>`,
    );
    const [sheet] = await readXlsx(zipOf([...parts, { name: 'xl/styles.xml', bytes: Buffer.from(styles) }]));
    expect(sheet?.rows[0]?.cells).toEqual([
      { text: '09/03/2026', date: true },
      ...Array.from({ length: 4 }, () => ({ text: '46090', number: 46_090 })),
      ...[{ text: '09-mar' }, { text: '46090', number: 46_090 }],
    ]);
  });

  it('readXlsx refuses cut, crossed or declared XML, and content as large as the sheet', {
    tags: 'slow',
  }, async () => {
    const row = '<row r="1"><c r="A1"><v>1</v></c></row>';
    for (const xml of [
      `<sheetData>${row}`,
      `<sheetData>${row}</sheetDat>`,
      '<sheetData><row r="1"><c r="A1"><v>1</c></v></row></sheetData>',
      '<sheetData><row r="1"><c r="A1><v>1</v></c></row></sheetData>',
      `<sheetData><row r="1048577"><c><v>1</v></c></row></sheetData>`,
      `<sheetData><row r="1"><c r="1"><v>1</v></c></row></sheetData>`,
      `<sheetData><row><c t="s"><v>7</v></c></row></sheetData>`,
      `<!DOCTYPE x [<!ENTITY a "aaaa">]><sheetData>${row}</sheetData>`,
      '<sheetData><row><c t="str"><v>&a;</v></c></row></sheetData>',
      '<sheetData><row><c t="str"><v>&#x110000;</v></c></row></sheetData>',
      `<sheetData>${row}</sheetData><mergeCells><mergeCell ref="A1:A"/></mergeCells>`,
    ]) {
      expect([xml, (await refusal(readXlsx(zipOf(workbookParts(xml))))).code]).toEqual([
        xml,
        'sheetUnreadable',
      ]);
    }
    const merged = (ref: string, times: number) =>
      zipOf(
        workbookParts(
          `<sheetData>${row}</sheetData><mergeCells>${`<mergeCell ref="${ref}"/>`.repeat(times)}</mergeCells>`,
        ),
      );
    expect((await refusal(readXlsx(merged('A1:A1048576', 1)))).code).toBe('sheetTooLarge');
    expect((await refusal(readXlsx(merged('A1:A30000', 1)))).code).toBe('sheetTooManyRows');
    expect((await refusal(readXlsx(merged('A1:A1000', 1000)))).code).toBe('sheetTooLarge');
    const [sheet] = await readXlsx(merged('B1:XFD1048576', 10_000));
    expect(sheet?.rows).toEqual([{ number: 1, cells: [{ text: '1', number: 1 }] }]);
  });

  it('readXlsx ignores other elements of real workbooks around the cells', async () => {
    const parts = workbookParts(
      '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>' +
        '<dataValidations count="1"><dataValidation type="list" sqref="A1:XFD1048576"/></dataValidations>' +
        '<hyperlinks><hyperlink ref="A1" r:id="rId9"/></hyperlinks><drawing r:id="rId8"/><tableParts count="1"><tablePart r:id="rId7"/></tableParts>',
    );
    const names =
      '<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">#REF!</definedName></definedNames>';
    const book = parts.find((part) => part.name === 'xl/workbook.xml');
    if (book) book.bytes = Buffer.from(book.bytes.toString().replace('</workbook>', `${names}</workbook>`));
    const [sheet] = await readXlsx(zipOf(parts));
    expect(sheet?.rows).toEqual([{ number: 1, cells: [{ text: '1', number: 1 }] }]);
  });
});
