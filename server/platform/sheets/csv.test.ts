import { describe, expect, it } from 'vitest';
import { readCsv } from './csv.ts';
import { sheetLimits } from './limits.ts';

const rowsOf = (text: string | Buffer) => {
  const [sheet] = readCsv(Buffer.from(text), 'tabla.csv');
  return sheet?.rows.map((row) => [row.number, ...row.cells.map((cell) => cell.text)]);
};

describe('readCsv', () => {
  it('readCsv reads commas, quotes, doubled quotes and line breaks within quotes', () => {
    expect(rowsOf('a,b\r\n"1001, 1002","dijo ""no"""\r\n"dos\nlíneas",x\r\n\r\ny,z')).toEqual([
      [1, 'a', 'b'],
      [2, '1001, 1002', 'dijo "no"'],
      [3, 'dos\nlíneas', 'x'],
      [5, 'y', 'z'],
    ]);
  });

  it('readCsv reads semicolons with decimal commas, tabs, and a named separator', () => {
    expect(rowsOf('Apto;Nombre;Coef\n101;Pérez, Ana;2,97\n102;Ruiz, Luis;2,97\n')?.[1]).toEqual([
      2,
      '101',
      'Pérez, Ana',
      '2,97',
    ]);
    expect(rowsOf('Apto\tCoef\n101\t2,97\n')?.[1]).toEqual([2, '101', '2,97']);
    expect(rowsOf('sep=;\r\nApto;Coef\n')).toEqual([[2, 'Apto', 'Coef']]);
    expect(rowsOf('CONJUNTO LOS ALAMOS\n\nApto,Coef\n1,2\n2,3\n')?.at(-1)).toEqual([5, '2', '3']);
    expect(rowsOf('a\rb,\r')).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
  });

  it('readCsv reads UTF-8 and UTF-16 with byte order mark, and Windows-1252', () => {
    expect(rowsOf('\uFEFFNúñez,1')).toEqual([[1, 'Núñez', '1']]);
    expect(rowsOf(Buffer.from('\uFEFFNúñez\t1', 'utf16le'))).toEqual([[1, 'Núñez', '1']]);
    expect(rowsOf(Buffer.from('Núñez;1', 'latin1'))).toEqual([[1, 'Núñez', '1']]);
    expect(rowsOf(Buffer.from([0x80, 0x93, 0x9f, 0x3b, 0x31]))).toEqual([[1, '€“Ÿ', '1']]);
  });

  it('readCsv reads UTF-16 without a byte order mark, and UTF-8 encoded twice', () => {
    for (const encoding of ['utf16le', 'utf16be'] as const) {
      const bytes = Buffer.from('Apto;Dueño\n101;Núñez', 'utf16le');
      expect(rowsOf(encoding === 'utf16be' ? bytes.swap16() : bytes)?.at(-1)).toEqual([2, '101', 'Núñez']);
    }
    const twice = Buffer.from('MUÑOZ;José Álvaro;10 º').toString('latin1');
    expect(rowsOf(Buffer.from(twice, 'utf8'))).toEqual([[1, 'MUÑOZ', 'José Álvaro', '10 º']]);
    const windows = 'MUÃ‘OZ;PEÃ‘A';
    expect(rowsOf(windows)).toEqual([[1, 'MUÑOZ', 'PEÑA']]);
    // Another sign outside of Windows-1252 shows that the text is not encoded twice.
    expect(rowsOf('SÃ³ Ω')).toEqual([[1, 'SÃ³ Ω']]);
  });

  it('readCsv reads formulas with a constant as Excel shows the cells', () => {
    expect(rowsOf('="007";=250000;="Ana; Luis";=-5,5;=A1+1')).toEqual([
      [1, '007', '250000', '="Ana', ' Luis"', '-5,5', '=A1+1'],
    ]);
  });

  it('readCsv refuses amounts divided by the commas between the columns', () => {
    const refusalOf = (text: string) => {
      try {
        return rowsOf(text);
      } catch (error) {
        return (error as Error).message;
      }
    };
    for (const text of [
      'Apto,Cuota\n101,250,000\n102,180,000',
      'Apto,Cuota,Total\n101,250,000.00,1,250,000.00\n102,0,0',
      'Fecha,Detalle,Valor\n02/05/2026,TRANSF,250,000\n03/05/2026,GMF,-1,000',
    ])
      expect(refusalOf(text), text).toContain('La coma divide las columnas y también los miles');
    const rows = rowsOf('Apto,Cuota\n101,"250,000"\n102,180000\n103,200,300\n104,180000\n105,1');
    expect(rows).toHaveLength(6);
    expect(rowsOf('Torre,Apto,Piso\n1,101,100\n1,102,200')).toHaveLength(3);
    expect(refusalOf('Apto,Cuota,\n101,250,000,\n102,180,000,')).toContain('La coma divide');
  });

  it('readCsv reads tables with commas at the end of rows, and with columns without a title', () => {
    for (const text of [
      'Torre,Apto,Cuota\n1,101,250000,\n1,102,250000,',
      'Torre,Apto,Cuota,\n1,101,250000,5000\n1,102,250000,3000',
      'Torre,Apto,Cuota,,,\n1,101,250000,,,\n1,102,250000,,,',
      ',Torre,Apto,Cuota\n1,1,101,250000\n2,1,102,250000',
      'Los Cedros,,\nTorre,Apto,Cuota\n1,101,250000,\n1,102,250000,',
    ])
      expect(rowsOf(text)?.at(-1)?.slice(0, 5), text).toContain('102');
  });

  it('readCsv reads CP850 and Mac Roman by the Spanish letters beside letters', () => {
    const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
    expect(rowsOf(bytes('4d55a54f5a 3b 5045a541 3b 4c7563a161'))?.[0]).toEqual([1, 'MUÑOZ', 'PEÑA', 'Lucía']);
    expect(rowsOf(bytes('41a4696c 3b 4781697a61 3b 4a6f7382'))).toEqual([[1, 'Añil', 'Güiza', 'José']]);
    expect(rowsOf(bytes('4196696c 3b 479f697a61 3b 4a6f738e'))).toEqual([[1, 'Añil', 'Güiza', 'José']]);
    expect(rowsOf(bytes('4ef284455a 3b 50ee4e'))?.[0]?.[1]).toBe('NÚÑEZ');
    expect(rowsOf(bytes('50458441 3b 4c756392 61'))).toEqual([[1, 'PEÑA', 'Lucía']]);
    expect(rowsOf(bytes('41646d696e69737472616369976e 3b 6e699661'))).toEqual([
      [1, 'Administración', 'niña'],
    ]);
  });

  it('readCsv keeps Windows-1252 for quotes and dashes between letters', () => {
    const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
    expect(rowsOf(bytes('6492616e67656c6f 3b 41977a 3b 61966f'))).toEqual([[1, 'd’angelo', 'A—z', 'a–o']]);
    expect(rowsOf(Buffer.from('PAGO\xa0APTO;Ana\xa0;a\xa0B', 'latin1'))).toEqual([
      [1, 'PAGO\xa0APTO', 'Ana\xa0', 'a\xa0B'],
    ]);
    expect(rowsOf(Buffer.from('Su\xa0rez', 'latin1'))).toEqual([[1, 'Suárez']]);
    expect(rowsOf(Buffer.from('PEÑA;JOSÉ;Güiza;1º;Ça va;N°3', 'latin1'))).toEqual([
      [1, 'PEÑA', 'JOSÉ', 'Güiza', '1º', 'Ça va', 'N°3'],
    ]);
  });

  it('readCsv reads a text in columns divided by blanks, with titles, rules and notes', () => {
    const text = `BANCO DE LA COSTA                        EXTRACTO
Fecha      Descripcion                   Valor        Saldo
---------- ---------------------- ------------ ------------
02/05/2026 PAGO ANA  RUIZ           300.000,00 1.300.000,00
03/05/2026 RETIRO CAJERO           -100.000,00 1.200.000,00
04/05/2026 CONSIGNACION           2.500.000,00 3.700.000,00
           TOTAL                  2.700.000,00
Consulte sus movimientos en la linea 018000
`;
    expect(rowsOf(text)).toEqual([
      [1, 'BANCO DE LA COSTA                        EXTRACTO'],
      [2, 'Fecha', 'Descripcion', 'Valor', 'Saldo'],
      [4, '02/05/2026', 'PAGO ANA  RUIZ', '300.000,00', '1.300.000,00'],
      [5, '03/05/2026', 'RETIRO CAJERO', '-100.000,00', '1.200.000,00'],
      [6, '04/05/2026', 'CONSIGNACION', '2.500.000,00', '3.700.000,00'],
      [7, '', 'TOTAL', '2.700.000,00'],
      [8, 'Consulte sus movimientos en la linea 018000'],
    ]);
  });

  it('readCsv refuses a line that crosses the blanks between columns, and says what to do', () => {
    const row = '02/05/2026  PAGO ANA RUIZ   300.000,00\n';
    const text = `Fecha       Descripcion          Valor\n${row.repeat(10)}03/05/2026  PAGO DE MARIA DEL CARMEN 250.000,00\n`;
    expect(() => rowsOf(text)).toThrow(/la fila 12 no cabe en ellas .*«Datos», «Desde texto», «Ancho fijo»/);
  });

  it('readCsv divides no text at blanks within the fields of a csv', () => {
    for (const sign of [',', ';', '|']) {
      const lines = ['Fecha;Texto;Valor', 'A;PAGO  ANA;3', 'B;PAGO  LUI;2', 'C;PAGO  EVA;1'];
      const text = lines.join('\n').replaceAll(';', sign);
      expect(rowsOf(text)?.[1], sign).toEqual([2, 'A', 'PAGO  ANA', '3']);
    }
  });

  it('readCsv reads lines that stand whole in quotes', () => {
    const saved = '"Apto,Nombre,Coef"\n"101,""Ruiz, Ana"",""25,5"""\n102,Luis,30\n';
    expect(rowsOf(saved)).toEqual([
      [1, 'Apto', 'Nombre', 'Coef'],
      [2, '101', 'Ruiz, Ana', '25,5'],
      [3, '102', 'Luis', '30'],
    ]);
    expect(rowsOf('"Edificio, torre 1"\nApto,Nombre,Coef\n101,Ana,50\n102,Luis,50\n')?.[0]).toEqual([
      1,
      'Edificio, torre 1',
    ]);
  });

  it('readCsv keeps a stray control character for the reader of the table', () => {
    expect(rowsOf('Ana\u0007,1')).toEqual([[1, 'Ana\u0007', '1']]);
  });

  it('readCsv refuses an unclosed quote and names the row', () => {
    expect(() => rowsOf('a,b\n1,2\n3,"4\n5,6\n')).toThrow('fila 3');
  });

  it('readCsv refuses content that is no text', () => {
    for (const bytes of ['%PDF-1.7 ...', '<html><table></table>', '{"a": 1}', 'a\0b']) {
      expect(() => rowsOf(bytes)).toThrow(expect.objectContaining({ code: 'sheetUnreadable' }));
    }
    expect(() => rowsOf(Buffer.alloc(3000, 7))).toThrow('no es una hoja de cálculo');
  });

  it('readCsv accepts at most 20,000 rows and 256 columns', () => {
    expect(rowsOf('a,b\n'.repeat(sheetLimits.rows))).toHaveLength(20_000);
    expect(() => rowsOf('a,b\n'.repeat(sheetLimits.rows + 1))).toThrow(
      expect.objectContaining({ code: 'sheetTooManyRows' }),
    );
    expect(rowsOf(`${','.repeat(255)}a`)?.[0]).toHaveLength(257);
    expect(() => rowsOf(`${','.repeat(256)}a`)).toThrow(expect.objectContaining({ code: 'sheetTooLarge' }));
    expect(() => rowsOf('a'.repeat(40_000))).toThrow(expect.objectContaining({ code: 'sheetTooLarge' }));
    expect(() => rowsOf(' , \n\n,,\n')).toThrow(expect.objectContaining({ code: 'sheetEmpty' }));
  });

  it('readCsv ends on megabytes of any text', { tags: 'slow' }, () => {
    for (const text of ['"'.repeat(3e6), ','.repeat(3e6), 'a"'.repeat(1.5e6), '\n'.repeat(3e6)]) {
      try {
        rowsOf(text);
      } catch (error) {
        expect(error).toHaveProperty('code');
      }
    }
  });
});
