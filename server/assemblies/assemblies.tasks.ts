import { taskTable } from '../platform/queue/tasks.ts';
import type { ActaTask } from './minutes/acta-maker.ts';
import type { AttendanceTask } from './reports/attendance.maker.ts';
import type { VoteTask } from './reports/vote.maker.ts';

export type AssembliesTask = AttendanceTask | VoteTask | ActaTask;

export const assembliesTasks = taskTable<AssembliesTask>({
  assistance: async () => (await import('./reports/attendance.maker.ts')).makeAttendance,
  vote: async () => (await import('./reports/vote.maker.ts')).makeVote,
  acta: async () => (await import('./minutes/acta-maker.ts')).makeActa,
});
