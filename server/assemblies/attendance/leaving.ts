import { Problem } from '../../platform/http/problem.ts';
import { annulOpenVotes } from '../questions/open-question.ts';
import type { Act } from '../store/act.ts';
import { keepAnnulled } from '../store/annulment.repository.ts';
import { updateAssembly } from '../store/assembly.repository.ts';
import { takeAttendance } from '../store/attendance.repository.ts';
import { endCheck } from './quorum-check.ts';

/** Everybody leaves: a reset, or the second call, which starts attendance again (Ley 675 de 2001, art. 41). */
export async function clearAttendance(act: Act, how: string, reason: string | null): Promise<void> {
  const taken = await takeAttendance(act.trx, {
    assemblyId: act.assembly.assemblyId,
    jointIds: act.family,
  });
  await keepAnnulled(act, { act: how, reason }, { attendance: taken });
  await updateAssembly(act.trx, act.assembly.assemblyId, { attendance_since: act.at });
  await endCheck(act, how);
  for (const jointId of act.family) act.changed.attendance.add(jointId);
}

/** Units leave: their votes on closed questions stay, the one on an open question is annulled. */
export async function freeUnits(
  act: Act,
  apartmentIds: readonly string[],
  how: string,
  reason: string | null,
): Promise<void> {
  if (act.assembly.closedAt !== null) throw new Problem('assemblyClosed');
  const attendance = await takeAttendance(act.trx, {
    assemblyId: act.assembly.assemblyId,
    jointIds: act.family,
    apartmentIds,
  });
  const votes = await annulOpenVotes(act, apartmentIds);
  await keepAnnulled(act, { act: how, reason }, { attendance, votes });
  for (const row of attendance) act.changed.attendance.add(row.joint_id);
  await act.audit('freed', {
    how,
    reason,
    units: attendance.map((row) => [row.joint_id, row.apartment_id]),
    votes: votes.map((row) => [row.joint_id, row.concept_id, row.apartment_id, row.receipt]),
  });
}
