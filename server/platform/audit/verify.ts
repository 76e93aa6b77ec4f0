import { type Db, readAsOfNow } from '../db/engine.ts';
import { GENESIS, hashEntry } from './entry.ts';
import { listChains, readChain, type StoredEntry } from './trail.repository.ts';

/** Difference between the stored data and the audit trail. */
export interface Finding {
  /** Name of the audit chain: 'joint:3'. */
  chain: string;
  /** Number of the audit entry. Null if stored data contradict the chain as a whole. */
  seq: number | null;
  /** Sentence in Spanish about the difference. */
  what: string;
}

/** Result of verifying an audit chain: last entry and findings. */
export interface ChainVerification {
  summary: {
    chain: string;
    entries: number;
    lastHash: string;
    /** Number of old entries without figures to compare with the postings. */
    notKept: number;
  };
  findings: Finding[];
}

/** Result of verifying all audit chains: a summary of each chain, and the faults found. */
export interface Verification {
  chains: ChainVerification['summary'][];
  findings: Finding[];
}

/**
 * Function of a feature to compare an audit chain with stored data of the joint, event or accounts. A chain
 * of another kind gives no findings.
 */
export type CompareChain = (
  trx: Db,
  chain: string,
  entries: readonly StoredEntry[],
) => Promise<{ findings: Finding[]; notKept?: number }>;

/**
 * Verifies all audit chains at the same state of the database: hashes of the entries, signed heads, and (by
 * `compare`) the stored data. Returns summaries and findings.
 */
export function verifyChains(db: Db, compare: CompareChain): Promise<Verification> {
  return readAsOfNow(db, async (trx) => {
    const result: Verification = { chains: [], findings: [] };
    for (const chain of await listChains(trx)) {
      const { summary, findings } = await verifyOne(trx, chain, compare);
      result.chains.push(summary);
      result.findings.push(...findings);
    }
    return result;
  });
}

/** Verifies a single audit chain: hashes of the entries, signed heads, and (by `compare`) the stored data. */
export function verifyChainWith(db: Db, chain: string, compare: CompareChain): Promise<ChainVerification> {
  return readAsOfNow(db, (trx) => verifyOne(trx, chain, compare));
}

async function verifyOne(trx: Db, chain: string, compare: CompareChain): Promise<ChainVerification> {
  const entries = await readChain(trx, chain);
  const findings: Finding[] = [];
  let previous = GENESIS;
  let seq = 0;
  for (const entry of entries) {
    seq += 1;
    if (entry.seq !== seq) {
      findings.push({ chain, seq, what: 'Falta una entrada del registro de auditoría.' });
      seq = entry.seq;
    }
    if (entry.previous_hash !== previous || hashEntry(entry) !== entry.hash) {
      findings.push({ chain, seq: entry.seq, what: `La entrada «${entry.act}» fue modificada.` });
    }
    previous = entry.hash;
  }
  const { findings: differing, notKept = 0 } = await compare(trx, chain, entries);
  findings.push(...differing);
  return { summary: { chain, entries: entries.length, lastHash: previous, notKept }, findings };
}
