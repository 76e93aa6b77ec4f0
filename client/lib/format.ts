/** Exports the formats of figures and times, shared with the server's documents. */
export * from '../../shared/format.ts';

/**
 * Joins '$' and the amount with a no-break space, so no line break separates sign and amount.
 * @param sentence text with amounts: 'Pague $ 290.080 hoy.'
 */
export const unbroken = (sentence: string): string => sentence.replaceAll('$ ', '$\u00a0');
