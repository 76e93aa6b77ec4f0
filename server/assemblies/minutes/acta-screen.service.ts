import { actaDraft } from '../../../shared/assemblies/reports.api.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { ReadyJson } from '../../platform/http/ready-json.ts';
import { reportTask } from '../../platform/queue/report-route.ts';
import { makeReport } from '../../platform/queue/run-in-worker.ts';
import type { LiveContext } from '../meeting/live-context.ts';
import { checkActaSubject } from '../reports/subject.ts';

interface ActaCall {
  params: { jointId: number };
  query: { assemblyId?: number };
}

/**
 * Service to read the draft of an acta on the screen. A worker process writes the draft, as for PDF and Word,
 * because a large acta takes seconds.
 */
export const actaScreenService = ({ store }: Pick<LiveContext, 'store'>) => ({
  /**
   * Reads the acta of the current assembly or of an archived assembly, as blocks for the screen.
   * @throws Problem like the acta's file: jointNotFound, assemblyNotFound or resultsHidden
   */
  read: async (call: ActaCall, principal: Principal, signal: AbortSignal): Promise<ReadyJson> => {
    await checkActaSubject(store.db, principal, call);
    const task = reportTask(actaDraft, { ...call, profileId: principal.profileId });
    const query = { ...call.query, preview: true };
    const options = { signal, actor: principal.actor };
    return new ReadyJson((await makeReport(store.address, { ...task, query }, options)).bytes);
  },
});
