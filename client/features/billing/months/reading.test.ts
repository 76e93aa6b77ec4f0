import { describe, expect, it } from 'vitest';
import type { MonthReading, MonthReport } from '../../../../shared/billing/drafts.api.ts';
import { defined } from '../../../../shared/defined.ts';
import { answered, changedColumns, onSheet, shownColumns } from './reading.ts';

const columns: MonthReport['columns'] = [
  { column: 0, role: 'unit', header: 'apto', samples: ['101', '102'], remembered: false },
  {
    column: 1,
    role: 'charge',
    concept: 'Admon',
    nature: 'fee',
    header: 'ADMON',
    samples: ['258.720'],
    remembered: false,
  },
  { column: 2, role: 'ignore', header: 'OTROS', samples: ['0'], remembered: false },
];
const report: MonthReport = {
  committed: false,
  year: 2026,
  month: 5,
  sheets: ['Hoja1'],
  sheet: 'Hoja1',
  headerRow: 1,
  columns,
  asks: [],
  account: { cells: 0, read: 0, sheets: [] },
  rows: [],
  totals: { opening: 0, payment: 0, charges: 0, total: 0 },
  dueDate: null,
  problems: [],
  differences: null,
  missing: [],
};

describe('columns changed by hand', () => {
  it('changedColumns returns only the changed columns, without sheet contents', () => {
    const first = changedColumns(undefined, columns, 2, { role: 'charge', nature: 'fine' });
    expect(first).toEqual([{ column: 2, role: 'charge', nature: 'fine' }]);
    const second = changedColumns(first, shownColumns(report, first), 1, { concept: 'Administración' });
    expect(second).toEqual([
      { column: 2, role: 'charge', nature: 'fine' },
      { column: 1, role: 'charge', concept: 'Administración', nature: 'fee' },
    ]);
    expect(changedColumns(second, shownColumns(report, second), 2, { role: 'ignore' })).toEqual([
      { column: 1, role: 'charge', concept: 'Administración', nature: 'fee' },
      { column: 2, role: 'ignore' },
    ]);
  });

  it('changedColumns drops concept and nature of a column that is no charge any more', () => {
    expect(changedColumns(undefined, columns, 1, { role: 'total' })).toEqual([{ column: 1, role: 'total' }]);
  });

  it('an answer about several columns changes the columns and keeps the other choices', () => {
    const chosen = changedColumns(undefined, columns, 0, { role: 'tower' });
    const all = {
      label: 'Se debe cada mes',
      columns: [1, 2].map((column) => ({ column, role: 'opening' as const })),
    };
    const reading = { year: 2026, month: 5, columns: chosen };
    expect(answered(reading, columns, {}, all)).toEqual({
      columns: [{ column: 0, role: 'tower' }, ...all.columns],
    });
  });

  it('shownColumns shows the choice before the sheet is read again', () => {
    const chosen = changedColumns(undefined, columns, 2, { role: 'charge' });
    expect(shownColumns(report, chosen).map(({ role, header }) => [role, header])).toEqual([
      ['unit', 'apto'],
      ['charge', 'ADMON'],
      ['charge', 'OTROS'],
    ]);
    expect(shownColumns(report, undefined)).toBe(columns);
  });
});

describe('another sheet', () => {
  it('another sheet keeps the month and forgets the answers about the former sheet', () => {
    const reading: MonthReading = {
      ...{ year: 2026, month: 5, sheet: 'Torre 1', headerRow: 3, columns: [], dayOrder: 'monthFirst' },
      ...{ joinSheets: ['Torre 2'], skipSheets: ['Notas'], equalRows: 'once', hiddenRows: 'skip' },
    };
    expect(defined({ ...reading, ...onSheet('Torre 3') })).toEqual({
      year: 2026,
      month: 5,
      sheet: 'Torre 3',
    });
  });
});
