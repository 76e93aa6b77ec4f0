import { describe, expect, it } from 'vitest';
import { readFile } from '../platform/sheets/read-file.ts';
import { toldCells, workbook, workbookOf } from '../platform/sheets/sheets.fixture.ts';
import { readParticipantsTable } from './participants-table.ts';

const ofFile = async (bytes: Buffer) => readParticipantsTable({ sheets: await readFile(bytes, 'lista.csv') });
const ofCsv = (...lines: string[]) => ofFile(Buffer.from(lines.join('\n')));
const ofBook = async (rows: Parameters<typeof workbookOf>[0]) => ofFile(await workbookOf(rows));
const people = ({ rows }: Awaited<ReturnType<typeof ofCsv>>) =>
  rows.map(({ participantId, name }) => [participantId, name]);
const faults = ({ problems }: Awaited<ReturnType<typeof ofCsv>>) =>
  problems.map(({ row, column, code }) => [row, column, code]);

describe('list of participants', () => {
  it.each([
    ['Id;Nombre'],
    ['IDENTIFICACIÓN;Nombre completo'],
    ['Cédula;Participante'],
    ['No. de documento;Nombres y apellidos'],
    ['Código;Asistente'],
    ['No.;Nombre del participante'],
    ['C.C.;Invitada'],
    ['Código;Estudiante'],
    ['Documento;Afiliado'],
    ['NIT;Razón social'],
    ['ID;Full name'],
    ['#;Nombre'],
    ['Documento de identidad:;Nombre:'],
  ])('a list with the header «%s» is read', async (header) => {
    const table = await ofCsv(header, '101;Ana Muñoz', '102;Luis Peña');
    expect(table.problems).toEqual([]);
    expect(people(table)).toEqual([
      ['101', 'Ana Muñoz'],
      ['102', 'Luis Peña'],
    ]);
  });

  it('the header is found below titles, form codes and empty rows, with columns in any order', async () => {
    const table = await ofBook([
      ['REGISTRO DE PARTICIPANTES', null, null, 'Código: EV-12'],
      [],
      ['Nombre del evento: Feria', null, 'Fecha: 21/11/2026'],
      [],
      ['No.', 'Apellidos', 'Nombres', 'Tipo de documento', 'Cédula', 'Correo del participante'],
      [1, 'MUÑOZ  ÁLVAREZ', ' Ana María ', 'CC', 52123456, 'ana@ejemplo.co'],
      [],
      [2, 'PEÑA', 'Luis', 'CC', '1.020.345.678', ''],
    ]);
    expect(table.problems).toEqual([]);
    expect(people(table)).toEqual([
      ['52123456', 'Ana María MUÑOZ ÁLVAREZ'],
      ['1.020.345.678', 'Luis PEÑA'],
    ]);
    expect(table.rows.map(({ row, key }) => [row, key])).toEqual([
      [6, '52123456'],
      [8, '1020345678'],
    ]);
  });

  it('each cell is accounted for; unread names, days and amounts are named', async () => {
    const table = await ofCsv(
      'LISTA',
      'No;Primer nombre;Segundo nombre;Primer apellido;Cédula;Acompañante;Valor pagado;Correo',
      '1;Ana;María;Ruiz;52;Luis Gil;20000;a@b.co',
      '2;Eva;;Sol;53;;;',
      'TOTAL;;;;;;20000;',
    );
    expect(people(table)).toEqual([
      ['52', 'Ana María Ruiz'],
      ['53', 'Eva Sol'],
    ]);
    expect(table.problems.find(({ code }) => code === 'columnsIgnored')?.message).toBe(
      'No se leyeron estas columnas: «Acompañante», «Valor pagado».',
    );
    expect([table.account.cells, toldCells(table.account), table.account.read]).toEqual([23, 23, 7]);
    // The template is read back without a warning.
    const template = await ofCsv('\ufeffId;Nombre', '007;Ana Muñoz', '"8;9";"Luis ""Lucho"" Gil"', '');
    expect([people(template), template.problems]).toEqual([
      [
        ['007', 'Ana Muñoz'],
        ['8;9', 'Luis "Lucho" Gil'],
      ],
      [],
    ]);
  });

  it('numbers are read as text, and texts unchanged', async () => {
    const table = await ofBook([
      ['Id', 'Nombre'],
      [1000000001, 'Uno'],
      ['007', 'Siete'],
      ['12345.0', 'Con decimal de más'],
      [{ formula: '2+3', result: 5 }, 'Cinco'],
      ['AB-%/ñ', '=HYPERLINK("http://malo.example","Ana")'],
    ]);
    expect(people(table)).toEqual([
      ['1000000001', 'Uno'],
      ['007', 'Siete'],
      ['12345', 'Con decimal de más'],
      ['5', 'Cinco'],
      ['AB-%/ñ', '=HYPERLINK("http://malo.example","Ana")'],
    ]);
    expect(table.problems).toEqual([]);
  });

  it('repeated, missing and unusable cells are named by row and column', async () => {
    const table = await ofCsv(
      'Cédula;Nombres;Apellidos',
      '52.123.456;Ana;Muñoz',
      '52123456;Ana otra vez;Muñoz',
      'ab-1;Uno;',
      ' AB-1 ;Otro;',
      ';Sin;Documento',
      '103;;',
      `${'9'.repeat(61)};Larga;`,
      `104;${'x'.repeat(201)};`,
      '1,23E+09;Redondeada;',
      '#REF!;Rota;',
      '5,21E7;Copiada;',
      '5E7;Torre cinco;',
    );
    expect(faults(table)).toEqual([
      [3, 'Cédula', 'idRepeated'],
      [5, 'Cédula', 'idRepeated'],
      [6, 'Cédula', 'idMissing'],
      [7, 'Nombres + Apellidos', 'nameMissing'],
      [8, 'Cédula', 'idTooLong'],
      [9, 'Nombres + Apellidos', 'nameTooLong'],
      [10, 'Cédula', 'idRounded'],
      [11, 'Cédula', 'idInvalid'],
      [12, 'Cédula', 'idRounded'],
    ]);
    expect(table.problems.every(({ severity }) => severity === 'error')).toBe(true);
    expect(table.problems[0]?.message).toContain('filas 2 y 3');
  });

  it('formulas without value, dates and merged ids are named', async () => {
    const bytes = await workbook((book) => {
      const sheet = book.addWorksheet('Lista');
      sheet.addRow(['Id', 'Nombre']);
      sheet.addRow([{ formula: 'A1' }, 'Sin valor']);
      sheet.addRow([new Date(Date.UTC(2026, 0, 2)), 'Fecha']);
      sheet.addRow(['501', 'Primera']);
      sheet.addRow(['', 'Segunda']);
      sheet.mergeCells('A4:A5');
    });
    expect(faults(await ofFile(bytes))).toEqual([
      [2, 'Id', 'uncalculated'],
      [3, 'Id', 'idIsDate'],
      [5, 'Id', 'idMerged'],
    ]);
  });

  it('repeated headers, totals and headings are skipped with a warning', async () => {
    const table = await ofCsv(
      'Id;Nombre',
      'Junta directiva;',
      '101;Ana',
      'ID;NOMBRE',
      '102;Luis',
      'Total;2',
      ';Total asistentes 2',
      'Subtotal;2',
    );
    expect(people(table)).toEqual([
      ['101', 'Ana'],
      ['102', 'Luis'],
    ]);
    expect(faults(table)).toEqual([
      [2, null, 'rowIgnored'],
      [4, null, 'rowIgnored'],
      [6, null, 'rowIgnored'],
      [7, null, 'rowIgnored'],
      [8, null, 'rowIgnored'],
    ]);
    expect(table.problems.every(({ severity }) => severity === 'warning')).toBe(true);
  });

  it('the report names the read id column and sheet among several', async () => {
    const bytes = await workbook((book) => {
      book.addWorksheet('Portada').addRow(['Feria de servicios']);
      const first = book.addWorksheet('Lista');
      first.addRow(['Código', 'Cédula', 'Nombre']);
      first.addRow(['A1', 52123456, 'Ana']);
      const second = book.addWorksheet('Anterior');
      second.addRow(['Id', 'Nombre']);
      second.addRow(['9', 'Nadie']);
    });
    const table = await ofFile(bytes);
    expect([table.sheet, people(table)]).toEqual(['Lista', [['52123456', 'Ana']]]);
    expect(faults(table)).toEqual([
      [null, null, 'otherTables'],
      [null, null, 'otherIds'],
    ]);
    // A person must decide on both lists before the import.
    expect(table.problems[0]?.severity).toBe('error');
    const sheets = await readFile(bytes, 'lista.xlsx');
    const withTables = (...tables: number[]) =>
      readParticipantsTable({ sheets }, { reading: { tables }, knownTitles: [] });
    const joined = withTables(1, 2);
    expect(people(joined)).toEqual([
      ['52123456', 'Ana'],
      ['9', 'Nadie'],
    ]);
    expect(joined.rows.map((row) => row.table)).toEqual([1, 2]);
    expect(toldCells(joined.account)).toBe(joined.account.cells);
    expect(faults(joined)).toEqual([[null, null, 'otherIds']]);
    const alone = withTables(2);
    expect([people(alone), faults(alone)]).toEqual([[['9', 'Nadie']], [[null, null, 'tablesLeftOut']]]);
    // A sheet without a list cannot be joined.
    expect(faults(withTables(1, 0)).map(([, , code]) => code)).toContain('headerMissing');
  });

  it('columns can be set by hand, and equal titles are recognized again', async () => {
    const sheets = await readFile(
      Buffer.from('Ficha;Quien viene;Apodo\nA1;Ana Ruiz;Nita\nA2;Luis Paz;Lucho'),
      'lista.csv',
    );
    const unread = readParticipantsTable({ sheets });
    expect(faults(unread)).toEqual([[null, null, 'headerMissing']]);
    expect(unread.columns.map(({ header, role, samples }) => [header, role, samples])).toEqual([
      ['Ficha', 'ignore', ['A1', 'A2']],
      ['Quien viene', 'ignore', ['Ana Ruiz', 'Luis Paz']],
      ['Apodo', 'ignore', ['Nita', 'Lucho']],
    ]);
    const columns = [
      { column: 0, role: 'id' as const },
      { column: 1, role: 'name' as const },
      { column: 2, role: 'ignore' as const },
    ];
    const byHand = readParticipantsTable({ sheets }, { reading: { columns }, knownTitles: [] });
    const both = [
      ['A1', 'Ana Ruiz'],
      ['A2', 'Luis Paz'],
    ];
    expect([people(byHand), faults(byHand)]).toEqual([both, []]);
    const headers = [
      { header: 'ficha', role: 'id' as const },
      { header: 'quien viene', role: 'name' as const },
    ];
    const again = readParticipantsTable({ sheets }, { reading: {}, knownTitles: headers });
    expect([people(again), again.columns.map(({ isKnown }) => isKnown)]).toEqual([both, [true, true, false]]);
    // A known id column replaces the id column found by words.
    const codes = await readFile(Buffer.from('Código;Cédula;Nombres;Apellidos\nA1;52;Ana;Ruiz'), 'x.csv');
    const byWords = readParticipantsTable({ sheets: codes });
    expect(people(byWords)).toEqual([['52', 'Ana Ruiz']]);
    const byCode = readParticipantsTable(
      { sheets: codes },
      { reading: {}, knownTitles: [{ header: 'codigo', role: 'id' }] },
    );
    expect(people(byCode)).toEqual([['A1', 'Ana Ruiz']]);
    const nobody = columns.map((one) => ({ ...one, role: 'ignore' as const }));
    expect(
      faults(readParticipantsTable({ sheets }, { reading: { columns: nobody }, knownTitles: [] })),
    ).toEqual([[null, null, 'headerMissing']]);
  });

  it('a list beside another list is asked about instead of read in part', async () => {
    const table = await ofCsv('Id;Nombre;;Id;Nombre', '1;Ana;;2;Luis');
    expect(table.problems.find(({ severity }) => severity === 'error')).toMatchObject({
      code: 'otherTables',
      message: expect.stringContaining('falta «lista, columnas D a E»'),
    });
  });

  it('a file without header or without participants is an error', async () => {
    expect(faults(await ofCsv('101;Ana', '102;Luis'))).toEqual([[null, null, 'headerMissing']]);
    expect(faults(await ofCsv('Id;Nombre', ';'))).toEqual([[null, null, 'noParticipants']]);
  });

  it('codes with dots stay distinct; documents do not', async () => {
    const table = await ofCsv('Id;Nombre', '1.10.101;A', '11.01.01;B', '1.1;C', '11;D', '1.234;E', '1234;F');
    expect(table.problems).toEqual([]);
    expect(table.rows).toHaveLength(6);
  });
});
