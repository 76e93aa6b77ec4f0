import { Problem } from '../../platform/http/problem.ts';
import { annulOpenVotes } from '../questions/open-question.ts';
import type { UseCase } from '../store/act.ts';
import { updateAssembly } from '../store/assembly.repository.ts';
import type { VoteTable } from '../store/assembly-tables.ts';
import { readRoll, takeAttendance } from '../store/attendance/attendance.repository.ts';
import { codeNamed, type HolderMove, moveHolders } from '../store/attendance/codes.repository.ts';
import { markEnded, type RunningCheck, runningCheck } from '../store/attendance/quorum-check.repository.ts';
import { readVotes } from '../store/questions/votes.repository.ts';
import { keepAnnulled } from '../store/tally/annulment.repository.ts';

/**
 * Ends all registrations of units in the assembly, for a reset of the attendance or for a second call (Ley
 * 675, art. 41). The rows stay stored as annulled.
 * @param how name of the act that ended the registrations, stored with each row
 * @param reason text of the desk; null without a reason
 */
export async function clearAttendance(act: UseCase, how: string, reason: string | null): Promise<void> {
  const taken = await takeAttendance(act.trx, {
    assemblyId: act.assembly.assemblyId,
    jointIds: act.family,
  });
  await keepAnnulled(act, { act: how, reason }, { attendance: taken });
  await updateAssembly(act.trx, act.assembly.assemblyId, { attendance_since: act.at });
  await endCheck(act, how);
  for (const jointId of act.family) act.changed.attendance.add(jointId);
}

/**
 * Ends the registrations of some units, because people leave or a registration was a mistake. Votes on closed
 * questions stay; votes on an open question are annulled.
 * @param how name of the act that ended the registrations, stored with each row
 * @param reason text of the desk; null without a reason
 * @returns the annulled votes
 */
export async function freeUnits(
  act: UseCase,
  apartmentIds: readonly string[],
  how: string,
  reason: string | null,
): Promise<VoteTable[]> {
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
  return votes;
}

/** Reason of the annulment if the desk undoes a wrong scan. */
const WRONG_READING = 'lectura por error';

/**
 * Undoes a scan of the desk, for example of a wrong badge: frees the units that the code or user still holds.
 * @returns ids of the freed units
 * @throws Problem holderNotFound if the holder has no unit of the scan any more, readingVoted if a unit has voted
 *   since the registration
 */
export async function undoReading(
  act: UseCase,
  { code, apartmentIds }: { code: string; apartmentIds: readonly string[] },
): Promise<string[]> {
  const { assemblyId } = act.assembly;
  const holder = (await codeNamed(act.trx, code)) ?? code;
  const held = await readRoll(act.trx, { assemblyId, jointIds: act.family, apartmentIds, holder });
  if (held.length === 0) throw new Problem('holderNotFound');
  for (const jointId of act.family) {
    const since = new Map(
      held.flatMap((unit) =>
        unit.jointId === jointId && unit.registration !== null
          ? [[unit.apartmentId, unit.registration.at]]
          : [],
      ),
    );
    const votes = await readVotes(act.trx, { assemblyId, jointId, apartmentIds: [...since.keys()] });
    if (votes.some((vote) => vote.at >= (since.get(vote.apartmentId) ?? 0))) {
      throw new Problem('readingVoted');
    }
  }
  const freed = [...new Set(held.map((unit) => unit.apartmentId))];
  await freeUnits(act, freed, 'reversed', WRONG_READING);
  return freed;
}

/**
 * Ends the running quorum check ('Verificar quórum'), if any. Confirmations given by owners until now stay stored.
 * @param how name of the act that ends the check, for the audit trail
 * @returns the ended check; undefined without a running check
 */
export async function endCheck(act: UseCase, how: string): Promise<RunningCheck | undefined> {
  const check = await runningCheck(act.trx, act.assembly.assemblyId);
  if (check === undefined) return undefined;
  await markEnded(act.trx, check.checkId, act.at);
  checkChanged(act);
  await act.audit('quorumCheckEnded', { checkId: check.checkId, how });
  return check;
}

/**
 * Marks the attendance of the joint and its sectors as changed, so that all screens read the quorum check again:
 * the check is part of the attendance on the screens.
 */
export function checkChanged(act: UseCase): void {
  for (const jointId of act.family) act.changed.attendance.add(jointId);
}

/**
 * Moves registered units from a code to another code, for example to a new card. Entry time, attendee, proxy
 * and votes stay, so a unit with a vote cannot vote again with the new code.
 */
export async function handOver(
  act: UseCase,
  moves: readonly HolderMove[],
  { how, reason }: { how: 'exchanged' | 'renewed'; reason: string | null },
): Promise<void> {
  const { trx, assembly, family } = act;
  const moved = await moveHolders(trx, { assemblyId: assembly.assemblyId, jointIds: family }, moves);
  if (moved.length === 0) return;
  const units = new Map<string, [number, string][]>();
  for (const { jointId, apartmentId, from } of moved) {
    units.set(from, [...(units.get(from) ?? []), [jointId, apartmentId]]);
    act.changed.attendance.add(jointId);
  }
  await act.audit('holdersMoved', {
    how,
    reason,
    moves: moves.flatMap(({ from, to }) => {
      const theirs = units.get(from);
      return theirs === undefined ? [] : [{ from, to, units: theirs }];
    }),
  });
}
