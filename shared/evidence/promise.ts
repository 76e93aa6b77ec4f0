import { fromBase64, type Sha256, sameBytes, toBase64, utf8 } from './bytes.ts';
import { readBallotLine } from './leaves.ts';
import { leafHash, rootByPath } from './merkle.ts';
import { readPathText } from './own-proof.ts';

/*
 * Promise in the answer to a vote (PRODUCT §18 rule 11a): the vote as stored, a leaf of the tree of its batch, with
 * the path to the root. The trail's key signs the root once per batch. After the closing, the counted ballots show if
 * the promise was kept.
 */

export interface VotePromise {
  scaf: 'promesa/1';
  /** Line of the vote: the leaf. */
  voto: string;
  /** Position of the leaf in its batch, from 0. */
  lugar: number;
  /** Audit path, 32 bytes a hash, in base 64. */
  camino: string;
  /** Signed note over the batch: origin, `promesa` with the number of leaves, root, instant. */
  firma: string;
}

/** Vote as promised. */
export interface PromisedVote {
  /** 16 bytes in base 64. Prevents guessing other votes from the hashes of the path. */
  salt: string;
  assemblyId: number;
  jointId: number;
  conceptId: number;
  unit: string;
  answerId: number;
  /** Numbers of several names, ascending (`1,4,7`); empty for one answer. */
  choices: string;
  /** In 10⁻⁹. */
  coefficient: number;
  /** Epoch ms. */
  at: number;
  receipt: string;
}

const KIND = 'scaf/promesa/1';
const fields = [
  ...(['salt', 'assemblyId', 'jointId', 'conceptId', 'unit'] as const),
  ...(['answerId', 'choices', 'coefficient', 'at', 'receipt'] as const),
] satisfies (keyof PromisedVote)[];

export const promiseLine = (vote: PromisedVote): string =>
  JSON.stringify([KIND, ...fields.map((field) => vote[field])]);

/** @returns null if the line is not a promised vote */
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

/** Batch of votes under its root. */
export interface PromisedBatch {
  origin: string;
  size: number;
  root: Uint8Array;
  /** Epoch ms. */
  at: number;
}

/** Returns the text to sign. Not confusable with a head, because the second line of a head is a number. */
export const promiseText = ({ origin, size, root, at }: PromisedBatch): string =>
  `${origin}\npromesa ${size}\n${toBase64(root)}\nmomento voto ${new Date(at).toISOString()}\n`;

/** @returns null if the text is not a promise exactly as `promiseText` writes */
function readPromiseText(text: string): PromisedBatch | null {
  const [origin = '', size = '', root = '', moment = ''] = text.split('\n');
  const bytes = fromBase64(root);
  const at = Date.parse(moment.slice('momento voto '.length));
  if (!/^promesa [0-9]{1,9}$/.test(size) || bytes?.length !== 32 || Number.isNaN(at)) return null;
  const batch = { origin, size: Number(size.slice('promesa '.length)), root: bytes, at };
  return promiseText(batch) === text ? batch : null;
}

/**
 * Returns the promised vote if its path leads to the signed root, else null.
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

/** True if a counted ballot (its line) is the promised vote: same vote, same unit, same instant. */
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
