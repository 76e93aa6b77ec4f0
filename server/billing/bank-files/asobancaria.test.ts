import { describe, expect, it } from 'vitest';
import { readAsobancaria } from './asobancaria.ts';
import { asobancaria98, asobancaria2001, asobancariaLayout } from './asobancaria-lines.ts';
import { bankFile, bankLines, WIDTH } from './bank-file.fixture.ts';

const TODAY = '2026-03-31';
const two = [
  [
    { reference: '101', amount: 258_720 },
    { reference: '000000000102', amount: 1_234.56 },
  ],
  [{ reference: 'APTO 103 Ñ', amount: 90_000 }],
];
const read = (content: string | Buffer, today = TODAY) =>
  readAsobancaria(Buffer.from(content), asobancaria2001, today);
const looksLikeAsobancaria = (bytes: Uint8Array) => asobancariaLayout(bytes) === asobancaria2001;
const faults = (content: string | Buffer, today = TODAY) =>
  read(content, today).problems.map(({ row, code, severity }) => [
    row,
    severity === 'error' ? code : `(${code})`,
  ]);
/** Test file with a line changed, removed (null) or inserted. */
const changed = (at: number, to: (line: string) => string | string[] | null): string =>
  bankLines({ batches: two })
    .flatMap((line, index) => (index === at - 1 ? (to(line) ?? []) : line))
    .join('\n');

describe('Asobancaria file', () => {
  it('a bank file is read by positions, in centavos, over several batches', () => {
    const { rows, problems, kind } = read(bankFile({ batches: two }));
    expect(problems).toEqual([]);
    expect(kind).toBe('asobancaria2001');
    expect(
      rows.map(({ row, valueDate, amount, reference, unit }) => [row, valueDate, amount, reference, unit]),
    ).toEqual([
      [3, '2026-03-05', 25_872_000, '101', ''],
      [4, '2026-03-05', 123_456, '102', ''],
      [7, '2026-03-05', 9_000_000, 'APTO 103 Ñ', ''],
    ]);
    for (const line of bankLines({ batches: two })) expect(line).toHaveLength(WIDTH);
    const wide = Buffer.from(`\ufeff${bankLines({ batches: two }).join('\r\n')}`, 'utf16le');
    expect(looksLikeAsobancaria(wide)).toBe(true);
    expect(read(wide).rows).toEqual(rows);
  });

  it('trimmed lines, other line ends, UTF-8, blank lines and an end mark give the same payments', () => {
    const whole = read(bankFile({ batches: two }));
    const lines = bankLines({ batches: two });
    const cut = lines.map((line) => line.trimEnd());
    expect(read(cut.join('\r\n'))).toEqual(whole);
    expect(read(Buffer.from(cut.join('\n'), 'latin1'))).toEqual(whole);
    expect(read(`\ufeff${lines.join('\r')}\r\r`)).toEqual(whole);
    expect(read(Buffer.from(`${lines.join('\r\n')}\r\n\r\n   \r\n\x1a`, 'latin1'))).toEqual(whole);
  });

  it('a bank file without payments is valid', () => {
    expect(read(bankFile({ batches: [] }))).toEqual({
      kind: 'asobancaria2001',
      rows: [],
      unitColumn: null,
      layout: null,
      movements: null,
      account: null,
      problems: [],
    });
    expect(read(bankFile({ batches: [[]] })).problems).toEqual([]);
  });

  it('missing records are reported by line', () => {
    expect(faults(changed(1, () => null))).toEqual([[1, 'headerMissing']]);
    expect(faults(changed(2, () => null))).toEqual([
      [2, 'batchMissing'],
      [4, 'batchMissing'],
    ]);
    expect(faults(changed(5, () => null))).toEqual([[5, 'batchTrailerMissing']]);
    expect(faults(changed(8, () => null))).toEqual([[8, 'batchTrailerMissing']]);
    expect(faults(changed(9, () => null))).toEqual([[8, 'trailerMissing']]);
    expect(faults(bankLines({ batches: two }).slice(0, 3).join('\n'))).toEqual([
      [3, 'batchTrailerMissing'],
      [3, 'trailerMissing'],
    ]);
    expect(faults('')).toEqual([
      [1, 'headerMissing'],
      [1, 'trailerMissing'],
    ]);
  });

  it('misplaced records are reported by line', () => {
    expect(faults(changed(4, (line) => ['99 otra cosa', line]))).toEqual([[4, 'recordUnknown']]);
    expect(faults(changed(4, (line) => ['x', line]))).toEqual([[4, 'recordUnknown']]);
    expect(faults(changed(2, (line) => [bankLines({ batches: two })[0] ?? '', line]))).toEqual([
      [2, 'headerRepeated'],
    ]);
    expect(faults(changed(9, (line) => [line, line]))).toEqual([[10, 'afterTrailer']]);
  });

  it('counts and totals of batches and file must match the details', () => {
    const put = (line: string, at: number, text: string) =>
      line.slice(0, at) + text + line.slice(at + text.length);
    expect(faults(changed(5, (line) => put(line, 2, '000000003')))).toEqual([[5, 'countWrong']]);
    expect(faults(changed(5, (line) => put(line, 11, '000000000000000001')))).toEqual([[5, 'totalWrong']]);
    expect(faults(changed(9, (line) => put(line, 2, '000000002')))).toEqual([[9, 'countWrong']]);
    expect(faults(changed(9, (line) => put(line, 11, '999999999999999999')))).toEqual([[9, 'totalWrong']]);
    expect(faults(changed(9, (line) => put(line, 11, '            ABCDEF')))).toEqual([
      [9, 'controlInvalid'],
    ]);
    expect(faults(changed(9, () => '09000000003'))).toEqual([[9, 'controlInvalid']]);
    // A missing detail breaks the batch control and the file control.
    expect(faults(changed(3, () => null))).toEqual([
      [4, 'countWrong'],
      [4, 'totalWrong'],
      [8, 'countWrong'],
      [8, 'totalWrong'],
    ]);
    const [message] = read(changed(5, (line) => put(line, 2, '000000003'))).problems;
    expect(message?.message).toBe('El control de lote (08) dice 3 registros y hay 2.');
  });

  it('amounts without digits, cut short, or zero are refused', () => {
    const one = (amount: string) => faults(bankFile({ batches: [[{ reference: '101', amount }]] }));
    expect(one('0000000100,00 ')).toEqual([[3, 'amountInvalid']]);
    expect(one('-0000000010000')).toEqual([[3, 'amountInvalid']]);
    expect(one('00000000000000')).toEqual([[3, 'amountZero']]);
    expect(one('         10000')).toEqual([]);
    expect(faults(changed(3, (line) => line.slice(0, 60)))).toEqual([[3, 'amountInvalid']]);
  });

  it('invalid, future or very old days are refused', () => {
    const on = (date: string) => faults(bankFile({ date, batches: two }));
    expect(on('20260230')).toEqual([[1, 'dateInvalid']]);
    expect(on('2026033X')).toEqual([[1, 'dateInvalid']]);
    expect(on('        ')).toEqual([[1, 'dateInvalid']]);
    expect(on('20260401')).toEqual([[1, 'dateInvalid']]);
    expect(on('19991231')).toEqual([[1, 'dateInvalid']]);
    expect(on('20260331')).toEqual([]);
  });

  it('a returned cheque is a warning, and references with control characters are refused', () => {
    expect(faults(bankFile({ batches: [[{ reference: '1', amount: 5, returned: 'R02' }]] }))).toEqual([
      [3, '(returned)'],
    ]);
    expect(faults(bankFile({ batches: [[{ reference: '1', amount: 5, returned: '000' }]] }))).toEqual([]);
    expect(faults(bankFile({ batches: [[{ reference: 'a\0b', amount: 5 }]] }))).toEqual([
      [3, 'referenceInvalid'],
    ]);
  });

  it('payments of a file have distinct identities, independent of their position', () => {
    const keys = (...lines: { reference: string; amount: number; operation?: string }[]) =>
      read(bankFile({ batches: [lines] })).rows.map(({ identity }) => identity);
    const [a, b, c, d] = keys(
      { reference: '101', amount: 5 },
      { reference: '101', amount: 6 },
      { reference: '101', amount: 5, operation: '000999' },
      { reference: '102', amount: 5 },
    );
    expect(new Set([a, b, c, d]).size).toBe(4);
    expect(keys({ reference: '102', amount: 5 }, { reference: '101', amount: 5 })).toEqual([d, a]);
    const [otherDay] = read(
      bankFile({ date: '20260306', batches: [[{ reference: '101', amount: 5 }]] }),
    ).rows;
    expect(otherDay?.identity).not.toBe(a);
  });
});

describe('recognition of Asobancaria files', () => {
  it('an Asobancaria file is recognized by its content', () => {
    expect(looksLikeAsobancaria(bankFile({ batches: two }))).toBe(true);
    expect(looksLikeAsobancaria(Buffer.from(changed(1, () => null)))).toBe(true);
    expect(looksLikeAsobancaria(bankFile({ date: 'xxxxxxxx', batches: [] }))).toBe(true);
    for (const text of [
      'Fecha;Inmueble;Valor\n01/02/2026;101;5',
      '01/02/2026;101;500000',
      '0110000000001;2026;x',
      '06\t101\t5000',
      '',
      'PK\x03\x04',
    ]) {
      expect(looksLikeAsobancaria(Buffer.from(text))).toBe(false);
    }
  });

  it('layout 98 has other details, no batches, and a control that may count every record', () => {
    const number = (value: number, width: number) => String(value).padStart(width, '0');
    const lines = (count: number, amount = 349_720_00) => [
      `01${number(9001234567, 13)}20260305007${number(123456, 15)}`.padEnd(126),
      `02${number(101, 25)}${number(259_720_00, 13)}01${number(1, 7)}`.padEnd(126),
      `02${'APTO 103'.padEnd(25)}${number(90_000_00, 13)}01${number(2, 7)}`.padEnd(126),
      `09${number(count, 9)}${number(amount, 18)}`.padEnd(126),
    ];
    const of98 = (...counts: Parameters<typeof lines>) => {
      const bytes = Buffer.from(lines(...counts).join('\r\n'), 'latin1');
      expect(asobancariaLayout(bytes)).toBe(asobancaria98);
      return readAsobancaria(bytes, asobancaria98, TODAY);
    };
    const { kind, rows, problems } = of98(2);
    expect([kind, problems]).toEqual(['asobancaria98', []]);
    expect(rows.map(({ row, valueDate, amount, reference }) => [row, valueDate, amount, reference])).toEqual([
      [2, '2026-03-05', 25_972_000, '101'],
      [3, '2026-03-05', 9_000_000, 'APTO 103'],
    ]);
    expect(of98(4).problems).toEqual([]);
    expect(of98(3).problems.map(({ row, code }) => [row, code])).toEqual([[4, 'countWrong']]);
    expect(of98(2, 1).problems.map(({ row, code }) => [row, code])).toEqual([[4, 'totalWrong']]);
  });
});
