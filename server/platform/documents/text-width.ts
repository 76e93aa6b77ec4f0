import type { Face } from './faces.ts';

// Widths of Helvetica and Helvetica-Bold from space to tilde, in thousandths of the size (Adobe's AFM).
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
// Widths of Roboto Regular and Roboto Medium, used as bold (from their hmtx tables).
const ROBOTO = widths(
  '249 258 321 616 563 733 623 175 343 349 431 568 197 277 264 413',
  '563 563 563 563 563 563 563 563 563 563 243 212 509 549 523 473',
  '898 653 624 651 657 569 553 682 714 272 552 628 539 874 714 688',
  '631 688 617 594 597 649 637 888 627 601 600 266 411 266 418 452',
  '310 544 562 524 564 531 348 562 551 244 240 507 244 877 553 571',
  '562 569 339 517 328 552 485 752 497 474 497 339 245 339 681',
);
const MEDIUM = widths(
  '249 265 320 604 569 737 642 168 347 350 444 556 224 340 278 391',
  '569 569 569 569 569 569 569 569 569 569 264 240 509 563 520 487',
  '897 664 632 653 653 565 551 682 710 284 556 632 541 875 710 689',
  '639 689 630 606 610 655 646 881 632 611 604 272 417 272 429 448',
  '321 540 563 522 564 536 354 567 556 255 251 522 255 872 557 568',
  '563 566 354 515 334 557 497 743 503 490 503 334 249 334 663',
);
/**
 * Width of a character that is missing in the tables, in thousandths of the letter size: as wide as the widest
 * letter.
 */
const UNKNOWN = 1000;

function widths(...rows: string[]): readonly number[] {
  return rows.flatMap((row) => row.split(' ').map(Number));
}

/**
 * Measures a text: the width of the longest line, in points. Accents add no width.
 * @param size font size in points
 */
export function textWidth(text: string, size: number, bold: boolean, face: Face = 'Helvetica'): number {
  const [regular, heavy] = face === 'Roboto' ? [ROBOTO, MEDIUM] : [REGULAR, BOLD];
  const table = bold ? heavy : regular;
  let sum = 0;
  for (const letter of text) {
    const code = letter.charCodeAt(0);
    // Fast path: most letters have no accent.
    const base = code < 127 ? code : (letter.normalize('NFD').codePointAt(0) ?? 0);
    sum += table[base - 32] ?? UNKNOWN;
  }
  return (sum * size) / 1000;
}
