import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { groupedCode } from '../../../shared/assemblies/code.ts';
import type { PaperSize } from '../../../shared/assemblies/paper.api.ts';
import { barMark, qrMark } from '../../platform/documents/code-marks.ts';
import { crestPlate, mm, type Point, paperSheets } from '../../platform/documents/paper-sheet.ts';
import type { PaperFace } from '../../platform/documents/report-page.ts';
import { SOFT, textBox } from '../../platform/documents/text-box.ts';

/**
 * Content of printed QR cards: the desk assigns units to a card at the door, and the holder votes for these units.
 */
export interface Cards {
  paper: PaperSize;
  jointName: string;
  /** Colour and crest of the joint, for the frame of each card. */
  face: PaperFace;
  cards: readonly { code: string; url: string }[];
}

/** Layout of a sheet: ten cards as wide as a visiting card, for a pocket and for both paper sizes. */
const grid = { columns: 2, rows: 5, width: mm(95), height: mm(51) };
const PAD = mm(4);

/** Lays out the printed cards as PDF, each with a QR, a line for the unit in ink, and the code in letters. */
export function cards({ paper, jointName, face, cards: all }: Cards): TDocumentDefinitions {
  return {
    info: { title: `Tarjetas QR ${jointName}` },
    ...paperSheets(paper, grid, all, (card, at) => drawCard(card, at, { jointName, face })),
  };
}

const QR_SIDE = mm(27);
const CREST_SIDE = mm(8);
/** Distance of the frame from the edge for cutting, and radius of its corners. */
const FRAME = { inset: mm(1.6), radius: mm(2.5) };
/** Distance of the line for the unit from the top of the card. */
const UNIT_LINE = mm(19.5);

function drawCard(
  { code, url }: Cards['cards'][number],
  { x, y }: Point,
  { jointName, face }: Pick<Cards, 'jointName' | 'face'>,
): Content[] {
  const textX = x + PAD + QR_SIDE + mm(4);
  const width = x + grid.width - PAD - mm(1) - textX;
  const column = { x: textX, width };
  const line = { x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 1, lineColor: SOFT } as const;
  return [
    { canvas: [frameOf(face.ground)], absolutePosition: { x, y } },
    qrMark(url, { x: x + PAD, y: y + PAD, side: QR_SIDE }),
    textBox(jointName, {
      ...column,
      y: y + PAD,
      width: face.crest === null ? width : width - CREST_SIDE - mm(2),
      height: CREST_SIDE,
      size: 9,
      minSize: 5.5,
      bold: true,
    }),
    ...crestPlate(face.crest, { x: textX + width - CREST_SIDE, y: y + PAD, side: CREST_SIDE }),
    textBox('Inmueble', { ...column, y: y + mm(13.5), height: mm(3.5), size: 7.5, color: SOFT }),
    { canvas: [{ type: 'line', ...line }], absolutePosition: { x: textX, y: y + UNIT_LINE } },
    textBox('La mesa une esta tarjeta a su inmueble. Escanéela para registrarse y votar.', {
      ...column,
      y: y + UNIT_LINE + mm(1),
      height: mm(6.5),
      size: 7.5,
      color: SOFT,
    }),
    textBox(groupedCode(code), { ...column, y: y + mm(27), height: mm(6.5), size: 15, bold: true }),
    barMark(code, { x, y: y + mm(35.5), width: grid.width, height: mm(10.5) }),
  ];
}

/** Returns the frame of a card, inside the edge for cutting. */
const frameOf = (lineColor: string) =>
  ({
    type: 'rect',
    x: FRAME.inset,
    y: FRAME.inset,
    w: grid.width - 2 * FRAME.inset,
    h: grid.height - 2 * FRAME.inset,
    r: FRAME.radius,
    lineWidth: 1.2,
    lineColor,
  }) as const;
