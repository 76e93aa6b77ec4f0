import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatExact, type Nano, nano } from '../../../shared/coefficient.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { readCsv } from '../../platform/sheets/csv.ts';
import type { Cell, Sheet } from '../../platform/sheets/sheet.types.ts';
import { toldCells } from '../../platform/sheets/sheets.fixture.ts';
import { readCoefficientTable } from './coefficient-table.ts';

/** Correct data of a unit in the test, independent of the spelling in the sheet. */
interface Truth {
  tower: string;
  flat: string;
  givenName: string;
  surname: string;
  document: string;
  coefficient: Nano;
}

/** Correct data of the test: two towers with equal flat numbers, an owner for each flat. */
const made: Truth[] = Array.from({ length: 24 }, (_, at) => ({
  tower: at < 12 ? 'A' : 'B',
  flat: String(101 + (at % 12)),
  givenName: ['ANA', 'LUIS', 'EVA MARIA'][at % 3] ?? '',
  surname: `PEREZ ${String.fromCharCode(65 + at)}`,
  document: String(52_000_100 + at),
  coefficient: nano(4_166_666_000 + at * 1_000_003),
}));

// Real tables are beside the checkout and never copied into the repository.
const folder = join(import.meta.dirname, '../../../../shared/data/coeficientes');
const real = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.csv')) : [];
if (real.length === 0) console.warn(`${folder} is not here: only made tables are mutated.`);
const truths: Truth[][] = [
  made,
  ...real.map((name) =>
    readCoefficientTable({ sheets: readCsv(readFileSync(join(folder, name)), name) }).rows.map((row) => ({
      tower: '',
      flat: row.apartmentId,
      givenName: row.owner.split(' ')[0] ?? '',
      surname: row.owner.split(' ').slice(1).join(' '),
      document: '',
      coefficient: row.coefficient,
    })),
  ),
];

type ColumnName =
  | 'number'
  | 'tower'
  | 'flat'
  | 'unit'
  | 'given'
  | 'surname'
  | 'owner'
  | 'document'
  | 'coefficient'
  | 'fee'
  | 'note';

const headers: Record<ColumnName, readonly string[]> = {
  number: ['No.', 'Item'],
  tower: ['Torre', 'TORRE', 'Bloque', 'MZA'],
  flat: ['Apto', 'APARTAMENTO', 'Casa'],
  unit: ['Inmueble', 'Unidad', 'APTO N°', 'Nomenclatura'],
  given: ['Nombres', 'NOMBRE', 'Nombre propietario'],
  surname: ['Apellidos', 'APELLIDO', 'Apellidos propietario'],
  owner: ['Propietario', 'Nombre del propietario', 'NOMBRES Y APELLIDOS', 'Titular'],
  document: ['Cédula', 'Documento', 'C.C. / NIT', 'Identificación propietario'],
  coefficient: ['Coeficiente', 'COEF. (%)', 'coeficient', '% copropiedad'],
  fee: ['Cuota', 'Valor administración'],
  note: ['Observaciones', 'Ocupación'],
};

const mutation = fc.record({
  truth: fc.nat(truths.length - 1),
  isNameSplit: fc.boolean(),
  towers: fc.constantFrom('joined', 'column', 'merged', 'once', 'headings'),
  words: fc.array(fc.nat(5), { minLength: 11, maxLength: 11 }),
  order: fc.array(fc.nat(), { minLength: 11, maxLength: 11 }),
  extras: fc.subarray<ColumnName>(['number', 'fee', 'note']),
  second: fc.constantFrom('none', 'sheet', 'beside', 'below', 'swapped'),
  pages: fc.boolean(),
  isJoined: fc.boolean(),
  writing: fc.constantFrom('number', 'comma', 'point', 'percent'),
  total: fc.constantFrom('none', 'end', 'middle'),
  titles: fc.nat(3),
  blanks: fc.nat(2),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer M> ? M : never;

const textOf = (value: Nano, writing: string): Cell => {
  const text = formatExact(value);
  if (writing === 'number') return { text: String(value / 1e9), number: value / 1e9 };
  if (writing === 'comma') return { text };
  return { text: writing === 'percent' ? `${text} %` : text.replace(',', '.') };
};

interface Made {
  sheets: Sheet[];
  /** True if there is a second table, so the user must choose. */
  hasSecond: boolean;
  unread: string[];
}

/** Makes sheets of the units as a person might have typed the table. */
function sheetsOf(truth: readonly Truth[], plan: Mutation): Made {
  const hasTowers = truth.some(({ tower }) => tower !== '');
  const hasDocuments = truth.some(({ document }) => document !== '');
  const towers = hasTowers ? plan.towers : 'joined';
  const unit: ColumnName[] = towers === 'joined' || towers === 'headings' ? ['unit'] : ['tower', 'flat'];
  const names: ColumnName[] = plan.isNameSplit ? ['given', 'surname'] : ['owner'];
  const all: ColumnName[] = [
    ...unit,
    ...names,
    ...(hasDocuments ? (['document'] as const) : []),
    'coefficient',
    ...plan.extras,
  ];
  const columns = all
    .map((name, at) => ({ name, at: plan.order[at] ?? 0 }))
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name);
  const labels = columns.map((name, at) => {
    const of = headers[name];
    return of[(plan.words[at] ?? 0) % of.length] ?? name;
  });
  const cellsOf = (one: Truth, index: number, isFirst: boolean): Cell[] =>
    columns.map((name): Cell => {
      if (name === 'coefficient') return textOf(one.coefficient, plan.writing);
      if (name === 'number') return { text: String(index + 1), number: index + 1 };
      if (name === 'fee') return { text: '120000', number: 120_000 };
      if (name === 'note') return { text: 'arrendado' };
      if (name === 'owner') return { text: `${one.givenName} ${one.surname}`.trim() };
      if (name === 'given') return { text: one.givenName };
      if (name === 'unit')
        return { text: towers === 'headings' || one.tower === '' ? one.flat : `${one.tower}-${one.flat}` };
      if (name === 'tower' && !isFirst && towers === 'once') return { text: '' };
      if (name === 'tower' && !isFirst && towers === 'merged') return { text: one.tower, merged: true };
      return { text: one[name] };
    });
  const total = (units: readonly Truth[]): Cell[] => {
    const sum = nano(units.reduce((all, { coefficient }) => all + coefficient, 0));
    return columns.map((name) =>
      name === 'coefficient'
        ? textOf(sum, plan.writing)
        : { text: name === 'unit' || name === 'flat' ? 'TOTAL' : '' },
    );
  };
  const header = labels.map((text): Cell => ({ text }));
  const rowsOf = (units: readonly Truth[], isWhole: boolean): Cell[][] =>
    units.flatMap((one, index) => {
      const isFirst = units[index - 1]?.tower !== one.tower;
      const heading = towers === 'headings' && isFirst ? [[{ text: `TORRE ${one.tower}` }]] : [];
      const middle = isWhole && plan.total === 'middle' && index === Math.floor(units.length / 2);
      const subtotal = middle ? [total(units.slice(0, index))] : [];
      const page = isWhole && plan.pages && index === 15 ? [header] : [];
      return [...page, ...subtotal, ...heading, cellsOf(one, index, isFirst)];
    });
  const numbered = (name: string, cells: readonly Cell[][]): Sheet => ({
    name,
    rows: [...Array.from({ length: plan.titles }, () => [{ text: 'CONJUNTO LOS ALAMOS' }]), ...cells].flatMap(
      (row, at) => (row.some(({ text }) => text !== '') ? [{ number: at + 1, cells: row }] : []),
    ),
  });
  const blanks = Array.from({ length: plan.blanks }, (): Cell[] => []);
  const half = Math.floor(truth.length / 2);
  const [one, two] = [truth.slice(0, half), truth.slice(half)];
  const end = plan.total === 'end' ? [total(truth)] : [];
  const unread = plan.extras
    .filter((name) => name !== 'number')
    .map((name) => labels[columns.indexOf(name)] ?? '');
  if (plan.second === 'sheet') {
    const sheets = [
      numbered('Hoja1', [header, ...rowsOf(one, false)]),
      numbered('Hoja2', [header, ...rowsOf(two, false)]),
    ];
    return { sheets, hasSecond: true, unread };
  }
  if (plan.second === 'beside') {
    const [left, right] = [rowsOf(one, false), rowsOf(two, false)];
    const rows = [header, ...left].map((_, at): Cell[] => {
      const row = at === 0 ? header : (left[at - 1] ?? []);
      const padded = Array.from({ length: columns.length + 1 }, (_, column) => row[column] ?? { text: '' });
      return [...padded, ...(at === 0 ? header : (right[at - 1] ?? []))];
    });
    const rest = right
      .slice(left.length)
      .map((row) => [...Array.from({ length: columns.length + 1 }, () => ({ text: '' })), ...row]);
    return { sheets: [numbered('Hoja1', [...rows, ...rest])], hasSecond: true, unread };
  }
  if (plan.second === 'swapped') {
    // Swaps the columns of unit and owner, as tables of different authors do.
    const [a, b] = [columns.indexOf(unit.at(-1) ?? 'unit'), columns.indexOf(names[0] ?? 'owner')];
    const swap = (row: Cell[]) =>
      row.length < 2 ? row : row.with(a, row[b] ?? { text: '' }).with(b, row[a] ?? { text: '' });
    const rows = [header, ...rowsOf(one, false), ...blanks, swap(header), ...rowsOf(two, false).map(swap)];
    return { sheets: [numbered('Hoja1', rows)], hasSecond: false, unread };
  }
  const middle =
    plan.second === 'below'
      ? [...rowsOf(one, false), ...blanks, header, ...rowsOf(two, false)]
      : rowsOf(truth, true);
  return { sheets: [numbered('Hoja1', [header, ...blanks, ...middle, ...end])], hasSecond: false, unread };
}

/** Number of random tables: hundreds in `npm test`, ten thousand in a long run. */
const runs = rounds(300, 10_000);

describe('a table of units in another notation', () => {
  it('a retyped table is read exactly or its problems are reported', { tags: 'slow' }, () => {
    let exact = 0;
    fc.assert(
      fc.property(mutation, (plan) => {
        const truth = truths[plan.truth] ?? made;
        const { sheets, hasSecond, unread } = sheetsOf(truth, plan);
        const choices = hasSecond && plan.isJoined ? { tables: [0, 1] } : {};
        const table = readCoefficientTable({ sheets }, { reading: choices, remembered: [], knownUnits: [] });
        const filled = sheets.flatMap(({ rows }) =>
          rows.flatMap(({ cells }) => cells.filter(({ text }) => text.trim() !== '')),
        );
        expect([table.account.cells, toldCells(table.account)]).toEqual([filled.length, filled.length]);
        const errors = table.problems.filter(({ severity }) => severity === 'error').map(({ code }) => code);
        if (hasSecond && !plan.isJoined) {
          expect(errors).toContain('otherTables');
          return;
        }
        if (plan.second === 'swapped') {
          expect(errors).toContain('headerChanges');
          return;
        }
        const messages = table.problems.map(({ message }) => message).join(' ');
        for (const header of unread) expect(messages).toContain(`«${header}»`);
        expect(errors).toEqual([]);
        const idOf = ({ tower, flat }: Truth) => (tower === '' ? flat : `${tower}-${flat}`);
        expect(
          table.rows.map(({ apartmentId, owner, ownerDocument, coefficient }) => [
            ...[apartmentId, owner, ownerDocument, coefficient],
          ]),
        ).toEqual(
          truth.map((one) => [
            ...[idOf(one), `${one.givenName} ${one.surname}`.trim(), one.document || null, one.coefficient],
          ]),
        );
        exact += 1;
      }),
      { numRuns: runs },
    );
    expect(exact).toBeGreaterThan(100);
  });
});
