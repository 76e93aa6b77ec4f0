import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { groupedCode } from '../../../shared/assemblies/code.ts';
import type { PaperSize } from '../../../shared/assemblies/paper.api.ts';
import { barMark, qrMark } from '../../platform/documents/code-marks.ts';
import { mm, type Point, paperSheets } from '../../platform/documents/paper-sheet.ts';
import { SOFT, textBox } from '../../platform/documents/text-box.ts';

/** Content of printed badges: an owner wears the badge of a unit, and the QR is scanned at the door or by phone. */
export interface Badges {
  paper: PaperSize;
  jointName: string;
  badges: readonly {
    apartmentId: string;
    /** Name of the owner; '' if unknown. */
    owner: string;
    /** Coefficient as printed, with four decimals. */
    coefficient: string;
    code: string;
    url: string;
  }[];
}

/** Layout of a sheet: eight badges in the size of badge holders. */
const grid = { columns: 2, rows: 4, width: mm(95), height: mm(64) };
const PAD = mm(4.5);
const QR_SIDE = mm(28);

/** Lays out the printed badges of units as PDF: name of the unit, owner, coefficient and QR. */
export function badges({ paper, jointName, badges: all }: Badges): TDocumentDefinitions {
  return {
    info: { title: `Escarapelas ${jointName}` },
    ...paperSheets(paper, grid, all, (badge, at) => drawBadge(badge, at, jointName)),
  };
}

function drawBadge(badge: Badges['badges'][number], { x, y }: Point, jointName: string): Content[] {
  const left = x + PAD;
  const inner = grid.width - 2 * PAD;
  const wordsWidth = inner - QR_SIDE - mm(3);
  const small = { size: 7, color: SOFT, height: mm(3.2) };
  return [
    textBox(jointName, {
      x: left,
      y: y + mm(3.2),
      width: inner,
      height: mm(5.8),
      size: 8.5,
      minSize: 5.5,
      bold: true,
      color: SOFT,
      vertical: 'middle',
    }),
    {
      canvas: [{ type: 'line', x1: 0, y1: 0, x2: inner, y2: 0, lineWidth: 0.8, lineColor: '#000000' }],
      absolutePosition: { x: left, y: y + mm(9.6) },
    },
    textBox(badge.owner || 'Propietario', {
      x: left,
      y: y + mm(11.2),
      width: wordsWidth,
      height: mm(13.5),
      size: 15,
      minSize: 5.5,
      bold: true,
    }),
    textBox('INMUEBLE', { x: left, y: y + mm(25.2), width: wordsWidth * 0.6, ...small }),
    textBox(badge.apartmentId, {
      x: left,
      y: y + mm(28.2),
      width: wordsWidth * 0.62,
      height: mm(12),
      size: 20,
      minSize: 6,
      bold: true,
    }),
    textBox('COEFICIENTE', {
      x: left + wordsWidth * 0.66,
      y: y + mm(25.2),
      width: wordsWidth * 0.36,
      ...small,
    }),
    textBox(badge.coefficient, {
      x: left + wordsWidth * 0.66,
      y: y + mm(28.6),
      width: wordsWidth * 0.36,
      height: mm(6),
      size: 12,
      minSize: 6,
    }),
    qrMark(badge.url, { x: left + inner - QR_SIDE, y: y + mm(12), side: QR_SIDE }),
    barMark(badge.code, { x, y: y + mm(43), width: grid.width, height: mm(11) }),
    textBox(groupedCode(badge.code), {
      x: left,
      y: y + mm(55),
      width: inner,
      height: mm(4.5),
      size: 9.5,
      align: 'center',
    }),
  ];
}
