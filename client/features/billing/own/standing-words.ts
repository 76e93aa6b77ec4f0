import type { BillStanding } from '../../../../shared/billing/bills.api.ts';
import { pesos } from '../words.ts';

/**
 * Returns the payment state of a bill as Spanish words for the list of bills: 'Falta una parte: $ 50.000'.
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
      // A part may be paid, forgiven or credited.
      return `Falta una parte: ${pesos(left)}`;
    case 'pending':
      return left === total ? 'Pendiente' : `Pendiente: ${pesos(left)}`;
  }
}

/**
 * Returns a Spanish notice that the unpaid rest of a bill is part of a later bill: 'Su saldo pasó a la cuenta
 * 15', so that owners do not pay twice. Empty without a later bill.
 */
export const carriedWords = ({ carriedBy }: BillStanding): string =>
  carriedBy === null ? '' : `Su saldo pasó a la cuenta ${carriedBy}`;
