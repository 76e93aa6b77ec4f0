import { setImmediate as nextTurn } from 'node:timers/promises';
import { utf8 } from '../../../shared/evidence/bytes.ts';
import { readHeadText } from '../../../shared/evidence/head.ts';
import { readBallotLine } from '../../../shared/evidence/leaves.ts';
import { inclusionPaths, leafHash } from '../../../shared/evidence/merkle.ts';
import { textOfNote } from '../../../shared/evidence/note.ts';
import { newestHeadSize, readHeads, type StoredHead } from '../../platform/audit/heads.repository.ts';
import { sha256 } from '../../platform/audit/signing.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { GrowingCache } from '../../platform/lib/growing-cache.ts';
import {
  ballotTreeOf,
  type ClosingKey,
  type KeptBallotTree,
  listClosings,
} from '../store/tally/ballot-trees.repository.ts';

/** Length of a vote's receipt, in characters. */
const RECEIPT = 9;
/** Maximum number of receipts in memory, of all joints: 9 MB. */
const MOST_RECEIPTS = 1_000_000;
/** Maximum number of ballots in memory with hashes and proofs: about 600 bytes each. */
const MOST_BALLOTS = 60_000;
/**
 * Maximum number of asked ballots in memory, each with the proof alone: about a kilobyte each. A person has few
 * receipts, so a flood of a person's receipts, of however many closings, hashes each closing once.
 */
const MOST_ASKED = 10_000;
/** Number of lines read or hashed before the main thread serves other work: a millisecond. */
const LINES_A_TURN = 256;

/** Receipts of the votes of a question's closing, sorted and joined into one text. */
interface ClosingReceipts extends ClosingKey {
  receipts: string;
}

/**
 * Receipts of all votes counted by the closings in a joint with its sectors, up to a signed head (signed state of
 * the audit trail). Used to find a vote by the receipt of the voter.
 */
export interface ReceiptBook {
  /** Number of audit entries under the signed head; 0 before the first head. */
  head: number;
  closings: readonly ClosingReceipts[];
}

/** A question's closing with the proof of each ballot (path in a hash tree). */
interface ProvenClosing extends KeptBallotTree {
  /**
   * Proof of each ballot, in the order of the ballots: the hashes needed to compute the root of the tree from
   * the ballot.
   */
  paths: readonly Uint8Array[][];
  /** Signed head (signed state of the audit trail) that covers the closing; undefined without a head. */
  head: StoredHead | undefined;
}

/** Place of a ballot in the hash tree of a closing: `index` from 0. */
interface BallotPlace {
  closing: ClosingReceipts;
  index: number;
}

/**
 * A vote counted by a question's closing, with the proof for the voter: the hashes from the vote's line up to the
 * signed root of the closing's tree.
 */
export interface VoteProof extends Pick<ProvenClosing, 'head' | 'root' | 'size'> {
  /** Text line of the vote in the tree. */
  line: string;
  /** Position of the vote in the tree, from 0. */
  index: number;
  /** Hashes needed to compute the root of the tree from the line. */
  path: readonly Uint8Array[];
}

/**
 * Cache of the ballots counted by closings, with receipts and proofs. Ballots of a closing never change, and
 * every closing adds a signed head to the joint's audit trail, so the newest head tells if the cache is
 * complete. Annulments after a closing are not cached.
 */
export class ClosedBallots {
  readonly #db: Db;
  readonly #books = new GrowingCache<number, ReceiptBook>({
    maxSize: MOST_RECEIPTS,
    sizeOf: ({ closings }) => closings.reduce((sum, { receipts }) => sum + receipts.length / RECEIPT, 1),
  });
  readonly #proven: GrowingCache<string, ProvenClosing>;
  readonly #asked = new GrowingCache<string, VoteProof>({ maxSize: MOST_ASKED });

  constructor(db: Db, mostBallots = MOST_BALLOTS) {
    this.#db = db;
    this.#proven = new GrowingCache({ maxSize: mostBallots, sizeOf: ({ lines }) => 1 + lines.length });
  }

  /**
   * Returns the receipts of a root joint. @param head least size of the newest signed head; the receipts of a smaller
   * cached head are read again
   */
  bookOf(rootId: number, head = 0): Promise<ReceiptBook> {
    const isEnough = (book: ReceiptBook) => book.head >= head;
    return this.#books.get(rootId, isEnough, (book) => this.#read(rootId, book?.closings ?? []));
  }

  /** Returns the ballot at a place of a question's closing, with the proof. */
  async ballotAt(rootId: number, place: BallotPlace): Promise<VoteProof> {
    const key = `${keyOf(place.closing)} ${place.index}`;
    return this.#asked.get(key, isCached, () => this.#ballotAt(rootId, place));
  }

  async #ballotAt(rootId: number, { closing, index }: BallotPlace): Promise<VoteProof> {
    const { lines, paths, head, root, size } = await this.#closing(rootId, closing);
    // A copy: part of a text would hold the text of all ballots in memory.
    const line = Buffer.from(lines[index] ?? '').toString();
    return { line, index, path: paths[index] ?? [], head, root, size };
  }

  async #closing(rootId: number, closing: ClosingReceipts): Promise<ProvenClosing> {
    const key = keyOf(closing);
    return this.#proven.get(key, isCached, () => this.#prove(rootId, closing));
  }

  async #read(rootId: number, receipts: readonly ClosingReceipts[]): Promise<ReceiptBook> {
    const bySeq = new Map(receipts.map((closing) => [closing.seq, closing]));
    const [head, keys] = await readAsOfNow(this.#db, async (trx) => [
      await newestHeadSize(trx, jointChain(rootId)),
      await listClosings(trx, rootId),
    ]);
    const closings: ClosingReceipts[] = [];
    for (const key of keys)
      closings.push(bySeq.get(key.seq) ?? { ...key, receipts: await this.#receipts(key) });
    return { head, closings };
  }

  async #receipts(closing: ClosingKey): Promise<string> {
    const { lines = [] } = (await ballotTreeOf(this.#db, closing)) ?? {};
    const receipts = await inTurns(lines, (line) => (readBallotLine(line)?.receipt ?? '').padEnd(RECEIPT));
    return receipts.join('');
  }

  async #prove(rootId: number, closing: ClosingKey): Promise<ProvenClosing> {
    const tree = await ballotTreeOf(this.#db, closing);
    if (tree === undefined) throw new Error(`no closing ${closing.seq} of joint ${rootId}`);
    const heads = await readHeads(this.#db, jointChain(rootId));
    const hashes = await inTurns(tree.lines, (line) => leafHash(sha256, utf8(line)));
    const { paths } = inclusionPaths(sha256, hashes);
    return { ...tree, paths, head: heads.find((head) => isOfClosing(head, closing)) };
  }
}

/** True: a cached proof never changes. */
const isCached = (): boolean => true;

const keyOf = ({ assemblyId, jointId, conceptId, seq }: ClosingKey): string =>
  [assemblyId, jointId, conceptId, seq].join(' ');

/**
 * Finds the vote of a receipt: the newest closing that counted the vote, and the position (`index`, from 0) among
 * the closing's votes. Undefined if no closing counted the vote.
 */
export function placeIn({ closings }: ReceiptBook, receipt: string): BallotPlace | undefined {
  for (const closing of closings.toReversed()) {
    const index = indexIn(closing.receipts, receipt);
    if (index !== null) return { closing, index };
  }
  return undefined;
}

/** Finds the place of a receipt in sorted joined receipts by binary search; null if missing. */
function indexIn(receipts: string, receipt: string): number | null {
  let [from, to] = [0, receipts.length / RECEIPT];
  while (from < to) {
    const middle = (from + to) >> 1;
    const found = receipts.slice(RECEIPT * middle, RECEIPT * (middle + 1));
    if (found === receipt) return middle;
    if (found < receipt) from = middle + 1;
    else to = middle;
  }
  return null;
}

function isOfClosing({ note }: StoredHead, { seq, jointId, conceptId }: ClosingKey): boolean {
  const head = readHeadText(textOfNote(note) ?? '');
  return (
    head?.closings.some(
      (closing) => closing.seq === seq && closing.jointId === jointId && closing.conceptId === conceptId,
    ) === true
  );
}

/** Maps lines in batches, and lets the main thread serve other work between batches. */
async function inTurns<T>(lines: readonly string[], map: (line: string) => T): Promise<T[]> {
  const mapped: T[] = [];
  while (mapped.length < lines.length) {
    mapped.push(...lines.slice(mapped.length, mapped.length + LINES_A_TURN).map(map));
    await nextTurn();
  }
  return mapped;
}
