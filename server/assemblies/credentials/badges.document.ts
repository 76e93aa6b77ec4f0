import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { groupedCode } from '../../../shared/assemblies/code.ts';
import type { PaperSize } from '../../../shared/assemblies/paper.api.ts';
import { barMark, qrMark } from '../../platform/documents/code-marks.ts';
import { mm, type Point, paperSheets } from '../../platform/documents/paper-sheet.ts';
import type { PaperFace } from '../../platform/documents/report-page.ts';
import { SOFT, textBox } from '../../platform/documents/text-box.ts';
import { imageUrl } from '../../platform/http/images/image.ts';

/** Content of printed badges: an owner wears the badge of a unit, and the QR is scanned at the door or by phone. */
export interface Badges {
  paper: PaperSize;
  jointName: string;
  /** Colour and crest of the joint, for the band of each badge. */
  face: PaperFace;
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
export function badges({ paper, jointName, face, badges: all }: Badges): TDocumentDefinitions {
  return {
    info: { title: `Escarapelas ${jointName}` },
    ...paperSheets(paper, grid, all, (badge, at) => drawBadge(badge, at, { jointName, face })),
  };
}

/** Height of the band in the joint's colour at the top of a badge, and side of the crest on the band. */
const BAND = mm(10);
const CREST = mm(8);

/** Draws the band of a badge: the joint's name on the joint's colour, with the crest at the right. */
function drawBand({ x, y }: Point, { jointName, face }: Pick<Badges, 'jointName' | 'face'>): Content[] {
  const inner = grid.width - 2 * PAD;
  const { crest } = face;
  const crestAt = { x: x + PAD + inner - CREST, y: y + (BAND - CREST) / 2 };
  return [
    {
      canvas: [{ type: 'rect', x: 0, y: 0, w: grid.width, h: BAND, color: face.ground }],
      absolutePosition: { x, y },
    },
    textBox(jointName, {
      x: x + PAD,
      y,
      width: crest === null ? inner : inner - CREST - mm(2),
      height: BAND,
      size: 10,
      minSize: 5.5,
      bold: true,
      color: face.ink,
      vertical: 'middle',
    }),
    ...(crest === null
      ? []
      : [{ image: imageUrl(crest), fit: [CREST, CREST] as [number, number], absolutePosition: crestAt }]),
  ];
}

function drawBadge(
  badge: Badges['badges'][number],
  { x, y }: Point,
  of: Pick<Badges, 'jointName' | 'face'>,
): Content[] {
  const left = x + PAD;
  const inner = grid.width - 2 * PAD;
  const wordsWidth = inner - QR_SIDE - mm(3);
  return [
    ...drawBand({ x, y }, of),
    textBox(badge.apartmentId, {
      x: left,
      y: y + mm(11.5),
      width: wordsWidth,
      height: mm(14.5),
      size: 36,
      minSize: 6,
      bold: true,
      vertical: 'middle',
    }),
    textBox(badge.owner || 'Propietario', {
      x: left,
      y: y + mm(26.5),
      width: wordsWidth,
      height: mm(10.5),
      size: 13,
      minSize: 5.5,
      bold: true,
    }),
    textBox(`Coeficiente ${badge.coefficient}`, {
      x: left,
      y: y + mm(38),
      width: wordsWidth,
      height: mm(4),
      size: 8.5,
      color: SOFT,
    }),
    qrMark(badge.url, { x: left + inner - QR_SIDE, y: y + mm(12.5), side: QR_SIDE }),
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
