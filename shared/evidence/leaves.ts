import { normalizeCode } from '../assemblies/code.ts';

/*
 * Leaves of the trees. A leaf is a line of JSON: an array of texts and whole numbers, first the type of leaf. The
 * hash covers the bytes of the line in UTF-8: a verifier never rewrites a line.
 */

const BALLOT = 'scaf/voto/1';
/** Format of the line of a ballot with several names. */
const BALLOT_OF_NAMES = 'scaf/voto/2';
const ENTRY = 'scaf/acto/1';

/** Vote counted by a closing, as hashed in the hash tree of the closing: a leaf for each vote. */
export interface BallotLeaf {
  /** 16 random bytes in base 64, so that the hash of a neighbour in the tree does not reveal a ballot. */
  salt: string;
  assemblyId: number;
  jointId: number;
  conceptId: number;
  /** Id of the unit: '101'. */
  unit: string;
  /** Name of the owner. */
  owner: string;
  /** Number of the chosen answer, from 1. */
  answerId: number;
  /** Text of the chosen answer. */
  answer: string;
  /** Coefficient of the unit in 10⁻⁹. */
  coefficient: number;
  /** Kind of the unit, for a rule with a vote per unit. */
  kind: string;
  /** Place of the vote: 1 if cast from home, else 0. */
  remote: number;
  /** Time of the vote in epoch ms. */
  at: number;
  /** Receipt code of the voter. */
  receipt: string;
  /**
   * Numbers of all names on a ballot with several names, ascending: `1,4,7`. `answerId` is then the last number,
   * and `answer` has all texts.
   */
  choices?: string;
}

const ballotFields = [
  'salt',
  'assemblyId',
  'jointId',
  'conceptId',
  'unit',
  'owner',
  'answerId',
  'answer',
  'coefficient',
  'kind',
  'remote',
  'at',
  'receipt',
] as const satisfies readonly (keyof BallotLeaf)[];

/** Writes a counted vote as a line of JSON text; the hash tree of the closing hashes the line. */
export function ballotLine(ballot: BallotLeaf): string {
  const fields = ballotFields.map((field) => ballot[field]);
  const { choices } = ballot;
  return JSON.stringify(choices === undefined ? [BALLOT, ...fields] : [BALLOT_OF_NAMES, ...fields, choices]);
}

const ballotTexts = ['salt', 'unit', 'owner', 'answer', 'kind', 'receipt', 'choices'];

/** Reads a counted vote from a line of JSON text, written by `ballotLine`. @returns the vote; null for other text */
export function readBallotLine(line: string): BallotLeaf | null {
  const ballot =
    readLine(line, BALLOT, ballotFields, ballotTexts) ??
    readLine(line, BALLOT_OF_NAMES, [...ballotFields, 'choices'], ballotTexts);
  return ballot as BallotLeaf | null;
}

/**
 * Entry of a joint's audit trail in public form: valid codes are replaced, because anybody with a code can vote.
 * The hash tree of the trail has a leaf for each entry.
 */
export interface EntryLeaf {
  /** Name of the audit log. */
  chain: string;
  /** Number of the entry in the log, from 1. */
  seq: number;
  /** Time of the act in epoch ms. */
  at: number;
  /** Actor: 'user:12', 'mail', or a substitute for an attendance code. */
  actor: string;
  /** Internal name of the act: 'assemblyOpened'. */
  act: string;
  /** Facts of the act, as JSON text. */
  data: string;
  /** Hash of the entry in the chain (docs/why/audit.md), hexadecimal. Covers the entry as stored. */
  hash: string;
}

const entryFields = [
  'chain',
  'seq',
  'at',
  'actor',
  'act',
  'data',
  'hash',
] as const satisfies readonly (keyof EntryLeaf)[];

/** Writes an entry of the audit trail as a line of JSON text; the hash tree of the trail hashes the line. */
export const entryLine = (entry: EntryLeaf): string =>
  JSON.stringify([ENTRY, ...entryFields.map((field) => entry[field])]);

/** Reads an audit entry from a line of JSON text, written by `entryLine`. @returns the entry; null for other text */
export const readEntryLine = (line: string): EntryLeaf | null =>
  readLine(line, ENTRY, entryFields, ['chain', 'actor', 'act', 'data', 'hash']) as EntryLeaf | null;

function readLine(
  line: string,
  kind: string,
  fields: readonly string[],
  texts: readonly string[],
): Record<string, string | number> | null {
  let values: unknown;
  try {
    values = JSON.parse(line);
  } catch {
    return null;
  }
  if (!Array.isArray(values) || values.length !== fields.length + 1 || values[0] !== kind) return null;
  // Only the canonical form: 1 is not 1.0.
  if (JSON.stringify(values) !== line) return null;
  const read: Record<string, string | number> = {};
  for (const [i, field] of fields.entries()) {
    const value: unknown = values[i + 1];
    const isText = texts.includes(field);
    if (isText ? typeof value !== 'string' : !Number.isSafeInteger(value)) return null;
    read[field] = value as string | number;
  }
  return read;
}

/** Pattern of a possible code in a text: twelve characters of the codes' alphabet, standing alone. */
const MAYBE_CODE = /(?<![0-9A-Za-z])[0-9A-HJKMNP-TV-Z]{12}(?![0-9A-Za-z])/g;

/**
 * Replaces each valid code of a card or badge in a text of the audit trail before publication, because anybody with
 * a code can vote.
 * @param standInFor gives the substitute for a code
 */
export const withoutCodes = (text: string, standInFor: (code: string) => string): string =>
  text.replace(MAYBE_CODE, (found) => (normalizeCode(found) === found ? standInFor(found) : found));

/** Returns each part of a text in the form of a code with the right check character. */
export const maybeCodes = (text: string): string[] =>
  (text.match(MAYBE_CODE) ?? []).filter((found) => normalizeCode(found) === found);
