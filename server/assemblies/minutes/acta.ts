import { type ActaBlock, type ActaDocument, BLANK } from '../../../shared/assemblies/signed-acta/acta.api.ts';
import type { TrailEnd } from '../../platform/audit/trail.repository.ts';
import { qrRows } from '../../platform/documents/qr-code.ts';

/** The draft of an acta as plain blocks, in reading order. PDF, Word and screen show the same blocks, word for word. */
export interface Acta {
  /** File name without extension. */
  name: string;
  title: string;
  jointName: string;
  /** Name of the whole joint; null unless the acta is of a sector. */
  rootName: string | null;
  /** Name of the meeting. */
  subject: string;
  madeAt: number;
  trail: TrailEnd;
  blocks: Block[];
}

/** Parts of the document. Only the screen gets the modules of a QR (`actaOnScreen`). */
export type Block = Exclude<ActaBlock, { kind: 'qr' }> | Omit<ActaBlock & { kind: 'qr' }, 'rows'>;
export type Column = (ActaBlock & { kind: 'table' })['columns'][number];

export const heading = (level: 1 | 2 | 3, text: string): Block => ({ kind: 'heading', level, text });
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const ledParagraph = (lead: string, text: string): Block & { kind: 'paragraph' } => ({
  kind: 'paragraph',
  lead,
  text,
});
/** A paragraph with a lead, on the page of the next block. */
export const toldWithNext = (lead: string, text: string): Block => ({
  ...ledParagraph(lead, text),
  keep: true,
});
export const bullets = (texts: readonly string[]): Block => ({
  kind: 'list',
  items: texts.map((text) => ({ mark: '•', text })),
});

/** Largest block kept on a single page: rows or items, and letters in total. */
const SMALL = { rows: 14, letters: 1200 };

/** True if a block stays on a single page. A larger block begins on the page of its heading and goes on overleaf. */
export function isSmall(block: Block): boolean {
  return textsOfRows(block).length <= SMALL.rows && lettersOf([block]) <= SMALL.letters;
}

/** True if a block stands on the page of the next block. */
export const isKeptWithNext = (block: Block): boolean =>
  block.kind === 'heading' || (block.kind === 'paragraph' && block.keep === true);

/** Length of all texts of blocks. */
export const lettersOf = (blocks: readonly Block[]): number =>
  blocks
    .flatMap(textsOfRows)
    .flat()
    .reduce((sum, text) => sum + text.length, 0);

/** All texts of a block in reading order: by row of a table, item of a list, else in a single row. */
export function textsOfRows(block: Block): string[][] {
  switch (block.kind) {
    case 'list':
      return block.items.map(({ mark, text, below = [] }) => [mark, text, ...below]);
    case 'facts':
      return block.rows.map(({ name, value }) => [name, value ?? BLANK]);
    case 'table':
      return [
        block.columns.map(({ header }) => header),
        ...block.rows,
        ...(block.total ? [block.total] : []),
      ];
    case 'blank':
      return [[`${block.name}:`, block.hint]];
    case 'signatures':
      return block.signers.map(({ name, role }) => [name ?? BLANK, role]);
    case 'qr':
      return [[block.alt]];
    case 'paragraph':
      return [[...(block.lead === undefined ? [] : [block.lead]), block.text]];
    default:
      return [[block.text]];
  }
}

/** Names of the blanks that a person has to fill in. */
export function blanksOf({ blocks }: Pick<Acta, 'blocks'>): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'blank') return [block.name];
    if (block.kind === 'facts')
      return block.rows.flatMap(({ name, value }) => (value === null ? [name] : []));
    if (block.kind !== 'signatures') return [];
    return block.signers.flatMap(({ name, role }) => (name === null ? [`Firma: ${role}`] : []));
  });
}

/** Returns the document for the screen, with the modules of its codes. */
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
