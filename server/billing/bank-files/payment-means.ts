import type { PaymentMeans } from '../../../shared/billing/natures.ts';
import { plainWords } from '../../platform/sheets/cell-text.ts';

/** Words of each means of payment. The first match decides: 'consignación en cheque' is a cheque. */
const meansWords: readonly (readonly [PaymentMeans, RegExp])[] = [
  ['cheque', /\b(cheques?|chq)\b/],
  ['card', /\b(tarjetas?|datafono|card|visa|mastercard)\b/],
  [
    'transfer',
    /\b(transf\w*|transferencias?|pse|ach|nequi|daviplata|bre ?b|llave|qr|interbanc\w*|virtual)\b/,
  ],
  ['deposit', /\b(consig\w*|depositos?|corresponsal(es)?|ventanilla|efecty|baloto|recaudo en oficina)\b/],
  ['cash', /\b(efectivo|caja|cash|contado)\b/],
];

/**
 * Reads the means of a payment from a cell under 'Medio de pago' or similar: `other` for unknown words, null for an
 * empty cell.
 */
export const meansIn = (text: string): PaymentMeans | null => (text === '' ? null : (find(text) ?? 'other'));

/**
 * Reads the means of a payment from the text of a bank: 'TRANSFERENCIA …', 'CONSIGNACION …'. Cash at a bank
 * is a deposit. Null without words of a means.
 */
export function meansInBankText(text: string): PaymentMeans | null {
  const means = find(text);
  return means === 'cash' ? 'deposit' : means;
}

/**
 * Returns the means of payment named by the words of a header over amounts ('Efectivo', 'Banco'); null for other
 * headers.
 */
export const meansOfHeader = (header: string): PaymentMeans | null =>
  find(header) ?? (/\bbancos?\b/.test(header) ? 'transfer' : null);

function find(text: string): PaymentMeans | null {
  const lowered = plainWords(text);
  return meansWords.find(([, pattern]) => pattern.test(lowered))?.[0] ?? null;
}
