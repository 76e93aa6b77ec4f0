/** The height of an option of a long list, px: two lines of letters as large as the browser has them, five where few fit in one. */
export function rowHeight(): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return rem * (window.innerWidth < 16 * rem ? 7 : 3);
}
