import { fromBase64, toBase64 } from './bytes.ts';
import type { TreeHead } from './merkle.ts';

/*
 * Text of a head: a C2SP checkpoint (c2sp.org/tlog-checkpoint) with origin, size and root of the tree of a joint's
 * audit entries, a line each. Then own lines in Spanish, because people read the text too.
 */

/**
 * Spanish names of the acts with a head of the audit trail signed by the server: opening of the assembly, closing
 * of a question, end of the assembly, restore of the store, signed acta, finished documents, power signed on the phone.
 */
export const headMoments = ['apertura', 'cierre', 'fin', 'epoca', 'acta', 'papeles', 'poder'] as const;
export type HeadMoment = (typeof headMoments)[number];

/**
 * Number and root hash of the votes counted by a question's closing, as signed in a head of the audit trail. A
 * later change of a vote no longer fits the root.
 */
export interface ClosingRoot extends TreeHead {
  jointId: number;
  conceptId: number;
  /** Number of the closing's entry in the joint's audit log. */
  seq: number;
}

/**
 * Head: summary of a joint's audit trail up to a moment. The server signs the head; browsers and mails store the
 * head, so a later change of the trail is noticed.
 */
export interface Head extends TreeHead {
  /** Name of the installation and the joint, also the name of the signing key. */
  origin: string;
  /** Act that caused the signature, in Spanish: 'cierre'. */
  moment: HeadMoment;
  /** Time of the signed head in epoch ms. */
  at: number;
  /** Number of the store's epoch, from 1. Each restore of the store adds 1. */
  epoch: number;
  /** Ballot trees of the questions closed with this head of the audit log. Empty after other acts. */
  closings: readonly ClosingRoot[];
}

const HASH = 32;

/** Writes a head of the audit trail as the lines of text to sign. */
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

/**
 * Reads a head of the audit trail from the signed text.
 * @returns null if the text is not exactly as `headText` writes
 */
export function readHeadText(text: string): Head | null {
  const [origin = '', size = '', root = '', momentLine = '', epochLine = '', ...rest] = text.split('\n');
  const [, moment = '', instant = ''] = /^momento ([a-z]+) (\S+)$/.exec(momentLine) ?? [];
  const [, epoch = ''] = /^epoca ([0-9]+)$/.exec(epochLine) ?? [];
  const knownMoment = headMoments.find((one) => one === moment);
  const at = Date.parse(instant);
  const closings = rest.slice(0, -1).map(readClosing);
  const bytes = fromBase64(root);
  if (knownMoment === undefined || bytes?.length !== HASH || Number.isNaN(at)) return null;
  if (closings.some((closing) => closing === null)) return null;
  const head: Head = {
    origin,
    size: Number(size),
    root: bytes,
    moment: knownMoment,
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
