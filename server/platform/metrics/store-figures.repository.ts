import { mailStates } from '../../../shared/mail/mailbox.api.ts';
import { jobStates } from '../../../shared/reports/jobs.api.ts';
import type { Db } from '../db/engine.ts';

/** Counts read from the database for monitoring. */
export interface StoreFigures {
  /** Number of valid votes over all assemblies, without annulled votes. */
  votes: number;
  /**
   * Number of closings of questions marked `unverified`: more votes counted than coefficient represented, a
   * sign of a fault.
   */
  unverified: number;
  /** Number of background jobs. Key: state. Value: number, also 0. */
  jobs: ReadonlyMap<string, number>;
  /** Number of mails. Key: state. Value: number. */
  mail: ReadonlyMap<string, number>;
}

/** Counts votes, closings, jobs and mails in the database. */
export async function readStoreFigures(db: Db): Promise<StoreFigures> {
  const { votes } = await db
    .selectFrom('vote')
    .select((eb) => eb.fn.countAll<number | string>().as('votes'))
    .executeTakeFirstOrThrow();
  const { unverified } = await db
    .selectFrom('question_interval')
    .select((eb) => eb.fn.countAll<number | string>().as('unverified'))
    .where('unverified', '=', 1)
    .executeTakeFirstOrThrow();
  const jobs = await db
    .selectFrom('report_job')
    .select((eb) => ['state', eb.fn.countAll<number | string>().as('count')])
    .groupBy('state')
    .execute();
  const mail = await db
    .selectFrom('mail_message')
    .select((eb) => ['state', eb.fn.countAll<number | string>().as('count')])
    .groupBy('state')
    .execute();
  return {
    votes: Number(votes),
    unverified: Number(unverified),
    jobs: byState(jobStates, jobs),
    mail: byState(mailStates, mail),
  };
}

/** Adds a zero for each state without rows: a missing value would look like a missing measurement. */
function byState(
  states: readonly string[],
  rows: readonly { state: string; count: number | string }[],
): Map<string, number> {
  const counted = new Map(rows.map(({ state, count }) => [state, Number(count)]));
  return new Map(states.map((state) => [state, counted.get(state) ?? 0]));
}
