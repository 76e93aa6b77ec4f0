/** Screens write figures and times as paper does. */
export * from '../../shared/format.ts';
