import { addDays, type Day, dayInBogota } from '../../shared/days.ts';
import { Profile } from '../../shared/profiles.ts';
import type { Task } from '../../shared/properties/tasks.api.ts';
import { monthWithin, pesos } from '../features/billing/index.ts';
import { counted, date, time } from '../lib/format.ts';

/** Largest number of days shown as a number: later days have a date. */
const MOST_DAYS = 30;

/**
 * Returns the words for the time of a task: 'Hoy', 'Mañana', '4 días', 'Vencida'. A task without a deadline is for today.
 * @param today current day: '2026-03-15'
 */
export function taskWhen({ at, kind, isOpen }: Pick<Task, 'at' | 'kind' | 'isOpen'>, today: Day): string {
  if (isOpen) return 'Ahora';
  const day = at === null ? today : dayInBogota(Date.parse(at));
  if (day < today) return kind === 'sheetToReview' || kind === 'dataClaims' ? 'Vencida' : 'Atrasada';
  if (day === today) return 'Hoy';
  if (day === addDays(today, 1)) return 'Mañana';
  const days = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
  return at !== null && days > MOST_DAYS ? date(at) : `${days} días`;
}

/** Returns a task as a Spanish sentence without a full stop: '12 pagos por identificar'. */
export function taskTitle({ kind, count, month, isOpen, mayAct }: Task): string {
  const of = month === null ? 'del mes' : `de ${monthWithin(month)}`;
  switch (kind) {
    case 'assembly':
      return isOpen ? 'La asamblea está en curso' : 'Asamblea convocada';
    case 'sheetToReview':
      return mayAct ? `Revisar la planilla ${of}` : `La planilla ${of} está en revisión`;
    case 'monthToIssue':
      return mayAct ? `Emitir el mes ${of}` : `El mes ${of} está listo para emitir`;
    case 'sheetMissing':
      return `La planilla ${of} no ha llegado`;
    case 'paymentsWaiting':
      return counted(count, 'pago por identificar', 'pagos por identificar');
    case 'powersWaiting':
      return counted(count, 'poder por revisar', 'poderes por revisar');
    case 'dataClaims':
      return `Responder ${counted(count, 'consulta o reclamo', 'consultas o reclamos')} de datos personales`;
  }
}

/** Returns further words of a task: the sum of the payments, or the hour of the assembly. '' without further words. */
export function taskDetail({ kind, at, amount, isOpen }: Task): string {
  if (kind === 'paymentsWaiting') return pesos(amount);
  if (kind === 'sheetToReview' && at !== null) return `entrega antes del ${date(at)}`;
  if (kind === 'dataClaims' && at !== null) return `último día: ${date(at)}`;
  if (kind === 'assembly' && at !== null)
    return isOpen ? `desde las ${time(at)}` : `el ${date(at)}, ${time(at)}`;
  return '';
}

/** Link of a task: the visible verb and the path. */
export interface TaskLink {
  label: string;
  to: string;
}

/** Returns the link of a task for a profile. Null if the profile only reads the task. */
export function taskLink(jointId: number, { kind, isOpen, mayAct }: Task, profile: Profile): TaskLink | null {
  switch (kind) {
    case 'assembly':
      if (!mayAct) return isOpen ? { label: 'Ver el quórum', to: `/Quorum?jointId=${jointId}` } : null;
      return isOpen
        ? { label: 'Ir al panel', to: '/AssemblyPanel' }
        : { label: 'Preparar', to: '/Assemblies/Prepare' };
    case 'sheetToReview':
      return mayAct ? { label: 'Revisar', to: `/Billing?joint=${jointId}` } : null;
    case 'monthToIssue':
      return mayAct ? { label: 'Emitir', to: `/Billing?joint=${jointId}` } : null;
    case 'sheetMissing':
      return profile === Profile.full
        ? { label: 'Cargar la planilla', to: `/Billing?joint=${jointId}` }
        : { label: 'Enviar la planilla', to: '/UserHome#planilla' };
    case 'paymentsWaiting':
      return { label: 'Identificar', to: `/Payments?joint=${jointId}` };
    case 'powersWaiting':
      return { label: 'Revisar los poderes', to: '/Assemblies/Powers' };
    case 'dataClaims':
      return { label: 'Responder', to: `/DataRegister/${jointId}` };
  }
}
