import { describe, expect, it } from 'vitest';
import type { MonthReport } from '../../../shared/billing/drafts.api.ts';
import { changedColumns, shownColumns } from './reading.ts';

const columns: MonthReport['columns'] = [
  { column: 0, role: 'unit', header: 'apto', samples: ['101', '102'] },
  { column: 1, role: 'charge', concept: 'Admon', nature: 'fee', header: 'ADMON', samples: ['258.720'] },
  { column: 2, role: 'ignore', header: 'OTROS', samples: ['0'] },
];
const report: MonthReport = {
  committed: false,
  year: 2026,
  month: 5,
  sheets: ['Hoja1'],
  sheet: 'Hoja1',
  headerRow: 1,
  columns,
  rows: [],
  totals: { opening: 0, payment: 0, charges: 0, total: 0 },
  problems: [],
  missing: [],
};

describe('columns that are changed by hand', () => {
  it('are all sent, without what the sheet shows of them', () => {
    expect(changedColumns(columns, 2, { role: 'charge', nature: 'fine' })).toEqual([
      { column: 0, role: 'unit' },
      { column: 1, role: 'charge', concept: 'Admon', nature: 'fee' },
      { column: 2, role: 'charge', nature: 'fine' },
    ]);
  });

  it('lose concept and nature when they are no charge any more', () => {
    expect(changedColumns(columns, 1, { role: 'total' })[1]).toEqual({ column: 1, role: 'total' });
  });

  it('are shown as chosen before the sheet was read again', () => {
    const chosen = changedColumns(columns, 2, { role: 'charge' });
    expect(shownColumns(report, chosen).map(({ role, header }) => [role, header])).toEqual([
      ['unit', 'apto'],
      ['charge', 'ADMON'],
      ['charge', 'OTROS'],
    ]);
    expect(shownColumns(report, undefined)).toBe(columns);
  });
});
