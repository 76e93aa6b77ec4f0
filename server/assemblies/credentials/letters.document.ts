import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { PaperSize } from '../../../shared/assemblies/paper.api.ts';
import { defined } from '../../../shared/defined.ts';
import { date, unbroken } from '../../../shared/format.ts';
import { isCompanyName } from '../../../shared/properties/company-names.ts';
import { qrMark } from '../../platform/documents/code-marks.ts';
import { faceOf } from '../../platform/documents/faces.ts';
import { crestPlate, mm, sizes } from '../../platform/documents/paper-sheet.ts';
import type { PaperFace } from '../../platform/documents/report-page.ts';
import { tableOnPaper } from '../../platform/documents/report-table.ts';
import { usualPrint } from '../../platform/documents/table.ts';
import { type TextBox, textBox } from '../../platform/documents/text-box.ts';
import type { StoredDebtors } from '../store/roll/debtors.repository.ts';
import { debtorsTable } from '../store/roll/debtors-table.ts';

/** Content of printed letters with the personal links to an assembly, one page per person and the pages of the annex. */
export interface Letters {
  paper: PaperSize;
  jointName: string;
  /** Colour and crest of the joint, at the top of each letter. */
  face: PaperFace;
  letters: readonly Letter[];
  /** Owners in arrears, as an annex of each letter (Ley 675, art. 39, par. 2); null without a list. */
  debtors: Pick<StoredDebtors, 'asOf' | 'debtors'> | null;
}

/** Invitation of an owner to an assembly, printed as a letter on a page. */
export interface Letter {
  name: string;
  /** Ids of the person's units; empty without units. */
  units: readonly string[];
  /** Registered place for letters; null for the person's unit. */
  place: string | null;
  /** Title of the letter. */
  subject: string;
  /** Texts of the paragraphs of the letter: the invitation, the notice, the agenda. */
  paragraphs: readonly string[];
  /** Personal web address to enter the assembly, printed as a QR. */
  link: string;
  /** Web address to sign in with user name and password. */
  signInUrl: string;
  /** Null for a letter with the link to the signed acta: the link needs no user. */
  username: string | null;
  /** Password for the first sign-in; null if the person has a password. */
  temporaryPassword: string | null;
}

/** Width of the text: fits both paper sizes. */
const WIDTH = mm(165);
const QR = mm(52);
const GREY = '#444444';

/** Joint of the letters, and the sheet: width of the paper and left edge of the text, in points. */
interface LetterSheet extends Pick<Letters, 'jointName' | 'face'> {
  width: number;
  x: number;
}

/** Lays out the invitation letters as PDF, each on a page of its own. */
export function letters({ paper, jointName, face, letters: all, debtors }: Letters): TDocumentDefinitions {
  const { pageSize, width } = sizes[paper];
  const x = (width - WIDTH) / 2;
  const sheet: LetterSheet = { jointName, face, width, x };
  const annex = debtorsPage(debtors);
  return {
    info: { title: `Cartas de invitación ${jointName}` },
    pageSize,
    // The first page has texts at fixed places; a long notice continues within these margins.
    pageMargins: [x, mm(20), x, mm(20)],
    content: all.flatMap((letter, i) =>
      // The annex is laid out once: a layout for each of 1,500 letters takes more memory than a worker has. Letters
      // have no tags for screen readers: a cell with a tag belongs to a single table.
      [
        ...pagesOf(letter, sheet),
        ...(annex === null ? [] : [annex.map((node) => Object.assign({}, node))]),
      ].map((stack, page) => ({
        stack,
        ...defined({ pageBreak: i === 0 && page === 0 ? undefined : ('before' as const) }),
      })),
    ),
  };
}

/**
 * Maximum ratio of a notice to the free space for a notice in smaller letters; a longer notice continues on further
 * pages.
 */
const MOST_CROWDED = 1.5;
const CONTINUED = 'La convocatoria y el orden del día están completos en las hojas que siguen.';

/** Returns the pages of a letter. A long notice continues on further pages, so no text is cut. */
function pagesOf(letter: Letter, sheet: LetterSheet): Content[][] {
  const { paragraphs, subject, name } = letter;
  if (heightOf(paragraphs) <= ROOM * MOST_CROWDED) return [drawLetter(letter, sheet)];
  const [first = ''] = paragraphs;
  const isShort = wantedHeight(first) < ROOM;
  const flowing = (text: string, size: number, bold = false): Content => ({
    text: unbroken(text),
    fontSize: size,
    bold,
    font: faceOf(text),
    margin: [0, 0, 0, GAP],
  });
  return [
    drawLetter({ ...letter, paragraphs: isShort ? [first, CONTINUED] : [CONTINUED] }, sheet),
    [
      flowing(`${subject} de ${sheet.jointName}`, 13, true),
      flowing(`Para: ${name}`, 11),
      ...paragraphs.map((text) => flowing(text, 11)),
    ],
  ];
}

/** Returns the page of the annex with units, owners and overdue amounts. Null without an owner in arrears. */
function debtorsPage(list: Letters['debtors']): Content[] | null {
  if (list === null || list.debtors.length === 0) return null;
  const books = `Según la facturación de la copropiedad con corte al ${date(`${list.asOf}T12:00:00Z`)} (Ley 675 de 2001, art. 39, parágrafo 2). Esta relación es solo para los propietarios: no la publique.`;
  const plan = {
    ...debtorsTable(list.debtors),
    title: 'Anexo de la convocatoria: propietarios en mora',
    note: books,
  };
  return tableOnPaper(plan, { width: WIDTH, print: usualPrint });
}

/** Height of the band in the joint's colour at the top of a letter, and side of the crest below. */
const BAND = mm(3);
const CREST_SIDE = mm(14);

/** Draws the head of a letter: band in the joint's colour, crest and name. */
function drawHead({ jointName, face, width, x }: LetterSheet): Content[] {
  const beside = face.crest === null ? 0 : CREST_SIDE + mm(4);
  const absolutePosition = { x: 0, y: 0 };
  return [
    { canvas: [{ type: 'rect', x: 0, y: 0, w: width, h: BAND, color: face.ground }], absolutePosition },
    ...crestPlate(face.crest, { x, y: mm(14), side: CREST_SIDE }),
    textBox(jointName, {
      x: x + beside,
      width: WIDTH - beside,
      y: mm(14),
      height: CREST_SIDE,
      size: 15,
      minSize: 8,
      bold: true,
      vertical: 'middle',
    }),
    {
      canvas: [{ type: 'line', x1: x, y1: mm(32), x2: x + WIDTH, y2: mm(32), lineWidth: 1.6 }],
      absolutePosition,
    },
  ];
}

/** Returns the line of the units: 'Inmueble: 101'. Spaces do not break, so that an id stays on one line. */
function unitsLine(units: readonly string[]): string {
  if (units.length === 0) return '';
  const ids = units.map((id) => id.replaceAll(' ', '\u00a0')).join(', ');
  return `${units.length === 1 ? 'Inmueble' : 'Inmuebles'}: ${ids}`;
}

/** Draws the first page of a letter, with all texts at fixed places. */
function drawLetter(letter: Letter, sheet: LetterSheet): Content[] {
  const { x } = sheet;
  const write = (text: string, box: Omit<TextBox, 'x' | 'width'>) =>
    textBox(text, { x, width: WIDTH, ...box });
  const place = { height: mm(6), size: 11, minSize: 7 };
  return [
    ...drawHead(sheet),
    write(isCompanyName(letter.name) ? 'Señores' : 'Señor(a)', { ...place, y: mm(40) }),
    write(letter.name, { ...place, y: mm(46), height: mm(7), size: 12, bold: true }),
    write(unitsLine(letter.units), { ...place, y: mm(53), height: mm(9) }),
    ...(letter.place === null ? [] : [write(letter.place, { ...place, y: mm(62), height: mm(5) })]),
    write(letter.subject, { y: mm(68), height: mm(13), size: 20, minSize: 8, bold: true }),
    write(letter.paragraphs.join('\n\n'), { y: mm(84), height: ROOM, size: 11, minSize: 6.5 }),
    ...drawWayIn(letter, x, mm(172)),
    write(
      letter.username === null
        ? 'Esta carta es personal: quien use su código ve los votos de sus inmuebles. No la entregue ni la publique.'
        : 'Esta carta es personal: quien use su código o su contraseña entra y vota a su nombre. No la entregue ni la publique. El código sirve hasta que se cierre la asamblea, también en segunda convocatoria.',
      { y: mm(246), height: mm(14), size: 9, color: GREY },
    ),
  ];
}

/** Space between two paragraphs. */
const GAP = mm(3);
/** Letters per line at the usual font size. `LINE` is the height of a line. */
const PER_LINE = 80;
const LINE = mm(4.7);

/** Height available for the paragraphs on the first page. */
const ROOM = mm(84);
const wantedHeight = (text: string): number =>
  text.split('\n').reduce((sum, line) => sum + Math.ceil((line.length + 1) / PER_LINE) * LINE, GAP);
const heightOf = (paragraphs: readonly string[]): number =>
  paragraphs.reduce((sum, text) => sum + wantedHeight(text), 0);

function drawWayIn(
  { link, signInUrl, username, temporaryPassword }: Letter,
  x: number,
  y: number,
): Content[] {
  const textX = x + QR + mm(8);
  const write = (text: string, box: Omit<TextBox, 'x' | 'width'>) =>
    textBox(text, { x: textX, width: WIDTH - QR - mm(8), ...box });
  const label = { height: mm(5), size: 9, color: GREY };
  const value = { height: mm(7), size: 13, minSize: 7, bold: true };
  const password =
    temporaryPassword === null
      ? [write('Contraseña: la suya de siempre.', { ...label, y: y + mm(38) })]
      : [
          write('Contraseña temporal, por 30 días', { ...label, y: y + mm(38) }),
          write(temporaryPassword, { ...value, y: y + mm(43) }),
        ];
  const way = (purpose: string) => [
    qrMark(link, { x, y, side: QR }),
    write(`Escanee el código con la cámara de su celular para ${purpose}.`, {
      y,
      height: mm(11),
      size: 11,
      bold: true,
    }),
  ];
  if (username === null) return way('leer el acta firmada y lo que se decidió');
  return [
    ...way('entrar a la asamblea'),
    write('O ingrese desde un computador en:', { ...label, y: y + mm(14) }),
    write(signInUrl, { ...value, y: y + mm(19), height: mm(6), size: 11 }),
    write('Usuario', { ...label, y: y + mm(26) }),
    write(username, { ...value, y: y + mm(31) }),
    ...password,
  ];
}
