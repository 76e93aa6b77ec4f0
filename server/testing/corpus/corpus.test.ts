import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SheetAccount } from '../../../shared/sheet-account.ts';
import { readFile } from '../../platform/sheets/read-file.ts';
import type { Sheet } from '../../platform/sheets/sheet.types.ts';
import { toldCells } from '../../platform/sheets/sheets.fixture.ts';
import { monthsSheets, realMonths } from './months.ts';
import { monthsBeside } from './months-beside.ts';
import { monthsInBlocks } from './months-blocks.ts';
import { monthsDoubtful } from './months-doubtful.ts';
import { participantsSheets } from './participants.ts';
import { paymentsSheets, realPayments } from './payments.ts';
import { paymentsDirections } from './payments-directions.ts';
import { paymentsOfFormats } from './payments-formats.ts';
import { paymentsOfGateways } from './payments-gateways.ts';
import { imports, reportedFiles } from './reported.ts';
import {
  type ExpectedPreview,
  sheetsOf,
  tellMonth,
  tellParticipants,
  tellPayments,
  tellUnits,
} from './sheets.ts';
import { unitsSheets } from './units.ts';
import { realUnits } from './units-real.ts';

// Real files lie beside the checkout and are never copied into the repository.
const folder = join(import.meta.dirname, '../../../../shared/data');
const isHere = existsSync(folder);
const realSheets = (file: string) => readFile(readFileSync(join(folder, file)), basename(file));

/** Sheets checked so far, with the number of read cells, and of cells skipped with a reason. */
const all: { preview: ExpectedPreview; read: number; left: number }[] = [];

/**
 * Expects the preview written in the corpus (read, questions, warnings, refusal). Also expects that the cell account
 * lists each filled cell exactly once, as read or as skipped with a reason.
 */
function expectTold(
  sheets: readonly Sheet[],
  found: { preview: ExpectedPreview; account: SheetAccount | null },
  expected: ExpectedPreview,
): void {
  expect(found.preview).toEqual(expected);
  const cells = sheets.flatMap(({ rows }) => rows.flatMap((row) => row.cells));
  const filled = cells.filter(({ text, uncalculated }) => text.trim() !== '' || uncalculated).length;
  expect(found.account && [found.account.cells, toldCells(found.account)]).toEqual([filled, filled]);
  const { read, sheets: accounts } = found.account ?? { read: 0, sheets: [] };
  const left = accounts.flatMap(({ reason, cells: unread, columns, rows }) =>
    reason === null
      ? [...columns.map(({ as, cells: of }) => (as === null ? of : 0)), ...rows.map((row) => row.cells)]
      : [unread],
  );
  const leftSum = left.reduce((sum, count) => sum + count, 0);
  expect(read + leftSum).toBe(filled);
  all.push({ preview: found.preview, read, left: leftSum });
}

const months = [...monthsSheets, ...monthsBeside, ...monthsInBlocks, ...monthsDoubtful];
const payments = [...paymentsSheets, ...paymentsOfGateways, ...paymentsOfFormats, ...paymentsDirections];

describe('corpus of sheets', () => {
  it.each(unitsSheets)('the units sheet "$name" is read as expected', async ({ file, reading, expected }) => {
    const sheets = await sheetsOf(file);
    expectTold(sheets, tellUnits(sheets, reading), expected);
  });

  it.each(months)('the month sheet "$name" is read as expected', async ({ file, expected, ...given }) => {
    const sheets = await sheetsOf(file, given.fileName);
    expectTold(sheets, tellMonth(sheets, given), expected);
  });

  it.each(payments)('the payments sheet "$name" is read as expected', async ({ file, choices, expected }) => {
    const sheets = await sheetsOf(file);
    expectTold(sheets, tellPayments(sheets, choices), expected);
  });

  it.each(participantsSheets)(
    'the participants sheet "$name" is read as expected',
    async ({ file, reading, expected }) => {
      const sheets = await sheetsOf(file);
      expectTold(sheets, tellParticipants(sheets, reading), expected);
    },
  );

  it('the corpus has at least 110 sheets', () => {
    const made = [...unitsSheets, ...months, ...payments, ...participantsSheets];
    expect(made.length).toBeGreaterThanOrEqual(110);
    const count = (is: (of: ExpectedPreview) => unknown) => all.filter(({ preview }) => is(preview)).length;
    const sum = (of: 'read' | 'left') => all.reduce((cells, sheet) => cells + sheet[of], 0);
    const states = [
      `${count(({ questions, warned, refused }) => !questions && !warned && !refused)} read without a word`,
      `${count(({ questions }) => questions)} asked about`,
      `${count(({ warned }) => warned)} warned about`,
      `${count(({ refused }) => refused)} refused until mended or answered`,
    ];
    console.log(
      `${all.length} sheets: ${states.join(', ')}; cells: ${sum('read')} read, ${sum('left')} under a reason.`,
    );
  });
});

describe.skipIf(!isHere)(`the corpus of real sheets (skipped where ${folder} is absent)`, () => {
  it.each(realUnits)('the real units sheet $file is read as expected', async ({ file, expected }) => {
    const sheets = await realSheets(file);
    expectTold(sheets, tellUnits(sheets), expected);
  });

  it.each(realMonths)('the real month sheet $file is read as expected', async ({ file, expected }) => {
    const sheets = await realSheets(file);
    const units = sheets[0]?.rows.slice(1).map(({ cells }) => cells[0]?.text ?? '') ?? [];
    expectTold(sheets, tellMonth(sheets, { units }), expected);
  });

  it.each(realPayments)('the real payments sheet $file is read as expected', async ({ file, expected }) => {
    const sheets = await realSheets(file);
    expectTold(sheets, tellPayments(sheets), expected);
  });
});

const reportedFolder = join(import.meta.dirname, '../../../../shared/found/files');

describe.skipIf(!existsSync(reportedFolder))(
  `files of public reports (skipped where ${reportedFolder} is absent)`,
  () => {
    it.each(reportedFiles)(
      'the reported file $file is read as expected',
      async ({ file, kind, expected }) => {
        const sheets = await readFile(readFileSync(join(reportedFolder, file)), file);
        expectTold(sheets, imports[kind](sheets), expected);
      },
    );
  },
);
