import type { Millis } from '../../platform/db/tables.ts';
import type { Stay } from '../meeting/history.repository.ts';
import type { VoteTable } from '../store/assembly-tables.ts';

/** When a registration was stored: a scan that waited for the network is told at its time and stored later. */
export const storedAt = ({ record }: Stay): Millis => record.received_at ?? record.at;

/**
 * Who was represented when a question closed. Acts of one millisecond have no order among them but what the closing
 * recorded: whoever came or went in that very one is taken so that the number of units is the recorded one. A second
 * call closes the question before it clears the attendance.
 * @returns one registration per unit
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

/** The registration with which a vote was cast; undefined where the store has none. */
export function stayOfVote(theirs: readonly Stay[] | undefined, vote: VoteTable): Stay | undefined {
  const standing = (theirs ?? []).filter(
    ({ record, end }) => record.at <= vote.at && (end === null || vote.at <= end.at),
  );
  // Of two that meet in one millisecond the one of the holder who voted.
  return standing.find(({ record }) => record.holder === vote.holder) ?? standing.at(-1);
}

/** Registrations by unit, in the order in which they were made. */
export function staysByUnit(stays: readonly Stay[]): Map<string, Stay[]> {
  const units = new Map<string, Stay[]>();
  for (const stay of stays) {
    const theirs = units.get(stay.record.apartment_id);
    if (theirs === undefined) units.set(stay.record.apartment_id, [stay]);
    else theirs.push(stay);
  }
  return units;
}
