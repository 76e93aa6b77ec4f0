import type { PaymentExit } from '../../../../shared/billing/exits.api.ts';
import { incomeConceptWords, type PaymentChannel } from '../../../../shared/billing/natures.ts';
import type { Payment, PaymentDayPrice, PaymentDue } from '../../../../shared/billing/payments.api.ts';
import { amountText, dayWords, pesos } from '../words.ts';

/** Payment assigned to a unit, so with a receipt (`receipt` is never null). */
export type Receipted = Payment & { receipt: NonNullable<Payment['receipt']> };

/**
 * Returns the Spanish name for money with an unknown payer that was not assigned to a unit: the kind of other
 * income ('Intereses del banco'), or 'Devolución' for a refund.
 */
export const exitWords = ({ concept }: Pick<PaymentExit, 'concept'>): string =>
  concept === null ? 'Devolución' : incomeConceptWords[concept];

/**
 * Spanish names of the sources of a payment: typed by hand, spreadsheet of payments, bank file, or month's
 * spreadsheet.
 */
export const channelWords: Readonly<Record<PaymentChannel, string>> = {
  desk: 'Registrado a mano',
  sheet: 'Planilla de pagos',
  bank: 'Archivo del banco',
  month: 'Planilla del mes',
  gateway: 'Pago en línea',
};

/**
 * Returns Spanish words about the use of a payment's money: 'Intereses 1.200 · Capital 48.800 · A favor 0',
 * in pesos.
 */
export function splitWords({ interest, capital, credit }: NonNullable<Payment['receipt']>): string {
  return `Intereses ${amountText(interest)} · Capital ${amountText(capital)} · A favor ${amountText(credit)}`;
}

/**
 * Returns a Spanish sentence for the form of a payment about the debt of the account that receives the money:
 * 'El inmueble 101 debe $ 580.160.'
 * @param due id of the unit with the account, balance, amount to settle, and the answer if the unit is a paz y salvo
 * @param account id of the unit of the payment: '101'
 */
export function dueWords(
  { apartmentId, balance, settlement, paidUp }: Omit<PaymentDue, 'discounts'>,
  account: string,
): string {
  const whose =
    apartmentId === account
      ? `El inmueble ${account}`
      : `El inmueble ${account} paga en la cuenta del ${apartmentId}, que`;
  if (balance === 0 && paidUp) return `${whose} está a paz y salvo.`;
  if (balance === 0)
    return settlement.amount === 0
      ? `${whose} no debe nada en esta cuenta.`
      : `${whose} debe solo intereses de mora.`;
  return balance > 0 ? `${whose} debe ${pesos(balance)}.` : `${whose} tiene ${pesos(-balance)} a favor.`;
}

/**
 * Returns a Spanish sentence with the amount that settles a bill with the discount for prompt payment, and the last
 * day: 'Con $ 250.000 hasta el … queda pagada la cuenta de cobro 12: …'
 */
export const discountWords = ({ bill, amount, discount, until }: PaymentDue['discounts'][number]): string =>
  `Con ${pesos(amount)} hasta el ${dayWords(until)} queda pagada la cuenta de cobro ${bill}: descuento por pronto pago de ${pesos(discount)}.`;

/**
 * Returns a part of the Spanish question about an old payment date: 'perdona $ 1.200 de interés y concede $
 * 20.000 de descuento', compared with today's date.
 */
export function dayPriceWords({
  interest,
  discount,
}: Pick<PaymentDayPrice, 'interest' | 'discount'>): string {
  const parts = [
    ...(interest > 0 ? [`perdona ${pesos(interest)} de interés`] : []),
    ...(discount > 0 ? [`concede ${pesos(discount)} de descuento`] : []),
  ];
  return parts.length === 0 ? 'no cambia intereses ni descuentos' : parts.join(' y ');
}
