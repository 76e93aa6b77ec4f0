import type { TrailEnd } from '../../platform/audit/trail.repository.ts';

/**
 * The draft of an acta as plain blocks, in reading order. PDF and Word are two layouts of the same blocks: what is
 * written here is in both, word for word.
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

export interface Column {
  header: string;
  /** Of the table's width, in relation to the others. */
  share: number;
  isNumber?: true;
}

export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3; text: string }
  /** `lead` is set off from the text that follows it; `keep`: on the page of the block after it. */
  | { kind: 'paragraph'; text: string; lead?: string; keep?: true }
  /** What whoever writes the acta has to know, and takes out in the end. */
  | { kind: 'notice'; text: string }
  /** `mark` stands before the item: a number or a bullet; `below` are lines of its own. */
  | { kind: 'list'; items: { mark: string; text: string; below?: readonly string[] }[] }
  /** A value that nobody told the system is null: a person writes it. */
  | { kind: 'facts'; rows: { name: string; value: string | null }[] }
  | { kind: 'table'; columns: Column[]; rows: string[][]; total?: string[] }
  /** A text as a QR. `alt` says what it is to whoever does not see it. */
  | { kind: 'qr'; code: string; alt: string }
  /** Room to write in: what, and how many lines on paper. */
  | { kind: 'blank'; name: string; hint: string; lines: number }
  | { kind: 'signatures'; signers: { name: string | null; role: string }[] };

/** What stands where a person has to write a few words. */
export const BLANK = '______________________________';

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
