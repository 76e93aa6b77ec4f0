import { eventReport } from '../../shared/events/events.api.ts';
import { Problem } from '../platform/http/problem.ts';
import { type ReportRoute, reportsOf } from '../platform/queue/report-route.ts';
import type { EventTask } from './event-report.ts';
import { eventExists } from './events.repository.ts';

const report = reportsOf<EventTask>();

export const eventsReports: readonly ReportRoute[] = [
  report(
    eventReport,
    ({ params, query: { xlsx } }) => ({
      kind: 'event',
      format: xlsx === true ? 'xlsx' : 'pdf',
      ...params,
    }),
    async (db, _principal, { params }) => {
      if (!(await eventExists(db, params.eventId))) throw new Problem('eventNotFound');
    },
  ),
];
