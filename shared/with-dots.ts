/**
 * Formats an integer with dots for thousands (the specification's German manner): '1.234.567'. Avoids Intl: the first
 * formatter of a browser takes a cheap phone 100 ms, before its ballot.
 */
export const withDots = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, '.');
