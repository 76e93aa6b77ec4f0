import type { FactRow } from '../../../../shared/audit/fact-rows.ts';
import { markOf } from '../../../../shared/seen.ts';
import { sendOnTop } from '../../../ui/send-facts.tsx';

interface Entries<Entry> {
  /** Entry of the month, if any. Absent for an unread list. */
  entries?: readonly Entry[];
}

/**
 * Sends the entry of a month (rate or method of late interest) by `sendOnTop`.
 * @param send sends the entry with the mark of the entry shown before
 * @param listed entries on the screen; undefined for an unread list
 * @param rowsOf returns an entry as rows for reading
 */
export const sendEntry = <Entry extends { month: string }>(
  send: (body: Entry & { seen?: string }) => Promise<Entry>,
  entry: Entry,
  listed: readonly Entry[] | undefined,
  rowsOf: (entry: Entry) => readonly FactRow[],
): Promise<Entry | null> =>
  sendOnTop(
    ({ entries }: Entries<Entry>) =>
      send(entries === undefined ? entry : { ...entry, seen: markOf(entries) }),
    listed === undefined ? {} : { entries: listed.filter(({ month }) => month === entry.month) },
    { entries: [entry] },
    (facts) => (facts as Entries<Entry>).entries?.flatMap(rowsOf) ?? [],
  );
