import { verifyAudit } from '../../server/audit/verify.ts';
import { receiptsWithAnnulments } from '../../server/billing/ledger/annulled.repository.ts';
import type { StoreAddress } from '../../server/platform/db/connect.ts';
import type { Db } from '../../server/platform/db/engine.ts';
import { sameIn } from '../../server/platform/db/queries.ts';
import type { Book } from './book.ts';
import type { Prepared } from './ground/prepare.ts';
import { inStore } from './state.ts';

/** Result of a fault run: acknowledged operations missing in the store, and rows without an operation. */
export interface Verdict {
  /** Sentences about acknowledged operations missing in the store, or stored with another receipt. */
  lost: string[];
  /** Rows stored twice, or never sent by the run. */
  doubled: string[];
  /** Number of given-up operations found in the store. */
  found: number;
  /** Mismatches found by the check of the audit trail. */
  findings: string[];
}

/**
 * Compares the store with the operations noted during a fault run. No server may write meanwhile.
 * @param book operations sent, with the acknowledgements
 */
export function checkStore(address: StoreAddress, prepared: Prepared, book: Book): Promise<Verdict> {
  return inStore(address, async ({ db }) => {
    const verdict: Verdict = { lost: [], doubled: [], found: 0, findings: [] };
    await checkVotes(db, prepared, book, verdict);
    await checkPayments(db, prepared, book, verdict);
    await checkMoves(db, prepared, book, verdict);
    const { findings } = await verifyAudit(db);
    verdict.findings.push(...findings.map(({ chain, seq, what }) => `${chain} #${seq ?? '-'}: ${what}`));
    return verdict;
  });
}

async function checkVotes(db: Db, { halls }: Prepared, { votes }: Book, verdict: Verdict): Promise<void> {
  const jointIds = halls.map(({ jointId }) => jointId);
  const stored = await db
    .selectFrom('vote')
    .select(['joint_id', 'concept_id', 'apartment_id', 'answer_id', 'receipt'])
    .where('joint_id', 'in', jointIds)
    .execute();
  const byUnit = new Map(stored.map((row) => [`${row.joint_id}/${row.concept_id}/${row.apartment_id}`, row]));
  const sentVotes = new Set<string>();
  for (const { jointId, conceptId, apartmentId, answerId, receipt } of votes) {
    const name = `${jointId}/${conceptId}/${apartmentId}`;
    sentVotes.add(name);
    const row = byUnit.get(name);
    if (receipt === null) verdict.found += row === undefined ? 0 : 1;
    else if (row === undefined || row.receipt !== receipt || row.answer_id !== answerId) {
      verdict.lost.push(`vote ${name}: ${receipt} acknowledged, ${row?.receipt ?? 'nothing'} stored`);
    }
  }
  for (const name of byUnit.keys())
    if (!sentVotes.has(name)) verdict.doubled.push(`vote ${name} was not asked for`);
  const receipts = new Set(stored.map(({ receipt }) => receipt));
  if (receipts.size !== stored.length || byUnit.size !== stored.length) {
    verdict.doubled.push('a receipt of a vote was given twice');
  }
}

async function checkPayments(db: Db, { billed }: Prepared, book: Book, verdict: Verdict): Promise<void> {
  const { jointId } = billed;
  const stored = await receiptsWithAnnulments(db)
    .innerJoin('payment as p', (join) => join.on(sameIn('p', 'r', ['joint_id', 'payment'])))
    .select(['p.payment', 'p.reference', 'p.amount', 'r.receipt', 'r.apartment_id', 'a.number as annulled'])
    .where('p.joint_id', '=', jointId)
    .execute();
  const byReference = new Map<string, (typeof stored)[number][]>();
  for (const row of stored) {
    byReference.set(row.reference ?? '', [...(byReference.get(row.reference ?? '') ?? []), row]);
  }
  for (const { reference, apartmentId, centavos, numbers, annulment } of book.payments) {
    const rows = byReference.get(reference) ?? [];
    byReference.delete(reference);
    if (rows.length > 1) verdict.doubled.push(`payment ${reference} is there ${rows.length} times`);
    const [row] = rows;
    if (numbers === null) {
      verdict.found += rows.length;
      continue;
    }
    const isSame =
      row?.payment === numbers.payment &&
      row.receipt === numbers.receipt &&
      row.apartment_id === apartmentId &&
      row.amount === centavos;
    if (!isSame) verdict.lost.push(`payment ${reference}: receipt ${numbers.receipt} acknowledged`);
    const isAnnulled = typeof row?.annulled === 'number';
    if (annulment === 'acknowledged' && !isAnnulled) verdict.lost.push(`annulment of ${numbers.receipt}`);
    if (annulment === 'asked' && isAnnulled) verdict.found += 1;
    if (annulment === 'none' && isAnnulled) verdict.doubled.push(`annulment of ${numbers.receipt}`);
  }
  for (const reference of byReference.keys()) verdict.doubled.push(`payment ${reference} was not asked for`);
  checkNumbers(
    'payment',
    stored.map(({ payment }) => payment),
    verdict,
  );
  checkNumbers(
    'receipt',
    stored.map(({ receipt }) => receipt),
    verdict,
  );
}

/** Checks document numbers: from 1 on, without repetition and gaps. */
function checkNumbers(what: string, numbers: readonly number[], verdict: Verdict): void {
  const sorted = [...numbers].sort((a, b) => a - b);
  const wrong = sorted.find((number, i) => number !== i + 1);
  if (wrong !== undefined) verdict.doubled.push(`${what} number ${wrong} is out of turn`);
}

async function checkMoves(db: Db, { halls }: Prepared, book: Book, verdict: Verdict): Promise<void> {
  const acts = await db
    .selectFrom('audit_entry')
    .select(['act', 'data'])
    .where('chain', 'like', 'joint:%')
    .where('act', 'in', ['registered', 'freed'])
    .execute();
  // Arrivals and departures of each unit: in the audit trail, acknowledged, and requested (the maximum).
  const counts = new Map<string, { stored: number; acknowledged: number; sent: number }>();
  const countOf = (name: string) => {
    const count = counts.get(name) ?? { stored: 0, acknowledged: 0, sent: 0 };
    counts.set(name, count);
    return count;
  };
  for (const { jointId, registered } of halls) {
    for (const unit of registered) countOf(`${jointId}/${unit} registered`).stored -= 1;
  }
  for (const { act, data } of acts) {
    const { units }: { units: [number, string][] } = JSON.parse(data);
    for (const [jointId, unit] of units) countOf(`${jointId}/${unit} ${act}`).stored += 1;
  }
  for (const { jointId, apartmentIds, what, isAcknowledged } of book.moves) {
    for (const unit of apartmentIds) {
      const count = countOf(`${jointId}/${unit} ${what}`);
      count.sent += 1;
      if (isAcknowledged) count.acknowledged += 1;
    }
  }
  for (const [name, { stored, acknowledged, sent }] of counts) {
    if (stored < acknowledged) verdict.lost.push(`${name}: ${acknowledged} acknowledged, ${stored} stored`);
    if (stored > sent) verdict.doubled.push(`${name}: ${sent} asked, ${stored} stored`);
    verdict.found += Math.max(0, Math.min(stored, sent) - acknowledged);
  }
  await checkPresent(db, halls, book, verdict);
}

/**
 * Checks the registered units: exactly the units of the last acknowledged registrations. Skips units with a
 * registration or release not yet answered.
 */
async function checkPresent(db: Db, halls: Prepared['halls'], book: Book, verdict: Verdict): Promise<void> {
  for (const { jointId } of halls) {
    const rows = await db
      .selectFrom('attendance')
      .select('apartment_id')
      .where('joint_id', '=', jointId)
      .execute();
    const stored = new Set(rows.map((row) => row.apartment_id));
    const open = new Set(
      book.moves
        .filter((move) => move.jointId === jointId && !move.isAcknowledged)
        .flatMap(({ apartmentIds }) => apartmentIds),
    );
    const present = book.present.get(jointId) ?? new Set();
    for (const unit of present) {
      if (!stored.has(unit) && !open.has(unit)) verdict.lost.push(`registration of ${jointId}/${unit}`);
    }
    for (const unit of stored) {
      if (!present.has(unit) && !open.has(unit)) verdict.doubled.push(`registration of ${jointId}/${unit}`);
    }
  }
}
