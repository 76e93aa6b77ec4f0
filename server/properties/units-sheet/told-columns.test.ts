import { describe, expect, it } from 'vitest';
import { quorumOf } from '../../../shared/assemblies/quorum.ts';
import { nano } from '../../../shared/coefficient.ts';
import { ownerKey } from '../../../shared/properties/person.ts';
import type { UnitsReading } from '../../../shared/properties/units-reading.ts';
import { readCsv } from '../../platform/sheets/csv.ts';
import { toldCells, workbook } from '../../platform/sheets/sheets.fixture.ts';
import { readXlsx } from '../../platform/sheets/xlsx.ts';
import { type CoefficientTable, readCoefficientTable, type UnitsGiven } from './coefficient-table.ts';

const groundsOf = (reading: UnitsReading, rest: Partial<UnitsGiven> = {}): UnitsGiven => ({
  remembered: [],
  knownUnits: [],
  ...rest,
  reading,
});
/** Reads a table of units from lines of cells separated by ';'. */
const read = (lines: string, ...more: Parameters<typeof groundsOf> | []) => {
  const sheets = readCsv(Buffer.from(lines.replaceAll(/^ +/gm, '')), 'tabla.csv');
  const table = readCoefficientTable(
    { sheets },
    groundsOf(...((more.length > 0 ? more : [{}]) as Parameters<typeof groundsOf>)),
  );
  const cells = sheets.flatMap(({ rows }) => rows.flatMap((row) => row.cells));
  const filled = cells.filter(({ text }) => text.trim() !== '').length;
  expect([toldCells(table.account), table.account.cells]).toEqual([filled, filled]);
  return table;
};
const sheetsOf = async (all: Record<string, (string | number)[][]>) =>
  readXlsx(
    await workbook((book) => {
      for (const [name, rows] of Object.entries(all)) book.addWorksheet(name).addRows(rows);
    }),
  );
const ids = ({ rows }: CoefficientTable) => rows.map(({ apartmentId }) => apartmentId);
const owners = ({ rows }: CoefficientTable) => rows.map(({ owner }) => owner);
const kinds = ({ rows }: CoefficientTable) => rows.map(({ apartmentId, kind }) => `${apartmentId} ${kind}`);
const codes = ({ problems }: CoefficientTable) => problems.map(({ code }) => code);
const messageOf = ({ problems }: CoefficientTable, code: string) =>
  problems.find((problem) => problem.code === code)?.message;
const errors = ({ problems }: CoefficientTable) =>
  problems.filter(({ severity }) => severity === 'error').map(({ code }) => code);

describe('the name of an owner', () => {
  it('joins a name from its columns, given names first', () => {
    const two = read('Apto;Nombres;Apellidos;Coeficiente\n101;MARIA;PEREZ;50\n102;MARIA;GOMEZ;50');
    expect(owners(two)).toEqual(['MARIA PEREZ', 'MARIA GOMEZ']);
    expect(two.problems).toEqual([]);
    const keys = two.rows.map((row) => ownerKey(row.owner, row.ownerDocument, row.apartmentId));
    const owned = new Set(keys).size;
    expect(owned).toBe(2);
    const everybody = { call: 1 as const, registered: nano(100e9), total: nano(100e9) };
    expect(quorumOf({ ...everybody, owners: owned }).reached).toBe(true);
    for (const [header, row] of [
      ['Apellidos;Nombres', 'PEREZ RUIZ;ANA MARIA'],
      ['Primer nombre;Segundo nombre;Primer apellido;Segundo apellido', 'ANA;MARIA;PEREZ;RUIZ'],
      ['PRIMER APELLIDO;SEGUNDO APELLIDO;PRIMER NOMBRE;SEGUNDO NOMBRE', 'PEREZ;RUIZ;ANA;MARIA'],
      ['Nombre propietario;Apellido propietario', 'ANA MARIA;PEREZ RUIZ'],
      ['Propietario;Apellidos', 'ANA MARIA;PEREZ RUIZ'],
      ['Nombres y apellidos', 'ANA MARIA PEREZ RUIZ'],
    ] as const) {
      const table = read(`Apto;${header};Coeficiente\n101;${row};100`);
      expect([header, owners(table), codes(table)]).toEqual([header, ['ANA MARIA PEREZ RUIZ'], []]);
    }
  });

  it('reads several owners with documents for a co-owned unit', () => {
    for (const header of [
      'Propietario 1;Documento 1;Propietario 2;Documento 2',
      'Propietario;CC;Copropietario;CC copropietario',
    ]) {
      const table = read(`Apto;${header};Coef\n101;Ana Ruiz;52.111;Luis Gil;79.222;60\n102;Eva Sol;41;;;40`);
      expect(table.rows.map(({ owner, ownerDocument }) => [owner, ownerDocument])).toEqual([
        ['Ana Ruiz / Luis Gil', '52.111 / 79.222'],
        ['Eva Sol', '41'],
      ]);
      expect(table.problems).toEqual([]);
    }
    const parts = read('Apto;Nombres 1;Apellidos 1;Nombres 2;Apellidos 2;Coef\n101;Ana;Ruiz;Luis;Gil;100');
    expect(owners(parts)).toEqual(['Ana Ruiz / Luis Gil']);
    const rows = read('Apto;Propietario;Cédula;Coef\n101;Ana Ruiz;52;60\n101;Luis Gil;79;\n102;Eva;41;40');
    expect(rows.rows.map(({ owner, ownerDocument }) => [owner, ownerDocument])).toEqual([
      ['Ana Ruiz / Luis Gil', '52 / 79'],
      ['Eva', '41'],
    ]);
    expect(messageOf(rows, 'ownersJoined')).toContain('101');
    const twice = read('Apto;Propietario;Coef\n101;Ana;60\n101;Luis;60\n102;Eva;40');
    expect(messageOf(twice, 'unitRepeated')).toContain('deje el coeficiente solo en la primera fila');
  });

  it('separates owners by document, else by name with a notice', () => {
    const byName = read('Apto;Propietario;Coef\n101;MARIA GOMEZ;50\n302;Maria  Gómez;30\n401;Eva;20');
    expect(messageOf(byName, 'ownersSame')).toContain('«MARIA GOMEZ» (101, 302)');
    expect(messageOf(byName, 'ownersSame')).not.toContain('Eva');
    const documents = read('Apto;Propietario;Cédula;Coef\n101;MARIA GOMEZ;52;50\n302;MARIA GOMEZ;53;50');
    expect(messageOf(documents, 'ownersDocuments')).toContain('«MARIA GOMEZ» (52 en 101; 53 en 302)');
    const spelt = read('Apto;Propietario;Cédula;Coef\n101;Ana Ruiz;52.111;50\n302;Ana M. Ruiz;52111;50');
    expect(messageOf(spelt, 'ownersByDocument')).toContain('«Ana Ruiz» (101) y «Ana M. Ruiz» (302)');
    const half = read('Apto;Propietario;Cédula;Coef\n101;Ana;52;50\n302;Ana;;50');
    expect(messageOf(half, 'ownersApart')).toContain('«Ana» (con documento en 101; sin él en 302)');
    // A known answer is not asked again.
    const knownUnits = byName.rows.map(({ apartmentId, owner, ownerDocument }) => ({
      apartmentId,
      owner,
      ownerDocument,
    }));
    const again = read(
      'Apto;Propietario;Coef\n101;MARIA GOMEZ;50\n302;Maria  Gómez;30\n401;Eva;20',
      {},
      { knownUnits },
    );
    expect(again.problems).toEqual([]);
    expect(ownerKey('A / B', null, '1')).toBe(ownerKey('b / a', null, '2'));
    expect(ownerKey('A', '52 / 79', '1')).toBe(ownerKey('X', '79 / 5.2', '2'));
  });
});

describe('the kind of a unit', () => {
  it('takes the kind from the column header, a heading or the unit number', () => {
    expect(kinds(read('Local;Coef\nL1;50\n2;50'))).toEqual(['L1 local', '2 local']);
    expect(kinds(read('Garaje;Coef\n1;50\n2;50'))).toEqual(['1 parqueadero', '2 parqueadero']);
    const sections = read(
      'No;Unidad;Propietario;Coef\n;APARTAMENTOS;;\n1;101;Ana;40\nPARQUEADEROS;;;\n2;1;Eva;20\n3;2;Sol;20\nLOCALES COMERCIALES;;;\n4;3;Luz;20',
    );
    expect(kinds(sections)).toEqual(['101 vivienda', '1 parqueadero', '2 parqueadero', '3 local']);
    expect(errors(sections)).toEqual([]);
    const shape = read('Inmueble;Coef\n101;30\n102;30\n201;30\nL1;10');
    expect(kinds(shape).at(-1)).toBe('L1 local');
    expect(messageOf(shape, 'kindsByShape')).toContain('L1');
  });

  it('asks for the kind of small units without words, and accepts a manual kind', () => {
    const lines = 'Inmueble;Coef\n101;31\n102;31\n201;30\n11-44;4\n16-17-9;4';
    const table = read(lines);
    expect(table.doubtful).toEqual(['11-44', '16-17-9']);
    expect(messageOf(table, 'kindsDoubtful')).toContain('11-44, 16-17-9');
    const byHand = read(lines, {
      kinds: [
        { apartmentId: '11-44', kind: 'parqueadero' },
        { apartmentId: '16-17-9', kind: 'vivienda' },
      ],
    });
    expect(kinds(byHand).slice(3)).toEqual(['11-44 parqueadero', '16-17-9 vivienda']);
    expect([byHand.doubtful, codes(byHand)]).toEqual([[], ['ownerColumnMissing']]);
    const parking = Array.from({ length: 9 }, (_, at) => `P${at + 1};1`);
    const many = read(['Inmueble;Coef', ...parking, '101;30', '102;30', '103;31'].join('\n'));
    expect(many.doubtful).toEqual(parking.map((line) => line.split(';')[0]));
    const under = read('Unidad;Coef\n101;60\nPARQUEADERO;\n7;20\n8;20');
    expect(kinds(under)).toEqual(['101 vivienda', '7 parqueadero', '8 parqueadero']);
  });
});

describe('a coefficient of a hundredth', () => {
  it('reports dwellings with a hundredth of the usual coefficient, not parking spaces', () => {
    const flats = Array.from({ length: 9 }, (_, at) => `${101 + at};0,4167`);
    const table = read(['Inmueble;Coef', ...flats, '201;0,004167', 'PARQ 1;0,004167'].join('\n'));
    const found = table.problems.filter(({ code }) => code === 'coefficientMixed');
    expect(found).toMatchObject([
      { row: 11, severity: 'warning', message: expect.stringContaining('¿Es 0,4167?') },
    ]);
  });
});

describe('a tower written in the first row alone', () => {
  const lines = 'Torre;Apto;Coef\nA;101;25\n;102;25\nB;201;25\n;202;15\n;PARQ 1;10';
  it('fills a tower downwards and says so, unless switched off', () => {
    const table = read(lines);
    expect(ids(table)).toEqual(['A-101', 'A-102', 'B-201', 'B-202', 'PARQ 1']);
    expect(table.towers).toBe('filled');
    expect(messageOf(table, 'towersFilled')).toContain('A-102, B-202');
    const left = read(lines, { fillTowers: false });
    expect(ids(left)).toEqual(['A-101', '102', 'B-201', '202', 'PARQ 1']);
    expect(messageOf(left, 'towersMissing')).toContain('102, 202');
  });

  it('asks about towers written in the other rows', () => {
    const some = 'Torre;Apto;Coef\nA;101;25\nA;102;25\n;103;25\nB;101;25';
    expect(ids(read(some))).toEqual(['A-101', 'A-102', '103', 'B-101']);
    expect(messageOf(read(some), 'towersMissing')).toContain('103');
    expect(ids(read(some, { fillTowers: true }))).toEqual(['A-101', 'A-102', 'A-103', 'B-101']);
    const above = read('Torre;Apto;Coef\n;101;25\nB;101;25\n;102;50');
    expect(ids(above)).toEqual(['101', 'B-101', 'B-102']);
    expect([messageOf(above, 'towersFilled'), messageOf(above, 'towersMissing')]).toEqual([
      expect.stringContaining('B-102'),
      expect.stringContaining('otros sí: 101.'),
    ]);
  });

  it('uses the tower heading if ids would repeat', () => {
    const table = read('Apto;Coef\nTORRE 1;\n101;25\n102;25\nTORRE 2;\n101;25\n102;25');
    expect(ids(table)).toEqual(['1-101', '1-102', '2-101', '2-102']);
    expect(codes(table)).toContain('towersFilled');
  });
});

describe('cells without a reading', () => {
  it('reports unread columns: unknown words, other people, second names', () => {
    const table = read(
      'No;Apto;Propietario;Nombre;Tipo documento;Cuota;Arrendatario;Área m2;Coef;\n1;101;Ana;Luis;CC;120000;Eva;70;100;nota',
    );
    expect(messageOf(table, 'columnsIgnored')).toBe(
      'No se leyeron estas columnas: «Nombre», «Tipo documento», «Cuota», «Arrendatario», «J». Si alguna hace falta, diga qué contiene.',
    );
    expect(owners(table)).toEqual(['Ana']);
    const header = read('Apto;Propietario;Tipo documento;Cédula;Coef\n101;Ana;CC;52;100');
    expect(header.rows[0]?.ownerDocument).toBe('52');
  });

  it('refuses a second table until joined or excluded', async () => {
    const tower = (from: number) => [
      ['Apto', 'Propietario', 'Coeficiente'],
      [from, `Dueño ${from}`, 25],
      [from + 1, `Dueño ${from + 1}`, 25],
    ];
    const sheets = await sheetsOf({
      Portada: [['Conjunto Los Álamos']],
      'Torre 1': tower(101),
      'Torre 2': tower(101),
    });
    const asks = readCoefficientTable({ sheets });
    expect(errors(asks)).toEqual(['otherTables']);
    expect(messageOf(asks, 'otherTables')).toContain('Se leyó «Torre 1»; falta «Torre 2»');
    expect(asks.tables).toEqual([
      { name: 'Portada', hasHeader: false, isRead: false },
      { name: 'Torre 1', hasHeader: true, isRead: true },
      { name: 'Torre 2', hasHeader: true, isRead: false },
    ]);
    const joined = readCoefficientTable({ sheets }, groundsOf({ tables: [1, 2] }));
    expect(ids(joined)).toEqual(['1-101', '1-102', '2-101', '2-102']);
    expect([errors(joined), joined.sum]).toEqual([[], 100e9]);
    expect(joined.rows.map(({ table, row }) => [table, row])).toEqual([
      [1, 2],
      [1, 3],
      [2, 2],
      [2, 3],
    ]);
    const one = readCoefficientTable({ sheets }, groundsOf({ tables: [1] }));
    expect([ids(one), errors(one)]).toEqual([['101', '102'], []]);
    expect(messageOf(one, 'tablesLeftOut')).toContain('«Torre 2»');
    for (const { account } of [asks, joined, one]) expect(toldCells(account)).toBe(account.cells);
  });

  it('recognizes the second half of a table beside the first', () => {
    const lines =
      'Propietario;Apto;Coeficiente;;Propietario;Apto;Coeficiente\nAna;101;25;;Eva;201;25\nLuis;102;25;;Sol;202;25';
    const asks = read(lines);
    expect(errors(asks)).toEqual(['otherTables']);
    expect(asks.tables.map(({ name }) => name)).toEqual(['tabla, columnas A a C', 'tabla, columnas E a G']);
    const both = read(lines, { tables: [0, 1] });
    expect(both.rows.map(({ apartmentId, owner }) => [apartmentId, owner])).toEqual([
      ['101', 'Ana'],
      ['102', 'Luis'],
      ['201', 'Eva'],
      ['202', 'Sol'],
    ]);
    expect([both.problems, both.sum]).toEqual([[], 100e9]);
    // Coefficients of a flat's own parking space are not a second table.
    const other = read('Apto;Coef;Parqueadero;Coef\n101;90;12;9');
    expect(errors(other)).toEqual([]);
    expect(messageOf(other, 'otherCoefficients')).toContain('«Coef»');
    expect(messageOf(other, 'columnsIgnored')).toContain('«Parqueadero»');
  });
});

describe('columns mapped by hand', () => {
  const lines = 'Predio;Quién;Peso;Ref\n101;Ana;60;52\n102;Eva;40;53';
  it('uses manual roles, and the same roles for the same header later', () => {
    const asks = read(lines);
    expect(errors(asks)).toEqual(['headerMissing']);
    expect(asks.sheetColumns.map(({ header, role }) => `${header} ${role}`)).toEqual([
      'Predio unit',
      'Quién ignore',
      'Peso ignore',
      'Ref ignore',
    ]);
    const columns = [
      { column: 1, role: 'owner' as const },
      { column: 2, role: 'coefficient' as const },
      { column: 3, role: 'document' as const },
    ];
    const byHand = read(lines, { columns });
    const rows = [
      ['101', 'Ana', '52', 60e9],
      ['102', 'Eva', '53', 40e9],
    ];
    const rowsOf = (table: CoefficientTable) =>
      table.rows.map((row) => [row.apartmentId, row.owner, row.ownerDocument, row.coefficient]);
    expect(rowsOf(byHand)).toEqual(rows);
    expect(byHand.problems).toEqual([]);
    expect(byHand.sheetColumns.map(({ by }) => by)).toEqual(['sheet', 'hand', 'hand', 'hand']);
    const remembered = byHand.sheetColumns.filter(({ by }) => by === 'hand');
    const later = read(`TABLA\n${lines}`, {}, { remembered });
    expect([rowsOf(later), later.problems, later.headerRow]).toEqual([rows, [], 2]);
    expect(later.sheetColumns.map(({ by }) => by)).toEqual(['sheet', 'before', 'before', 'before']);
    const row = read(`Nota;de;la casa\n${lines}`, { headerRow: 2, columns });
    expect(rowsOf(row)).toEqual(rows);
    expect(
      errors(
        read(lines, {
          columns: [
            { column: 2, role: 'coefficient' },
            { column: 0, role: 'ignore' },
          ],
        }),
      ),
    ).toEqual(['columnsMissing']);
  });

  it('manual roles replace detected roles', () => {
    const table = read('Apto;Coef. área;Coeficiente de copropiedad\n101;30;60\n102;70;40', {
      columns: [{ column: 1, role: 'coefficient' }],
    });
    expect(table.rows.map(({ coefficient }) => coefficient)).toEqual([30e9, 70e9]);
    expect(messageOf(table, 'otherCoefficients')).toContain('«Coeficiente de copropiedad»');
  });
});
