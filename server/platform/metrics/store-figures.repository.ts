import { mailStates } from '../../../shared/mail/mailbox.api.ts';
import { jobStates } from '../../../shared/reports/jobs.api.ts';
import type { Db } from '../db/engine.ts';

export interface StoreFigures {
  /** Votes that stand, over all assemblies: annulled ones are elsewhere. */
  votes: number;
  /** Closings that counted more than was represented. */
  unverified: number;
  /** By state, all of them. */
  jobs: ReadonlyMap<string, number>;
  mail: ReadonlyMap<string, number>;
}

/** What is in the store, counted. */
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
    ...{ votes: Number(votes), unverified: Number(unverified) },
    ...{ jobs: byState(jobStates, jobs), mail: byState(mailStates, mail) },
  };
}

/** Every state has its number: one that is not there would look as if nobody counted. */
function byState(
  states: readonly string[],
  rows: readonly { state: string; count: number | string }[],
): Map<string, number> {
  const counted = new Map(rows.map(({ state, count }) => [state, Number(count)]));
  return new Map(states.map((state) => [state, counted.get(state) ?? 0]));
}
