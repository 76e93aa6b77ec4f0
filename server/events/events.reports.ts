import { eventReport } from '../../shared/events/events.api.ts';
import { Problem } from '../platform/http/problem.ts';
import { type ReportRoute, report } from '../platform/queue/report-route.ts';
import { eventExists } from './events.repository.ts';

/**
 * Routes of the documents about events: the report of participants and arrivals. Refuses an unknown event
 * with eventNotFound.
 */
export const eventsReports: readonly ReportRoute[] = [
  report(
    eventReport,
    () => import('./event.report.ts'),
    async (db, _principal, { params }) => {
      if (!(await eventExists(db, params.eventId))) throw new Problem('eventNotFound');
    },
  ),
];
