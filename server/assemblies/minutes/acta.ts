import { type ActaBlock, type ActaDocument, BLANK } from '../../../shared/assemblies/signed-acta/acta.api.ts';
import type { TrailEnd } from '../../platform/audit/trail.repository.ts';
import { qrRows } from '../../platform/documents/qr-code.ts';

/**
 * The draft of an acta as plain blocks, in reading order. PDF, Word and screen are layouts of the same
 * blocks, word for word.
 */
export interface Acta {
  /** The file's, without its ending. */
  name: string;
  title: string;
  jointName: string;
  /** The whole joint's name, where it is a sector's. */
  rootName: string | null;
  /** What the meeting was called. */
  subject: string;
  madeAt: number;
  trail: TrailEnd;
  blocks: Block[];
}

/** Parts of the document. The modules of a QR are made for the screen alone (`actaOnScreen`). */
export type Block = Exclude<ActaBlock, { kind: 'qr' }> | Omit<ActaBlock & { kind: 'qr' }, 'rows'>;
export type Column = (ActaBlock & { kind: 'table' })['columns'][number];

export const heading = (level: 1 | 2 | 3, text: string): Block => ({ kind: 'heading', level, text });
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const told = (lead: string, text: string): Block & { kind: 'paragraph' } => ({
  kind: 'paragraph',
  lead,
  text,
});
/** The same, on the page of the block that comes after it. */
export const toldWithNext = (lead: string, text: string): Block => ({ ...told(lead, text), keep: true });
export const bullets = (texts: readonly string[]): Block => ({
  kind: 'list',
  items: texts.map((text) => ({ mark: '•', text })),
});

/** Largest block that is kept on one page: rows or items, and letters in all of them. */
const SMALL = { rows: 14, letters: 1200 };

/** True if a block is kept on one page. A larger block begins on the page of its heading and goes on overleaf. */
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

/** All texts of a block as a reader meets them: by row of a table, item of a list, else in one row. */
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

/** What a person has to fill in, by name. */
export function blanksOf({ blocks }: Pick<Acta, 'blocks'>): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'blank') return [block.name];
    if (block.kind === 'facts')
      return block.rows.flatMap(({ name, value }) => (value === null ? [name] : []));
    if (block.kind !== 'signatures') return [];
    return block.signers.flatMap(({ name, role }) => (name === null ? [`Firma: ${role}`] : []));
  });
}

/** The document as the screen gets it: with the modules of its codes. */
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
    ...{ title, jointName, rootName, subject, trail, madeAt: new Date(madeAt).toISOString() },
    blocks: blocks.map((block) =>
      block.kind === 'qr' ? { ...block, rows: qrRows(block.code, 'L') } : block,
    ),
  };
}
