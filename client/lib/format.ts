/** Screens and documents share the formats of figures and times. */
export * from '../../shared/format.ts';

/** Joins '$' and the amount with a no-break space, so a line never ends within an amount. */
export const unbroken = (sentence: string): string => sentence.replaceAll('$ ', '$\u00a0');
