import type { Static, TObject, TSchema } from 'typebox';
import { Clean } from 'typebox/value';
import type { Endpoint, FileAnswer, InputOf } from '../../../shared/api.ts';
import type { Db } from '../db/engine.ts';
import type { Principal } from '../http/principal.ts';
import type { ReportInput, ReportMaker, ReportTask } from './tasks.ts';

/** Type of an endpoint for a report: the answer is a file. */
export type ReportEndpoint<P extends TObject, Q extends TSchema> = Endpoint<P, Q, TSchema, typeof FileAnswer>;

/**
 * Type of the function to make the report of an endpoint `E`, with the endpoint's parameters and query as
 * input.
 */
export type MakerOf<E> = ReportMaker<ReportInput<InputOf<E>['params'], InputOf<E>['query']>>;

/**
 * Report of a feature: endpoint, and the code for making the file. The GET endpoint waits for the file; a
 * background job makes the file without waiting.
 */
export interface ReportRoute {
  endpoint: Endpoint;
  /** Loads the code for making the file. Called only in workers. */
  load: () => Promise<{ default: ReportMaker }>;
  /** Returns the task for a worker, from a validated input and for a reader's profile. */
  taskOf: (input: { params: unknown; query: unknown }, by: Pick<Principal, 'profileId'>) => ReportTask;
  /**
   * Checks beyond the profile: the record exists, and the caller owns the unit or document. Called by the GET, at
   * the start of a job, and at the download of the job's file. Throws a Problem.
   */
  check?: (db: Db, principal: Principal, input: { params: unknown; query: unknown }) => Promise<void>;
}

/**
 * Declares a report of a feature for `mountReports`.
 * @param load loads the code for making the file; called only in workers
 * @param check further check of access to the record, throws a Problem
 */
export function report<P extends TObject, Q extends TSchema>(
  endpoint: ReportEndpoint<P, Q>,
  load: () => Promise<{ default: ReportMaker<ReportInput<Static<P>, Static<Q>>> }>,
  check?: (db: Db, principal: Principal, input: ReportInput<Static<P>, Static<Q>>) => Promise<void>,
): ReportRoute {
  // Drops fields outside the schema, since validation lets them pass: `?jointId=2` would otherwise become part of the
  // task.
  const clean = <S extends TSchema>(schema: S | undefined, value: unknown) =>
    (schema === undefined ? {} : Clean(schema, { ...Object(value) })) as Static<S>;
  const cleaned = ({ params, query }: { params: unknown; query: unknown }) => ({
    params: clean(endpoint.params, params),
    query: clean(endpoint.query, query),
  });
  return {
    endpoint: endpoint as Endpoint,
    // A maker is called only with tasks of the same endpoint.
    load: load as ReportRoute['load'],
    taskOf: (input, { profileId }) => reportTask(endpoint, { ...cleaned(input), profileId }),
    ...(check && { check: (db, principal, input) => check(db, principal, cleaned(input)) }),
  };
}

/** Returns the task to make a report without a request of a user, for example for a mail. */
export const reportTask = <P extends TObject, Q extends TSchema>(
  { id }: ReportEndpoint<P, Q>,
  input: ReportInput<Static<P>, Static<Q>>,
): ReportTask => ({ kind: id, ...input });
