import type { OwnApartment } from '../../../../shared/accounts/users.api.ts';
import type { AssemblyNow } from '../../../../shared/assemblies/assemblies.api.ts';
import { assemblyState, endedWords } from '../../../../shared/assemblies/words.ts';
import { addDays, type Day, dayInBogota } from '../../../../shared/days.ts';
import { Profile } from '../../../../shared/profiles.ts';
import { capitalized, invitedFor, invitedHour, time } from '../../../lib/format.ts';
import { mayAnswer } from '../properties/own-units.ts';

const dayAt = (instant: string): Day => dayInBogota(Date.parse(instant));

/**
 * Writes the time or the state of an assembly for the welcome page: 'Hoy, 6:30 p. m.', 'En curso desde las 18:34',
 * 'La asamblea terminó el …'.
 * @param today current day: '2026-03-15'
 */
export function whenWords({ assembly }: Pick<AssemblyNow, 'assembly'>, today: Day): string {
  const { scheduledAt, openedAt, closedAt } = assembly;
  if (closedAt !== null) return endedWords(closedAt);
  if (openedAt !== null) {
    return dayAt(openedAt) === today ? `En curso desde las ${time(openedAt)}` : assemblyState(assembly);
  }
  if (scheduledAt === null) return assemblyState(assembly);
  const day = dayAt(scheduledAt);
  if (day === today) return `Hoy, ${invitedHour(scheduledAt)}`;
  if (day === addDays(today, 1)) return `Mañana, ${invitedHour(scheduledAt)}`;
  return capitalized(invitedFor(scheduledAt));
}

/** Link on the welcome page to the user's next step in an assembly, for example 'Votar'. */
export interface HomeStep {
  /** Spanish text of the link: 'Votar'. */
  label: string;
  /** Path of the page to open. */
  to: string;
  jointId: number;
  /** True to draw the link as a prominent button. */
  isUrgent: boolean;
  /** True if the link leads to the vote on the open question. */
  votes?: true;
}

/**
 * Returns the user's next step in an assembly as a link: for owners, administrators and operators differently. Null
 * without a step.
 * @param own units of the signed-in owner; empty for other profiles
 * @param runs joints with the administrator's right to run assemblies; empty for other profiles
 */
export function stepOf(
  one: AssemblyNow,
  profile: Profile,
  own: readonly OwnApartment[],
  runs: readonly number[],
): HomeStep | null {
  if (profile === Profile.owner) return ownersStep(one, own);
  return profile === Profile.admin && !runs.includes(one.jointId)
    ? administratorsStep(one)
    : runnersStep(one);
}

function runnersStep({ jointId, assembly, quorum, places }: AssemblyNow): HomeStep {
  const asking = places.find(({ open }) => open !== null);
  if (assembly.closedAt !== null) {
    return { label: 'Ver el resumen y el acta', to: '/Assemblies', jointId, isUrgent: false };
  }
  if (asking) {
    return { label: 'Ir al panel', to: '/AssemblyPanel', jointId: asking.jointId, isUrgent: true };
  }
  if (assembly.openedAt === null) {
    return { label: 'Preparar y abrir la asamblea', to: '/Assemblies/Prepare', jointId, isUrgent: true };
  }
  return quorum.reached
    ? { label: 'Ir al panel', to: '/AssemblyPanel', jointId, isUrgent: true }
    : { label: 'Registrar asistentes', to: '/RegisterQR', jointId, isUrgent: true };
}

function administratorsStep({ jointId, assembly }: AssemblyNow): HomeStep | null {
  if (assembly.closedAt !== null) {
    return { label: 'Ver los informes', to: '/AssemblyReporter', jointId, isUrgent: false };
  }
  if (assembly.openedAt === null) return null;
  return { label: 'Ver el quórum en vivo', to: `/Quorum?jointId=${jointId}`, jointId, isUrgent: true };
}

function ownersStep({ jointId, assembly, places }: AssemblyNow, own: readonly OwnApartment[]): HomeStep {
  const launch = (label: string, isUrgent: boolean): HomeStep => ({
    label,
    to: '/LaunchPage',
    jointId,
    isUrgent,
  });
  if (assembly.closedAt !== null) return launch('Ver los resultados', false);
  const asking = places.find((place) => place.open !== null && votesIn(place.jointId, own));
  if (asking) {
    return {
      label: 'Votar',
      to: `/Vote/${asking.jointId}`,
      jointId: asking.jointId,
      isUrgent: true,
      votes: true,
    };
  }
  const isWaiting = own.some(
    (unit) => unit.userId === null && places.some((place) => place.jointId === unit.jointId),
  );
  if (assembly.openedAt !== null && isWaiting) return launch('Registrar asistencia', true);
  return launch('Entrar a la asamblea', assembly.openedAt !== null);
}

const votesIn = (jointId: number, own: readonly OwnApartment[]): boolean =>
  own.some((unit) => unit.jointId === jointId && unit.coefficient > 0 && mayAnswer(unit));
