import { describe, expect, it } from 'vitest';
import { canOpenOffice, convertByOffice } from '../../testing/setup/libreoffice.ts';
import { workbook, workbookOf, workbookParts, zipOf } from './sheets.fixture.ts';
import { readXlsx } from './xlsx.ts';

describe('readXlsx', () => {
  it('reads values as a person sees them', async () => {
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

  it('tells a formula without a value from an empty cell', async () => {
    const [sheet] = await readXlsx(await workbookOf([['a', { formula: 'A1+1' }]]));
    expect(sheet?.rows[0]?.cells[1]).toEqual({ text: '', uncalculated: true });
  });

  it('reads formulas whose value is zero, false or the empty text, as exceljs writes them', async () => {
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

  it('tells the empty text from no value in the XML of other programs, shared formulas among them', async () => {
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

  it.skipIf(!canOpenOffice)('reads what LibreOffice calculated', async () => {
    const formulas = ['IF(1=2,5,0)', 'IF(1=1,"",5)', '2-1', '1=2', '1-1'];
    const written = await workbookOf([['a', ...formulas.map((formula) => ({ formula })), 'fin']]);
    const [sheet] = await readXlsx(Buffer.from(convertByOffice(written, 'xlsx', 'xlsx')));
    expect(sheet?.rows[0]?.cells).toEqual([
      ...[{ text: 'a' }, { text: '0', number: 0 }, { text: '' }, { text: '1', number: 1 }],
      ...[{ text: 'FALSO' }, { text: '0', number: 0 }, { text: 'fin' }],
    ]);
  });

  it('names the cell that is too far to the right, in whichever sheet it is', async () => {
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

  it('leaves out hidden sheets, counts their cells, and keeps hidden rows and columns, with the rows as Excel numbers them', async () => {
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
      },
    ]);
  });

  it('repeats merged cells downwards and not to the right', async () => {
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

  it('is not brought down by what real workbooks have around their cells', async () => {
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
