/** Checks at the end of a simulated evening: the store, the reports, and the audit trail. */
import assert from 'node:assert/strict';
import { readAttendanceReport } from '../../../server/assemblies/reports/attendance-report.ts';
import { readVoteReport } from '../../../server/assemblies/reports/vote-report.ts';
import { verifyAudit } from '../../../server/audit/verify.ts';
import type { Store } from '../../../server/platform/db/connect.ts';
import { fromNumber } from '../../../shared/coefficient.ts';
import type { NotedAssembly, NotedQuestion } from './books.ts';
import type { HeldEvening } from './evening.ts';
import { pictureByHand, pictureOf } from './picture.ts';

/**
 * Compares the store with the expected state (`books`) after a simulated evening (random assembly). All
 * servers must be stopped.
 */
export async function settleAccounts(store: Store, { books, receipts }: HeldEvening): Promise<void> {
  assert.deepStrictEqual((await verifyAudit(store.db)).findings, [], 'what the trail does not explain');
  await receiptsAreKeptOnce(store, books.annulled, receipts);
  for (const noted of [...books.archive, books.now]) {
    await attendanceIsReported(store, books.plan.jointId, noted);
    for (const question of noted.questions.values()) {
      await votesAreReported(store, books.plan.jointId, noted, question);
    }
  }
}

/** Checks that each returned receipt is stored once, with a valid or an annulled vote. */
async function receiptsAreKeptOnce(
  { db }: Store,
  annulled: ReadonlySet<string>,
  receipts: ReadonlySet<string>,
): Promise<void> {
  const standing = (await db.selectFrom('vote').select('receipt').execute()).map(({ receipt }) => receipt);
  const records = await db.selectFrom('annulment').select('record').where('concept_id', '>', 1).execute();
  const gone = records.map(({ record }) => String(Reflect.get(Object(JSON.parse(record)), 'receipt')));
  assert.deepStrictEqual([...gone].sort(), [...annulled].sort(), 'votes that were annulled');
  assert.deepStrictEqual([...standing, ...gone].sort(), [...receipts].sort(), 'receipts, each of them once');
}

async function attendanceIsReported({ db }: Store, jointId: number, noted: NotedAssembly): Promise<void> {
  const { assemblyId, roll, present } = noted;
  assert.ok(assemblyId !== null);
  const report = await readAttendanceReport(db, { jointId, assemblyId });
  const { registered, total, quorum } = pictureByHand(noted);
  const { registered: there, total: all, quorum: reached } = report;
  assert.deepStrictEqual([there, all, reached], [registered, total, quorum]);
  const rows = report.present.map((row) => `${row.apartmentId} ${row.coefficient} ${row.owner}`);
  const due = roll.flatMap(({ id, nano, owner }) => (present.has(id) ? [`${id} ${nano} ${owner}`] : []));
  assert.deepStrictEqual(rows.sort(), due.sort(), 'the rows of the attendance report');
  const absent = report.absent.map(({ apartmentId }) => apartmentId);
  const away = roll.flatMap(({ id }) => (present.has(id) ? [] : [id]));
  assert.deepStrictEqual(absent.sort(), away.sort(), 'who the attendance report says is absent');
}

async function votesAreReported(
  { db }: Store,
  jointId: number,
  noted: NotedAssembly,
  question: NotedQuestion,
): Promise<void> {
  const { assemblyId } = noted;
  const { conceptId, votes } = question;
  assert.ok(assemblyId !== null);
  const report = await readVoteReport(db, { jointId, assemblyId, conceptId });
  // The report of an open question has no answers and no receipts.
  const isOpen = report.result.active === 1;
  const rows = report.votes.map(({ apartmentId, answerId, coefficient, receipt, remote }) =>
    [apartmentId, answerId, coefficient, receipt, remote ? 'remote' : 'in the room'].join(' '),
  );
  const due = [...votes].map(([id, { answerId, cast, receipt, inRoom }]) =>
    [id, isOpen ? null : answerId, cast.nano, isOpen ? '' : receipt, inRoom ? 'in the room' : 'remote'].join(
      ' ',
    ),
  );
  assert.deepStrictEqual(rows.sort(), due.sort(), `the rows of the report on question ${conceptId}`);
  const shown = pictureOf({ ...report, assembly: null, concepts: [report.result, report.result] })
    .questions[0];
  const byHand = pictureByHand(noted).questions.find((one) => one.conceptId === conceptId);
  assert.deepStrictEqual(shown, byHand, 'the result that the report shows');
  // A unit that voted and left is in `votes`, not in `silent`.
  const silent = report.silent.filter(({ apartmentId }) => votes.has(apartmentId));
  assert.deepStrictEqual(silent, [], 'who voted and is said to have been silent');
  assert.ok(fromNumber(report.result.voted.coefficient) >= 0);
}
