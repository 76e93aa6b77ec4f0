import { announcedLine, lateWords, reopenedWords } from '../../../shared/assemblies/concept-words.ts';
import { quorumOf } from '../../../shared/assemblies/quorum.ts';
import { type Nano, nano, ZERO } from '../../../shared/coefficient.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { openingsOf, pointsOf, readTimeline, type Timeline } from '../meeting/history.service.ts';
import type { RollThen } from '../meeting/roll-then.ts';
import { momentsOf } from '../meeting/timeline.ts';
import type { Annulled, Stay } from '../store/attendance/stays.repository.ts';
import { type ReportGround, type ReportOf, readGround } from './heading.ts';
import { type ReportRollUnit, readRollUnits } from './report.repository.ts';
import type { AttendanceReport, AttendanceRow, LeavingRow, OpeningRow, ReportUnit } from './rows.ts';
import { actWord, readWho, type Who } from './who.ts';

/** Delay of a late scan, in milliseconds: more than a slow answer of the server. */
const LATE_MS = 10_000;

/**
 * Reads the attendance of the current assembly, or of an archived assembly, at one instant. An assembly that never
 * opened has no attendance.
 * @throws Problem jointNotFound or assemblyNotFound
 */
export const readAttendanceReport = async (trx: Db, of: ReportOf): Promise<AttendanceReport> =>
  attendanceOn(trx, await readGround(trx, of));

/**
 * Reads the attendance of an assembly for a report: units present, units that left, units without registration, and
 * the quorum over time.
 * @param ground facts common to all reports, already read
 */
export async function attendanceOn(trx: Db, ground: ReportGround): Promise<AttendanceReport> {
  const { where, heading, standing } = ground;
  const timeline = await readTimeline(trx, where);
  const roll = await readRollUnits(trx, where);
  const { stays } = timeline;
  const ended = stays.flatMap(({ record, end }): Ended[] => (end === null ? [] : [{ record, end }]));
  const who = await readWho(
    trx,
    stays.map(({ record }) => record),
    ended.map(({ end }) => end.actor),
    timeline.roll,
  );
  const standingStays = new Map(
    stays.flatMap((stay) => (stay.end === null ? [[stay.record.apartment_id, stay]] : [])),
  );
  return {
    ...heading,
    present: presentRows(roll, standingStays, standing, who),
    left: leavingRows(timeline.roll, ended, who),
    absent: roll.filter(({ apartmentId }) => !standingStays.has(apartmentId)).map(reportUnitOf),
    reachedAt: firstReached(timeline, standing.assembly.call, ground.attendanceSince),
    history: pointsOf(momentsOf(timeline.roll.opened(), timeline.changes)).map((point) => ({
      ...point,
      at: Date.parse(point.at),
    })),
    openings: openingRows(ground),
  };
}

function openingRows({ concepts, snapshot }: ReportGround): OpeningRow[] {
  const results = new Map(
    [...snapshot.concepts, ...(snapshot.deleted ?? [])].map((result) => [result.conceptId, result]),
  );
  return openingsOf(concepts, snapshot).flatMap((opening): OpeningRow[] => {
    const result = results.get(opening.conceptId);
    if (result === undefined) return [];
    return [
      {
        number: opening.conceptId - 1,
        description: `${opening.conceptDescription}${opening.deleted === undefined ? '' : ' (eliminada después)'}`,
        interval: opening.interval,
        openedAt: Date.parse(opening.openedAt),
        closedAt: opening.closedAt === null ? null : Date.parse(opening.closedAt),
        announced: announcedLine(result, opening),
        votes: opening.votes,
        again: opening.interval === 1 ? '' : `${reopenedWords(opening)} ${lateWords(opening)}`,
      },
    ];
  });
}

interface Ended {
  record: Stay['record'];
  end: Annulled;
}

/** Rows of the present units, sorted by time of entry, then in the order of the joint's table of units. */
function presentRows(
  roll: readonly ReportRollUnit[],
  stays: ReadonlyMap<string, Stay>,
  { assembly, total }: ReportGround['standing'],
  who: Who,
): AttendanceRow[] {
  const entered = roll
    .flatMap((unit) => {
      const stay = stays.get(unit.apartmentId);
      return stay === undefined ? [] : [{ unit, record: stay.record }];
    })
    .sort((a, b) => a.record.at - b.record.at);
  const owners = new Set<string>();
  let accumulated: Nano = ZERO;
  let isReached = false;
  return entered.map(({ unit, record }) => {
    accumulated = nano(accumulated + unit.coefficient);
    owners.add(unit.ownerKey);
    const { reached } = quorumOf({
      call: assembly.call,
      registered: accumulated,
      total: total.coefficient,
      owners: owners.size,
    });
    const reachesQuorum = reached && !isReached;
    isReached ||= reached;
    return {
      ...reportUnitOf(unit),
      attendee: who.attendee(record, unit),
      at: record.at,
      receivedAt: lateArrival(record),
      accumulated,
      reachesQuorum,
    };
  });
}

/**
 * Returns the arrival at the server of a scan delayed by the network. Null for a scan sent at once: each scan of the desk
 * has an instant of its own, some milliseconds before the arrival.
 */
const lateArrival = ({ at, received_at }: { at: Millis; received_at: Millis | null }): Millis | null =>
  received_at === null || received_at - at < LATE_MS ? null : received_at;

/**
 * Rows of the units that left, sorted by time, then in the order of the joint's table of units. Each row has the
 * owner and coefficient at the departure, as subtracted from the quorum.
 */
function leavingRows(roll: RollThen, ended: readonly Ended[], who: Who): LeavingRow[] {
  return ended
    .flatMap(({ record, end }) => {
      const unit = roll.before(record.apartment_id, end.at);
      return unit === undefined ? [] : [{ unit, record, end }];
    })
    .sort((a, b) => a.end.at - b.end.at || a.unit.position - b.unit.position)
    .map(({ unit, record, end }) => ({
      ...reportUnitOf(unit),
      attendee: who.attendee(record, unit),
      at: record.at,
      receivedAt: lateArrival(record),
      leftAt: end.at,
      why: actWord(end.how),
      reason: end.reason,
      by: who.actor(end.actor, end.at),
    }));
}

/**
 * Returns the time (epoch ms) when an assembly first reached the quorum; null if never. Counts only the attendance
 * from `since` on: an attendance before a reset or second call does not count.
 * @param call 1 or 2: the second call needs a smaller quorum
 */
export function firstReached(
  { roll, changes }: Pick<Timeline, 'roll' | 'changes'>,
  call: 1 | 2,
  since: Millis | null,
): Millis | null {
  for (const { at, coefficient, total, owners } of momentsOf(roll.opened(), changes)) {
    if (since !== null && at < since) continue;
    if (quorumOf({ call, registered: coefficient, total, owners }).reached) return at;
  }
  return null;
}

/**
 * Copies only the printed fields of a unit (id, owner, document, coefficient) and leaves out keys used for
 * comparisons.
 */
export const reportUnitOf = ({ apartmentId, owner, ownerDocument, coefficient }: ReportUnit): ReportUnit => ({
  apartmentId,
  owner,
  ownerDocument,
  coefficient,
});
