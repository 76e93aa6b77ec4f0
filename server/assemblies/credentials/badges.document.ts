import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { addressOf } from '../../../shared/assemblies/building/address.ts';
import type { PlacedUnit } from '../../../shared/assemblies/building/plan.ts';
import { type SiteUnit, siteOf } from '../../../shared/assemblies/building/site.ts';
import { groupedCode } from '../../../shared/assemblies/code.ts';
import type { PaperSize } from '../../../shared/assemblies/paper.api.ts';
import { contrast } from '../../../shared/properties/colour.ts';
import { barMark, qrMark } from '../../platform/documents/code-marks.ts';
import { artifact } from '../../platform/documents/drawing.ts';
import { crestPlate, mm, type Point, paperSheets } from '../../platform/documents/paper-sheet.ts';
import type { PaperFace } from '../../platform/documents/report-page.ts';
import { SOFT, textBox } from '../../platform/documents/text-box.ts';
import { groupBy } from '../../platform/lib/group-by.ts';

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
  /** All units of the joint, for the drawing of the building: only the ratio of the coefficients counts. */
  units: readonly SiteUnit[];
}

/** Layout of a sheet: eight badges in the size of badge holders. */
const grid = { columns: 2, rows: 4, width: mm(95), height: mm(64) };
const PAD = mm(4);
const CODE_SIDE = mm(26);
/** Distance of the frame from the edge for cutting, and radius of its corners. */
const FRAME = { inset: mm(1.2), radius: mm(3) };
/** Band in the joint's colour at the left, with the crest and the owner's building at night. */
const BAND = mm(17);
const CREST_SIDE = mm(11);
/** Building on the band: place from the corner of the badge, size, and gap between two windows. */
const TOWER = { x: mm(4), y: mm(20), width: mm(11.4), height: mm(39), gap: 0.6 };

/** Lays out the printed badges of units as PDF: name of the unit, owner, coefficient and QR. */
export function badges({ paper, jointName, face, badges: all, units }: Badges): TDocumentDefinitions {
  const towers = towersOf(units);
  return {
    info: { title: `Escarapelas ${jointName}` },
    ...paperSheets(paper, grid, all, (badge, at) => [
      ...drawBand(badge, at, face, towers.get(badge.apartmentId) ?? []),
      ...drawBadge(badge, at, jointName),
    ]),
  };
}

/** With fewer units than these, the drawing shows the whole joint instead of a building. */
const FEW = 6;

/** Returns the windows of the building of each unit, by the name of the unit. */
function towersOf(units: Badges['units']): Map<string, readonly PlacedUnit[]> {
  const plans = new Map<string, readonly PlacedUnit[]>();
  const groups = groupBy(units, ({ apartmentId }) => {
    const address = addressOf(apartmentId);
    return address?.floor === null ? null : (address?.tower ?? '');
  });
  for (const group of groups.values()) {
    const { windows } = siteOf(group.length < FEW ? units : group, {
      width: TOWER.width,
      height: TOWER.height,
      gap: 0,
      names: 0,
    });
    for (const { apartmentId } of group) plans.set(apartmentId, windows);
  }
  return plans;
}

/** Colour of the lit window, if the colour stands out from the band. */
const LIT = '#ffd27a';
/** Smallest contrast of a shape against its ground (WCAG 2.1). */
const SHAPE = 3;

/** Draws frame and band of a badge: the crest, and the owner's building with one lit window. */
function drawBand(
  { apartmentId }: Badges['badges'][number],
  { x, y }: Point,
  { ground, ink, crest }: PaperFace,
  windows: readonly PlacedUnit[],
): Content[] {
  const { inset, radius } = FRAME;
  const frame = { x: inset, y: inset, w: grid.width - 2 * inset, h: grid.height - 2 * inset, r: radius };
  const lit = contrast(LIT, ground) >= SHAPE ? LIT : ink;
  return [
    {
      canvas: [
        { type: 'rect', ...frame, w: BAND, color: ground },
        // Square at the right side, round at the left.
        { type: 'rect', ...frame, x: inset + radius, w: BAND - radius, r: 0, color: ground },
        { type: 'rect', ...frame, lineWidth: 1.2, lineColor: ground },
      ],
      absolutePosition: { x, y },
    },
    ...crestPlate(crest, { x: x + inset + (BAND - CREST_SIDE) / 2, y: y + mm(4), side: CREST_SIDE }),
    {
      ...artifact(TOWER, (doc, at) => {
        const window = ({ x: left, y: top, width, height }: PlacedUnit) => {
          const gap = Math.min(TOWER.gap, width / 4, height / 4);
          doc.rect(at.x + left + gap, at.y + top + gap, width - 2 * gap, height - 2 * gap);
        };
        doc.save();
        for (const one of windows) if (one.apartmentId !== apartmentId) window(one);
        doc.fillColor(ink, 0.28).fill();
        for (const one of windows) if (one.apartmentId === apartmentId) window(one);
        doc.fillColor(lit, 1).fill();
        doc.restore();
      }),
      absolutePosition: { x: x + TOWER.x, y: y + TOWER.y },
    },
  ];
}

/** Draws the texts and codes of a badge, beside the band. */
function drawBadge(badge: Badges['badges'][number], { x, y }: Point, jointName: string): Content[] {
  const left = x + FRAME.inset + BAND + PAD;
  const right = x + grid.width - PAD;
  const width = right - left;
  const column = { x: left, width };
  const foot = { y: y + mm(39.2), height: mm(4), size: 8, minSize: 5, color: SOFT };
  return [
    textBox(badge.apartmentId, {
      ...column,
      y: y + PAD,
      width: width - CODE_SIDE - mm(2),
      height: mm(19),
      size: 36,
      minSize: 6,
      bold: true,
      vertical: 'middle',
    }),
    qrMark(badge.url, { x: right - CODE_SIDE, y: y + PAD, side: CODE_SIDE }),
    textBox(badge.owner || 'Propietario', {
      ...column,
      y: y + mm(30.2),
      height: mm(9),
      size: 12,
      minSize: 5.5,
      bold: true,
      vertical: 'middle',
    }),
    textBox(jointName, { ...column, ...foot, width: width - mm(28) }),
    textBox(`Coef. ${badge.coefficient}`, {
      ...foot,
      x: right - mm(27),
      width: mm(27),
      align: 'right',
    }),
    barMark(badge.code, { ...column, y: y + mm(44), height: mm(10.5) }),
    textBox(groupedCode(badge.code), {
      ...column,
      y: y + mm(55.6),
      height: mm(4.5),
      size: 9.5,
      align: 'center',
    }),
  ];
}
