/**
 * Returns a text in capitals without accents, to compare names: 'Núñez' gives 'NUNEZ'. 'Nº' and wide digits
 * become common letters and digits.
 */
export const plainLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}|\p{Cf}/gu, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase();
