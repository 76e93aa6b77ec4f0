import type { BillStanding } from '../../../../shared/billing/bills.api.ts';
import { pesos } from '../words.ts';

/**
 * State of a bill today in words: 'Pagada en parte: faltan $ 50.000'.
 * @param total total of the bill in pesos
 */
export function standingWords({ state, left }: BillStanding, total: number): string {
  switch (state) {
    case 'annulled':
      return 'Anulada';
    case 'paid':
      return 'Pagada';
    case 'nothing':
      return 'Nada por pagar';
    case 'partly':
      return `Pagada en parte: faltan ${pesos(left)}`;
    case 'pending':
      return left === total ? 'Pendiente' : `Pendiente: ${pesos(left)}`;
  }
}

/**
 * Returns a Spanish text with the number of the later bill that includes the unpaid balance, so owners do not
 * pay twice. Empty if no later bill does.
 */
export const carriedWords = ({ carriedBy }: BillStanding): string =>
  carriedBy === null ? '' : `Su saldo pasó a la cuenta ${carriedBy}`;
