import { dayInBogota, instantInBogota } from '../../../shared/days.ts';
import { invitedFor } from '../../../shared/format.ts';
import { type ByLaws, LAWS_SECOND_CALL } from '../../../shared/properties/by-laws.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { addBusinessDays } from '../../platform/lib/business-days.ts';
import type { StoredAssembly } from '../store/assembly.repository.ts';

/**
 * Returns the earliest time of the second call (Ley 675, art. 41), epoch ms; null if the time of the first
 * call is unknown.
 */
export function secondCallFrom(
  { scheduledAt, openedAt }: Pick<StoredAssembly, 'scheduledAt' | 'openedAt'>,
  { secondCall }: ByLaws,
): Millis | null {
  const first = scheduledAt ?? openedAt;
  if (first === null) return null;
  const { days, hour } = secondCall ?? LAWS_SECOND_CALL;
  return Date.parse(instantInBogota(addBusinessDays(dayInBogota(first), days), hour));
}

/**
 * Returns the sentence that the first notice must contain: day and hour of the second call, a meeting that needs no
 * quorum (Ley 675, art. 41). Null in the second call.
 */
export function secondCallNotice(
  assembly: Pick<StoredAssembly, 'call' | 'scheduledAt' | 'openedAt'>,
  byLaws: ByLaws,
): string | null {
  if (assembly.call === 2) return null;
  const at = secondCallFrom(assembly, byLaws);
  const law = 'el tercer día hábil siguiente, a las 8:00 p. m., si el reglamento no dispone otra cosa';
  const when = at === null ? law : `el ${invitedFor(new Date(at).toISOString())}`;
  return `Si no hay quórum, la asamblea se reúne en segunda convocatoria ${when}, y sesiona y decide válidamente con un número plural de propietarios, cualquiera que sea el porcentaje de coeficientes representados (Ley 675 de 2001, art. 41). Lo que exige mayoría calificada se aprueba también entonces con esa mayoría.`;
}
