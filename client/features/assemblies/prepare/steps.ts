import { nextStep } from '../../../../shared/assemblies/course/next-step.ts';
import { proposedAgenda } from '../../../../shared/assemblies/course/topics.ts';
import { calledFor } from '../../../../shared/assemblies/words.ts';
import { type Day, dayInBogota } from '../../../../shared/days.ts';
import { date } from '../../../../shared/format.ts';
import type { Assembly } from '../../../../shared/properties/joints.api.ts';
import { count, counted, formatCoefficientExact, units } from '../../../lib/format.ts';
import { type Invitee, isOfKind, isToInvite, isToTell } from '../invitations/states.ts';

/** Data of a joint and the assembly for the list of preparation steps (`stepsOf`). */
export interface Prepared {
  assembly: Assembly;
  /** Number of units in the joint's table. */
  apartments: number;
  /** Sum of the coefficients in the joint's table of units. */
  coefficient: number;
  /** Owners to invite. */
  people: readonly Invitee[];
  /** Number of units without an owner in the joint's table. */
  ownerless: number;
  /** Questions about owners with similar names, perhaps the same person. `answer`: null while open. */
  identities: readonly { answer: unknown }[];
  /** Number of units with a printed badge (`having`) and without (`lacking`). */
  badges: { having: number; lacking: number };
  /** Number of questions of the assembly. */
  questions: number;
  /** Number of wall screens. */
  screens: number;
  /** Current day in Bogotá. */
  today: Day;
}

/** Id of a step of the preparation of an assembly, from the check of units and owners up to the opening. */
export type StepId =
  | 'units'
  | 'owners'
  | 'identities'
  | 'call'
  | 'questions'
  | 'badges'
  | 'invitations'
  | 'screens'
  | 'open';

/** Step to prepare an assembly, with the state, as shown on the page '/Assemblies/Prepare'. */
export interface PrepareStep {
  id: StepId;
  /** Spanish name of the step. */
  title: string;
  isDone: boolean;
  /** True if the assembly can be held without the step. An optional step is never the next step. */
  isOptional: boolean;
  /** State of the step as a Spanish sentence. */
  text: string;
}

/**
 * Returns the steps to prepare an assembly in order, from the table of units to the opening, each with the state:
 * for the operator's page '/Assemblies/Prepare'.
 * @param facts data of the joint and the assembly
 */
export function stepsOf(facts: Prepared): PrepareStep[] {
  const { assembly, apartments, people, ownerless, badges, questions, screens } = facts;
  const noEmail = people.filter(({ email }) => email === null).length;
  const reachable = people.length - noEmail;
  const unclear = facts.identities.filter(({ answer }) => answer === null).length;
  const invited = people.filter((one) => isOfKind(one, 'sent') || isOfKind(one, 'waiting')).length;
  const waiting = people.filter(isToInvite).length;
  const toTell = people.filter(isToTell).length;
  const outdated = people.filter((one) => one.isOutdated).length;
  const isVirtual = assembly.mode === 'virtual';
  const isCalled = assembly.scheduledAt !== null && (assembly.place !== null || isVirtual);
  const required = { isOptional: false };
  const optional = { isOptional: true };
  const all: PrepareStep[] = [
    {
      id: 'units',
      title: 'Inmuebles',
      isDone: apartments > 0,
      ...required,
      text:
        apartments > 0
          ? `${units(apartments)}, suma de coeficientes ${formatCoefficientExact(facts.coefficient)}.`
          : 'Cargue la tabla con inmueble, propietario y coeficiente.',
    },
    {
      id: 'owners',
      title: 'Propietarios con correo',
      ...optional,
      isDone: people.length > 0 && noEmail + ownerless === 0,
      text: [
        `Con correo: ${count(reachable)} de ${counted(people.length, 'propietario')}.`,
        ...(noEmail > 0 ? ['A los demás se les imprime una carta.'] : []),
        ...(ownerless > 0 ? [`${units(ownerless)} sin propietario en la tabla.`] : []),
      ].join(' '),
    },
    {
      id: 'identities',
      title: 'Identidades',
      ...optional,
      isDone: apartments > 0 && unclear === 0,
      text:
        unclear > 0
          ? `${counted(unclear, 'propietario aparece', 'propietarios aparecen')} de varias maneras. Mientras no responda, cuentan como una sola persona para el quórum, los votos por propietario y los poderes.`
          : facts.identities.length > 0
            ? 'Todo está respondido.'
            : 'Nadie aparece de dos maneras.',
    },
    {
      id: 'call',
      title: 'Fecha, hora y lugar',
      isDone: isCalled,
      ...required,
      text: isCalled
        ? calledFor(assembly).join(' · ')
        : 'Van en cada invitación, con una entrada para el calendario.',
    },
    {
      id: 'questions',
      title: 'Preguntas',
      isDone: questions > 0,
      ...optional,
      text:
        questions > 0
          ? `${counted(questions, 'pregunta preparada', 'preguntas preparadas')}.`
          : 'Se preparan ahora, o se hacen durante la asamblea.',
    },
    {
      id: 'badges',
      title: 'Escarapelas',
      ...required,
      isDone: badges.having > 0 && badges.lacking === 0,
      text: `Con escarapela: ${count(badges.having)} de ${units(badges.having + badges.lacking)}.`,
    },
    {
      id: 'invitations',
      title: 'Invitaciones',
      isDone: invited > 0 && waiting + outdated === 0,
      isOptional: reachable === 0,
      text:
        outdated > 0
          ? `La citación cambió después de invitar: ${[
              ...(toTell > 0 ? [`avise a ${count(toTell)}`] : []),
              ...(outdated > toTell ? [`imprima de nuevo ${counted(outdated - toTell, 'carta')}`] : []),
            ].join(', e ')}.`
          : reachable === 0
            ? 'Nadie tiene correo: imprima las cartas.'
            : `Invitados por correo: ${count(invited)} de ${count(reachable)}.${waiting > 0 && assembly.scheduledAt === null ? ' Primero, la fecha.' : ''}`,
    },
    {
      id: 'screens',
      title: 'Pantalla',
      isDone: screens > 0,
      ...optional,
      text:
        screens > 0
          ? `${counted(screens, 'pantalla abierta', 'pantallas abiertas')}.`
          : `Muestra el quórum y las votaciones en ${isVirtual ? 'la reunión por video' : 'el salón'}.`,
    },
    {
      id: 'open',
      title: 'Apertura',
      isDone: assembly.openedAt !== null,
      ...required,
      text:
        assembly.openedAt === null
          ? 'Al abrirla se activa el registro de asistencia, y el censo queda como está la tabla.'
          : 'La asamblea está abierta.',
    },
  ];
  const steps = isVirtual ? all.filter(({ id }) => id !== 'badges') : all;
  const open = steps.at(-1);
  const { scheduledAt } = assembly;
  const isLast = open !== undefined && nextOf(steps) === open;
  if (!isLast || scheduledAt === null || !isEarlyFor(facts)) return steps;
  const day = date(`${dayInBogota(Date.parse(scheduledAt))}T12:00:00Z`);
  return [
    ...steps.slice(0, -1),
    {
      ...open,
      title: `Listo. Vuelva el ${day.replace(/ de \d+$/, '')}`,
      text: 'Ese día se abre la asamblea. Hasta entonces el censo sigue los cambios de la tabla.',
    },
  ];
}

/**
 * Returns the next step to prepare an assembly, by the rules of `nextStep`. Undefined once the assembly is open.
 * @param isEarly true before the day of the call
 */
export function nextOf(steps: readonly PrepareStep[], isEarly = false): PrepareStep | undefined {
  const step = nextStep({ guide: steps, isEarly, evening: null });
  if (step.act === 'prepare') return steps.find(({ id }) => id === step.id);
  return step.act === 'panel' ? undefined : steps.at(-1);
}

/**
 * Returns the id of the step with the full button. Before the day of the call, with all steps done, the questions:
 * the opening waits.
 */
export function fullStepOf(steps: readonly PrepareStep[], isEarly: boolean): StepId | undefined {
  const { act } = nextStep({ guide: steps, isEarly, evening: null });
  return act === 'wait' ? 'questions' : (nextOf(steps, isEarly)?.id ?? 'open');
}

/** True before the day of the call of an assembly not yet opened. */
export const isEarlyFor = ({ assembly: { scheduledAt, openedAt }, today }: Prepared): boolean =>
  scheduledAt !== null && openedAt === null && dayInBogota(Date.parse(scheduledAt)) > today;

/**
 * Initial text of the agenda in the form for day and place: as stored; the proposed agenda for an ordinary assembly
 * without a date.
 */
export const proposesAgenda = ({
  scheduledAt,
  kind,
  agenda,
}: Pick<Assembly, 'scheduledAt' | 'kind' | 'agenda'>): string =>
  agenda ?? (scheduledAt === null && kind !== 'extraordinary' ? proposedAgenda() : '');

/**
 * Initial value of the box 'room code' in the form for day and place: checked for a meeting in a room without a
 * date; with a date, as stored. Owners registering by phone type the room code shown on the wall.
 */
export const proposesRoomCode = ({
  scheduledAt,
  mode,
  roomCode,
}: Pick<Assembly, 'scheduledAt' | 'mode' | 'roomCode'>): boolean =>
  scheduledAt === null ? mode === 'inPerson' : roomCode === 'ask';
