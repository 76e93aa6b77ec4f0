import type { Static, TObject, TSchema } from 'typebox';
import { Clean } from 'typebox/value';
import type { Endpoint, FileAnswer, InputOf } from '../../../shared/api.ts';
import type { Db } from '../db/engine.ts';
import type { Principal } from '../http/principal.ts';
import type { ReportInput, ReportMaker, ReportTask } from './tasks.ts';

/** Endpoint that answers with a file. */
export type ReportEndpoint<P extends TObject, Q extends TSchema> = Endpoint<P, Q, TSchema, typeof FileAnswer>;

/** Type of the function to make the report of an endpoint. */
export type MakerOf<E> = ReportMaker<ReportInput<InputOf<E>['params'], InputOf<E>['query']>>;

/**
 * Report of a feature: endpoint, and a function loaded only by the worker. The GET waits for the file; a job makes
 * the file in the background.
 */
export interface ReportRoute {
  endpoint: Endpoint;
  /** Loads the code that makes the file; only in workers. */
  load: () => Promise<{ default: ReportMaker }>;
  /** Returns the task for a worker, from a validated input and for a reader's profile. */
  taskOf: (input: { params: unknown; query: unknown }, by: Pick<Principal, 'profileId'>) => ReportTask;
  /**
   * Checks beyond the profile: the record exists, and the caller owns the unit or document. Called by the GET, at
   * the start of a job, and at the download of the job's file. Throws a Problem.
   */
  check?: (db: Db, principal: Principal, input: { params: unknown; query: unknown }) => Promise<void>;
}

/** Declares a report of a feature. Only the worker loads the code that makes the report. */
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

/** Returns the task of a report without a request, for a mail or another job. */
export const reportTask = <P extends TObject, Q extends TSchema>(
  { id }: ReportEndpoint<P, Q>,
  input: ReportInput<Static<P>, Static<Q>>,
): ReportTask => ({ kind: id, ...input });
