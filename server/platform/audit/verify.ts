import { type Db, readAsOfNow } from '../db/engine.ts';
import { GENESIS, hashEntry } from './entry.ts';
import { listChains, readChain, type StoredEntry } from './trail.repository.ts';

/** A finding: a place that differs from what the trail says, described in a Spanish sentence. */
export interface Finding {
  chain: string;
  /** The entry's number, or null where a record of the store contradicts the whole trail. */
  seq: number | null;
  what: string;
}

/** The verification of one chain: its last entry and the findings. */
export interface ChainVerification {
  summary: {
    chain: string;
    entries: number;
    lastHash: string;
    /** Entries from before the store's figures were kept with them: what those posted is not compared. */
    notKept: number;
  };
  findings: Finding[];
}

export interface Verification {
  chains: ChainVerification['summary'][];
  findings: Finding[];
}

/** Compares a chain with the records of the store; a kind of chain that it does not know has no findings. */
export type CompareChain = (
  trx: Db,
  chain: string,
  entries: readonly StoredEntry[],
) => Promise<{ findings: Finding[]; notKept?: number }>;

/** Verifies every chain within one instant of the store. */
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

/** The same of one chain; one that holds nothing ends with GENESIS. */
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
