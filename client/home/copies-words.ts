import type { BackupsState } from '../../shared/backups.api.ts';
import { addDays, dayInBogota } from '../../shared/days.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { date, time } from '../lib/format.ts';
import type { Due } from '../ui/due-line.tsx';

/**
 * Returns the state of the backup copies for the staff's home page: the last restore test, or a risk (no
 * copies, a failed copy or test, copies on the disk of the data).
 * @param now epoch ms
 */
export function copiesDue(state: BackupsState, now: number): Due {
  const { configured, problem, drill, onDataDisk } = state;
  const risk = (text: string): Due => ({ text, state: 'overdue' });
  if (!configured) return risk('No se están haciendo copias: un disco dañado se llevaría todo.');
  if (problem !== null) return risk(problem);
  if (drill !== null && drill.problem !== null) {
    return risk(`El último ensayo (${dayAndTime(drill.at, now)}) falló: ${drill.problem}`);
  }
  const tried =
    drill === null
      ? 'Sin ensayos todavía: el primero se hace esta noche'
      : `Último ensayo de restauración: ${dayAndTime(drill.at, now)}, completo`;
  if (onDataDisk) return risk(`${tried}. Las copias están en el mismo disco que los datos.`);
  if (drill !== null && now - Date.parse(drill.at) > 2 * DAY_MS) {
    return risk(`${tried}. No se ensaya desde entonces.`);
  }
  return { text: `${tried}.`, state: drill === null ? 'due' : 'done' };
}

/** Formats a time: 'hoy 03:10', 'ayer 03:10' or '5 de marzo de 2026 03:10'. */
function dayAndTime(instant: string, now: number): string {
  const today = dayInBogota(now);
  const day = dayInBogota(Date.parse(instant));
  const words = day === today ? 'hoy' : day === addDays(today, -1) ? 'ayer' : date(instant);
  return `${words} ${time(instant)}`;
}
