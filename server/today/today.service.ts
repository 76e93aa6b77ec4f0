import type { AnswerOf } from '../../shared/api.ts';
import { bareText } from '../../shared/bare-text.ts';
import { instantInBogota, monthOfDay, today, yearAndMonth } from '../../shared/days.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { toPesos } from '../../shared/money.ts';
import { Profile } from '../../shared/profiles.ts';
import {
  JOINTS_OF_PAGE,
  type JointTasks,
  type listPortfolio,
  type listTasks,
  MOST_TASK_JOINTS,
  type PortfolioJoint,
  type Task,
  type TaskKind,
  taskKinds,
} from '../../shared/properties/tasks.api.ts';
import type { Right } from '../../shared/rights.ts';
import { lastMonths, monthToIssue, PROMISE_MS, readFigures } from '../billing/index.ts';
import { type Db, readAsOfNow } from '../platform/db/engine.ts';
import { isStaff, type Principal } from '../platform/http/principal.ts';
import {
  countDrafts,
  countOpenClaims,
  countPendingPowers,
  listCalledAssemblies,
  listOwnJoints,
  listWithoutContract,
  type OwnJoint,
  sumWaitingPayments,
} from './tasks.repository.ts';

/** Age of the oldest payments counted as waiting: a scan of all payments of 200 joints would take seconds. */
const PAYMENTS_SINCE_MS = 90 * DAY_MS;

/** Last months of the billed joints, by joint. */
type Months = Awaited<ReturnType<typeof lastMonths>>;

/** Creates the service behind 'Qué hacer hoy' and 'Cartera de copropiedades'. */
export function todayService(db: Db) {
  return {
    /** Joints with tasks, the most urgent first. */
    list: (principal: Principal): Promise<AnswerOf<typeof listTasks>> =>
      readAsOfNow(db, async (trx) => {
        const joints = await ownJoints(trx, principal);
        const { tasksOf, claimed } = await readTasks(trx, principal, joints);
        const busy = joints.map((joint) => jointLine(joint, tasksOf)).filter(({ tasks }) => tasks.length > 0);
        busy.sort(byUrgency(Date.now()));
        const withoutContract = await listWithoutContract(trx, claimed);
        const quiet = joints.length - busy.length;
        return { joints: busy.slice(0, MOST_TASK_JOINTS), quiet, withoutContract };
      }),

    /** A page of the joints with words in the name, joints with tasks first. */
    portfolio: (
      principal: Principal,
      { text = '', page = 1 }: { text?: string; page?: number },
    ): Promise<AnswerOf<typeof listPortfolio>> =>
      readAsOfNow(db, async (trx) => {
        const words = bareText(text).split(/\s+/);
        const joints = (await ownJoints(trx, principal)).filter(({ jointName }) =>
          words.every((word) => bareText(jointName).includes(word)),
        );
        const { tasksOf, months } = await readTasks(trx, principal, joints);
        const lines = joints.map((joint) => jointLine(joint, tasksOf)).sort(byUrgency(Date.now()));
        const shown = lines.slice((page - 1) * JOINTS_OF_PAGE, page * JOINTS_OF_PAGE);
        return { joints: await withFigures(trx, shown, months), total: joints.length };
      }),
  };
}

function ownJoints(db: Db, { joints, ...principal }: Principal): Promise<OwnJoint[]> {
  const ids =
    principal.profileId === Profile.full ? null : [...new Set([...joints.assembly, ...joints.billing])];
  return listOwnJoints(db, ids);
}

const jointLine = ({ jointId, jointName }: OwnJoint, tasksOf: ReadonlyMap<number, Task[]>): JointTasks => ({
  jointId,
  jointName,
  tasks: tasksOf.get(jointId) ?? [],
});

/** Compares joints by the most urgent task; joints without tasks come last and keep their order. */
const byUrgency = (now: number) => (a: JointTasks, b: JointTasks) =>
  urgencyOf(a.tasks[0], now) - urgencyOf(b.tasks[0], now);

/** Time of a task, epoch ms: an open assembly comes before all, a task without a deadline counts as of now. */
const urgencyOf = (task: Task | undefined, now: number): number => {
  if (task === undefined) return Number.MAX_SAFE_INTEGER;
  if (task.isOpen) return 0;
  return task.at === null ? now : Date.parse(task.at);
};

/** Reads the tasks of joints with one query for each kind. @returns also the joints with the register for the caller (`claimed`) */
async function readTasks(
  db: Db,
  principal: Principal,
  joints: readonly OwnJoint[],
): Promise<{ tasksOf: Map<number, Task[]>; months: Months; claimed: number[] }> {
  const now = Date.now();
  const bills = (jointId: number) => isStaff(principal) || principal.joints.billing.has(jointId);
  const meets = (jointId: number) => isStaff(principal) || principal.joints.assembly.has(jointId);
  const billed = joints.flatMap(({ jointId, usesBilling }) =>
    usesBilling === 1 && bills(jointId) && principal.profileId !== Profile.operator ? jointId : [],
  );
  const met = joints.flatMap(({ jointId, usesAssemblies }) =>
    usesAssemblies === 1 && meets(jointId) ? jointId : [],
  );
  const may = (right: Right, jointId: number) =>
    isStaff(principal) ||
    (right === 'assemblies' && principal.profileId === Profile.operator) ||
    principal.rights?.[right].has(jointId) === true;
  const tasksOf = new Map<number, Task[]>();
  const add = (jointId: number, kind: TaskKind, more: Partial<Task> & Pick<Task, 'mayAct'>): void => {
    const task = { kind, at: null, count: 1, amount: 0, month: null, isOpen: false, ...more };
    tasksOf.set(jointId, [...(tasksOf.get(jointId) ?? []), task]);
  };
  const at = (millis: number) => new Date(millis).toISOString();
  let months: Months = new Map();
  if (billed.length > 0) {
    months = await lastMonths(db, billed);
    const drafts = new Map((await countDrafts(db, billed)).map((row) => [row.jointId, row]));
    for (const jointId of billed) {
      const draft = drafts.get(jointId);
      const due = monthToIssue(months.get(jointId) ?? { issued: null, prepared: null }, monthOfDay(today()));
      const month = due === null ? null : { year: due.year, month: due.month };
      const mayAct = may('months', jointId);
      if (due?.isPrepared) add(jointId, 'monthToIssue', { month, mayAct });
      else if (draft !== undefined) {
        add(jointId, 'sheetToReview', {
          at: at(draft.since + PROMISE_MS),
          count: draft.count,
          month,
          mayAct,
        });
      } else if (due !== null) add(jointId, 'sheetMissing', { month, mayAct: true });
    }
    for (const { jointId, count, amount } of await sumWaitingPayments(db, billed, now - PAYMENTS_SINCE_MS)) {
      if (may('payments', jointId)) {
        add(jointId, 'paymentsWaiting', { count, amount: toPesos(amount), mayAct: true });
      }
    }
  }
  if (met.length > 0) {
    for (const { jointId, scheduledAt, openedAt } of await listCalledAssemblies(db, met)) {
      const time = openedAt ?? scheduledAt;
      const mayAct = may('assemblies', jointId);
      if (time !== null) add(jointId, 'assembly', { at: at(time), isOpen: openedAt !== null, mayAct });
    }
    for (const { jointId, count } of await countPendingPowers(db, met)) {
      if (may('assemblies', jointId)) add(jointId, 'powersWaiting', { count, mayAct: true });
    }
  }
  const isOperator = principal.profileId === Profile.operator;
  const claimed = joints.flatMap(({ jointId: id }) => (!isOperator && may('assemblies', id) ? [id] : []));
  for (const { jointId, count, dueOn } of await countOpenClaims(db, claimed)) {
    add(jointId, 'dataClaims', { at: instantInBogota(dueOn, '23:59'), count, mayAct: true });
  }
  const rank = (task: Task) => taskKinds.indexOf(task.kind);
  for (const tasks of tasksOf.values()) {
    tasks.sort((a, b) => urgencyOf(a, now) - urgencyOf(b, now) || rank(a) - rank(b));
  }
  return { tasksOf, months, claimed };
}

/** Adds the last issued month and the sums of billing to the joints of a page. */
async function withFigures(db: Db, joints: readonly JointTasks[], months: Months): Promise<PortfolioJoint[]> {
  const billed = joints.flatMap(({ jointId }) => (months.has(jointId) ? jointId : []));
  const figures = billed.length === 0 ? null : await readFigures(db, billed, today());
  return joints.map((joint): PortfolioJoint => {
    const issued = months.get(joint.jointId)?.issued ?? null;
    const sums = months.has(joint.jointId) ? figures?.(joint.jointId) : undefined;
    const current = sums?.months.at(-1);
    return {
      ...joint,
      lastIssued: issued === null ? null : yearAndMonth(issued),
      figures: sums
        ? {
            receivable: sums.receivable,
            overdue: sums.overdue,
            billed: current?.billed ?? 0,
            collected: current?.collected ?? 0,
          }
        : null,
    };
  });
}
