import { describe, expect, it } from 'vitest';
import { accountOfSheets } from './account.ts';
import type { Sheet } from './sheet.types.ts';
import { toldCells } from './sheets.fixture.ts';

const sheetOf = (name: string, lines: readonly string[]): Sheet => ({
  name,
  rows: lines.flatMap((line, index) => {
    const cells = line.split(';').map((text) => ({ text }));
    return cells.every(({ text }) => text === '') ? [] : { number: index + 1, cells };
  }),
});

describe('account of a file', () => {
  const table = sheetOf('Mayo', [
    'CONJUNTO LOS ÁLAMOS',
    '',
    'Apto;Cuota;Correo;',
    '101;50.000;a@b.co;nota',
    '102;60.000;;',
    'TOTAL;110.000',
  ]);
  const notes = sheetOf('Notas', ['Gracias;a todos']);
  const account = accountOfSheets([table, notes], ({ name }) => {
    if (name === 'Notas') return 'No tiene una tabla.';
    return {
      headerRow: 3,
      column: (column) =>
        column < 2 ? { as: column === 0 ? 'Inmueble' : 'Cobro' } : { reason: 'No es un cobro.' },
      row: ({ cells }) => (cells[0]?.text === 'TOTAL' ? 'Es un total.' : null),
    };
  });

  it('accountOfSheets counts the cells of hidden sheets as unread', () => {
    const beside = { ...notes, hidden: [{ name: 'Listas', cells: 7 }] };
    const account = accountOfSheets([beside], () => 'No tiene una tabla.');
    expect(account).toMatchObject({ cells: 9, read: 0 });
    expect(account.sheets[1]).toMatchObject({
      name: 'Listas',
      cells: 7,
      reason: expect.stringContaining('oculta'),
    });
  });

  it('the account names columns, rows and sheets with their results', () => {
    expect(account.sheets).toEqual([
      {
        name: 'Mayo',
        cells: 12,
        reason: null,
        columns: [
          { letter: 'A', header: 'Apto', cells: 2, as: 'Inmueble', reason: null },
          { letter: 'B', header: 'Cuota', cells: 2, as: 'Cobro', reason: null },
          { letter: 'C', header: 'Correo', cells: 1, as: null, reason: 'No es un cobro.' },
          { letter: 'D', header: '', cells: 1, as: null, reason: 'No es un cobro.' },
        ],
        rows: [
          { reason: 'Está sobre el encabezado de la tabla.', count: 1, first: [1], cells: 1 },
          { reason: 'Es el encabezado de la tabla.', count: 1, first: [3], cells: 3 },
          { reason: 'Es un total.', count: 1, first: [6], cells: 2 },
        ],
      },
      { name: 'Notas', cells: 2, reason: 'No tiene una tabla.', columns: [], rows: [] },
    ]);
  });

  it('the account counts each cell once', () => {
    expect(account.cells).toBe(14);
    expect(account.read).toBe(4);
    expect(toldCells(account)).toBe(14);
  });
});
