/**
 * An integer with dots for thousands (the specification's German manner): '1.234.567'. By hand, since the first formatter of a
 * browser takes a cheap phone a tenth of a second, before its ballot.
 */
export const withDots = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, '.');
