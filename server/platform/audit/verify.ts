import { type Db, readAsOfNow } from '../db/engine.ts';
import { GENESIS, hashEntry } from './entry.ts';
import { listChains, readChain, type StoredEntry } from './trail.repository.ts';

/** Finding: a difference between store and audit log, with a Spanish sentence. */
export interface Finding {
  chain: string;
  /** Number of the entry. Null if a record of the store contradicts the whole log. */
  seq: number | null;
  what: string;
}

/** Verification of a chain: last entry and findings. */
export interface ChainVerification {
  summary: {
    chain: string;
    entries: number;
    lastHash: string;
    /** Number of entries without stored figures (from before figures were stored). Their postings are not compared. */
    notKept: number;
  };
  findings: Finding[];
}

export interface Verification {
  chains: ChainVerification['summary'][];
  findings: Finding[];
}

/** Compares a chain with the records of the store. An unknown kind of chain has no findings. */
export type CompareChain = (
  trx: Db,
  chain: string,
  entries: readonly StoredEntry[],
) => Promise<{ findings: Finding[]; notKept?: number }>;

/** Verifies every chain in a single snapshot. */
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

/** Verifies a chain. An empty chain ends with GENESIS. */
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
