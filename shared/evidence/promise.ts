import { fromBase64, type Sha256, sameBytes, toBase64, utf8 } from './bytes.ts';
import { type BallotLeaf, readBallotLine } from './leaves.ts';
import { leafHash, rootByPath } from './merkle.ts';
import { readPathText } from './own-proof.ts';

/*
 * Promise in the answer to a vote (PRODUCT §18 rule 11a): the vote as stored, a leaf of the tree of its batch, with
 * the path to the root. The trail's key signs the root once per batch. After the closing, the counted ballots show if
 * the promise was kept.
 */

/**
 * Promise signed by the server right after a vote: the vote will be in the audit trail. If the vote is missing
 * later, the voter can prove the fault. The field names are Spanish.
 */
export interface VotePromise {
  scaf: 'promesa/1';
  /** Line of the promised vote: leaf of the tree of the batch. */
  voto: string;
  /** Position of the line in the batch of votes, from 0. */
  lugar: number;
  /** Path from the line to the root of the tree: sibling hashes, 32 bytes each, in base 64. */
  camino: string;
  /** Signed note about the batch: origin, `promesa` with the number of votes, root, time. */
  firma: string;
}

/** Vote in a promise signed by the server for the voter. */
export interface PromisedVote
  extends Pick<BallotLeaf, 'salt' | 'assemblyId' | 'jointId' | 'conceptId' | 'unit'>,
    Pick<BallotLeaf, 'answerId' | 'coefficient' | 'at' | 'receipt'> {
  /** Numbers of the names on a ballot with several names, ascending (`1,4,7`). Empty for a single answer. */
  choices: string;
}

const KIND = 'scaf/promesa/1';
const fields = [
  ...(['salt', 'assemblyId', 'jointId', 'conceptId', 'unit'] as const),
  ...(['answerId', 'choices', 'coefficient', 'at', 'receipt'] as const),
] satisfies (keyof PromisedVote)[];

/** Writes a promised vote as a line of JSON text; the hash tree of the batch hashes the line. */
export const promiseLine = (vote: PromisedVote): string =>
  JSON.stringify([KIND, ...fields.map((field) => vote[field])]);

/**
 * Reads the line of a promised vote.
 * @returns null if not a promised vote
 */
function readPromiseLine(line: string): PromisedVote | null {
  let values: unknown;
  try {
    values = JSON.parse(line);
  } catch {
    return null;
  }
  if (!Array.isArray(values) || values.length !== fields.length + 1 || values[0] !== KIND) return null;
  const vote = Object.fromEntries(
    fields.map((field, i) => [field, values[i + 1]]),
  ) as unknown as PromisedVote;
  const isText = (field: string) => ['salt', 'unit', 'choices', 'receipt'].includes(field);
  const isVote = fields.every((field) =>
    isText(field) ? typeof vote[field] === 'string' : Number.isSafeInteger(vote[field]),
  );
  return isVote && promiseLine(vote) === line ? vote : null;
}

/** Batch of votes stored together and promised to the voters by a single signature over the root of a hash tree. */
export interface PromisedBatch {
  /** Name of the audit log. */
  origin: string;
  /** Number of votes. */
  size: number;
  /** Root of the hash tree over the votes, 32 bytes. */
  root: Uint8Array;
  /** Time of the batch in epoch ms. */
  at: number;
}

/**
 * Writes a batch of promised votes as the text to sign. No head of the audit log has the same text, because the
 * second line of a head is a number.
 */
export const promiseText = ({ origin, size, root, at }: PromisedBatch): string =>
  `${origin}\npromesa ${size}\n${toBase64(root)}\nmomento voto ${new Date(at).toISOString()}\n`;

/**
 * Reads a batch of promised votes from the signed text.
 * @returns null if the text is not exactly as `promiseText` writes
 */
function readPromiseText(text: string): PromisedBatch | null {
  const [origin = '', size = '', root = '', moment = ''] = text.split('\n');
  const bytes = fromBase64(root);
  const at = Date.parse(moment.slice('momento voto '.length));
  if (!/^promesa [0-9]{1,9}$/.test(size) || bytes?.length !== 32 || Number.isNaN(at)) return null;
  const batch = { origin, size: Number(size.slice('promesa '.length)), root: bytes, at };
  return promiseText(batch) === text ? batch : null;
}

/**
 * Reads the vote from a voter's promise, after checking the path from the vote to the signed root; null if the path
 * is wrong.
 * @param text text of the note, with a signature already checked (`openNote`)
 */
export function promisedVote(sha256: Sha256, promise: VotePromise, text: string): PromisedVote | null {
  const batch = readPromiseText(text);
  const vote = readPromiseLine(promise.voto);
  const path = readPathText(promise.camino);
  if (promise.scaf !== 'promesa/1' || batch === null || vote === null || path === null) return null;
  const leaf = leafHash(sha256, utf8(promise.voto));
  const root = rootByPath(sha256, { leaf, index: promise.lugar, size: batch.size, path });
  return root !== null && sameBytes(root, batch.root) && vote.at === batch.at ? vote : null;
}

/**
 * True if a counted vote is the vote promised to the voter: same question, unit, answers, receipt and time.
 * @param line line of the counted vote in the closing's tree
 */
export function keepsPromise(vote: PromisedVote, line: string): boolean {
  const ballot = readBallotLine(line);
  return (
    ballot !== null &&
    ballot.receipt === vote.receipt &&
    ballot.unit === vote.unit &&
    ballot.answerId === vote.answerId &&
    (ballot.choices ?? '') === vote.choices &&
    ballot.at === vote.at &&
    ballot.assemblyId === vote.assemblyId &&
    ballot.jointId === vote.jointId &&
    ballot.conceptId === vote.conceptId
  );
}
