import { fromBase64, toBase64 } from './bytes.ts';
import type { TreeHead } from './merkle.ts';

/*
 * The text of a head: a checkpoint as C2SP has it (c2sp.org/tlog-checkpoint), which is origin, size and root of the tree
 * of a joint's audit entries, a line each, and lines of our own after them, in Spanish, since people read them too.
 */

/** At what a head is made. */
export const headMoments = ['apertura', 'cierre', 'fin', 'epoca', 'acta', 'papeles'] as const;
export type HeadMoment = (typeof headMoments)[number];

/** The ballots of one closing: the tree over them. */
export interface ClosingRoot extends TreeHead {
  jointId: number;
  conceptId: number;
  /** The number of the closing's entry in the joint's trail. */
  seq: number;
}

export interface Head extends TreeHead {
  /** Whose tree it is: the installation and the joint. It is the name of the key that signs, too. */
  origin: string;
  moment: HeadMoment;
  /** Epoch ms. */
  at: number;
  /** 1, and one more with every restore of the store. */
  epoch: number;
  /** The closings that this head is made for. */
  closings: readonly ClosingRoot[];
}

const HASH = 32;

/** A head as the text that is signed. */
export function headText({ origin, size, root, moment, at, epoch, closings }: Head): string {
  const lines = [
    origin,
    String(size),
    toBase64(root),
    `momento ${moment} ${new Date(at).toISOString()}`,
    `epoca ${epoch}`,
    ...closings.map(
      (closing) =>
        `cierre ${closing.jointId} ${closing.conceptId} ${closing.seq} ${closing.size} ${toBase64(closing.root)}`,
    ),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** @returns null for a text that is no head, or not written as `headText` writes it */
export function readHeadText(text: string): Head | null {
  const [origin = '', size = '', root = '', momentLine = '', epochLine = '', ...rest] = text.split('\n');
  const [, moment = '', instant = ''] = /^momento ([a-z]+) (\S+)$/.exec(momentLine) ?? [];
  const [, epoch = ''] = /^epoca ([0-9]+)$/.exec(epochLine) ?? [];
  const known = headMoments.find((one) => one === moment);
  const at = Date.parse(instant);
  const closings = rest.slice(0, -1).map(readClosing);
  const bytes = fromBase64(root);
  if (known === undefined || bytes?.length !== HASH || Number.isNaN(at)) return null;
  if (closings.some((closing) => closing === null)) return null;
  const head: Head = {
    origin,
    size: Number(size),
    root: bytes,
    moment: known,
    at,
    epoch: Number(epoch),
    closings: closings.filter((closing) => closing !== null),
  };
  return headText(head) === text ? head : null;
}

function readClosing(line: string): ClosingRoot | null {
  const [, jointId, conceptId, seq, size, root = ''] =
    /^cierre (\d+) (\d+) (\d+) (\d+) (\S+)$/.exec(line) ?? [];
  const bytes = fromBase64(root);
  if (bytes?.length !== HASH) return null;
  return {
    jointId: Number(jointId),
    conceptId: Number(conceptId),
    seq: Number(seq),
    size: Number(size),
    root: bytes,
  };
}
