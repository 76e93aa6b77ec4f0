import { QUARTER_HOUR_MS } from '../../../shared/durations.ts';
import type { CountedVote, Evidence } from '../../../shared/evidence/evidence.api.ts';
import { readBallotLine } from '../../../shared/evidence/leaves.ts';
import { type OwnProof, pathText, proofText } from '../../../shared/evidence/own-proof.ts';
import { ChainTrees } from '../../platform/audit/chain-trees.ts';
import {
  newestHeadSize,
  readEpochs,
  readHeads,
  type StoredHead,
} from '../../platform/audit/heads.repository.ts';
import { readBeginning } from '../../platform/audit/heads.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { instantOf } from '../../platform/db/queries.ts';
import { FailureLimiter } from '../../platform/http/attempts.ts';
import type { FileInPieces } from '../../platform/http/file-in-pieces.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import { networkOf } from '../../platform/http/network.ts';
import { isHolder, type Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { ReadyJson } from '../../platform/http/ready-json.ts';
import { GrowingCache } from '../../platform/lib/growing-cache.ts';
import { ownUnits } from '../meeting/records.service.ts';
import { findProof } from '../own-powers/own-powers.repository.ts';
import { actWord } from '../reports/who.ts';
import type { AssembliesContext } from '../store/act.ts';
import type { ReceiptVote } from '../store/tally/ballot-trees.repository.ts';
import { ClosedBallots, placeIn, type VoteProof } from './closed-ballots.ts';
import { ownPacks, voteFiles } from './own-pack.ts';
import { powerFiles } from './power-pack.ts';
import { ReceiptReader } from './receipt-reader.ts';

/** Maximum number of cached proofs. Six hundred phones ask after a closing, but for few different heads. */
const MOST_PROOFS = 500;
/** Maximum number of joints with cached heads. */
const MOST_CHAINS = 100;
/** Maximum number of unknown receipts from a single address: the same as for unknown codes. */
const MAX_UNKNOWN_RECEIPTS = 30;

/** Vote of a receipt, with the size of the newest signed head at the time; 0 without a head. */
interface FoundVote {
  vote: CountedVote;
  head: number;
}

/**
 * Evidence of an assembly for people outside: signed heads (signed states of the audit trail), proofs between
 * heads, and proofs that a vote was counted.
 */
export function evidenceService({ store, directory, counters }: AssembliesContext) {
  const db = store.inLane('checks');
  const trees = new ChainTrees(db);
  const ballots = new ClosedBallots(db);
  const receipts = new ReceiptReader(store);
  const packOf = ownPacks(db, trees);
  const evidences = new GrowingCache<string, { size: number; evidence: ReadyJson }>({ maxSize: MOST_CHAINS });
  const proofs = new GrowingCache<string, { path: string }>({ maxSize: MOST_PROOFS });
  const failures = counters.counter('unknown-receipt', QUARTER_HOUR_MS);
  const unknown = new FailureLimiter(failures, MAX_UNKNOWN_RECEIPTS);

  const chainOfJoint = async (jointId: number) => jointChain((await requireJoint(directory, jointId)).rootId);

  async function countedVote(
    jointId: number,
    text: string,
    isTheirs: (apartmentId: string) => Promise<boolean>,
  ): Promise<FoundVote | null> {
    const { rootId } = await requireJoint(directory, jointId);
    const receipt = text.trim().toUpperCase();
    for (let newest: number | undefined; ; ) {
      const book = await ballots.bookOf(rootId, newest);
      const place = placeIn(book, receipt);
      const proven = place && (await ballots.ballotAt(rootId, place));
      const ballot = (proven && readBallotLine(proven.line)) ?? null;
      const { head, vote } = await receipts.read(rootId, { receipt, ballot });
      newest = head;
      // A question has closed meanwhile, here or in another process.
      if (newest !== book.head) continue;
      if (vote === null || !(await isTheirs(vote.apartmentId))) return null;
      const counted = proven ? provenVote(proven, vote) : null;
      return { vote: { counted, ...fateOf(vote) }, head };
    }
  }

  /**
   * Finds the counted vote of a receipt. A right receipt is always accepted, as for codes.
   * @throws Problem voteNotFound; tooManyAttempts for an unknown receipt from an address with too many attempts
   */
  async function findVote(jointId: number, receipt: string, address: string): Promise<FoundVote> {
    const place = await directory.find(jointId);
    const found = place === undefined ? null : await countedVote(jointId, receipt, async () => true);
    if (found !== null) return found;
    const { tooManyFor } = await unknown.fail([networkOf(address)]);
    if (tooManyFor > 0) throw new Problem('tooManyAttempts', undefined, tooManyFor);
    throw new Problem('voteNotFound');
  }

  return {
    heads: async (jointId: number): Promise<ReadyJson> => {
      const chain = await chainOfJoint(jointId);
      // Heads are only added, and an epoch begins before the server starts.
      const size = await newestHeadSize(db, chain);
      const { evidence } = await evidences.get(
        chain,
        (cached) => cached.size === size,
        async () => ({ size, evidence: await readEvidence(db, trees, chain) }),
      );
      return evidence;
    },

    /** Returns the proof that the newer of two signed heads continues the older. @throws Problem headNotFound */
    proof: async (jointId: number, { from, to }: { from: number; to: number }): Promise<{ path: string }> => {
      const chain = await chainOfJoint(jointId);
      return proofs.get(
        `${chain} ${from} ${to}`,
        () => true,
        async () => {
          const path = await trees.consistency(chain, from, to);
          // Not cached: the tree may have the head later.
          if (path === null) throw new Problem('headNotFound');
          return { path: pathText(path) };
        },
      );
    },

    /** Returns the caller's counted vote. @throws Problem voteNotFound, also for another person's receipt */
    checkVote: async (jointId: number, receipt: string, principal: Principal): Promise<CountedVote> => {
      const family = await directory.family(jointId);
      const found = await countedVote(
        jointId,
        receipt,
        async (apartmentId) =>
          !isHolder(principal) || (await ownUnits(db, principal, family)).has(apartmentId),
      );
      if (found === null) throw new Problem('voteNotFound');
      return found.vote;
    },

    /** Returns the counted vote of a receipt. @throws Problem as `findVote` */
    checkReceipt: async (jointId: number, receipt: string, address: string): Promise<CountedVote> =>
      (await findVote(jointId, receipt, address)).vote,

    /**
     * Returns an owner's proof as a file: the vote with all data to check the vote.
     * @throws Problem as `findVote`; headNotFound while the vote is not counted yet
     */
    pack: async (jointId: number, receipt: string, address: string): Promise<FileInPieces> => {
      const { vote, head } = await findVote(jointId, receipt, address);
      if (vote.counted === null) throw new Problem('headNotFound');
      return packOf({ chain: await chainOfJoint(jointId), head }, voteFiles(vote.counted));
    },

    /**
     * Returns the proof of a power signed on the phone as a file; owners get the proofs of powers over own units.
     * @throws Problem powerNotFound
     */
    powerPack: async (
      { jointId, powerId }: { jointId: number; powerId: number },
      principal: Principal,
    ): Promise<FileInPieces> => {
      const { rootId } = await requireJoint(directory, jointId);
      const proof = await findProof(db, { rootId, powerId });
      if (proof === undefined) throw new Problem('powerNotFound');
      if (isHolder(principal)) {
        const own = await ownUnits(db, principal, await directory.family(jointId));
        if (!proof.apartmentIds.some((id) => own.has(id))) throw new Problem('powerNotFound');
      }
      const chain = jointChain(rootId);
      const head = (await readHeads(db, chain)).at(-1);
      if (head === undefined) throw new Problem('powerNotFound');
      return packOf(
        { chain, head: head.size },
        await powerFiles({ db, trees, chain, head }, { powerId, ...proof }),
      );
    },
  };
}

/** Reads the heads and epochs of an audit chain as JSON (`Evidence`). */
async function readEvidence(db: Db, trees: ChainTrees, chain: string): Promise<ReadyJson> {
  const { heads, epochs } = await readAsOfNow(db, async (trx) => ({
    heads: await readHeads(trx, chain),
    epochs: await readEpochs(trx),
  }));
  const evidence: Evidence = {
    heads: await headsToApi(db, trees, chain, heads),
    epochs: epochs.map((epoch) => ({
      ...epoch,
      beganAt: new Date(epoch.beganAt).toISOString(),
      copiedAt: instantOf(epoch.copiedAt),
    })),
  };
  return new ReadyJson(Buffer.from(JSON.stringify(evidence)));
}

/**
 * Converts the signed heads of an audit chain for the API. `began`: entry of the restore or new key
 * before the head; null if neither came before.
 */
async function headsToApi(
  db: Db,
  trees: ChainTrees,
  chain: string,
  stored: readonly StoredHead[],
): Promise<Evidence['heads']> {
  const heads: Evidence['heads'] = [];
  for (const head of stored) {
    const before = heads.at(-1);
    const isOfBefore = before === undefined || (before.epoch === head.epoch && before.key === head.key);
    const began = isOfBefore ? null : await readBeginning(db, trees, chain, head.size);
    heads.push({ ...head, at: new Date(head.at).toISOString(), began });
  }
  return heads;
}

/** Returns the proof of a ballot against the signed head of its closing. */
function provenVote(
  { line, index, path, head, root, size }: VoteProof,
  { question }: ReceiptVote,
): CountedVote['counted'] {
  if (head === undefined) return null;
  const proof: OwnProof = {
    scaf: 'prueba/1',
    voto: line,
    lugar: index,
    camino: pathText(path),
    cabeza: head.note,
  };
  return { proof: proofText(proof), key: head.key, root, ballots: size, question };
}

function fateOf({ annulled, deleted }: ReceiptVote): Pick<CountedVote, 'annulled' | 'deleted'> {
  const deletion = deleted && { deleted: { at: new Date(deleted.at).toISOString(), reason: deleted.reason } };
  if (annulled === undefined) return {};
  const { act, at, reason } = annulled;
  return { annulled: { at: new Date(at).toISOString(), how: actWord(act), reason }, ...deletion };
}
