/**
 * Returns the height of an option in a long list, px: room for two text lines in the browser's font size,
 * or five on a narrow screen.
 */
export function rowHeight(): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return rem * (window.innerWidth < 16 * rem ? 7 : 3);
}
