// Widths of Helvetica and Helvetica-Bold from the space to the tilde, in thousandths of the size (Adobe's AFM).
const REGULAR = widths(
  '278 278 355 556 556 889 667 222 333 333 389 584 278 333 278 278',
  '556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556',
  '1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778',
  '667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556',
  '222 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556',
  '556 556 333 500 278 556 500 722 500 500 500 334 260 334 584',
);
const BOLD = widths(
  '278 333 474 556 556 889 722 278 333 333 389 584 278 333 278 278',
  '556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611',
  '975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778',
  '667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556',
  '278 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611',
  '611 611 389 556 333 611 556 778 556 556 500 389 280 389 584',
);
/** As wide as the widest: of a letter that is not in the tables nothing is known. */
const UNKNOWN = 1000;

function widths(...rows: string[]): readonly number[] {
  return rows.flatMap((row) => row.split(' ').map(Number));
}

/** How wide a text is at most, in points. Accents weigh nothing: É is as wide as E. */
export function textWidth(text: string, size: number, bold: boolean): number {
  const table = bold ? BOLD : REGULAR;
  let sum = 0;
  for (const letter of text) {
    const base = letter.normalize('NFD').codePointAt(0) ?? 0;
    sum += table[base - 32] ?? UNKNOWN;
  }
  return (sum * size) / 1000;
}
