/** What the trail is filtered by, as the fields hold it. */
export interface TrailFilter {
  /** An act of the trail, or 'all'. */
  act: string;
  text: string;
  /** Days (YYYY-MM-DD) in America/Bogota, both included; empty: not bounded. */
  from: string;
  until: string;
}

export const noFilter: TrailFilter = { act: 'all', text: '', from: '', until: '' };

/** Colombia has kept UTC-5 all year since 1993. */
const OFFSET = '-05:00';

/** A filter as the wire has it; a day that is not one is left out. */
export function filterQuery({ act, text, from, until }: TrailFilter): {
  act?: string;
  text?: string;
  from?: string;
  until?: string;
} {
  const first = instantOf(from, '00:00:00.000');
  const last = instantOf(until, '23:59:59.999');
  return {
    ...(act === 'all' ? {} : { act }),
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(first === null ? {} : { from: first }),
    ...(last === null ? {} : { until: last }),
  };
}

function instantOf(day: string, time: string): string | null {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T${time}${OFFSET}`) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
