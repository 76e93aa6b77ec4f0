import type { PaymentDayPrice } from '../../../../shared/billing/payments.api.ts';
import { hasCode } from '../../../lib/api.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { dayWords } from '../words.ts';
import { dayPriceWords } from './words.ts';

/**
 * Sends payments to the server. If the server refuses an old date of payment as unusual, asks the user for
 * confirmation with the interest forgiven in pesos, and sends the payments again after a yes.
 * @param send sends the payments; `wentOn` confirms unusual days
 * @param isOne false for several payments, for the words of the question
 */
export async function sendAskingDay<T>(
  send: (wentOn: { wentOn?: true }) => Promise<T>,
  isOne = true,
): Promise<T> {
  try {
    return await send({});
  } catch (error) {
    if (!hasCode(error, 'paymentDayUnusual')) throw error;
    const price = error.details as PaymentDayPrice;
    const day = dayWords(price.valueDate);
    const isSure = await confirm({
      title: isOne ? `¿El pago es del ${day}?` : `¿Los pagos son de fechas como el ${day}?`,
      body: isOne
        ? `Es muy anterior a lo que se debe: registrarlo con esa fecha ${dayPriceWords(price)}.`
        : `Hay fechas muy anteriores a lo que se debe: registrarlos así ${dayPriceWords(price)}.`,
      yes: isOne ? 'Sí, registrarlo así' : 'Sí, registrarlos así',
    });
    if (!isSure) throw error;
    return send({ wentOn: true });
  }
}
