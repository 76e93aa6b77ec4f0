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
import { dayWords } from '../billing-words.ts';

/** 'Mayo 2026'. */
export const monthLabel = (year: number, month: number): string => `${monthName(month)} ${year}`;

export const monthStateWords: Readonly<Record<BillingMonth['state'], string>> = {
  prepared: 'Cargado, sin emitir',
  issued: 'Emitido',
};

export const draftStateWords: Readonly<Record<Draft['state'], string>> = {
  received: 'Recibida',
  prepared: 'Cargada, sin emitir',
  issued: 'Emitida',
  discarded: 'Descartada',
};

/** Whether a spreadsheet still waits for its bills. */
export const isWaiting = ({ state }: Draft): boolean => state === 'received' || state === 'prepared';

/** What was promised of a spreadsheet, and whether that time has gone by. */
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

/** The months that wait for their issue before another: once that is issued, they cannot be. In their order. */
export function leftBehind(
  months: readonly BillingMonth[],
  { year, month }: Pick<BillingMonth, 'year' | 'month'>,
): BillingMonth[] {
  const order = (one: Pick<BillingMonth, 'year' | 'month'>) => one.year * 12 + one.month;
  return months
    .filter((one) => one.state === 'prepared' && order(one) < order({ year, month }))
    .sort((a, b) => order(a) - order(b));
}

/** 'Marzo 2026 y Abril 2026'. */
export const monthsWords = (months: readonly Pick<BillingMonth, 'year' | 'month'>[]): string =>
  new Intl.ListFormat('es').format(months.map(({ year, month }) => monthLabel(year, month)));

/** What becomes of them. */
export function leftBehindWords(left: readonly BillingMonth[], label: string): string {
  const [can, issue, discard] =
    left.length === 1
      ? ['podrá', 'Emítalo primero', 'descártelo si no va']
      : ['podrán', 'Emítalos primero', 'descártelos si no van'];
  return `Después de emitir ${label} ya no se ${can} emitir: sus cobros, saldos y pagos habría que registrarlos uno por uno. ${issue}, o ${discard}.`;
}

/** What to know of late interest where bills are issued before the month that it is of is over; null where it is. */
export function earlyInterestWords(
  { year, month }: Pick<BillingMonth, 'year' | 'month'>,
  issueDate: Day,
): string | null {
  const of = shiftMonth(monthOf(year, month), -1);
  if (issueDate > lastDayOf(of)) return null;
  const words = monthWords(of);
  return `Se cobran los intereses de mora de todo ${words}, que aún no termina: a quien pague antes de terminar ${words} se le devuelven.`;
}

/** That bills are born overdue, in words; null where their due date has not passed. */
export function pastDueWords(dueDate: Day, now: number): string | null {
  if (dueDate === '' || dueDate >= dayInBogota(now)) return null;
  return `La fecha límite, ${dayWords(dueDate)}, ya pasó: las cuentas nacerían vencidas.`;
}

/** That bills are due before the day that they bear; null where they are not. */
export function dueBeforeIssueWords({ issueDate, dueDate }: { issueDate: Day; dueDate: Day }): string | null {
  if (dueDate === '' || issueDate === '' || dueDate >= issueDate) return null;
  return `La fecha de vencimiento, ${dayWords(dueDate)}, es anterior a la de emisión, ${dayWords(issueDate)}: elija una posterior.`;
}

/** To whom the relación goes with the issue. */
export function relationToWords(administrators: number): string {
  if (administrators === 0)
    return 'La relación no se envía a nadie: la copropiedad no tiene administradores con correo.';
  return administrators === 1
    ? 'La relación se envía por correo al administrador de la copropiedad.'
    : `La relación se envía por correo a los ${count(administrators)} administradores de la copropiedad.`;
}

/** The month that a file's name tells with its year. */
function monthOfFile(fileName: string): { year: number; month: number } | null {
  const told = monthTold(fileName.replace(/\.[a-z0-9]+$/i, ''));
  return told === null || told.year === null ? null : { year: told.year, month: told.month };
}

/**
 * The month that a new spreadsheet is most likely of: the one that its name tells, unless the joint has it already or a
 * later one was issued; else the one after the last, else this one.
 */
export function likelyMonth(
  months: readonly BillingMonth[],
  now: number,
  fileName: string,
): { year: number; month: number } {
  const [last] = months;
  const told = monthOfFile(fileName);
  const order = (one: { year: number; month: number }) => one.year * 12 + one.month;
  const isGone = (one: BillingMonth): boolean =>
    told !== null && (one.state === 'issued' ? order(one) >= order(told) : order(one) === order(told));
  if (told !== null && !months.some(isGone)) return told;
  return yearAndMonth(last ? shiftMonth(monthOf(last.year, last.month), 1) : monthOfDay(dayInBogota(now)));
}

/** To how many accounts a mail of the bills goes. */
export function reachWords(reached: number, accounts: number): string {
  if (reached === 0) return 'No llegará a nadie: ningún propietario de estas cuentas tiene correo.';
  if (reached === accounts) return 'Todas tienen correo.';
  const rest = accounts - reached === 1 ? 'la otra no tiene correo' : 'las demás no tienen correo';
  return `Llegará a ${count(reached)} de ${count(accounts)} cuentas; ${rest}.`;
}

/** Months to choose from, by number. */
export const monthOptions = monthNames.map((label, at) => ({ id: at + 1, label }));

const FIRST_YEAR = 2000;

/** Years to choose from: next year's first, then back to the first that the ledger takes. */
export function yearOptions(now: number): { id: number; label: string }[] {
  const next = Number(dayInBogota(now).slice(0, 4)) + 1;
  return Array.from({ length: next - FIRST_YEAR + 1 }, (_, at) => ({
    id: next - at,
    label: String(next - at),
  }));
}

export const roleOptions: readonly { id: ColumnRole; label: string }[] = [
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

export const natureOptions: readonly { id: ChargeNature; label: string }[] = chargeNatures.map((id) => ({
  id,
  label: chargeNatureWords[id],
}));
