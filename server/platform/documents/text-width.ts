import { faceOf } from './faces.ts';

// Widths of Atkinson Hyperlegible Next from space to tilde, regular and semibold, in thousandths of the size (hmtx tables).
const REGULAR = widths(
  '280 286 301 651 592 919 731 160 299 299 485 606 210 362 210 387',
  '632 632 632 632 632 632 632 632 632 632 210 210 553 628 553 480',
  '778 626 613 645 669 569 552 694 694 392 512 631 541 824 693 714',
  '592 724 614 592 558 690 593 856 623 575 607 317 387 344 552 372',
  '243 525 566 485 564 538 314 558 550 252 245 492 262 845 550 548',
  '566 574 349 471 326 540 461 684 481 449 460 344 237 344 555',
);
const BOLD = widths(
  '308 300 376 747 607 961 726 203 329 329 485 596 262 371 262 432',
  '632 632 632 632 632 632 632 632 632 632 262 262 567 614 567 536',
  '781 670 638 656 686 593 564 715 700 420 553 659 550 853 714 742',
  '623 752 644 607 599 687 636 881 675 638 617 336 432 344 577 395',
  '281 548 591 506 591 559 357 588 568 293 257 546 309 876 568 571',
  '591 595 372 503 368 563 519 731 531 510 499 376 251 376 540',
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
 * Measures a text in its font (`faceOf`): the width of the longest line, in points. Accents add no width.
 * @param size font size in points
 */
export function textWidth(text: string, size: number, bold: boolean): number {
  const [regular, heavy] = faceOf(text) === 'Roboto' ? [ROBOTO, MEDIUM] : [REGULAR, BOLD];
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
