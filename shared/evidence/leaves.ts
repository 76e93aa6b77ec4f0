import { normalizeCode } from '../assemblies/code.ts';

/*
 * The leaves of the trees. A leaf is a line of JSON, an array of texts and whole numbers that begins with what kind of
 * leaf it is. What is hashed are the bytes of the line as they stand, in UTF-8: a verifier never writes a line anew.
 */

const BALLOT = 'scaf/voto/1';
/** A ballot with several names. */
const BALLOT_OF_NAMES = 'scaf/voto/2';
const ENTRY = 'scaf/acto/1';

/** A ballot as counted at a closing. */
export interface BallotLeaf {
  /** 16 random bytes in base 64, so that no other ballot can be guessed from the hash beside one. */
  salt: string;
  assemblyId: number;
  jointId: number;
  conceptId: number;
  unit: string;
  owner: string;
  answerId: number;
  answer: string;
  /** In 10⁻⁹. */
  coefficient: number;
  /** The unit's kind, which a rule of one vote per unit asks for. */
  kind: string;
  /** 1: cast from home. */
  remote: number;
  /** Epoch ms. */
  at: number;
  receipt: string;
  /**
   * Of a ballot with several names the numbers of all of them, growing: `1,4,7`; `answerId` is then the last, and `answer`
   * has all their texts.
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

export function ballotLine(ballot: BallotLeaf): string {
  const fields = ballotFields.map((field) => ballot[field]);
  const { choices } = ballot;
  return JSON.stringify(choices === undefined ? [BALLOT, ...fields] : [BALLOT_OF_NAMES, ...fields, choices]);
}

const ballotTexts = ['salt', 'unit', 'owner', 'answer', 'kind', 'receipt', 'choices'];

/** @returns null for a line that is no ballot */
export function readBallotLine(line: string): BallotLeaf | null {
  const ballot =
    readLine(line, BALLOT, ballotFields, ballotTexts) ??
    readLine(line, BALLOT_OF_NAMES, [...ballotFields, 'choices'], ballotTexts);
  return ballot as BallotLeaf | null;
}

/** An entry of a joint's trail in its public form, which holds no code that opens anything. */
export interface EntryLeaf {
  chain: string;
  seq: number;
  /** Epoch ms. */
  at: number;
  actor: string;
  act: string;
  /** The act's facts, as JSON. */
  data: string;
  /** The entry's own hash in the chain (docs/audit.md), hexadecimal: it covers the entry as the store holds it. */
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

export const entryLine = (entry: EntryLeaf): string =>
  JSON.stringify([ENTRY, ...entryFields.map((field) => entry[field])]);

/** @returns null for a line that is no entry */
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
  // Written in one way: 1 is not 1.0.
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

/** What may be a code in a text: twelve signs of its alphabet that stand alone. */
const MAYBE_CODE = /(?<![0-9A-Za-z])[0-9A-HJKMNP-TV-Z]{12}(?![0-9A-Za-z])/g;

/** A text of the trail with each code that opens something replaced by what stands for it. */
export const withoutCodes = (text: string, standInFor: (code: string) => string): string =>
  text.replace(MAYBE_CODE, (found) => (normalizeCode(found) === found ? standInFor(found) : found));
