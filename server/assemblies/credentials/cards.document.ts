import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { groupedCode } from '../../../shared/assemblies/code.ts';
import type { PaperSize } from '../../../shared/assemblies/paper.api.ts';
import { barMark, qrMark } from '../../platform/documents/code-marks.ts';
import { mm, type Point, paperSheets } from '../../platform/documents/paper-sheet.ts';
import { SOFT, textBox } from '../../platform/documents/text-box.ts';

/**
 * Content of printed QR cards: the desk assigns units to a card at the door, and the holder votes for these units.
 */
export interface Cards {
  paper: PaperSize;
  jointName: string;
  cards: readonly { code: string; url: string }[];
}

/** Layout of a sheet: ten cards as wide as a visiting card, for a pocket and for both paper sizes. */
const grid = { columns: 2, rows: 5, width: mm(95), height: mm(51) };
const PAD = mm(4);

/** Lays out the printed cards as PDF, each with a QR and the code in letters. */
export function cards({ paper, jointName, cards: all }: Cards): TDocumentDefinitions {
  return {
    info: { title: `Tarjetas QR ${jointName}` },
    ...paperSheets(paper, grid, all, (card, at) => drawCard(card, at, jointName)),
  };
}

function drawCard({ code, url }: Cards['cards'][number], { x, y }: Point, jointName: string): Content[] {
  const qrSide = mm(28);
  const textX = x + PAD + qrSide + mm(4);
  const textWidth = x + grid.width - PAD - textX;
  return [
    qrMark(url, { x: x + PAD, y: y + PAD, side: qrSide }),
    textBox(jointName, {
      x: textX,
      y: y + PAD,
      width: textWidth,
      height: mm(11),
      size: 11,
      minSize: 6,
      bold: true,
    }),
    textBox('Tarjeta QR para registrarse y votar. Escanéela con la cámara de su celular.', {
      x: textX,
      y: y + PAD + mm(12),
      width: textWidth,
      height: mm(8),
      size: 7.5,
      color: SOFT,
    }),
    textBox(groupedCode(code), {
      x: textX,
      y: y + PAD + mm(21),
      width: textWidth,
      height: mm(7),
      size: 15,
      bold: true,
      vertical: 'bottom',
    }),
    barMark(code, { x, y: y + mm(35.5), width: grid.width, height: mm(11) }),
  ];
}
