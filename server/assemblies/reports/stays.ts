import type { Millis } from '../../platform/db/tables.ts';
import type { Stay } from '../store/attendance/stays.repository.ts';

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
