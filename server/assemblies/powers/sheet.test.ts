import { describe, expect, it } from 'vitest';
import { nano } from '../../../shared/coefficient.ts';
import { readFile } from '../../platform/sheets/read-file.ts';
import type { PowerBook } from './limits.ts';
import { judgeSheet } from './sheet.ts';
import { readPowersTable } from './sheet-table.ts';

const rules: PowerBook['rules'] = {
  ...{ limit: null, limitBlocks: false, share: null, shareBlocks: false },
  ...{ barred: [], barredBlocks: false, phonePowers: 'checked', phonePowerHours: null },
};
const bookOf = (ids: readonly string[]): PowerBook => ({
  rules,
  roll: new Map(
    ids.map((apartmentId) => {
      const owner = { owner: `Dueño ${apartmentId}`, ownerDocument: null, ownerKey: apartmentId };
      return [apartmentId, [{ apartmentId, jointId: 1, coefficient: nano(1), ...owner }]];
    }),
  ),
  totals: new Map(),
  powers: [],
  proxies: [],
});

/** Returns the units of each power read from rows of tower and unit, and the codes of the errors. */
async function judge(roll: readonly string[], ...rows: readonly string[]) {
  const lines = ['Torre;Apto;Apoderado', ...rows.map((row) => `${row};Ana Ruiz`)];
  const sheets = await readFile(Buffer.from(lines.join('\n')), 'poderes.csv');
  const { report, powers } = judgeSheet(bookOf(roll), readPowersTable({ sheets }));
  const errors = report.problems.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  return [powers.map(({ apartmentIds }) => apartmentIds), errors];
}

const tableOf = async (text: string) =>
  readPowersTable({ sheets: await readFile(Buffer.from(text), 'poderes.csv') });

describe('sheet of powers', () => {
  it('reads people under a header of two rows, and units that a holder represents', async () => {
    const two = await tableOf(`INMUEBLE;PODERDANTE;;APODERADO;
;NOMBRE;C.C.;NOMBRE;C.C.
101;Luis Gil;79;Ana Ruiz;52`);
    expect(two).toMatchObject({
      rows: [{ units: ['101'], granter: { document: '79' }, holder: { name: 'Ana Ruiz', document: '52' } }],
      problems: [],
    });
    const represented = await tableOf('Inmuebles que representa;Representante\n101, 102;Ana Ruiz');
    expect(represented.rows[0]?.units).toEqual(['101', '102']);
  });

  it.each([
    ['101 102 1101 1102', ['1;101', '1;102'], [['101'], ['102']], []],
    ['1101 1102', ['1;101'], [], ['unitUnknown']],
    ['1-101 11-101 2-101', ['1;1101', '2;101'], [['2-101']], ['unitUnknown']],
    ['1-101 11-101 2-101', ['11;101', '1;101'], [['11-101'], ['1-101']], []],
    ['1-101 11-101', ['11;01'], [], ['unitUnknown']],
    ['A-101 B-101', ['a;101', 'b;Apto 101'], [['A-101']], ['unitUnknown']],
    ['101 1-101', ['1;101'], [], ['unitDoubtful']],
    ['101 1-101', [';1 - 101', ';101'], [['1-101'], ['101']], []],
  ] as const)('a roll of %s reads tower and unit as two parts: %j', async (roll, rows, units, errors) => {
    expect(await judge(roll.split(' '), ...rows)).toEqual([units, errors]);
  });

  it.each([
    ['Estado', 'Vigente', 'Revocado'],
    ['Observación', '', 'anulado por el propietario'],
    ['Entregó poder', 'SI', 'NO'],
  ])('a power without force by the column %s is left out with a warning', async (title, right, wrong) => {
    const text = `Apto;Apoderado;${title}\n101;LUIS GIL;${right}\n102;LUIS GIL;${wrong}`;
    const sheets = await readFile(Buffer.from(text), 'poderes.csv');
    const { report, powers } = judgeSheet(bookOf(['101', '102']), readPowersTable({ sheets }));
    expect(powers.map(({ apartmentIds }) => apartmentIds)).toEqual([['101']]);
    expect(report.problems.map(({ row, code }) => [row, code])).toContainEqual([3, 'powerUndone']);
  });
});
