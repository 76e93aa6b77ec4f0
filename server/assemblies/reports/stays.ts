import type { Millis } from '../../platform/db/tables.ts';
import type { Stay } from '../meeting/history.repository.ts';
import type { VoteTable } from '../store/assembly-tables.ts';

/**
 * Returns the time (epoch ms) when the server stored a registration: the arrival of a scan delayed by the network,
 * else the time of the registration.
 */
export const storedAt = ({ record }: Stay): Millis => record.received_at ?? record.at;

/**
 * Returns the registrations in force when a question was closed, for reports about the closing. Key: id of the unit
 * ('101'). If units came or left in the very millisecond of the closing, chooses the registrations that give the
 * stored number of units.
 * @param at time of the closing, epoch ms
 * @param apartments number of represented units stored at the closing
 */
export function presentAtClosing(stays: readonly Stay[], at: Millis, apartments: number): Map<string, Stay> {
  const present = (countsEntering: boolean, countsLeaving: boolean): Map<string, Stay> =>
    new Map(
      stays.flatMap((stay) => {
        const { end } = stay;
        const isIn = storedAt(stay) < at || (countsEntering && storedAt(stay) === at);
        const isOut =
          end !== null && (end.at < at || (end.at === at && !countsLeaving && end.how !== 'secondCall'));
        return isIn && !isOut ? [[stay.record.apartment_id, stay] as const] : [];
      }),
    );
  const likely = present(true, false);
  if (likely.size === apartments) return likely;
  const others = [present(true, true), present(false, false), present(false, true)];
  return others.find((units) => units.size === apartments) ?? likely;
}

/**
 * Finds the registration of a unit at the time of the unit's vote, to name the attendee in a report. Undefined if
 * no stored registration matches.
 * @param theirs registrations of the unit
 */
export function stayOfVote(theirs: readonly Stay[] | undefined, vote: VoteTable): Stay | undefined {
  const standing = (theirs ?? []).filter(
    ({ record, end }) => record.at <= vote.at && (end === null || vote.at <= end.at),
  );
  // If two registrations share the millisecond: the registration of the vote's holder.
  return standing.find(({ record }) => record.holder === vote.holder) ?? standing.at(-1);
}

/**
 * Groups the registrations of an assembly by unit, to find the attendee behind a vote. Key: id of the unit ('101').
 * Value: registrations of the unit, in the order of the list.
 */
export function staysByUnit(stays: readonly Stay[]): Map<string, Stay[]> {
  const units = new Map<string, Stay[]>();
  for (const stay of stays) {
    const theirs = units.get(stay.record.apartment_id);
    if (theirs === undefined) units.set(stay.record.apartment_id, [stay]);
    else theirs.push(stay);
  }
  return units;
}
