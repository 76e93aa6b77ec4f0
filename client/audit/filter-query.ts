/** Form values of the audit log filter. */
import { defined } from '../../shared/defined.ts';
/** Values of the filter form of an audit log. */
export interface TrailFilter {
  /** Type of action in the audit log, or 'all'. */
  act: string;
  text: string;
  /** First and last day (YYYY-MM-DD, America/Bogota), both included. Empty: no limit. */
  from: string;
  until: string;
}

/** Filter that shows all entries. */
export const noFilter: TrailFilter = { act: 'all', text: '', from: '', until: '' };

/** UTC offset of Colombia, unchanged all year since 1993. */
const OFFSET = '-05:00';

/** Converts the filter form to query parameters of the API. Skips invalid days. */
export function filterQuery({ act, text, from, until }: TrailFilter): {
  act?: string;
  text?: string;
  from?: string;
  until?: string;
} {
  const first = bogotaInstant(from, '00:00:00.000');
  const last = bogotaInstant(until, '23:59:59.999');
  return {
    ...defined({
      act: act === 'all' ? undefined : act,
      text: text.trim() === '' ? undefined : text.trim(),
      from: first ?? undefined,
      until: last ?? undefined,
    }),
  };
}

function bogotaInstant(day: string, time: string): string | null {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T${time}${OFFSET}`) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
