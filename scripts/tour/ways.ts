/** Server functions called in the three acts of the tour, as references to the code. */
import { attendanceService } from '../../server/assemblies/attendance/attendance.service.ts';
import { registerUnits } from '../../server/assemblies/attendance/register-units.ts';
import { registeringAs } from '../../server/assemblies/attendance/registering.ts';
import { changesBetween } from '../../server/assemblies/live/events.ts';
import { readJointState } from '../../server/assemblies/live/joint-state.ts';
import { inAssemblyTransaction, runUseCase } from '../../server/assemblies/store/act.ts';
import { insertAttendance } from '../../server/assemblies/store/attendance/attendance.repository.ts';
import { raiseRevisions } from '../../server/assemblies/store/revisions.repository.ts';
import { keepTally } from '../../server/assemblies/store/tally/kept-tally.repository.ts';
import { insertVotes } from '../../server/assemblies/voting/ballot-box.repository.ts';
import { BallotBox } from '../../server/assemblies/voting/ballot-box.ts';
import { votesService } from '../../server/assemblies/voting/votes.service.ts';
import { commitMonth, storeIssuedMonth } from '../../server/billing/issue/commit-month.ts';
import { computeMonth } from '../../server/billing/issue/compute-month.ts';
import { issueService } from '../../server/billing/issue/issue.service.ts';
import { issueInJob } from '../../server/billing/issue/job.ts';
import { makeMonth } from '../../server/billing/issue/month-work.ts';
import { saveBooks } from '../../server/billing/ledger/books.repository.ts';
import { markIssued } from '../../server/billing/store/months.repository.ts';
import { appendAudit } from '../../server/platform/audit/trail.ts';
import { putRows, withStagedRows } from '../../server/platform/db/put-rows.ts';
import { admit } from '../../server/platform/http/guard.ts';
import { CoalescedPublisher } from '../../server/platform/live/publisher.ts';
import { queueJob } from '../../server/platform/queue/job.ts';
import type { Endpoint } from '../../shared/api.ts';
import { register } from '../../shared/assemblies/attendance.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { issueMonth } from '../../shared/billing/months.api.ts';
import type { Target } from './places.ts';

/** Function called in an act. */
export interface Step {
  target: Target;
  /** Process or thread of the function. The tour checks only calls in the main thread. */
  runsIn: 'main thread' | 'thread of SQLite' | 'worker process' | 'declaration';
  says: string;
}

type Class = abstract new (...args: never[]) => object;
type Factory = (...args: never[]) => object;

const step = (target: Target, says: string, runsIn: Step['runsIn'] = 'main thread'): Step => ({
  target,
  runsIn,
  says,
});
const run = ({ name }: { name: string }, says: string, runsIn?: Step['runsIn']) =>
  step({ export: name }, says, runsIn);
const call = <F extends Factory>(factory: F, method: keyof ReturnType<F> & string, says: string) =>
  step({ method, of: factory.name }, says);
const send = <C extends Class>(owner: C, method: keyof InstanceType<C> & string, says: string) =>
  step({ method, of: owner.name }, says);

/** Returns the first steps of each act: from the endpoint to the service. */
const enters = (endpoint: Endpoint): Step[] => [
  step({ export: endpoint.id }, 'declares the endpoint: path, access rule, schemas', 'declaration'),
  run(admit, 'reads the session of the token; the guard then checks profile and joint'),
  step({ mounts: endpoint.id }, 'passes the checked input to the service', 'declaration'),
];

/** Last steps of an act of an assembly: from the commit to the screens. */
const announces = [
  send(CoalescedPublisher, 'touch', 'notes the changed joint after the commit'),
  run(readJointState, 'reads the new state of the joint in one transaction'),
  run(changesBetween, 'finds the events between the former and the new state'),
];

export const scanWay: readonly Step[] = [
  ...enters(register),
  call(attendanceService, 'register', 'is the use case: an act with an idempotency key'),
  run(runUseCase, 'runs the act, and notifies after the commit'),
  run(inAssemblyTransaction, 'locks the joint and opens the transaction'),
  run(registeringAs, 'finds the holder of the scanned code'),
  run(registerUnits, 'checks units, powers and capacity'),
  run(insertAttendance, 'stores the attendance of each unit'),
  run(appendAudit, 'appends the entry to the chain of the joint'),
  run(raiseRevisions, 'raises the revision of the joint, last'),
  ...announces,
];

export const voteWay: readonly Step[] = [
  ...enters(castVote),
  call(votesService, 'cast', 'is the use case: a vote goes to the ballot box'),
  send(
    BallotBox,
    'cast',
    'puts the vote into the queue of the joint; a batch follows at once or within 8 ms',
  ),
  run(insertVotes, 'checks and stores the votes of the batch in one statement', 'thread of SQLite'),
  run(keepTally, 'adds the votes to the tally of the question', 'thread of SQLite'),
  run(appendAudit, 'appends one entry for the batch', 'thread of SQLite'),
  run(raiseRevisions, 'raises the revision of the joint, last', 'thread of SQLite'),
  ...announces,
];

export const monthWay: readonly Step[] = [
  ...enters(issueMonth),
  call(issueService, 'issue', 'is the use case: refuses early, else queues a job'),
  run(queueJob, 'stores the job; the screen polls the progress'),
  run(issueInJob, 'is the handler of the job, at any server process'),
  run(makeMonth, 'reads the books and the prepared month', 'worker process'),
  run(computeMonth, 'computes interest, allocations and bills: pure', 'worker process'),
  run(storeIssuedMonth, 'asks the store for the one short transaction'),
  run(
    withStagedRows,
    'first puts the rows into a temporary table, with votes in between',
    'thread of SQLite',
  ),
  run(commitMonth, 'refuses if the books changed meanwhile', 'thread of SQLite'),
  run(markIssued, 'freezes the month', 'thread of SQLite'),
  run(putRows, 'stores the computed rows unchanged', 'thread of SQLite'),
  run(appendAudit, 'appends the entry to the chain of the books', 'thread of SQLite'),
  run(saveBooks, 'raises the revision of the books', 'thread of SQLite'),
];
