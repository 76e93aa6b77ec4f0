import { type Compilable, CompiledQuery } from 'kysely';
import { expect } from 'vitest';
import { signInWithCode } from '../../shared/accounts/auth.api.ts';
import { matterLaw } from '../../shared/assemblies/law/matters.ts';
import type { AnswerCount } from '../../shared/assemblies/tally.ts';
import { actWords } from '../../shared/audit/act-words.ts';
import { factNames } from '../../shared/audit/fact-names.ts';
import { type ErrorCode, errorReply } from '../../shared/errors.ts';
import { readConcepts } from '../assemblies/store/questions/concepts.repository.ts';
import { keptCounts } from '../assemblies/store/tally/kept-tally.repository.ts';
import { countVotes } from '../assemblies/store/tally/tally.repository.ts';
import { verifyAudit } from '../audit/verify.ts';
import type { Db } from '../platform/db/engine.ts';
import type { Reply, TestApp } from './app.ts';

/**
 * Returns the stored attendance and votes of joints and sectors, sorted by unit. Tests compare the result
 * before and after an act.
 */
export async function storedState(app: TestApp, jointIds: readonly number[]) {
  const attendance = await app.store.db
    .selectFrom('attendance')
    .select(['joint_id', 'apartment_id', 'holder', 'at'])
    .where('joint_id', 'in', jointIds)
    .orderBy('joint_id')
    .execute();
  const votes = await app.store.db
    .selectFrom('vote')
    .select(['joint_id', 'concept_id', 'apartment_id', 'answer_id', 'receipt', 'holder', 'cast_by'])
    .where('joint_id', 'in', jointIds)
    .execute();
  const byUnit = (a: { apartment_id: string }, b: { apartment_id: string }) =>
    a.apartment_id < b.apartment_id ? -1 : a.apartment_id > b.apartment_id ? 1 : 0;
  return { attendance: attendance.sort(byUnit), votes: votes.sort(byUnit) };
}

/** Returns the ids of the registered units of a joint, sorted. */
export async function registeredUnits(app: TestApp, jointId: number): Promise<string[]> {
  return (await storedState(app, [jointId])).attendance.map((row) => row.apartment_id);
}

/** Returns the valid votes of a joint as texts `concept/unit=answer`, sorted. */
export async function votesOf(app: TestApp, jointId: number): Promise<string[]> {
  const { votes } = await storedState(app, [jointId]);
  return votes.map((vote) => `${vote.concept_id}/${vote.apartment_id}=${vote.answer_id}`).sort();
}

/**
 * Expects the verification of the audit trail to find no fault: hashes are right, and the stored data agree
 * with the entries.
 */
export async function expectTrailExplainsAll(app: TestApp): Promise<void> {
  expect((await verifyAudit(app.store.db)).findings).toEqual([]);
  await expectTalliesKept(app.store.db);
  await expectTrailNamed(app.store.db);
}

/**
 * Ends a test with an assembly: verifies the audit trail (`expectTrailExplainsAll`), then closes the
 * application.
 */
export async function endAssembly(app: TestApp): Promise<void> {
  try {
    await expectTrailExplainsAll(app);
  } finally {
    await app.close();
  }
}

/** Returns SQLite's plan for a query, a line per step, to test the use of an index. */
export async function planOf(db: Db, query: Compilable): Promise<string[]> {
  const { sql: text, parameters } = query.compile();
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
  );
  return rows.map(({ detail }) => detail);
}

/** Expects a Spanish label for each act and fact in the audit trails of joints and billing. */
export async function expectTrailNamed(db: Db): Promise<void> {
  const entries = await db
    .selectFrom('audit_entry')
    .select(['act', 'data'])
    .where((eb) => eb.or([eb('chain', 'like', 'joint:%'), eb('chain', 'like', 'billing:%')]))
    .execute();
  const names = new Set(entries.flatMap(({ data }) => namesWithin(JSON.parse(data))));
  // Amounts have separate names, accounts are named by units, and majorities of by-laws by their subject.
  const namedFacts = new Set([...Object.keys({ ...factNames, ...matterLaw }), 'centavos', 'accounts']);
  expect([...names].filter((name) => !namedFacts.has(name))).toEqual([]);
  expect([...new Set(entries.map(({ act }) => act))].filter((act) => !(act in actWords))).toEqual([]);
}

const namesWithin = (facts: object): string[] =>
  Object.entries(facts).flatMap(([name, value]) => {
    const own = Array.isArray(facts) ? [] : [name];
    return value !== null && typeof value === 'object' ? [...own, ...namesWithin(value)] : own;
  });

/**
 * Expects the stored tallies (sums of votes) of all questions, also of earlier assemblies, to equal the
 * counted votes.
 */
export async function expectTalliesKept(db: Db): Promise<void> {
  const places = await db
    .selectFrom('concept')
    .select(['assembly_id as assemblyId', 'joint_id as jointId'])
    .distinct()
    .execute();
  const byAnswer = (counts: ReadonlyMap<number, readonly AnswerCount[]>) =>
    [...counts]
      .map(([conceptId, of]) => [conceptId, [...of].sort((a, b) => a.answerId - b.answerId)] as const)
      .sort(([a], [b]) => a - b);
  for (const { assemblyId, jointId } of places) {
    const concepts = (await readConcepts(db, { assemblyId, jointId })).slice(1);
    const tallied = byAnswer(await keptCounts(db, assemblyId, jointId, concepts));
    expect(tallied).toEqual(byAnswer(await countVotes(db, assemblyId, jointId, concepts)));
  }
}

/** Expects a refused call: HTTP status and Spanish sentence of an error code. */
export function expectRefused(reply: Reply<unknown>, code: ErrorCode): void {
  const { statusCode: status, message } = errorReply(code, reply.error?.details);
  expect({ status: reply.status, code: reply.error?.code, message: reply.error?.message }).toEqual({
    status,
    code,
    message,
  });
  expect(reply.error.statusCode).toBe(status);
}

/** Opens a session with the code of a card or badge. Returns the token. */
export async function qrSession(app: TestApp, code: string): Promise<string> {
  const { status, body } = await app.call(signInWithCode, { body: { code } });
  if (status !== 200) throw new Error(`no QR session: ${JSON.stringify(body)}`);
  return body.jwt;
}

/** Counts replies by status: `{201: 1, 409: 199}`. */
export function countStatuses(replies: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
