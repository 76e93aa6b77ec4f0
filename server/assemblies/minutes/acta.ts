import {
  type ActaBlock,
  type ActaDocument,
  HANDWRITTEN,
} from '../../../shared/assemblies/signed-acta/acta.api.ts';
import type { TrailEnd } from '../../platform/audit/trail.repository.ts';
import { qrRows } from '../../platform/documents/qr-code.ts';
import type { PaperFace } from '../../platform/documents/report-page.ts';

/**
 * Draft of an acta (minutes of an assembly) as blocks in reading order. PDF, Word file and screen show the
 * same blocks, word for word.
 */
export interface Acta {
  /** File name without extension. */
  name: string;
  title: string;
  jointName: string;
  /** Name of the whole joint if the acta is of a sector; else null. */
  rootName: string | null;
  /** Colour and crest of the joint on paper. Undefined: the look of SCAF. */
  face?: PaperFace;
  /** Name of the meeting, below the title. */
  subject: string;
  /** Time of reading the facts, epoch ms. */
  madeAt: number;
  /** Last audit entry at the time of reading, printed in the footer. */
  trail: TrailEnd;
  /** Headings, paragraphs and tables, in reading order. */
  blocks: Block[];
}

/**
 * Part of an acta: heading, paragraph, list, table, blank or QR code. The QR has no drawing yet (`rows`): only the
 * screen needs the black and white squares, added by `actaOnScreen`.
 */
export type Block = Exclude<ActaBlock, { kind: 'qr' }> | Omit<ActaBlock & { kind: 'qr' }, 'rows'>;
/** Column of a table in an acta: title and layout. */
export type Column = (ActaBlock & { kind: 'table' })['columns'][number];

/**
 * Makes a heading block of an acta. `writeActa` joins the blocks of all sections to the document.
 * @param level 1 for a main heading, 3 for the lowest
 */
export const heading = (level: 1 | 2 | 3, text: string): Block => ({ kind: 'heading', level, text });
/** Makes a paragraph block of an acta from a Spanish text. */
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
/**
 * Makes a paragraph of the acta (minutes of an assembly) with a bold lead at the start.
 * @param lead bold words, for example 'Pregunta:'
 */
export const ledParagraph = (lead: string, text: string): Block & { kind: 'paragraph' } => ({
  kind: 'paragraph',
  lead,
  text,
});
/**
 * Makes a paragraph with a bold lead ('Pregunta:') that is always printed on the same page as the following block.
 */
export const toldWithNext = (lead: string, text: string): Block => ({
  ...ledParagraph(lead, text),
  keep: true,
});
/** Makes a list block of an acta, with a bullet for each Spanish text. */
export const bullets = (texts: readonly string[]): Block => ({
  kind: 'list',
  items: texts.map((text) => ({ mark: '•', text })),
});

/** Largest block that is not split over pages: number of rows or items, and of letters in total. */
const SMALL = { rows: 14, letters: 1200 };

/**
 * True if a block of the acta has at most 14 rows or items and 1,200 letters: a small block is never split over two
 * pages. A larger block begins on the page of its heading and continues on the next page.
 */
export function isSmall(block: Block): boolean {
  return textsOfRows(block).length <= SMALL.rows && lettersOf([block]) <= SMALL.letters;
}

/**
 * True if a block of the acta must be printed on the same page as the next block: a heading, or a paragraph marked
 * `keep`.
 */
export const isKeptWithNext = (block: Block): boolean =>
  block.kind === 'heading' || (block.kind === 'paragraph' && block.keep === true);

/** Counts the characters in all texts of blocks, to estimate the printed length. */
export const lettersOf = (blocks: readonly Block[]): number =>
  blocks
    .flatMap(textsOfRows)
    .flat()
    .reduce((sum, text) => sum + text.length, 0);

/**
 * Returns all texts of a block of the acta in reading order: an array for each row of a table or item of a list,
 * else a single array.
 */
export function textsOfRows(block: Block): string[][] {
  switch (block.kind) {
    case 'list':
      return block.items.map(({ mark, text, below = [] }) => [mark, text, ...below]);
    case 'facts':
      return block.rows.map(({ name, value }) => [name, value ?? HANDWRITTEN]);
    case 'table':
      return [
        block.columns.map(({ header }) => header),
        ...block.rows,
        ...(block.total ? [block.total] : []),
      ];
    case 'blank':
      return [[`${block.name}:`, block.hint]];
    case 'signatures':
      return block.signers.map(({ name, role }) => [name ?? HANDWRITTEN, role]);
    case 'qr':
      return [[block.alt]];
    case 'paragraph':
      return [[...(block.lead === undefined ? [] : [block.lead]), block.text]];
    default:
      return [[block.text]];
  }
}

/**
 * Converts an acta to the form of the API for the screen, and adds the drawing (black and white squares) of each QR
 * code.
 */
export function actaOnScreen({
  title,
  jointName,
  rootName,
  subject,
  madeAt,
  trail,
  blocks,
}: Acta): ActaDocument {
  return {
    title,
    jointName,
    rootName,
    subject,
    trail,
    madeAt: new Date(madeAt).toISOString(),
    blocks: blocks.map((block) =>
      block.kind === 'qr' ? { ...block, rows: qrRows(block.code, 'L') } : block,
    ),
  };
}
