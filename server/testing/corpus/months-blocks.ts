import { words, type XlsRecord, xlsOf } from '../../platform/sheets/sheets.fixture.ts';
import type { MonthsSheet } from './sheets.ts';

const UNITS = ['L101', 'L102', 'L103'];
/** Reading of the figures of each block, equal in all shapes. */
const READ = [
  '3 of 3 units',
  'saldo 1.250.000',
  'pagos 700.000',
  'Cuota administracion 910.000',
  'Aseo 45.000',
];

/** Writes rows as an xls file of Excel 97. */
function xls(rows: readonly (readonly (string | number)[])[]): Buffer {
  const cells = rows.flatMap((row, at) =>
    row.flatMap((value, column): XlsRecord[] => {
      if (value === '') return [];
      const place = words(at, column, 0);
      if (typeof value === 'number') {
        const bytes = Buffer.alloc(8);
        bytes.writeDoubleLE(value);
        return [[0x0203, Buffer.concat([place, bytes])]];
      }
      const text = Buffer.concat([words(value.length), Buffer.from([0]), Buffer.from(value, 'latin1')]);
      return [[0x0204, Buffer.concat([place, text])]];
    }),
  );
  return xlsOf([], cells);
}

/**
 * Reports of accounting programs with a block of rows for each unit, each with the expected reading. Names and figures
 * are invented.
 */
export const monthsInBlocks: MonthsSheet[] = [
  {
    name: 'blocks: unit and word in a cell, owner beside, amounts three columns away',
    source: 'an accounting program of a shopping centre (found/billing.md §2, S3)',
    units: UNITS,
    file: `CENTRO COMERCIAL DE PRUEBA;;;
FACTURACION MAYO DE 2026;;;
LOCAL: L101;;PERSONA DE PRUEBA;
Saldo anterior;;;500.000
Recibos de caja;;;300.000
Intereses por mora;;;4.000
Cuota administracion;;;310.000
Aseo;;;15.000
Total a pagar;;;529.000
LOCAL: L102;;OTRA PERSONA;
Saldo anterior;;;400.000
Recibos de caja;;;400.000
Cuota administracion;;;300.000
Aseo;;;15.000
Total a pagar;;;315.000
LOCAL: L103;;TERCERA PERSONA;
Saldo anterior;;;350.000
Cuota administracion;;;300.000
Aseo;;;15.000
Total a pagar;;;665.000
TOTAL GENERAL;;;1.509.000`,
    expected: {
      read: READ.map((line) => line.replace('1.250.000', '1.254.000')),
      warned: ['rowIgnored'],
    },
  },
  {
    name: 'blocks: the unit in the next cell, another column of amounts, empty rows between',
    units: UNITS,
    file: {
      Hoja1: [
        ['Local', 'L101', '', 'Propietario', 'PERSONA DE PRUEBA'],
        ['', 'Saldo anterior', 500000],
        ['', 'Recibos de caja', 300000],
        ['', 'Cuota administracion', 310000],
        ['', 'Aseo', 15000],
        ['', 'Total a pagar', 525000],
        [],
        ['Local', 'L102', '', 'Propietario', 'OTRA PERSONA'],
        ['', 'Saldo anterior', 400000],
        ['', 'Recibos de caja', 400000],
        ['', 'Cuota administracion', 300000],
        ['', 'Aseo', 15000],
        ['', 'Total a pagar', 315000],
        [],
        ['Local', 'L103'],
        ['', 'Saldo anterior', 350000],
        ['', 'Cuota administracion', 300000],
        ['', 'Aseo', 15000],
        ['', 'Total a pagar', 665000],
      ],
    },
    expected: { read: READ },
  },
  {
    name: 'blocks: the head of the page again between and inside the blocks, and a summary',
    units: UNITS,
    file: `CENTRO COMERCIAL DE PRUEBA;NIT;900123456
Fecha de corte;20260531;
Página;1;
L101 - PERSONA DE PRUEBA;;
Saldo anterior;;500.000
Recibos de caja;;300.000
CENTRO COMERCIAL DE PRUEBA;NIT;900123456
Fecha de corte;20260531;
Página;2;
L101 - PERSONA DE PRUEBA;;
Cuota administracion;;310.000
Aseo;;15.000
Total a pagar;;525.000
L102 - OTRA PERSONA;;
Saldo anterior;;400.000
Recibos de caja;;400.000
Cuota administracion;;300.000
Aseo;;15.000
Total a pagar;;315.000
L103 - TERCERA PERSONA;;
Saldo anterior;;350.000
Cuota administracion;;300.000
Aseo;;15.000
Total a pagar;;665.000
RESUMEN;;
Saldo anterior;;1.250.000
Recibos de caja;;700.000
Cuota administracion;;910.000
Aseo;;45.000
Total a pagar;;1.505.000`,
    expected: { read: READ, warned: ['rowIgnored'] },
  },
  {
    name: 'blocks in an xls of Excel 97, with codes before the words',
    units: UNITS,
    file: xls([
      ['Apartamento: L101', '', '', ''],
      ['130505', 'Saldo anterior', '', 500000],
      ['111005', 'Recibos de caja', '', 300000],
      ['410505', 'Cuota administracion', 'Mayo 2026', 310000],
      ['410510', 'Aseo', 'Mayo 2026', 15000],
      ['', 'Total a pagar', '', 525000],
      ['Apartamento: L102', '', '', ''],
      ['130505', 'Saldo anterior', '', 400000],
      ['111005', 'Recibos de caja', '', 400000],
      ['410505', 'Cuota administracion', 'Mayo 2026', 300000],
      ['410510', 'Aseo', 'Mayo 2026', 15000],
      ['', 'Total a pagar', '', 315000],
      ['Apartamento: L103', '', '', ''],
      ['130505', 'Saldo anterior', '', 350000],
      ['410505', 'Cuota administracion', 'Mayo 2026', 300000],
      ['410510', 'Aseo', 'Mayo 2026', 15000],
      ['', 'Total a pagar', '', 665000],
    ]),
    expected: { read: READ },
  },
  {
    name: 'blocks in a web page named .xls',
    units: UNITS,
    fileName: 'FACT MAY-26.xls',
    file: `<html><body><table>${[
      ['Inmueble:', 'L101'],
      ['Saldo anterior', '$ 500.000,00'],
      ['Recibos de caja', '$ 300.000,00'],
      ['Cuota administracion', '$ 310.000,00'],
      ['Aseo', '$ 15.000,00'],
      ['Total a pagar', '$ 525.000,00'],
      ['Inmueble:', 'L102'],
      ['Saldo anterior', '$ 400.000,00'],
      ['Recibos de caja', '$ 400.000,00'],
      ['Cuota administracion', '$ 300.000,00'],
      ['Aseo', '$ 15.000,00'],
      ['Total a pagar', '$ 315.000,00'],
      ['Inmueble:', 'L103'],
      ['Saldo anterior', '$ 350.000,00'],
      ['Cuota administracion', '$ 300.000,00'],
      ['Aseo', '$ 15.000,00'],
      ['Total a pagar', '$ 665.000,00'],
    ]
      .map((row) => `<tr>${row.map((text) => `<td>${text}</td>`).join('')}</tr>`)
      .join('')}</table></body></html>`,
    expected: { read: READ },
  },
  {
    name: 'blocks as printed: word and amount in a cell',
    units: ['101', '102'],
    file: `Apto 101 - PERSONA DE PRUEBA
Saldo anterior ........ 120.000
Cuota de administración: $ 300.000
Total a pagar ......... 420.000
Apto 102 - OTRA PERSONA
Saldo anterior ........ 0
Cuota de administración: $ 300.000
Total a pagar ......... 300.000`,
    expected: { read: ['2 of 2 units', 'saldo 120.000', 'Cuota de administración 600.000'] },
  },
  {
    name: 'blocks: a unit of another joint, and a block that does not add up',
    units: ['L101', 'L102'],
    file: `LOCAL: L101;
Saldo anterior;100.000
Cuota administracion;300.000
Total a pagar;400.000
LOCAL: L999;
Saldo anterior;100.000
Cuota administracion;300.000
Total a pagar;400.000
LOCAL: L102;
Saldo anterior;100.000
Cuota administracion;300.000
Total a pagar;450.000`,
    expected: {
      read: ['2 of 2 units', 'saldo 200.000', 'Cuota administracion 600.000'],
      refused: ['totalDiffers', 'unitUnknown'],
    },
  },
  {
    name: 'blocks: the same word twice, a word without an amount, an unknown word',
    units: ['L101', 'L102'],
    file: `LOCAL: L101;
Saldo anterior;100.000
Cuota administracion;150.000
Cuota administracion;150.000
Franquicia;9.000
Total a pagar;409.000
LOCAL: L102;
Saldo anterior;exento
Cuota administracion;300.000
Total a pagar;300.000`,
    expected: {
      read: ['1 of 2 units', 'saldo 100.000', 'Cuota administracion 300.000'],
      questions: ['headerUnknown'],
      warned: ['conceptRepeated'],
      refused: ['amountInvalid', 'headerUnknown'],
    },
  },
  {
    name: 'blocks as an account: two receipts and two earlier debts of a unit',
    units: ['L101', 'L102'],
    file: `LOCAL: L101;
Saldo anterior;100.000
Saldo anterior;20.000
Recibo de caja;50.000
Recibo de caja;70.000
Cuota administracion;300.000
Total a pagar;300.000
LOCAL: L102;
Saldo anterior;0
Cuota administracion;300.000
Total a pagar;300.000`,
    expected: {
      read: ['2 of 2 units', 'saldo 120.000', 'pagos 120.000', 'Cuota administracion 600.000'],
    },
  },
  {
    name: 'blocks with several amounts for a word',
    units: ['L101', 'L102'],
    file: `LOCAL: L101;;;
Concepto;Saldo anterior;Cargos;Total
Cuota administracion;100.000;310.000;410.000
Aseo;10.000;15.000;25.000
LOCAL: L102;;;
Concepto;Saldo anterior;Cargos;Total
Cuota administracion;0;310.000;310.000
Aseo;0;15.000;15.000`,
    expected: { read: ['0 of 2 units'], refused: ['blocksUnread'] },
  },
];
