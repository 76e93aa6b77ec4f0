import type { PaymentColumnRole } from '../../../shared/billing/payment-columns.ts';
import { type Centavos, centavos } from '../../../shared/money.ts';
import { cellText, plainWords } from '../../platform/sheets/cell-text.ts';
import type { Sheet } from '../../platform/sheets/sheet.types.ts';
import { directionOf, type Side, saysDebit, saysReturn, saysSent } from './movement-words.ts';
import { meansOfHeader } from './payment-means.ts';
import { isStateHeader } from './payment-words.ts';
import type { Movement, SaidBalances } from './running-balance.ts';
import { hasTotalWord } from './running-totals.ts';

/** Row with an amount as written, as input to `sidesOf`: negative with a minus, or in the column of money out. */
export interface Unsided extends Movement {
  /** Text in the column of kinds ('Nota débito'); null without the column. */
  kind: string | null;
  /** Texts of the bank. */
  texts: readonly string[];
}

/** Figures stated by the bank beside the movements, in centavos; null if not stated. */
export interface StatedFigures extends SaidBalances {
  /** Sums of money in and out. */
  sums: Readonly<Record<Side, Centavos | null>>;
  /** Both sums of a page or a day, with the first row below the movements. */
  parts: readonly Readonly<Record<Side | 'row', number>>[];
}

/**
 * Side of an amount. `doubt`: code of the problem of an amount taken as money in without evidence; `balanceTurned` against
 * the balances, an error.
 */
interface ToldSide {
  side: Side;
  doubt?: 'directionUnknown' | 'debitDoubtful' | 'balanceTurned' | 'signsTurned';
}

/**
 * Tells the side of each amount in a file, by the first evidence in this order:
 *
 * 1. the column: money in or out has a column of its own, or the file lists payments of units (`isWritten`);
 * 2. the sign: beside a minus in any row, an amount without a minus is money in. A minus of a return alone shows no sign;
 * 3. the kind of the movement: 'Nota débito';
 * 4. the balance: the balance before, plus or minus the amount, is the balance after;
 * 5. the sums stated by the bank, if a single division of the rows has these sums;
 * 6. words of certain money out: 'Retiro'.
 *
 * An amount without evidence is taken as money in. Beside a balance or kinds, or with words of possible money out, the
 * amount has a doubt. If amounts with doubts contradict the balances, or the words of both sides all signs, the file is
 * refused.
 * @returns side of each row, by row number
 */
export function sidesOf(
  movements: readonly Unsided[],
  stated: StatedFigures,
  isWritten: boolean,
): ReadonlyMap<number, ToldSide> {
  const outs = movements.filter(({ value }) => value < 0);
  const isSigned = isWritten || outs.some(({ texts }) => !texts.some(saysReturn));
  const sizes = isSigned ? [] : movements.map((one) => ({ ...one, value: centavos(Math.abs(one.value)) }));
  const { sides: byBalance, orders } = sidesByBalance(sizes, stated.opening);
  const bySums = isSigned ? byBalance : sidesBySums(sizes, stated, byBalance);
  const isOfAccount = outs.length > 0 || movements.some(({ balance }) => balance !== null);
  const sideOf = ({ row, value, kind, texts }: Unsided): ToldSide => {
    const ofKind = directionOf(kind ?? '');
    if (value < 0 || ofKind === 'out') return { side: 'out' };
    if (ofKind === 'in' || (isSigned && kind === null)) return { side: 'in' };
    const side = byBalance.get(row) ?? bySums.get(row);
    if (side !== undefined) return { side };
    if (texts.some(saysSent)) return { side: 'out' };
    if (texts.some((text) => saysDebit(text) || saysReturn(text)))
      return { side: 'in', doubt: 'debitDoubtful' };
    const isUnknown = kind !== null || (isOfAccount && !texts.some((text) => directionOf(text) === 'in'));
    return isUnknown ? { side: 'in', doubt: 'directionUnknown' } : { side: 'in' };
  };
  const sides = new Map(movements.map((movement) => [movement.row, sideOf(movement)]));
  // Among balances that prove the sides, a single row against its balance follows a missing row.
  const isWrong = ({ rows, came }: BalanceStep) =>
    (rows.length > 1 || byBalance.size === 0) &&
    valueSum(rows.filter(({ row }) => sides.get(row)?.side === 'in')) !== came;
  const [wrong = [], ...others] = orders.map((steps) =>
    steps.filter(isWrong).flatMap(({ rows }) => rows.filter(({ row }) => sides.get(row)?.doubt)),
  );
  if (others.every((some) => some.length > 0))
    for (const { row } of wrong) sides.set(row, { side: 'in', doubt: 'balanceTurned' });
  const turned = isSigned && !isWritten && isOfSignsAlone(movements) ? againstWords(movements, sides) : [];
  for (const row of turned) sides.set(row, { side: 'in', doubt: 'signsTurned' });
  return sides;
}

const isOfSignsAlone = (movements: readonly Unsided[]): boolean =>
  movements.every(({ kind, balance }) => kind === null && balance === null);

/**
 * Returns the rows of money in with words of money out, if the words of both sides are against every sign: the file may
 * count money out as positive. Else returns no row.
 */
function againstWords(movements: readonly Unsided[], sides: ReadonlyMap<number, ToldSide>): number[] {
  const worded = movements.flatMap(({ row, texts }) => {
    const [word] = texts.flatMap((text) => directionOf(text) ?? []);
    return word === undefined || texts.some(saysReturn) ? [] : [{ row, word, side: sides.get(row)?.side }];
  });
  const isTurned =
    worded.every(({ word, side }) => word !== side) && worded.some(({ word }) => word === 'in');
  return isTurned ? worded.flatMap(({ row, side }) => (side === 'in' ? [row] : [])) : [];
}

/** Movements between two balances, with the sum of the money in that explains the change. */
interface BalanceStep {
  rows: readonly Unsided[];
  came: number;
}

/**
 * Returns the sides by the balances: between two balances, a single division of the rows explains the change. Empty unless
 * most movements have a side, and more in one order of the rows than in the other. Several rows between two balances count
 * only if all balances fit. Payments lower the balance of a debt: falling balances alone prove money out only beside words
 * of money out.
 * @param opening balance before the oldest movement; null if not stated: the oldest has no side then
 * @returns `orders`: the movements between the balances, in the proven order of the rows, else in each possible order
 */
function sidesByBalance(
  movements: readonly Unsided[],
  opening: Centavos | null,
): { sides: ReadonlyMap<number, Side>; orders: readonly (readonly BalanceStep[])[] } {
  const inOrder = (ordered: readonly Unsided[]) => {
    const steps: BalanceStep[] = [];
    let [before, since]: [Centavos | null, Unsided[]] = [opening, []];
    for (const movement of ordered) {
      since.push(movement);
      if (movement.balance === null) continue;
      if (before !== null)
        steps.push({ rows: since, came: (valueSum(since) + movement.balance - before) / 2 });
      [before, since] = [movement.balance, []];
    }
    const whole: Sides[number][] = [];
    // Each search of several rows is slow: the first without a division ends the others.
    const isWhole = steps.every(({ rows, came }) => {
      const divided = divide(rows, came);
      whole.push(...(divided ?? []));
      return divided !== null;
    });
    const ofOne = ({ rows, came }: BalanceStep) => (rows.length === 1 ? (divide(rows, came) ?? []) : []);
    return { steps, sides: isWhole ? whole : steps.flatMap(ofOne) };
  };
  const both = [movements, movements.toReversed()];
  // A balance follows the movements of a day: rows without a balance at the end are in the wrong order. Blanks at one end
  // alone are movements without a balance yet.
  const blanks = movements.map(({ balance }) => (balance === null ? ' ' : 'b')).join('');
  const isOfDays = blanks.trim().includes(' ');
  const ended = both.filter((ordered) => isOfDays && ordered.at(-1)?.balance !== null);
  const [best, other] = (ended.length > 0 ? ended : both)
    .map(inOrder)
    .sort((a, b) => b.sides.length - a.sides.length);
  const sides = best?.sides ?? [];
  const isAccount =
    sides.some(([, side]) => side === 'in') || movements.some(({ texts }) => texts.some(saysSent));
  const isProof = sides.length !== other?.sides.length && sides.length * 2 > movements.length - 1;
  const orders = [best, other].flatMap((order) => (order === undefined ? [] : [order.steps]));
  return isProof && isAccount
    ? { sides: new Map(sides), orders: orders.slice(0, 1) }
    : { sides: new Map(), orders };
}

/**
 * Returns the sides of the movements without a side by the balances, from the stated sums. Empty unless two figures agree
 * that no movement is missing (both sums, or a sum and the balances), and a single division of the rows has these sums.
 * A single sum proves money out if all movements add up to the sum. Else returns the sides by the sums of pages.
 */
function sidesBySums(
  movements: readonly Unsided[],
  { sums, opening, closing, parts }: StatedFigures,
  byBalance: ReadonlyMap<number, Side>,
): ReadonlyMap<number, Side> {
  const ofPart = (part: (typeof parts)[number], at: number): Sides => {
    const above = [parts[at - 1]?.row ?? 0, 0].map((start) =>
      movements.filter(({ row }) => start < row && row < part.row),
    );
    const whole = above.find((some) => valueSum(some) === part.in + part.out);
    return (whole && divide(whole, part.in)) ?? [];
  };
  const all = valueSum(movements);
  const came = sums.in ?? (sums.out === null ? null : all - sums.out);
  if (came === null) return new Map(parts.flatMap(ofPart));
  const net = opening === null || closing === null ? null : closing - opening;
  const isComplete =
    sums.in !== null && sums.out !== null ? sums.in + sums.out === all : came === 0 || net === 2 * came - all;
  const open = movements.filter(({ row }) => !byBalance.has(row));
  const cameBefore = valueSum(movements.filter(({ row }) => byBalance.get(row) === 'in'));
  return new Map((isComplete && divide(open, came - cameBefore)) || parts.flatMap(ofPart));
}

const valueSum = (some: readonly Unsided[]): number => some.reduce((sum, { value }) => sum + value, 0);

type Sides = readonly (readonly [row: number, Side])[];

/** Returns the side of each movement, if a single choice of the movements has the sum of money in; else null. */
function divide(movements: readonly Unsided[], came: number): Sides | null {
  const moved = movements.filter(({ value }) => value > 0);
  const all = valueSum(moved);
  // The smaller side has fewer choices.
  const [side, other, sum]: [Side, Side, number] =
    came * 2 > all ? ['out', 'in', all - came] : ['in', 'out', came];
  const chosen = onlyRowsOf(moved, sum);
  return chosen && moved.map(({ row }) => [row, chosen.has(row) ? side : other]);
}

/** Most sums to look through. Beyond, the rows have no proven division. */
const MOST_SUMS = 1_000_000;

/** Returns the only choice of rows with a sum; null without a choice, or with several. */
function onlyRowsOf(movements: readonly Unsided[], sum: number): ReadonlySet<number> | null {
  type Choice = { row: number; before: Choice | null } | null;
  /** Rows of each sum up to the wanted sum; 'several' if other rows have the sum too. */
  const choices = new Map<number, Choice | 'several'>([[0, null]]);
  let looked = 0;
  for (const { row, value } of movements) {
    looked += choices.size;
    if (looked > MOST_SUMS) return null;
    for (const [of, before] of [...choices]) {
      const to = of + value;
      if (to <= sum) choices.set(to, choices.has(to) || before === 'several' ? 'several' : { row, before });
    }
  }
  const found = choices.get(sum);
  if (found === undefined || found === 'several') return null;
  const rows = new Set<number>();
  for (let choice: Choice = found; choice !== null; choice = choice.before) rows.add(choice.row);
  return rows;
}

/** Header of a paper sent to the payer, or of a means of payment: 'Enviada' or 'Débito' there is no money out. */
const NO_SIDE =
  /\b(facturas?|recibos?|correos?|notificacion(es)?|soportes?|tarjetas?|card|funding|franquicia|canal|channel|method|medio)\b/;
/** Headers of kinds of movement: 'Enviado' there is money out, even if equal in all rows. */
const KIND_HEADER =
  /\b(tipo|clase|naturaleza|sentido|signo|movimientos?|transaccion(es)?|operacion(es)?|direccion|d c|debito credito)\b/;

/** Number of rows inspected to decide the roles. */
const INSPECTED_ROWS = 500;

/**
 * Finds the column with the direction of each amount (money in or out), by the cells and not by the header. Without
 * this column, debits would be read as payments. Also returns columns with 'Enviado' that may be states: `doubtful`.
 */
export function directionColumn(
  { rows }: Sheet,
  headerRow: number,
  roles: ReadonlyMap<number, PaymentColumnRole>,
): { direction: number | null; doubtful: number[] } {
  const doubtful: number[] = [];
  const named = [...roles.values()];
  const isExtract = !named.includes('unit');
  if (!named.includes('date') || !named.includes('amount') || named.includes('direction'))
    return { direction: null, doubtful };
  const header = rows.find(({ number }) => number === headerRow);
  const below = rows
    .filter((row) => row.number > headerRow && !hasTotalWord(row))
    .filter(({ cells }) => !cells.every(({ text }, column) => text === header?.cells[column]?.text))
    .slice(0, INSPECTED_ROWS);
  const width = below.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  for (let column = 0; column < width; column++) {
    const role = roles.get(column) ?? 'ignore';
    if (role !== 'ignore' && role !== 'reference') continue;
    const title = header === undefined ? '' : plainWords(cellText(header, column));
    if (NO_SIDE.test(title)) continue;
    const texts = below.map((row) => cellText(row, column)).filter((text) => text !== '');
    // A code may precede the words: '02 CARGO'.
    const ways = texts.map((text) => {
      const words = text.replace(/^\d{1,4}\b/, '');
      return /\d/.test(words) ? null : directionOf(words);
    });
    const directions = ways.filter((way) => way !== null).length;
    const isSide = SIDE_HEADER.test(title) && isExtract;
    const isCoded = isExtract && texts.every((text) => CODE.test(text));
    if ((isSide || isCoded) && isKindUnread(texts, ways)) doubtful.push(column);
    if (!ways.includes('out') || (directions * 3 < texts.length * 2 && !isSide)) continue;
    // 'Enviado' in all rows, or beside 'Rechazado', is the state of a message or an order.
    const isOne = new Set(texts.map(plainWords)).size === 1;
    const isState = isOne || (isStateHeader(title) && !ways.includes('in'));
    const isSure = texts.some((text, at) => ways[at] === 'out' && !mayBeState(text));
    if (isSure || !isState || KIND_HEADER.test(title)) return { direction: column, doubtful };
    doubtful.push(column);
  }
  return { direction: null, doubtful };
}

/** Header of the side of each movement, also by codes: 'Naturaleza', 'Signo', 'Tipo mov'. */
const SIDE_HEADER =
  /^(naturaleza|signo|sentido|indicador|d c|c d|debito credito|credit debit( indicator)?|type|e s|i e|d h|tipo( (de )?(mov|movimiento|transaccion|operacion|comprobante))?)$/;

/** Code of a kind of movement, under any header. */
const CODE = /^\p{L}{1,2}$/u;

/** True for a column of kinds with two values, one without a known side, as 'DEP' and 'RTR': one may be money out. */
const isKindUnread = (texts: readonly string[], ways: readonly unknown[]): boolean =>
  !ways.includes('out') &&
  new Set(texts).size === 2 &&
  texts.some((text, at) => ways[at] === null && !/\d{3}/.test(text) && meansOfHeader(text) === null);

/** True for a text with no other word for money out than 'Enviado', also the state of a message or an order. */
function mayBeState(text: string): boolean {
  const words = plainWords(text);
  const others = words.replace(/\benvi(o|ad[oa]s?)\b/g, '');
  return others !== words && !saysSent(text) && directionOf(others) !== 'out';
}
