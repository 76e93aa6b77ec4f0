import type { PaymentChannel } from '../../../shared/billing/natures.ts';
import type { Payment } from '../../../shared/billing/payments.api.ts';
import { amountText } from '../billing-words.ts';

export const channelWords: Readonly<Record<PaymentChannel, string>> = {
  desk: 'Registrado a mano',
  sheet: 'Planilla de pagos',
  bank: 'Archivo del banco',
  month: 'Planilla del mes',
};

/** Where the money of a receipt went: 'Intereses 1.200 · Capital 48.800 · A favor 0'. */
export function splitWords({ interest, capital, credit }: NonNullable<Payment['receipt']>): string {
  return `Intereses ${amountText(interest)} · Capital ${amountText(capital)} · A favor ${amountText(credit)}`;
}
