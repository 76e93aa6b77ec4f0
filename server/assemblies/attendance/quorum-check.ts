import type { Act } from '../store/act.ts';
import { markEnded, type RunningCheck, runningCheck } from '../store/quorum-check.repository.ts';

/** Ends the check that runs, if one does; who confirmed is kept. */
export async function endCheck(act: Act, how: string): Promise<RunningCheck | undefined> {
  const check = await runningCheck(act.trx, act.assembly.assemblyId);
  if (check === undefined) return undefined;
  await markEnded(act.trx, check.checkId, act.at);
  checkChanged(act);
  await act.audit('quorumCheckEnded', { checkId: check.checkId, how });
  return check;
}

/** The check is read again together with the attendance, in the joint and its sectors. */
export function checkChanged(act: Act): void {
  for (const jointId of act.family) act.changed.attendance.add(jointId);
}
