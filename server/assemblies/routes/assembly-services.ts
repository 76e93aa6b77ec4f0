import { attendanceService } from '../attendance/attendance.service.ts';
import { invalidCodeLimiter } from '../credentials/code-slips.ts';
import type { LiveContext } from '../meeting/live-context.ts';
import { recordsService } from '../meeting/records.service.ts';
import { conceptsService } from '../questions/concepts.service.ts';

/**
 * Services of assemblies that the endpoints in several files of routes share: attendance, limits for wrong codes,
 * records and questions.
 */
export type AssemblyServices = ReturnType<typeof assemblyServices>;

/** Makes the services of assemblies once at the start of the server, for the endpoints in all files of routes. */
export const assemblyServices = (context: LiveContext) => ({
  context,
  attendance: attendanceService(context),
  slips: invalidCodeLimiter(context),
  records: recordsService(context),
  concepts: conceptsService(context),
});
