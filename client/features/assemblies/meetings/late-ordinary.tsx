import { lateAfter } from '../../../../shared/assemblies/law/ordinary-day.ts';
import { dayInBogota } from '../../../../shared/days.ts';
import { date } from '../../../../shared/format.ts';
import type { Assembly } from '../../../../shared/properties/joints.api.ts';
import { confirm } from '../../../ui/confirm.tsx';

/**
 * Asks for confirmation if an ordinary assembly is planned later than the three months allowed after the end of the
 * budget year (Ley 675, art. 39).
 * @returns codes to send as `wentOn`; null if the user goes back to change the date
 */
export async function askedIfLate(
  { kind, scheduledAt }: { kind: Assembly['kind']; scheduledAt: string | null | undefined },
  budgetYearEnd: number,
): Promise<'lateOrdinary'[] | null> {
  if (scheduledAt == null) return [];
  const by = lateAfter(kind, dayInBogota(Date.parse(scheduledAt)), budgetYearEnd);
  if (by === null) return [];
  const isMeant = await confirm({
    title: '¿Desea continuar con esa fecha?',
    yes: 'Continuar',
    no: 'Revisar',
    body: (
      <p>
        <strong>El plazo de la asamblea ordinaria termina el {date(`${by}T12:00:00Z`)}.</strong> Se reúne
        dentro de los tres meses siguientes al vencimiento del período presupuestal, si el reglamento no
        señala otra fecha (Ley 675 de 2001, art. 39). Si continúa, queda en el acta.
      </p>
    ),
  });
  return isMeant ? ['lateOrdinary'] : null;
}
