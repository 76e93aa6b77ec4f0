import Type, { type Static } from 'typebox';
import { endpoint, Instant, MonthNumber, Nullable, OptionalLine, reporters, Year } from '../api.ts';

/** Joints on a page of the portfolio. */
export const JOINTS_OF_PAGE = 10;
/** Maximum number of joints with tasks on the home page. */
export const MOST_TASK_JOINTS = 200;

/**
 * Kinds of tasks, in the order at the same time: assembly open or called; spreadsheet to review; month ready to issue;
 * month without a spreadsheet; payments to identify; powers to decide on; queries and claims about personal data to answer.
 */
export const taskKinds = [
  'assembly',
  'sheetToReview',
  'monthToIssue',
  'sheetMissing',
  'paymentsWaiting',
  'powersWaiting',
  'dataClaims',
] as const;
/** Kind of a task: a value of `taskKinds`. */
export type TaskKind = (typeof taskKinds)[number];

/** Task of a joint today. */
export const Task = Type.Object({
  kind: Type.Enum(taskKinds),
  /** Time of the deadline or of the assembly. Null without a deadline: for today. */
  at: Nullable(Instant),
  /** Number of waiting spreadsheets, payments, powers or claims. 1 for other kinds. */
  count: Type.Integer(),
  /** Sum of the waiting payments in pesos. 0 for other kinds. */
  amount: Type.Number(),
  /** Month of the bills. Null for other kinds. */
  month: Nullable(Type.Object({ year: Year, month: MonthNumber })),
  /** True for an open assembly. */
  isOpen: Type.Boolean(),
  /** True if the caller may do the task; false if the caller only looks on. */
  mayAct: Type.Boolean(),
});
export type Task = Static<typeof Task>;

/** Tasks of a joint, the most urgent first. */
export const JointTasks = Type.Object({
  jointId: Type.Integer(),
  jointName: Type.String(),
  tasks: Type.Array(Task),
});
export type JointTasks = Static<typeof JointTasks>;

export const listTasks = endpoint('listTasks', 'GET /tasks', {
  access: { profiles: reporters, scope: 'session' },
  summary: "Tasks of today in the caller's joints: a line for each joint with a task, the most urgent first",
  description: 'At most 200 joints. An administrator gets the tasks of the rights in each joint.',
  answer: Type.Object({
    joints: Type.Array(JointTasks),
    /** Number of the caller's joints without a task. */
    quiet: Type.Integer(),
    /** Joints that have not accepted the transmission contract, by name; at most 200. For keepers of the register. */
    withoutContract: Type.Array(Type.Object({ jointId: Type.Integer(), jointName: Type.String() })),
  }),
});

/** Joint in the portfolio: tasks, and the sums of billing in pesos. */
export const PortfolioJoint = Type.Object({
  ...JointTasks.properties,
  /** Last month with issued bills. Null before the first, and without billing. */
  lastIssued: Nullable(Type.Object({ year: Year, month: MonthNumber })),
  /** Total debt, overdue part, and billed and collected money of the month. Null without billing. */
  figures: Nullable(
    Type.Object({
      receivable: Type.Number(),
      overdue: Type.Number(),
      billed: Type.Number(),
      collected: Type.Number(),
    }),
  ),
});
export type PortfolioJoint = Static<typeof PortfolioJoint>;

export const listPortfolio = endpoint('listPortfolio', 'GET /portfolio', {
  access: { profiles: reporters, scope: 'session' },
  summary: "The caller's joints in pages of ten, joints with tasks first",
  description: 'Sums agree with the aging report and with the monthly payments report.',
  query: Type.Object({
    /** Words of the name of the joint, without regard to accents and case. */
    text: Type.Optional(OptionalLine(80)),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  }),
  answer: Type.Object({
    joints: Type.Array(PortfolioJoint),
    /** Number of joints that match the text. */
    total: Type.Integer(),
  }),
});
