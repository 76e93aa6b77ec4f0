/**
 * True if a text is a GLN (global location number, identifies a collector in payment bar codes): 13 digits
 * with a valid GS1 check digit.
 */
export function isGln(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false;
  // Weights from the left: 1, 3, 1, 3, … The weighted sum with the check digit (weight 1) is a multiple of ten.
  const sum = [...text].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
