import { compareWithStore } from '../../audit/compare-store.ts';
import { replayJoint } from '../../audit/replay.ts';
import { compareEvent } from '../../audit/replay-event.ts';
import type { Db } from '../db/engine.ts';
import { readAsOfNow } from '../db/engine.ts';
import { GENESIS, hashEntry } from './trail.ts';

/** Something that is not as it was left: where, and what, as a Spanish sentence. */
export interface Finding {
  chain: string;
  /** The entry's number, or null where a record of the store contradicts the whole trail. */
  seq: number | null;
  what: string;
}

export interface Verification {
  chains: { chain: string; entries: number; lastHash: string }[];
  findings: Finding[];
}

/**
 * Recomputes every chain, and compares what a joint's trail says must stand with what the store holds: an entry
 * that was changed, removed or put in between breaks its chain; a vote or registration changed by hand
 * contradicts the trail, and is named.
 */
export function verifyAudit(db: Db): Promise<Verification> {
  return readAsOfNow(db, async (trx) => {
    const names = await trx.selectFrom('audit_entry').select('chain').distinct().orderBy('chain').execute();
    const result: Verification = { chains: [], findings: [] };
    for (const { chain } of names) {
      const { summary, findings } = await verifyOne(trx, chain);
      result.chains.push(summary);
      result.findings.push(...findings);
    }
    return result;
  });
}

/** The same of one chain; one that holds nothing ends with GENESIS. */
export function verifyChain(db: Db, chain: string): ReturnType<typeof verifyOne> {
  return readAsOfNow(db, (trx) => verifyOne(trx, chain));
}

async function verifyOne(
  trx: Db,
  chain: string,
): Promise<{ summary: Verification['chains'][number]; findings: Finding[] }> {
  const entries = await trx
    .selectFrom('audit_entry')
    .selectAll()
    .where('chain', '=', chain)
    .orderBy('seq')
    .execute();
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
  const summary = { chain, entries: entries.length, lastHash: previous };
  const eventId = /^event:(\d+)$/.exec(chain)?.[1];
  if (eventId !== undefined) {
    for (const what of await compareEvent(trx, Number(eventId), entries)) {
      findings.push({ chain, seq: null, what });
    }
  }
  const jointId = /^joint:(\d+)$/.exec(chain)?.[1];
  if (jointId === undefined) return { summary, findings };
  const replayed = replayJoint(entries);
  for (const { seq: at, what } of replayed.contradictions) findings.push({ chain, seq: at, what });
  for (const what of await compareWithStore(trx, Number(jointId), replayed)) {
    findings.push({ chain, seq: null, what });
  }
  return { summary, findings };
}
