/** Screens write figures and times as paper does. */
export * from '../../shared/format.ts';

/** A sentence whose amounts stay whole where a narrow screen breaks its lines. */
export const unbroken = (sentence: string): string => sentence.replaceAll('$ ', '$\u00a0');
