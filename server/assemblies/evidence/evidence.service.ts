import { LRUCache } from 'lru-cache';
import type { FileAnswer } from '../../../shared/api.ts';
import { utf8 } from '../../../shared/evidence/bytes.ts';
import type { CountedVote, Evidence } from '../../../shared/evidence/evidence.api.ts';
import { readHeadText } from '../../../shared/evidence/head.ts';
import { readBallotLine } from '../../../shared/evidence/leaves.ts';
import { inclusionPath, leafHash } from '../../../shared/evidence/merkle.ts';
import { textOfNote } from '../../../shared/evidence/note.ts';
import { type OwnProof, pathText, proofText } from '../../../shared/evidence/own-proof.ts';
import { readEpochs, readHeads, type StoredHead } from '../../platform/audit/heads.repository.ts';
import { readBeginning, readConsistency } from '../../platform/audit/heads.ts';
import { sha256 } from '../../platform/audit/signing.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { instantOf } from '../../platform/db/queries.ts';
import { FailureLimiter } from '../../platform/http/attempts.ts';
import { placeOf } from '../../platform/http/joint-places.ts';
import { networkOf } from '../../platform/http/network.ts';
import { isHolder, type Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { ownUnits } from '../meeting/records.service.ts';
import type { AssembliesContext } from '../store/act.ts';
import { findByReceipt, type KeptBallotTree, readBallotTrees } from '../store/ballot-trees.repository.ts';
import { readConcepts } from '../store/concepts.repository.ts';
import { ownPack } from './own-pack.ts';

/** Proofs that six hundred phones ask for after one closing, from the few heads that they hold. */
const MOST_PROOFS = 500;
const QUARTER_HOUR_MS = 15 * 60 * 1000;
/** As of unknown codes. */
const MAX_UNKNOWN_RECEIPTS = 30;

/** What stands for an assembly outside of the store: signed heads, their proofs, and that a vote was counted. */
export function evidenceService({ store, directory, counters }: AssembliesContext) {
  const { db } = store;
  const proofs = new LRUCache<string, Promise<string | null>>({ max: MOST_PROOFS });
  const unknown = new FailureLimiter(
    counters.counter('unknown-receipt', QUARTER_HOUR_MS),
    MAX_UNKNOWN_RECEIPTS,
  );

  const chainOfJoint = async (jointId: number) => jointChain((await placeOf(directory, jointId)).rootId);

  async function countedVote(
    jointId: number,
    text: string,
    isTheirs: (trx: Db, apartmentId: string) => Promise<boolean>,
  ): Promise<CountedVote | null> {
    const { rootId } = await placeOf(directory, jointId);
    const receipt = text.trim().toUpperCase();
    return readAsOfNow(db, async (trx) => {
      const vote = await findByReceipt(trx, rootId, receipt);
      if (vote === undefined || !(await isTheirs(trx, vote.apartmentId))) return null;
      const counted = (await readBallotTrees(trx, vote)).flatMap((tree) => {
        const index = tree.lines.findIndex((line) => readBallotLine(line)?.receipt === receipt);
        return index < 0 ? [] : [{ tree, index }];
      });
      // The newest closing is what the result stands on.
      const last = counted.at(-1);
      if (last === undefined) return { counted: null };
      const head = (await readHeads(trx, jointChain(rootId))).find((one) => isOfClosing(one, last.tree));
      const [question] = await readConcepts(trx, last.tree);
      const asked = question?.description ?? '';
      const proven = head === undefined ? null : provenVote(last.tree, last.index, head, asked);
      return { counted: proven && { ...proven, ...(vote.setAside ? { setAside: true as const } : {}) } };
    });
  }

  return {
    heads: async (jointId: number): Promise<Evidence> => {
      const chain = await chainOfJoint(jointId);
      return readAsOfNow(db, async (trx) => ({
        heads: await headsToApi(trx, chain),
        epochs: (await readEpochs(trx)).map((epoch) => ({
          ...epoch,
          beganAt: new Date(epoch.beganAt).toISOString(),
          copiedAt: instantOf(epoch.copiedAt),
        })),
      }));
    },

    /** @throws Problem headNotFound */
    proof: async (jointId: number, { from, to }: { from: number; to: number }): Promise<{ path: string }> => {
      const chain = await chainOfJoint(jointId);
      const key = `${chain} ${from} ${to}`;
      const asked = proofs.get(key) ?? readConsistency(db, chain, { from, to });
      proofs.set(key, asked);
      const path = await asked.catch((error: unknown) => {
        proofs.delete(key);
        throw error;
      });
      // The tree may have it by the next time.
      if (path === null) proofs.delete(key);
      if (path === null) throw new Problem('headNotFound');
      return { path };
    },

    /** @throws Problem voteNotFound, also for a receipt of another's vote */
    checkVote: async (jointId: number, receipt: string, principal: Principal): Promise<CountedVote> => {
      const family = await directory.family(jointId);
      const found = await countedVote(
        jointId,
        receipt,
        async (trx, apartmentId) =>
          !isHolder(principal) || (await ownUnits(trx, principal, family)).has(apartmentId),
      );
      if (found === null) throw new Problem('voteNotFound');
      return found;
    },

    checkReceipt,

    /**
     * An owner's own pack.
     * @throws Problem as `checkReceipt`; headNotFound while the vote is not counted
     */
    pack: async (jointId: number, receipt: string, address: string): Promise<FileAnswer> => {
      const { counted } = await checkReceipt(jointId, receipt, address);
      if (counted === null) throw new Problem('headNotFound');
      return ownPack(db, await chainOfJoint(jointId), counted);
    },
  };

  /** @throws Problem voteNotFound; tooManyAttempts from an address that tried too many unknown ones */
  async function checkReceipt(jointId: number, receipt: string, address: string): Promise<CountedVote> {
    const network = [networkOf(address)];
    const wait = await unknown.blockedFor(network);
    if (wait > 0) throw new Problem('tooManyAttempts', undefined, wait);
    const place = await directory.find(jointId);
    const found = place === undefined ? null : await countedVote(jointId, receipt, async () => true);
    if (found !== null) return found;
    const { tooManyFor } = await unknown.fail(network);
    if (tooManyFor > 0) throw new Problem('tooManyAttempts', undefined, tooManyFor);
    throw new Problem('voteNotFound');
  }
}

/** The heads of a chain; one of another epoch or key than the one before it with the act that says why. */
async function headsToApi(trx: Db, chain: string): Promise<Evidence['heads']> {
  const told: Evidence['heads'] = [];
  for (const head of await readHeads(trx, chain)) {
    const before = told.at(-1);
    const isOfBefore = before === undefined || (before.epoch === head.epoch && before.key === head.key);
    const began = isOfBefore ? null : await readBeginning(trx, chain, head.size);
    told.push({ ...head, at: new Date(head.at).toISOString(), began });
  }
  return told;
}

function isOfClosing({ note }: StoredHead, { seq, jointId, conceptId }: KeptBallotTree): boolean {
  const head = readHeadText(textOfNote(note) ?? '');
  return (
    head?.closings.some(
      (closing) => closing.seq === seq && closing.jointId === jointId && closing.conceptId === conceptId,
    ) === true
  );
}

/** A ballot's own proof, by the head of its closing. */
function provenVote(
  tree: KeptBallotTree,
  index: number,
  head: StoredHead,
  question: string,
): CountedVote['counted'] {
  const hashes = tree.lines.map((line) => leafHash(sha256, utf8(line)));
  const proof: OwnProof = {
    scaf: 'prueba/1',
    voto: tree.lines[index] ?? '',
    lugar: index,
    camino: pathText(inclusionPath(sha256, hashes, index)),
    cabeza: head.note,
  };
  return { proof: proofText(proof), key: head.key, root: tree.root, ballots: tree.size, question };
}
