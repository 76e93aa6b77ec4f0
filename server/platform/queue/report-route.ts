import type { Static, TObject, TSchema } from 'typebox';
import { Clean } from 'typebox/value';
import type { Endpoint, FileAnswer } from '../../../shared/api.ts';
import type { Db } from '../db/engine.ts';
import type { Principal } from '../http/principal.ts';
import type { ReportTask } from './tasks.ts';

type ReportEndpoint<P extends TObject, Q extends TSchema> = Endpoint<P, Q, TSchema, typeof FileAnswer>;

/** Who a report is for. */
export type Asker = Pick<Principal, 'profileId'>;

/** A report's endpoint, and the task that its GET waits for or its job has done. */
export interface ReportRoute {
  endpoint: Endpoint;
  /** Of an input that was validated, from one whose scope was checked; whose it is may tell how it looks. */
  taskOf: (input: { params: unknown; query: unknown }, by: Asker) => ReportTask;
  /**
   * What the guard cannot know of the same input: whether it is there, and whose the unit or the document is. Asked by
   * the GET, and by its job both when it is asked for and when its file is fetched. Throws a Problem.
   */
  check?: (db: Db, principal: Principal, input: { params: unknown; query: unknown }) => Promise<void>;
}

/** Declares the reports of a feature, whose tasks are those of the union `T`. */
export function reportsOf<T extends ReportTask>() {
  return <P extends TObject, Q extends TSchema>(
    endpoint: ReportEndpoint<P, Q>,
    taskOf: (input: { params: Static<P>; query: Static<Q> }, by: Asker) => T,
    check?: (db: Db, principal: Principal, input: { params: Static<P>; query: Static<Q> }) => Promise<void>,
  ): ReportRoute => {
    // Fields that a schema does not name are let through by it: without this, `?jointId=2` would become the task's.
    const clean = (schema: TSchema | undefined, value: unknown) =>
      schema === undefined ? {} : Clean(schema, { ...Object(value) });
    const cleaned = ({ params, query }: { params: unknown; query: unknown }) => ({
      params: clean(endpoint.params, params) as Static<P>,
      query: clean(endpoint.query, query) as Static<Q>,
    });
    return {
      endpoint: endpoint as Endpoint,
      taskOf: (input, by) => taskOf(cleaned(input), by),
      ...(check === undefined
        ? {}
        : { check: (db: Db, principal: Principal, input) => check(db, principal, cleaned(input)) }),
    };
  };
}
