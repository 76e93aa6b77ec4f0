/** Whether a text is a GLN: 13 digits, the last of which is GS1's check digit. */
export function isGln(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false;
  // From the left, weights 1, 3, 1, 3, …; with the check digit, which weighs 1, the sum is a multiple of ten.
  const sum = [...text].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
