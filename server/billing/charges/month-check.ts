import { itemNatureWords, type RowRole } from '../../../shared/billing/natures.ts';
import type { ChargeConcept } from '../../../shared/billing/settings.api.ts';
import { addDays, type Day, firstDayOf, type Month } from '../../../shared/days.ts';
import { counted } from '../../../shared/format.ts';
import {
  type Centavos,
  centavos,
  formatMoney,
  NO_MONEY,
  roundToPeso,
  sumMoney,
} from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { packRows, rowsOf } from '../../platform/db/pack-rows.ts';
import { conceptCalled, conceptKey } from '../settings/concept-names.ts';
import type {
  AddedConcept,
  MonthToStore,
  PromptDiscountRow,
  SheetCheck,
} from '../store/months.repository.ts';
import {
  type AccountDiscounts,
  aboutDiscounts,
  discountAhead,
  discountsOf,
  saysOtherDiscount,
} from './charged-twice.ts';
import { about } from './column-problems.ts';
import type { ConceptNamed, MonthSheet, MonthSheetRow, RowPlace } from './month-sheet.types.ts';

/**
 * Stored state of a joint's ledger, to compare with a month's spreadsheet: account of each unit, balances in
 * centavos, and prompt-payment discounts.
 */
export interface PostedBalances {
  /** Account of each unit. Key: id of the unit ('P12'). Value: id of the account's main unit ('101'). */
  accountOf: ReadonlyMap<string, string>;
  /**
   * Balance of each account with movements. Key: id of the main unit. Value: centavos; negative in favour of
   * the unit.
   */
  balances: ReadonlyMap<string, Centavos>;
  /** True if the joint rounds its bills to whole pesos. */
  roundToPeso: boolean;
  /** Discounts offered by valid bills; `discountPercent` is the joint's setting for new bills. */
  offers?: readonly PromptDiscountRow[];
  /** Discount of new bills, in percent of the charges; null without a discount. */
  discountPercent?: number | null;
}

/**
 * Amount of a month's spreadsheet to store for a unit: a charge, an opening balance, a payment …. A row of
 * the sheet with several amounts gives several amounts to store. A new charge concept has no number yet.
 */
export interface RowToStore {
  apartmentId: string;
  /** Meaning of the amount: charge, opening balance, payment …. */
  role: RowRole;
  /** Charge of the amount; null for a payment. */
  concept: ConceptNamed | null;
  /** Centavos. */
  amount: Centavos;
  /** Due date of an opening balance; null for other rows. */
  dueDate: Day | null;
  /** Day of a payment; null for other rows. */
  valueDate: Day | null;
}

/**
 * Row of the preview of a month's spreadsheet, for a unit: balance before the month, payment, charges and
 * total after comparison with the ledger. Amounts in centavos.
 */
export interface CheckedRow extends RowPlace {
  /** Id of the unit: '101'. */
  apartmentId: string;
  /** Balance before the month: from the sheet if the unit's ledger begins with the sheet, else from the ledger. */
  opening: Centavos;
  /** Payment of the unit in the sheet. */
  payment: Centavos;
  /**
   * Prompt-payment discount that the ledger will give for the account's payments, on the account's first row with a
   * payment.
   */
  discount: Centavos;
  /** Charges of the row by concept. */
  charges: { concept: string; amount: Centavos }[];
  /** Balance to pay after the month's charges. */
  total: Centavos;
}

interface Reckoned extends CheckedRow {
  read: MonthSheetRow;
  openings: MonthSheetRow['openings'];
  /** Balance in the ledger to compare with the row; null without a ledger. */
  ledger: Centavos | null;
  /** Tolerated difference from the balance in the ledger, in centavos. */
  leeway: Centavos;
  /** Prompt-payment discounts of the row's account. */
  discounts: AccountDiscounts;
  /** Discount that the month's bill will itself give, on the account's first row. */
  ahead: Centavos;
}

/** Balance of an account, and balances of the former accounts of the account's units. */
interface AccountStanding {
  account: string;
  balance: Centavos | undefined;
  former: ReadonlyMap<string, Centavos>;
}

/**
 * Compares a month's spreadsheet with the balances in the ledger, and builds the preview and the data to
 * store. Has no side effects.
 * - For an account with movements the balance comes from the ledger, on the row of the account's own unit,
 *   else on the account's first row.
 * - An earlier debt of a grouped unit belongs to the row of the unit; a sheet with only the main unit, or
 *   without the unit's balance, may include the debt or not.
 * - For grouped units or several rows, balances and totals may match together or separately.
 * - Late interest and rounding are added at the issue and not included here.
 * @returns `rows` for the preview, `store`: rows to store, and the problems for the user
 */
export function checkMonth(
  sheet: MonthSheet,
  month: Month,
  standing: PostedBalances,
): { rows: CheckedRow[]; store: RowToStore[]; units: SheetCheck['units']; problems: ImportProblem[] } {
  const problems: ImportProblem[] = [];
  const accountOf = (unit: string) => standing.accountOf.get(unit) ?? unit;
  const byAccount = new Map<string, MonthSheetRow[]>();
  for (const row of sheet.rows) {
    const account = accountOf(row.apartmentId);
    const list = byAccount.get(account);
    if (list) list.push(row);
    else byAccount.set(account, [row]);
  }
  const former = formerOf(standing);
  const lastDay = addDays(firstDayOf(month), -1);
  // Totals depend on the column roles, so open questions suspend the comparison.
  const isOpen = sheet.problems.some(({ code, severity }) => severity === 'error' && unanswered.has(code));
  const reckoned = new Map<MonthSheetRow, Reckoned>();
  for (const [account, reads] of byAccount) {
    const of = { account, balance: standing.balances.get(account), former: former.get(account) ?? new Map() };
    const discounts = discountsOf(reads, of, standing, lastDay);
    const rows = reckonAccount(reads, of, discounts, problems);
    for (const row of rows) reckoned.set(row.read, row);
    problems.push(...aboutBalances(rows, of));
    if (!isOpen && !rows.some(saysOtherDiscount))
      problems.push(...aboutRowTotals(rows, standing.roundToPeso));
  }
  const inOrder = sheet.rows.flatMap((row) => reckoned.get(row) ?? []);
  problems.push(...aboutDiscounts(inOrder), ...aboutDiscounted(inOrder));
  if (!isOpen) problems.push(...aboutTotalsOfCharges(inOrder, standing.roundToPeso));
  return {
    rows: inOrder.map(({ sheet: name, row, apartmentId, opening, payment, discount, charges, total }) => {
      return { sheet: name, row, apartmentId, opening, payment, discount, charges, total };
    }),
    store: inOrder.flatMap((row) => toStore(row, lastDay)),
    units: unitTotals(inOrder),
    problems,
  };
}

/**
 * Sums, by unit, the totals in the sheet and the late interest left unread, and counts the rows. A row without a total counts as the sum of
 * the amounts read: balance or opening debts, charges, interest, less the payment.
 */
function unitTotals(rows: readonly Reckoned[]): SheetCheck['units'] {
  const sums = new Map<string, { total: Centavos; leftOut: Centavos; rows: number }>();
  for (const { apartmentId, read, charges, payment, openings } of rows) {
    const before = read.balance?.amount ?? sumMoney(openings.map(({ amount }) => amount));
    const sum = sumMoney([before, ...charges.map(({ amount }) => amount), centavos(-payment)]);
    const total = read.totals[0]?.amount ?? sum;
    const of = sums.get(apartmentId) ?? { total: NO_MONEY, leftOut: NO_MONEY, rows: 0 };
    sums.set(apartmentId, {
      total: centavos(of.total + total),
      leftOut: centavos(of.leftOut + read.leftOut),
      rows: of.rows + 1,
    });
  }
  return [...sums].map(([unit, { total, leftOut, rows }]) => [unit, total, leftOut, rows] as const);
}

/** Codes of unanswered questions about amount columns. Totals are compared only after the answers. */
const unanswered: ReadonlySet<string> = new Set([
  ...['headerUnknown', 'columnHidden', 'chargesSame', 'sumDoubtful', 'balanceAfter', 'discountDoubtful'],
  ...[
    'alsoDoubtful',
    'agreementDoubtful',
    'measureDoubtful',
    'ageDoubtful',
    'instalmentsDoubtful',
    'instalmentsMixed',
  ],
]);

/** Returns, by account, the balances on former accounts of the account's units. */
function formerOf({ accountOf, balances }: PostedBalances): Map<string, Map<string, Centavos>> {
  const former = new Map<string, Map<string, Centavos>>();
  for (const [unit, balance] of balances) {
    const account = accountOf.get(unit) ?? unit;
    if (account === unit) continue;
    const of = former.get(account) ?? new Map<string, Centavos>();
    former.set(account, of.set(unit, balance));
  }
  return former;
}

/**
 * Computes the rows of an account: the balance on the row of the account's own unit (or the first row), each
 * earlier balance on the first row of the unit.
 */
function reckonAccount(
  reads: readonly MonthSheetRow[],
  { account, balance, former }: AccountStanding,
  discounts: AccountDiscounts,
  problems: ImportProblem[],
): Reckoned[] {
  const carrier = reads.find(({ apartmentId }) => apartmentId === account) ?? reads[0];
  const left = new Map(former);
  for (const { apartmentId } of reads) left.delete(apartmentId);
  const unnamed = sumMoney([...left.values()]);
  const seen = new Set<string>();
  const rows = reads.map((read) => {
    const own = former.get(read.apartmentId);
    const isFirst = !seen.has(read.apartmentId);
    seen.add(read.apartmentId);
    const keptAmount = isFirst ? (own ?? NO_MONEY) : NO_MONEY;
    const carried = read === carrier ? (balance ?? NO_MONEY) : NO_MONEY;
    const hasBooks = balance !== undefined || own !== undefined;
    const earned = read === discounts.earner ? discounts.earned : NO_MONEY;
    const unsaid = read.balance === null ? centavos(-keptAmount) : NO_MONEY;
    return reckon(read, problems, {
      ledger: hasBooks ? centavos(carried + keptAmount) : null,
      leeway: read === carrier ? centavos(unnamed + unsaid) : unsaid,
      inBooks: own ?? balance ?? NO_MONEY,
      discount: earned,
      discounts,
    });
  });
  const ahead = discountAhead(rows);
  return rows.map((row, index) => (index === 0 ? { ...row, ahead } : row));
}

function reckon(
  read: MonthSheetRow,
  problems: ImportProblem[],
  {
    inBooks,
    ...rest
  }: Pick<Reckoned, 'ledger' | 'leeway' | 'discount' | 'discounts'> & { inBooks: Centavos },
): Reckoned {
  const { sheet, row, apartmentId, payment } = read;
  const { ledger, discount } = rest;
  const charges = read.charges.map(({ concept, amount }) => ({ concept: concept.name, amount }));
  if (read.interest !== 0) charges.push({ concept: itemNatureWords.interest, amount: read.interest });
  const openings = ledger === null ? openingsOf(read, problems) : [];
  if (ledger !== null) {
    for (const { column } of read.openings) {
      const message = `El inmueble «${apartmentId}» ya tiene movimientos: su saldo en libros es ${formatMoney(inBooks)}. Asigne la columna como saldo por comparar, o no la lea.`;
      problems.push(about(column, 'error', 'openingNotFirst', message, read));
    }
  }
  const opening = ledger ?? sumMoney(openings.map(({ amount }) => amount));
  const total = sumMoney([opening, ...charges.map(({ amount }) => amount), centavos(-payment - discount)]);
  return {
    sheet,
    row,
    apartmentId,
    opening,
    payment,
    charges,
    total,
    read,
    openings,
    ahead: NO_MONEY,
    ...rest,
  };
}

/**
 * Opening debts of a row. For a unit without movements, a balance column meant for comparison becomes the opening
 * debt.
 */
function openingsOf(read: MonthSheetRow, problems: ImportProblem[]) {
  const { apartmentId, balance, openings } = read;
  if (balance === null || balance.amount === 0) return openings;
  const { column, amount, dueDate } = balance;
  const message = `El inmueble «${apartmentId}» no tiene movimientos: ${formatMoney(amount)} será su saldo inicial.`;
  problems.push(about(column, 'warning', 'openingTaken', message, read));
  return [...openings, { role: 'opening' as const, concept: null, dueDate, amount, column }];
}

function aboutBalances(rows: readonly Reckoned[], { account, former }: AccountStanding): ImportProblem[] {
  const inBooks = rows.filter(({ ledger }) => ledger !== null);
  const balances = inBooks.flatMap(({ read }) => (read.balance === null ? [] : [{ read, ...read.balance }]));
  const [first] = balances;
  if (!first) return [];
  const sum = sumMoney(balances.map(({ amount }) => amount));
  const balance = sumMoney(inBooks.map(({ ledger }) => ledger ?? NO_MONEY));
  if (sum === balance || sum === balance + leewayOf(inBooks)) return [];
  const apart = [...former].filter(([, owed]) => owed !== 0);
  const named = new Set(rows.map(({ apartmentId }) => apartmentId));
  const unnamed = sumMoney(apart.flatMap(([unit, owed]) => (named.has(unit) ? [] : [owed])));
  const parts = apart.map(([unit, owed]) => `${formatMoney(owed)} de la cuenta que «${unit}» tenía aparte`);
  const withParts = parts.length === 0 ? '' : `, con ${parts.join(' y ')}`;
  const message = `El saldo anterior del inmueble «${account}» dice ${formatMoney(sum)} y en libros es ${formatMoney(centavos(balance + unnamed))}${withParts}. Si el de la planilla es anterior a pagos ya registrados, no lea esa columna ni la de pagos.`;
  return [about(first.column, 'error', 'balanceDiffers', message, first.read)];
}

const leewayOf = (rows: readonly Reckoned[]): Centavos => sumMoney(rows.map(({ leeway }) => leeway));

/**
 * True if the total of a row equals the sum, with or without the interest in the sheet (the ledger computes other
 * interest).
 */
function agrees(total: Centavos, sum: Centavos, leftOut: Centavos, rounds: boolean): boolean {
  const withInterest = centavos(sum + leftOut);
  if (total === sum || total === withInterest) return true;
  return rounds && (total === roundToPeso(sum) || total === roundToPeso(withInterest));
}

const chargedIn = ({ charges }: Reckoned): Centavos => sumMoney(charges.map(({ amount }) => amount));

/** True if a total in the sheet equals the row's sum, with or without the ledger's discount (a warning, not an error). */
function fitsSum(
  amount: Centavos,
  { total, discount, ahead, leeway, read }: Reckoned,
  rounds: boolean,
): boolean {
  const sums = [0, discount, -ahead].flatMap((more) => [total + more, total + leeway + more]);
  return sums.some((sum) => agrees(amount, centavos(sum), read.leftOut, rounds));
}

/** True if a total in the sheet has the month's charges alone, without the balance in the books. */
const fitsCharges = (amount: Centavos, row: Reckoned, rounds: boolean): boolean =>
  agrees(amount, chargedIn(row), row.read.leftOut, rounds);

function aboutRowTotals(rows: readonly Reckoned[], rounds: boolean): ImportProblem[] {
  const problems = rows.flatMap((row) => {
    const { apartmentId, opening, payment, discount, total, read, ledger } = row;
    return read.totals.flatMap(({ amount, column }) => {
      if (fitsSum(amount, row, rounds)) return [];
      const charged = chargedIn(row);
      const isOfCharges = fitsCharges(amount, row, rounds);
      // The balance in the books is a known reason: shown with its sum before the issue.
      if (isOfCharges && ledger !== null) return [];
      const wayOut = isOfCharges
        ? ` Esa columna suma solo los cobros del mes: elija «No usar» para ella.`
        : '';
      const message = `El total del inmueble «${apartmentId}» dice ${formatMoney(amount)} y la fila suma ${formatMoney(total)}: saldo ${formatMoney(opening)}, cobros ${formatMoney(charged)}, pagos ${formatMoney(payment)}${discount === 0 ? '' : `, descuento por pronto pago ${formatMoney(discount)}`}.${wayOut}`;
      return [about(column, 'error', 'totalDiffers', message, read)];
    });
  });
  if (problems.length === 0 || rows.length === 1) return problems;
  const one = rows.every(({ read }) => read.totals.length === 1);
  const totals = rows.flatMap(({ read }) => read.totals.map(({ amount }) => amount));
  const sum = sumMoney(rows.map(({ total }) => total));
  const leftOut = sumMoney(rows.map(({ read }) => read.leftOut));
  const isRight = [sum, centavos(sum + leewayOf(rows))].some((right) =>
    agrees(sumMoney(totals), right, leftOut, rounds),
  );
  return one && isRight ? [] : problems;
}

/** Warns about totals of the month's charges alone: the bills also have the balance in the books. */
function aboutTotalsOfCharges(rows: readonly Reckoned[], rounds: boolean): ImportProblem[] {
  const found = rows.filter(
    (row) =>
      row.ledger !== null &&
      row.read.totals.some(({ amount }) => !fitsSum(amount, row, rounds) && fitsCharges(amount, row, rounds)),
  );
  if (found.length === 0) return [];
  const column = found[0]?.read.totals[0]?.column ?? null;
  const carried = formatMoney(sumMoney(found.map((row) => centavos(row.total - chargedIn(row)))));
  const message = `«${column}» suma solo los cobros del mes en ${counted(found.length, 'fila', 'filas')}: sus cuentas llevan además el saldo en libros, menos los pagos (${carried}). Antes de emitir se comparan una por una.`;
  return [about(column, 'warning', 'totalsOfCharges', message)];
}

/** Warns about rows with totals that ignore the ledger's discount: the bills will be lower than in the sheet. */
function aboutDiscounted(rows: readonly Reckoned[]): ImportProblem[] {
  const lower = rows.filter(
    ({ discount, ahead, total, read }) =>
      discount + ahead > 0 && read.totals.some(({ amount }) => amount === total + discount),
  );
  if (lower.length === 0) return [];
  const sum = formatMoney(sumMoney(lower.map(({ discount, ahead }) => centavos(discount + ahead))));
  const inTime = lower.some(({ ahead }) => ahead > 0) ? ', si el mes se emite dentro del plazo' : '';
  const message = `El total de la planilla no cuenta el descuento por pronto pago que da el sistema en ${counted(lower.length, 'inmueble')} (${sum}): sus cuentas serán menores${inTime}.`;
  return [about(lower[0]?.read.totals[0]?.column ?? null, 'warning', 'totalsDiscounted', message)];
}

/**
 * Rows to store for a row of the sheet. Uses object literals without spread: ten times faster for hundreds of
 * thousands of rows.
 */
function toStore({ apartmentId, openings, payment, read }: Reckoned, lastDay: Day): RowToStore[] {
  const rows: RowToStore[] = openings.map(({ role, concept, dueDate, amount }) => {
    // Balance at the end of the previous month, for any due date.
    return { apartmentId, role, concept, amount, dueDate: dueDate ?? lastDay, valueDate: lastDay };
  });
  if (payment !== 0) {
    const role = 'payment';
    const valueDate = read.paidOn ?? lastDay;
    rows.push({ apartmentId, role, concept: null, amount: payment, dueDate: null, valueDate });
  }
  if (read.interest !== 0) {
    const amount = read.interest;
    rows.push({ apartmentId, role: 'interest', concept: null, amount, dueDate: null, valueDate: null });
  }
  for (const { concept, amount } of read.charges) {
    rows.push({ apartmentId, role: 'charge', concept, amount, dueDate: null, valueDate: null });
  }
  return rows;
}

/** Charge concept of a joint that already exists, with number. */
type KnownConcept = Pick<ChargeConcept, 'chargeConceptId' | 'name' | 'formerNames'>;

/**
 * Builds the data to store a month prepared from a spreadsheet: the amounts by unit, and the charge concepts.
 * Concepts unknown to the joint get new numbers.
 * @param knownConcepts stored concepts of the joint, unchanged until the month is stored
 */
export function monthToStore(
  knownConcepts: readonly KnownConcept[],
  rows: readonly RowToStore[],
): MonthToStore {
  const ids = new Map<string, number>();
  // Few concept objects are shared by hundreds of thousands of rows, so each is looked up once.
  const idOf = new Map<ConceptNamed, number>();
  const concepts: AddedConcept[] = [];
  let next = Math.max(0, ...knownConcepts.map(({ chargeConceptId }) => chargeConceptId)) + 1;
  const numberOf = (concept: ConceptNamed): number => {
    const key = conceptKey(concept.name);
    const stored = ids.get(key) ?? conceptCalled(knownConcepts, concept.name)?.chargeConceptId;
    const id = stored ?? next++;
    if (stored === undefined) concepts.push({ chargeConceptId: id, ...concept, nameKey: key });
    ids.set(key, id);
    idOf.set(concept, id);
    return id;
  };
  const stored = rows.map((row, index) => ({
    position: index + 1,
    apartment_id: row.apartmentId,
    role: row.role,
    charge_concept_id: row.concept === null ? null : (idOf.get(row.concept) ?? numberOf(row.concept)),
    amount: row.amount,
    due_date: row.dueDate,
    value_date: row.valueDate,
  }));
  const set = rowsOf('month_row', stored, ['month_id']);
  return { concepts, rows: packRows([set]) };
}
