import { validatorFor } from '../http/mount.ts';
import type { Principal } from '../http/principal.ts';
import { Problem } from '../http/problem.ts';
import type { ReportRoute } from './report-route.ts';
import type { ReportTask } from './tasks.ts';

type Validator = ReturnType<typeof validatorFor>;

interface FoundReport {
  endpoint: ReportRoute['endpoint'];
  params: unknown;
  query: unknown;
  /** Returns the task for a worker to make the report, for a reader's profile. */
  taskFor: (by: Pick<Principal, 'profileId'>) => ReportTask;
  check: ReportRoute['check'];
}

function validated(schema: Parameters<typeof validatorFor>[0] | undefined, part: string): Validator {
  return schema === undefined ? () => ({ value: {} }) : validatorFor(schema, part);
}

/**
 * Returns a function to find the report for an API path ('/joints/7/…?format=xlsx') and validate parameters
 * and query like the endpoint. Used for background reports, because a job stores only the path.
 * @param routes reports of all features
 * @throws Problem notAReport for a path without a report, badRequest for invalid values
 */
export function reportFinder(routes: readonly ReportRoute[]) {
  const ready = routes.map((route) => ({
    ...route,
    segments: route.endpoint.path.split('/'),
    params: validated(route.endpoint.params, 'params'),
    query: validated(route.endpoint.query, 'querystring'),
  }));

  return (path: string, allowed: (endpoint: FoundReport['endpoint']) => void): FoundReport => {
    const [pathname = '', ...rest] = path.split('?');
    const pathSegments = pathname.split('/');
    for (const { endpoint, taskOf, check, segments, ...validate } of ready) {
      const values = matched(segments, pathSegments);
      if (values === null) continue;
      allowed(endpoint);
      const params = checked(validate.params, values);
      const query = checked(validate.query, queryOf(rest.join('?')));
      return { endpoint, params, query, taskFor: (by) => taskOf({ params, query }, by), check };
    }
    throw new Problem('notAReport');
  };
}

/** Returns the path parameters of a route. Null if the path belongs to another route. */
function matched(
  segments: readonly string[],
  pathSegments: readonly string[],
): Record<string, string> | null {
  if (segments.length !== pathSegments.length) return null;
  const values: Record<string, string> = {};
  for (const [i, segment] of segments.entries()) {
    const value = pathSegments[i] ?? '';
    if (!segment.startsWith(':')) {
      if (segment !== value) return null;
      continue;
    }
    try {
      values[segment.slice(1)] = decodeURIComponent(value);
    } catch {
      return null;
    }
  }
  return values;
}

/** Parses a query string. A repeated name becomes a list, and every validator refuses a list. */
function queryOf(text: string): Record<string, unknown> {
  const search = new URLSearchParams(text);
  return Object.fromEntries(
    [...search.keys()].map((name) => {
      const all = search.getAll(name);
      return [name, all.length === 1 ? all[0] : all];
    }),
  );
}

function checked(validator: Validator, values: unknown): unknown {
  const result = validator(values);
  if ('error' in result) throw new Problem('badRequest');
  return result.value;
}
