import type { ColumnRole, Draft } from '../../../../shared/billing/drafts.api.ts';
import { monthTold } from '../../../../shared/billing/month-in-text.ts';
import type { BillingMonth } from '../../../../shared/billing/months.api.ts';
import { type ChargeNature, chargeNatures, chargeNatureWords } from '../../../../shared/billing/natures.ts';
import {
  type Day,
  dayInBogota,
  lastDayOf,
  monthName,
  monthNames,
  monthOf,
  monthOfDay,
  monthWords,
  shiftMonth,
  yearAndMonth,
} from '../../../../shared/days.ts';
import { count, dateTime } from '../../../lib/format.ts';
import { dayWords } from '../words.ts';

/**
 * Formats a month for a list: 'Mayo 2026'.
 * @param month 1 (January) to 12
 */
export const monthLabel = (year: number, month: number): string => `${monthName(month)} ${year}`;

/** Spanish words for the state of a month of bills: 'Cargado, sin emitir' or 'Emitido'. */
export const monthStateWords: Readonly<Record<BillingMonth['state'], string>> = {
  prepared: 'Cargado, sin emitir',
  issued: 'Emitido',
};

/** Spanish words for the state of an uploaded month spreadsheet: 'Recibida', 'Emitida'. */
export const draftStateWords: Readonly<Record<Draft['state'], string>> = {
  received: 'Recibida',
  prepared: 'Cargada, sin emitir',
  issued: 'Emitida',
  discarded: 'Descartada',
};

/**
 * True if an uploaded month's spreadsheet still waits for its bills: received or prepared, not issued or
 * discarded.
 */
export const isWaiting = ({ state }: Draft): boolean => state === 'received' || state === 'prepared';

/**
 * Returns Spanish words about the time promised for the bills of an uploaded spreadsheet (three days after
 * the upload): 'Entrega antes del …', or 'Vencida: …' after the time. `isOverdue` is true after the promised
 * time.
 * @param now current time, epoch ms
 */
export function deadlineOf(
  { deadline }: Pick<Draft, 'deadline'>,
  now: number,
): {
  text: string;
  isOverdue: boolean;
} {
  const isOverdue = Date.parse(deadline) <= now;
  const until = dateTime(deadline);
  return { isOverdue, text: isOverdue ? `Vencida: era antes del ${until}` : `Entrega antes del ${until}` };
}

/**
 * Returns the prepared months earlier than the month to issue, oldest first: months can only be issued in
 * order, so the earlier months could no longer be issued.
 */
export function leftBehind(
  months: readonly BillingMonth[],
  { year, month }: Pick<BillingMonth, 'year' | 'month'>,
): BillingMonth[] {
  const order = (one: Pick<BillingMonth, 'year' | 'month'>) => one.year * 12 + one.month;
  return months
    .filter((one) => one.state === 'prepared' && order(one) < order({ year, month }))
    .sort((a, b) => order(a) - order(b));
}

/** Returns several months as Spanish words for a sentence: 'Marzo 2026 y Abril 2026'. */
export const monthsWords = (months: readonly Pick<BillingMonth, 'year' | 'month'>[]): string =>
  new Intl.ListFormat('es').format(months.map(({ year, month }) => monthLabel(year, month)));

/**
 * Returns a Spanish warning before a month is issued: the earlier prepared months `left` can no longer be
 * issued afterwards.
 * @param label month to issue: 'Mayo 2026'
 * @param left earlier prepared months
 */
export function leftBehindWords(left: readonly BillingMonth[], label: string): string {
  const [can, issue, discard] =
    left.length === 1
      ? ['podrá', 'Emítalo primero', 'descártelo si no va']
      : ['podrán', 'Emítalos primero', 'descártelos si no van'];
  return `Después de emitir ${label} ya no se ${can} emitir: sus cobros, saldos y pagos habría que registrarlos uno por uno. ${issue}, o ${discard}.`;
}

/**
 * Returns a Spanish warning if a month's bills are issued before the previous month is over: the late
 * interest of the remaining days is charged too, and returned after a payment in time. Null if the previous
 * month is over on the issue date.
 * @param issueDate day of the issue: '2026-03-15'
 */
export function earlyInterestWords(
  { year, month }: Pick<BillingMonth, 'year' | 'month'>,
  issueDate: Day,
): string | null {
  const of = shiftMonth(monthOf(year, month), -1);
  if (issueDate > lastDayOf(of)) return null;
  const words = monthWords(of);
  return `Se cobran los intereses de mora de todo ${words}, que aún no termina: a quien pague antes de terminar ${words} se le devuelven.`;
}

/**
 * Returns a Spanish warning if the due date has passed: the bills would be overdue at issue. Null otherwise.
 * @param dueDate due date of the bills: '2026-03-31'
 * @param now current time, epoch ms
 */
export function pastDueWords(dueDate: Day, now: number): string | null {
  if (dueDate === '' || dueDate >= dayInBogota(now)) return null;
  return `La fecha límite, ${dayWords(dueDate)}, ya pasó: las cuentas nacerían vencidas.`;
}

/**
 * Returns a Spanish warning for the form to issue a month, if the due date of the bills is before the issue
 * date. Null otherwise.
 */
export function dueBeforeIssueWords({ issueDate, dueDate }: { issueDate: Day; dueDate: Day }): string | null {
  if (dueDate === '' || issueDate === '' || dueDate >= issueDate) return null;
  return `La fecha de vencimiento, ${dayWords(dueDate)}, es anterior a la de emisión, ${dayWords(issueDate)}: elija una posterior.`;
}

/**
 * Returns a Spanish sentence with the number of administrators and accountants that get the relación (table
 * of the bills) by mail at the issue.
 */
export function relationToWords(administrators: number): string {
  if (administrators === 0)
    return 'La relación no se envía a nadie: la copropiedad no tiene administradores con correo.';
  return administrators === 1
    ? 'La relación se envía por correo al administrador de la copropiedad.'
    : `La relación se envía por correo a los ${count(administrators)} administradores de la copropiedad.`;
}

/** Finds a month with a year in a file name. Null if the name has no month or several. */
function monthOfFile(fileName: string): { year: number; month: number } | null {
  const monthInName = monthTold(fileName.replace(/\.[a-z0-9]+$/i, ''));
  return monthInName === null || monthInName.year === null
    ? null
    : { year: monthInName.year, month: monthInName.month };
}

/**
 * Guesses the month of an uploaded spreadsheet, selected at first in the form:
 * 1. the month in the file name, if not yet stored and no later month is issued,
 * 2. the month after the last month,
 * 3. the current month.
 * @param months prepared and issued months
 * @param now current time, epoch ms
 */
export function likelyMonth(
  months: readonly BillingMonth[],
  now: number,
  fileName: string,
): { year: number; month: number } {
  const [last] = months;
  const monthInName = monthOfFile(fileName);
  const order = (one: { year: number; month: number }) => one.year * 12 + one.month;
  const isGone = (one: BillingMonth): boolean =>
    monthInName !== null &&
    (one.state === 'issued' ? order(one) >= order(monthInName) : order(one) === order(monthInName));
  if (monthInName !== null && !months.some(isGone)) return monthInName;
  return yearAndMonth(last ? shiftMonth(monthOf(last.year, last.month), 1) : monthOfDay(dayInBogota(now)));
}

/**
 * Returns a Spanish sentence with the number of accounts that receive the bills by mail: 'Llegará a 90 de 100
 * cuentas; las demás no tienen correo.'
 * @param reached number of accounts with an e-mail address
 * @param accounts number of all accounts
 */
export function reachWords(reached: number, accounts: number): string {
  if (reached === 0) return 'No llegará a nadie: ningún propietario de estas cuentas tiene correo.';
  if (reached === accounts) return 'Todas tienen correo.';
  const rest = accounts - reached === 1 ? 'la otra no tiene correo' : 'las demás no tienen correo';
  return `Llegará a ${count(reached)} de ${count(accounts)} cuentas; ${rest}.`;
}

/** Options for a select of months: label is the Spanish name, id the number of the month, 1 to 12. */
export const monthOptions = monthNames.map((label, at) => ({ id: at + 1, label }));

const FIRST_YEAR = 2000;

/**
 * Options for a select of years: from next year back to the first year accepted by the ledger.
 * @param now current time, epoch ms
 */
export function yearOptions(now: number): { id: number; label: string }[] {
  const next = Number(dayInBogota(now).slice(0, 4)) + 1;
  return Array.from({ length: next - FIRST_YEAR + 1 }, (_, at) => ({
    id: next - at,
    label: String(next - at),
  }));
}

/** Options of the select for the role (meaning) of a column in a month spreadsheet, with Spanish labels. */
export const columnRoleOptions: readonly { id: ColumnRole; label: string }[] = [
  { id: 'discount', label: 'Descuento que ya da el sistema (verificar)' },
  { id: 'unit', label: 'Inmueble' },
  { id: 'tower', label: 'Torre o interior' },
  { id: 'charge', label: 'Cobro del mes' },
  { id: 'credit', label: 'A favor (se resta)' },
  { id: 'opening', label: 'Saldo inicial (capital)' },
  { id: 'openingInterest', label: 'Intereses iniciales' },
  { id: 'interest', label: 'Intereses de mora del mes' },
  { id: 'concept', label: 'Concepto de la fila' },
  { id: 'dueDate', label: 'Vencimiento de la fila' },
  { id: 'payment', label: 'Pago recibido' },
  { id: 'paidOn', label: 'Fecha del pago' },
  { id: 'balance', label: 'Saldo anterior (verificar)' },
  { id: 'total', label: 'Total (verificar)' },
  { id: 'ignore', label: 'No usar' },
];

/** Options of the select for the nature of a charge (fee, extra fee, fine, other), with Spanish labels. */
export const natureOptions: readonly { id: ChargeNature; label: string }[] = chargeNatures.map((id) => ({
  id,
  label: chargeNatureWords[id],
}));
