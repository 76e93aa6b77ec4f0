import type { Static, TObject, TSchema } from 'typebox';
import { Clean } from 'typebox/value';
import type { Endpoint, FileAnswer, InputOf } from '../../../shared/api.ts';
import type { Db } from '../db/engine.ts';
import type { Principal } from '../http/principal.ts';
import type { ReportInput, ReportMaker, ReportTask } from './tasks.ts';

export type ReportEndpoint<P extends TObject, Q extends TSchema> = Endpoint<P, Q, TSchema, typeof FileAnswer>;

/** Makes the file of the endpoint `E`. */
export type MakerOf<E> = ReportMaker<ReportInput<InputOf<E>['params'], InputOf<E>['query']>>;

/** A report: its endpoint, and what makes it in a worker, which its GET waits for or its job has done. */
export interface ReportRoute {
  endpoint: Endpoint;
  load: () => Promise<{ default: ReportMaker }>;
  /** The task of an input that was validated, from one whose scope was checked; for whoever asks. */
  taskOf: (input: { params: unknown; query: unknown }, by: Pick<Principal, 'profileId'>) => ReportTask;
  /**
   * What the guard cannot know of the same input: whether it is there, and whose the unit or the document is. Asked by
   * the GET, and by its job both when it is asked for and when its file is fetched. Throws a Problem.
   */
  check?: (db: Db, principal: Principal, input: { params: unknown; query: unknown }) => Promise<void>;
}

/** Declares a report of a feature; its worker alone loads what makes it. */
export function report<P extends TObject, Q extends TSchema>(
  endpoint: ReportEndpoint<P, Q>,
  load: () => Promise<{ default: ReportMaker<ReportInput<Static<P>, Static<Q>>> }>,
  check?: (db: Db, principal: Principal, input: ReportInput<Static<P>, Static<Q>>) => Promise<void>,
): ReportRoute {
  // Fields that a schema does not name are let through by it: without this, `?jointId=2` would become the task's.
  const clean = <S extends TSchema>(schema: S | undefined, value: unknown) =>
    (schema === undefined ? {} : Clean(schema, { ...Object(value) })) as Static<S>;
  const cleaned = ({ params, query }: { params: unknown; query: unknown }) => ({
    params: clean(endpoint.params, params),
    query: clean(endpoint.query, query),
  });
  return {
    endpoint: endpoint as Endpoint,
    // A maker is called with tasks of its own endpoint alone.
    load: load as ReportRoute['load'],
    taskOf: (input, { profileId }) => reportTask(endpoint, { ...cleaned(input), profileId }),
    ...(check && { check: (db, principal, input) => check(db, principal, cleaned(input)) }),
  };
}

/** The task of a report that no route asks for: a mail's, or another job's. */
export const reportTask = <P extends TObject, Q extends TSchema>(
  { id }: ReportEndpoint<P, Q>,
  input: ReportInput<Static<P>, Static<Q>>,
): ReportTask => ({ kind: id, ...input });
