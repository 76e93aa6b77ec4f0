import { EDGE } from './head.ts';
import type { TextPlace } from './pen.ts';
import type { TableArea } from './table.ts';

/** Places of the fields in the owner's part of a printed bill, in points from the top left of the page. */
export interface OwnerPlaces {
  unit: TextPlace;
  /** Other units on the bill. */
  others: TextPlace;
  owner: TextPlace;
  /** Left end of the label 'Documento', with the document beside. */
  document: Pick<TextPlace, 'x' | 'y'>;
  /** Top of the band of facts. */
  facts: number;
  /** Label and figure of the amount to pay, and the coloured ground below both, if any. */
  totalLabel: TextPlace;
  total: TextPlace;
  totalGround: number | null;
  /** Line with the last day to pay; null if the band of facts has the day. */
  due: TextPlace | null;
  /** Balance in favour, or the offer of a discount. */
  offer: TextPlace;
  table: TableArea;
  /** Top of the sums below the table. */
  sums: number;
  /** Line 'Si paga después'. */
  late: TextPlace;
  /** Height of this line, if the line stands in the table. */
  lateInTable: number;
  rate: number;
}

const HALF = (EDGE.width - 16) / 2;
const whole = { x: EDGE.left, width: EDGE.width };
const low = { x: EDGE.left, y: 374, width: HALF, height: 26, vertical: 'middle' } as const;
const right = EDGE.left + HALF + 16;

/** Places of the pre-printed paper in stock. Fixed for good: a moved field would print over a line of the paper. */
export const STOCK: OwnerPlaces = {
  unit: { x: EDGE.left, y: 88, width: 166, height: 14, size: 11, minSize: 5, bold: true },
  others: { x: EDGE.left, y: 103, width: 166, height: 15, size: 7, minSize: 5 },
  owner: {
    x: EDGE.left + 178,
    y: 88,
    width: EDGE.width - 178,
    height: 18,
    size: 11,
    minSize: 5.5,
    bold: true,
  },
  document: { x: EDGE.left + 178, y: 109 },
  facts: 122,
  totalLabel: { ...low, x: right + 8, width: 90, size: 11, bold: true },
  total: { ...low, x: right + 100, width: HALF - 108, size: 18, minSize: 7, bold: true, align: 'right' },
  totalGround: right,
  due: null,
  offer: { ...low, size: 9.5, minSize: 7, bold: true },
  table: { ...whole, y: 164, height: 190 },
  sums: 356,
  late: { ...whole, y: 343, height: 11, size: 8.5, minSize: 6, vertical: 'middle' },
  lateInTable: 13,
  rate: 401,
};

const LEFT = 306;
const side = { x: EDGE.left + LEFT + 12, width: EDGE.width - LEFT - 12 };
const first = { x: EDGE.left, width: LEFT };

/** Places on blank paper: the amount to pay and the last day come first. */
export const BLANK: OwnerPlaces = {
  unit: { ...side, y: 90, height: 19, size: 16, minSize: 5, bold: true },
  others: { ...side, y: 109, height: 9, size: 7, minSize: 4 },
  owner: { ...side, y: 118, height: 17, size: 10, minSize: 5 },
  document: { x: side.x, y: 136 },
  facts: 150,
  totalLabel: { ...first, y: 82, height: 11, size: 9, bold: true },
  total: { ...first, y: 91, height: 34, size: 29, minSize: 9, bold: true, vertical: 'middle' },
  totalGround: null,
  due: { ...first, y: 124, height: 13, size: 10.5, minSize: 7 },
  offer: { ...first, y: 136, height: 12, size: 9, minSize: 6.5, bold: true },
  table: { ...whole, y: 190, height: 188 },
  sums: 379,
  late: { ...whole, y: 393, height: 9, size: 7.5, minSize: 6 },
  lateInTable: 0,
  rate: 402,
};
