/**
 * Formats an integer with dots for thousands (the specification's German manner): '1.234.567'. Avoids Intl: a
 * browser's first formatter takes 100 ms on a cheap phone.
 */
export const withDots = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, '.');
