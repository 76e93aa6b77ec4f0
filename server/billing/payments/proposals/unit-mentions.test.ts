import { describe, expect, it } from 'vitest';
import type { ApartmentKind } from '../../../../shared/properties/apartment-kinds.ts';
import { UnitMentions } from './unit-mentions.ts';

const joint = (...ids: (string | [string, ApartmentKind])[]) => {
  const mentions = new UnitMentions(
    ids.map((id) =>
      typeof id === 'string' ? { apartmentId: id, kind: 'vivienda' } : { apartmentId: id[0], kind: id[1] },
    ),
  );
  return (text: string) => mentions.in(text).map(({ units }) => units);
};

const towers = joint('1-101', '1-301', '2-101', '2-301', '2-302', '3-301', ['PARQ 12', 'parqueadero']);
const letters = joint('17F', '14A', '14B', '9A', '9', '1A', ['LOCAL 3', 'local']);
const houses = joint('CASA 5', 'CASA 12', 'CASA 13', 'MZ B CASA 7', 'A-301', 'B-301', 'T1-204');
const plain = joint('101', '201', '301', '302', '0405', '12', '14');

const high = joint('1-102', '1-1102', '2-102', '2-1102', '3-504');
const lettered = joint('A-301', 'B-301', 'A-302');
const lots = joint('MZ 1 CASA 2', 'MZ 3 CASA 12', 'CASA 12', 'MZ 3 CASA 4');

describe('a unit that a text names', () => {
  it.each<[(text: string) => string[][], string, string[][]]>([
    [towers, 'PAGO TORRE 2 APTO 301', [['2-301']]],
    [towers, 'transf apto 301 torre 2 mayo', [['2-301']]],
    [towers, 'T2-301 abril', [['2-301']]],
    [towers, 'T2 AP 301', [['2-301']]],
    [towers, 'T2APTO301', [['2-301']]],
    [towers, 'ADMON 2-302 SEPTIEMBRE', [['2-302']]],
    [towers, 'BLQ 3 301', [['3-301']]],
    [towers, 'Apto. No. 2-301', [['2-301']]],
    [towers, 'APTO 2301', [['2-301']]],
    [towers, 'INT 3 APTO 0301', [['3-301']]],
    [towers, 'TORRE 2 APTO 301 PARQ 12', [['2-301'], ['PARQ 12']]],
    [towers, 'APTO 302', [['2-302']]],
    [towers, 'PAGO T2 301 Y T2 302', [['2-301'], ['2-302']]],
    [towers, 'PAGO T2 301 Y 302', [['2-301'], ['2-302']]],
    [towers, 'APTOS T2-301 T2-302', [['2-301'], ['2-302']]],
    [towers, 'T2-301/T2-302', [['2-301'], ['2-302']]],
    [towers, 'PARQ 301 T2', []],
    [towers, 'APTO 301 T 2', [['2-301']]],
    [towers, 'apto 301 t.2', [['2-301']]],
    [towers, 'PAGO QR T2/301', [['2-301']]],
    [towers, 'T2_302', [['2-302']]],
    [towers, 'PAGO T2 302 Y 3 MESES', [['2-302']]],
    [towers, 'APTO 301', [['1-301', '2-301', '3-301']]],
    [towers, 'TORRE 9 APTO 301', [[]]],
    [towers, 'TORRE 2 APTO 999', [[]]],
    [towers, 'APTO 301 INT 2 MESES', [['1-301', '2-301', '3-301']]],
    [towers, 'TORRE 1 TORRE 2 APTO 301', [[]]],
    [towers, 'APTO 301 Y 302 TORRE 2', [['2-301'], ['2-302']]],
    [towers, 'PAGO 2-301-55', []],
    [towers, 'TORRE 2 MAYO 2026', []],
    [towers, 'PAGO T2302 MAYO', [['2-302']]],
    [towers, 'TORRE 2302', [['2-302']]],
    [towers, 'TERMINAL T9302', []],
    [towers, 'T2A302', [['2-302']]],
    [towers, '302T2', [['2-302']]],
    [towers, 'TORRE DOS APTO 301', [['2-301']]],
    [towers, 'TORRE III APTO 301', [['3-301']]],
    [towers, 'TORRE NORTE APTO 302', [[]]],
    [towers, 'JUAN DE LA TORRE RUIZ APTO 302', [['2-302']]],
    [towers, '2-302-MAYO', [['2-302']]],
    [towers, 'PAGO 2-302.000', []],
    [towers, 'TORRE 2 INT 302', [['2-302']]],
    [towers, 'INT 302', [['2-302']]],
    [towers, 'APTO 301 AGUA 5 M3', [['1-301', '2-301', '3-301']]],
    [high, 'APTO 1102', [['1-1102', '2-1102', '1-102']]],
    [high, 'APTO 3504', [['3-504']]],
    [high, 'APTO 2102', [['2-102']]],
    [towers, 'TORRE I APTO 301', [['1-301']]],
    [lettered, 'PAGO B301', [['B-301']]],
    [lettered, 'B-301', [['B-301']]],
    [lettered, 'APTO 301B', [['B-301']]],
    [lettered, 'APTO 301 B', [['B-301']]],
    [lettered, 'APTO 302 A', [['A-302']]],
    [lettered, 'APTO 301 A FAVOR', [['A-301', 'B-301']]],
    [lettered, 'APTO 301 C', [[]]],
    [lots, 'CASA 12', [['MZ 3 CASA 12', 'CASA 12']]],
    [lots, 'MZ3 CASA 12', [['MZ 3 CASA 12']]],
    [lots, 'M3 CASA 4', [['MZ 3 CASA 4']]],
    [letters, 'AV BOYACA 17F', []],
    [letters, 'AK 17F 20', []],
    [letters, 'CONSIG LOCAL 3', []],
    [letters, 'pago abril 17F', [['17F']]],
    [letters, 'apt 14 A', [['14A']]],
    [letters, 'Apto 14-b', [['14B']]],
    [letters, 'APTO 17f MARIA', [['17F']]],
    [letters, 'apto 9 A', [[]]],
    [letters, 'apto 9A', [['9A']]],
    [letters, 'apto 9', [['9']]],
    [letters, 'apto 14 c', [[]]],
    [letters, 'PAGO LOCAL 3', [['LOCAL 3']]],
    [letters, 'CRA 17F # 12-20', []],
    [letters, 'CALLE 14A', []],
    [letters, '1A CUOTA', []],
    [letters, 'CUOTA 1A', []],
    [letters, 'CUOTA 17F', [['17F']]],
    [letters, '14B CUOTA MARZO', [['14B']]],
    [letters, '9A.M. PAGO', []],
    [letters, '17F-20', []],
    [letters, 'APTO 17F Y 14A', [['17F'], ['14A']]],
    [houses, 'casa 12', [['CASA 12']]],
    [houses, 'CASA N° 05 ENERO', [['CASA 5']]],
    [houses, 'MZ B CS 7', [['MZ B CASA 7']]],
    [houses, 'MANZANA B CASA 7', [['MZ B CASA 7']]],
    [houses, 'PAGO A301', [['A-301']]],
    [houses, 'TORRE B APTO 301', [['B-301']]],
    [houses, 'TORRE 1 APTO 204', [['T1-204']]],
    [houses, 'CASA 12/13', [[]]],
    [houses, 'CASA 40', [[]]],
    [plain, 'APTO 301', [['301']]],
    [plain, 'apto405', [['0405']]],
    [plain, 'APTO 301 A FAVOR', [['301']]],
    [plain, 'CASA 12 05 2026', [['12']]],
    [plain, 'APTOS 301, 302', [['301'], ['302']]],
    [plain, '301', []],
    [plain, '14', []],
    [plain, 'PAGO 14 DE ABRIL', []],
    [plain, '12/05/2026 10:14', []],
    [plain, '$ 301.000', []],
    [plain, 'NEQUI 3013022014', []],
    [plain, 'DEPOSITO 301', []],
    [plain, 'OFICINA 301', []],
    [plain, 'CONSIG OF 12', []],
    [plain, 'REF 101', []],
    [plain, 'APTO 301-12', [[]]],
    [plain, 'APTO 320000', []],
  ])('%#: «%s»', (find, text, units) => {
    expect(find(text)).toEqual(units);
  });
});
