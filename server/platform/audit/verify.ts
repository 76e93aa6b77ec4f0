import { type Db, readAsOfNow } from '../db/engine.ts';
import { GENESIS, hashEntry } from './entry.ts';
import { textFaults } from './texts.repository.ts';
import { listChains, readChain, type StoredEntry } from './trail.repository.ts';

/**
 * Difference found by the verification: a changed or missing audit entry, or stored data in contradiction
 * to the entries.
 */
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
    /**
     * Number of old billing entries without the figures needed to compare the entries with the postings.
     */
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
 * Function of a feature to compare the entries of an audit chain with the stored data, for example the
 * votes of a joint. Returns a finding for each difference, and no findings for a chain of another feature.
 * @param chain name of the chain: 'joint:3'
 * @returns `notKept`: number of old entries without the figures to compare
 */
export type CompareChain = (
  trx: Db,
  chain: string,
  entries: readonly StoredEntry[],
) => Promise<{ findings: Finding[]; notKept?: number }>;

/**
 * Verifies all audit chains at a single state of the database: the hash and the number of each entry, and
 * (by `compare`) signed heads and stored data. Returns a summary of each chain and the differences found.
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

/**
 * Verifies a single audit chain: the hash and the number of each entry, and (by `compare`) signed heads and
 * stored data.
 */
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
  for (const fault of await textFaults(trx, chain, entries)) findings.push({ chain, ...fault });
  const { findings: differing, notKept = 0 } = await compare(trx, chain, entries);
  findings.push(...differing);
  return { summary: { chain, entries: entries.length, lastHash: previous, notKept }, findings };
}
