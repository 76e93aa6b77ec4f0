import { describe, expect, it } from 'vitest';
import { SheetError } from './error.ts';
import { readFile } from './read-file.ts';
import type { Sheet } from './sheet.types.ts';

const read = (text: string | Buffer, name = 'banco.xls') => readFile(Buffer.from(text), name);
const textsOf = (sheets: Sheet[]) =>
  sheets.map(({ rows }) => rows.map(({ number, cells }) => [number, ...cells.map(({ text }) => text)]));

describe('web pages with the name .xls', () => {
  it('a table of a bank is read as texts, with the text above as a row', async () => {
    const page = `<!DOCTYPE html><html><head><title>no</title><style>td{x:"<td>"}</style></head><body>
      <h1>Movimientos&nbsp;de octubre</h1><script>if (a<b) document.write("<td>x</td>")</script>
      <table border=1><!-- <tr><td>no</td></tr> --><tr><th>Fecha<th>Descripci&oacute;n<th>Valor</tr>
      <tr><td>01/10/2026<td>PAGO&#32;APTO <b>101</b><br>QR</td><td x:num="1234.5">$ 1.234,50</td></tr></table></body></html>`;
    const sheets = await read(page);
    expect(sheets[0]?.name).toBe('banco');
    expect(textsOf(sheets)).toEqual([
      [
        [1, 'Movimientos de octubre'],
        [2, 'Fecha', 'Descripción', 'Valor'],
        [3, '01/10/2026', 'PAGO APTO 101 QR', '$ 1.234,50'],
      ],
    ]);
  });

  it('merged cells and nested tables keep their place', async () => {
    const page = `<table><tr><td rowspan=2>Torre 1</td><td>101</td><td>A</td></tr><tr><td>102</td><td>B</td></tr>
      <tr><td colspan=2>dos</td><td>C</td></tr>
      <tr><td><table><tr><td>dentro</td><td>5</td></tr></table></td></tr></table>`;
    expect(textsOf(await read(page))).toEqual([
      [
        [1, 'Torre 1', '101', 'A'],
        [2, 'Torre 1', '102', 'B'],
        [3, 'dos', '', 'C'],
        [5, 'dentro', '5'],
      ],
    ]);
  });

  it('hidden rows and columns are named', async () => {
    const hidden = "style='display: none'";
    const rows = `<tr><td>101<td>9<td ${hidden}>5<td>7</tr><tr ${hidden}><td>102<td>9<td>5<td>7</tr>`;
    const [sheet] = await read(`<table><col><col ${hidden} span=1>${rows}<tr hidden><td>103</table>`);
    expect([sheet?.hiddenColumns, sheet?.hiddenRows]).toEqual([
      [1, 2],
      [2, 3],
    ]);
  });

  it("a sign 'less than' is text and ends no cell", async () => {
    const page = '<table><tr><td>Mora < 30 días</td><td>500</td></tr></table>';
    expect(textsOf(await read(page))).toEqual([[[1, 'Mora < 30 días', '500']]]);
  });

  it('a page in Windows-1252 is read', async () => {
    expect(textsOf(await read(Buffer.from('<table><tr><td>PEÑA', 'latin1')))).toEqual([[[1, 'PEÑA']]]);
  });

  it('a hostile page ends with rows or a sentence', { tags: 'slow' }, async () => {
    const pages = [
      '<table><tr>'.repeat(200_000),
      `<table>${'<tr><td>'.repeat(30_000)}`,
      `<table><tr>${'<td colspan=9999999>x'.repeat(500)}`,
      `<table>${'<tr><td rowspan=20000>x</td></tr>'.repeat(5_000)}</table>`,
      `<table><tr><td>${'&lol;'.repeat(100_000)}`,
      `<html>${'<script>'.repeat(100_000)}`,
      `<html>${'<'.repeat(500_000)}`,
      `<html><a b="${'x'.repeat(500_000)}`,
      '<table></table>',
      `${'<!---->'.repeat(500)}<x>`,
      `<table><tr>${'<td colspan=256 rowspan=2>'.repeat(100_000)}x`,
      `<html><script>${'</script '.repeat(100_000)}`,
    ];
    for (const page of pages) {
      const answer = await read(page).catch((error: unknown) => error);
      if (!Array.isArray(answer)) expect(answer).toBeInstanceOf(SheetError);
    }
  });
});

describe('XML Spreadsheet 2003', () => {
  const book = (inside: string) =>
    `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">${inside}</Workbook>`;
  const data = (type: string, value: string, more = '') =>
    `<Cell${more}><Data ss:Type="${type}">${value}</Data></Cell>`;

  it('cells, skipped places, dates, percentages and hidden parts are read', async () => {
    const style = (id: string, format: string) =>
      `<Style ss:ID="${id}"><NumberFormat ss:Format="${format}"/></Style>`;
    const sheets = await read(
      book(`<Styles>${style('d', 'Short Date')}${style('p', 'Percent')}${style('g', 'General')}</Styles>
        <Worksheet ss:Name="Octubre"><Table><Column ss:Index="2" ss:Hidden="1"/>
        <Row>${data('String', 'Apto')}${data('String', 'Valor &amp; m&#225;s')}</Row>
        <Row ss:Index="3" ss:Hidden="1">${data('Number', '101')}${data('Number', '1234.5', ' ss:Index="3" ss:StyleID="g"')}${data('DateTime', '2026-10-31T00:00:00.000')}</Row>
        <Row>${data('Number', '0.0207', ' ss:StyleID="p"')}${data('Number', '46326', ' ss:StyleID="d"')}${data('Boolean', '1')}<Cell ss:Formula="=1+1"/></Row>
        <Row>${data('String', 'Torre', ' ss:MergeDown="1"')}</Row><Row/></Table></Worksheet>
        <Worksheet ss:Name="Vieja"><Table><Row>${data('Number', '1')}</Row></Table><WorksheetOptions><Visible>SheetHidden</Visible></WorksheetOptions></Worksheet>`),
    );
    expect(sheets).toEqual([
      {
        name: 'Octubre',
        rows: [
          { number: 1, cells: [{ text: 'Apto' }, { text: 'Valor & más' }] },
          {
            number: 3,
            cells: [
              { text: '101', number: 101 },
              { text: '' },
              { text: '1234.5', number: 1234.5 },
              { text: '31/10/2026', date: true },
            ],
          },
          {
            number: 4,
            cells: [
              { text: '2.07%', number: 2.07 },
              { text: '31/10/2026', date: true },
              { text: 'VERDADERO' },
              { text: '', uncalculated: true },
            ],
          },
          { number: 5, cells: [{ text: 'Torre' }] },
          { number: 6, cells: [{ text: 'Torre', merged: true }] },
        ],
        hiddenColumns: [1],
        hiddenRows: [3],
        hidden: [{ name: 'Vieja', cells: 1 }],
      },
    ]);
  });

  it('entities of a DOCTYPE, wrong places and cut files are refused with a sentence', {
    tags: 'slow',
  }, async () => {
    const cases = [
      book('<Worksheet><Table><Row ss:Index="99999999"/></Table></Worksheet>'),
      book(`<Worksheet><Table><Row>${data('String', 'x', ' ss:Index="-3"')}</Row></Table></Worksheet>`),
      book(
        `<Worksheet><Table><Row>${data('String', 'x', ' ss:MergeDown="1048000"')}</Row></Table></Worksheet>`,
      ),
      book('<Worksheet><Table>').slice(0, -30),
      book('<Worksheet/>').replace('<Workbook', '<!DOCTYPE x [<!ENTITY a "aaaa">]><Workbook'),
      book(`<Worksheet><Table><Row>${'<Cell/>'.repeat(600_001)}</Row></Table></Worksheet>`),
    ];
    for (const text of cases) await expect(read(text)).rejects.toBeInstanceOf(SheetError);
  });
});
