import type { BillingNow } from '../../../../shared/billing/now.api.ts';
import { monthName } from '../../../../shared/days.ts';
import { units } from '../../../lib/format.ts';
import { pesos } from '../words.ts';

type Month = { year: number; month: number };

/** Formats a month for the middle of a sentence: 'noviembre de 2026'. */
export const monthWithin = ({ year, month }: Month): string => `${monthName(month).toLowerCase()} de ${year}`;

/**
 * Returns a Spanish sentence for the home page about the next month to issue: 'Falta emitir noviembre de
 * 2026.' If no month waits: about the last issued month.
 */
export function issueWords({ lastIssued, toIssue }: Pick<BillingNow, 'lastIssued' | 'toIssue'>): string {
  if (toIssue !== null) {
    const month = monthWithin(toIssue);
    return toIssue.isPrepared ? `Está cargado ${month} y falta emitirlo.` : `Falta emitir ${month}.`;
  }
  return lastIssued === null
    ? 'Todavía no se ha emitido ningún mes.'
    : `El último mes emitido es ${monthWithin(lastIssued)}.`;
}

/**
 * Returns a Spanish sentence for the home page about the overdue debt of a joint: '$ 580.160 están vencidos,
 * de 3 inmuebles.'
 * @param figures overdue amount in pesos, and number of accounts with overdue debt
 */
export function overdueWords({ overdue, debtors }: { overdue: number; debtors: number }): string {
  if (overdue === 0) return 'Nada está vencido.';
  return `${pesos(overdue)} están vencidos, de ${units(debtors)}.`;
}
