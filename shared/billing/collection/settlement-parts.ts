import { type Centavos, formatPesos } from '../../money.ts';

/**
 * Names the parts of the amount to settle an account besides the balance: ', con $ 500 de intereses de mora hasta hoy y
 * $ 25.000 de descuento'. Empty without interest and discount.
 * @param until day of the payment in words: 'hoy'
 */
export function settlementParts(
  { interest, saved }: { interest: Centavos; saved: Centavos },
  until: string,
): string {
  const parts = [
    ...(interest === 0 ? [] : [`${formatPesos(interest)} de intereses de mora hasta ${until}`]),
    ...(saved === 0 ? [] : [`${formatPesos(saved)} de descuento`]),
  ];
  return parts.length === 0 ? '' : `, con ${parts.join(' y ')}`;
}
