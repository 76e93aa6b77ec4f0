import { ATTENDANCE, defaultAnswers } from '../../../shared/assemblies/concepts.api.ts';
import type { RehearsalStep } from '../../../shared/assemblies/rehearsals/rehearsals.api.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { assembliesService } from '../meeting/assemblies.service.ts';
import type { conceptsService } from '../questions/concepts.service.ts';
import { haveAllArrived } from './owners.ts';
import { deskOf, type HallMoment, type Stage, votedOn } from './stage.ts';

/** Services for the acts of the operator: the same as for requests. */
export interface ConductorServices {
  concepts: ReturnType<typeof conceptsService>;
  assemblies: ReturnType<typeof assembliesService>;
}

/** Texts of the two questions of a rehearsal. */
const QUESTIONS = ['¿Aprueba el orden del día propuesto?', '¿Aprueba los estados financieros presentados?'];

/** Shortest and longest stay in a step, in beats. Without a longest stay the step waits for the owners. */
const stays: Readonly<Record<RehearsalStep, { least: number; most: number }>> = {
  hall: { least: 8, most: 8 },
  arrivals: { least: 1, most: 70 },
  building: { least: 20, most: 20 },
  votes: { least: 10, most: 50 },
  verdict: { least: 16, most: 16 },
  acta: { least: 0, most: 0 },
};

/** Creates the two questions of a new rehearsal. A second call changes nothing. */
export async function prepareQuestions(
  { concepts }: ConductorServices,
  stage: Stage,
  moment: HallMoment,
): Promise<void> {
  const { jointId } = stage;
  const missing = moment.isOver ? [] : QUESTIONS.slice(moment.questions.length);
  for (const conceptDescription of missing) {
    const answers = defaultAnswers.map((answerDescription) => ({ answerDescription }));
    await concepts.create({ jointId, conceptDescription, active: 0, answers }, deskOf(jointId));
  }
}

/** Returns the step of a guided rehearsal: the state of the assembly, as the person on the panel runs it. */
export function guidedStep({ isRegistering, open, closed, isOver }: HallMoment): RehearsalStep {
  if (isOver) return 'acta';
  if (open !== null) return 'votes';
  if (closed > 0) return 'verdict';
  return isRegistering ? 'arrivals' : 'hall';
}

/**
 * Runs the assembly in place of the operator: opens the registration, opens and closes the questions, and ends the
 * assembly. @returns the step from now on
 */
export async function conduct(
  db: Db,
  services: ConductorServices,
  { stage, moment, step, beat }: { stage: Stage; moment: HallMoment; step: RehearsalStep; beat: number },
): Promise<RehearsalStep> {
  const { least, most } = stays[step];
  const stayed = beat - stage.stepBeat;
  if (stayed < least || (stayed < most && !(await isDone(db, stage, moment, step)))) return step;
  const next = await advance(services, { stage, moment, step });
  stage.stepBeat = beat;
  return next;
}

async function isDone(db: Db, stage: Stage, { open }: HallMoment, step: RehearsalStep): Promise<boolean> {
  if (step === 'arrivals') return haveAllArrived(stage);
  if (step !== 'votes' || open === null) return true;
  const voted = await votedOn(db, stage, open.conceptId);
  return stage.actors.every(({ code, voting }) => code === null || voting.every((unit) => voted.has(unit)));
}

async function advance(
  { concepts, assemblies }: ConductorServices,
  { stage: { jointId }, moment, step }: { stage: Stage; moment: HallMoment; step: RehearsalStep },
): Promise<RehearsalStep> {
  const desk = deskOf(jointId);
  const toggle = (conceptId: number, active: 0 | 1) => concepts.toggle({ jointId, conceptId, active }, desk);
  const waiting = moment.questions.find(({ openedAt }) => openedAt === null);
  if (step === 'hall') {
    await toggle(ATTENDANCE, 1);
    return 'arrivals';
  }
  if (step === 'arrivals') return 'building';
  if (step === 'votes') {
    if (moment.open !== null) await toggle(moment.open.conceptId, 0);
    return 'verdict';
  }
  if (waiting !== undefined) {
    await toggle(waiting.conceptId, 1);
    return 'votes';
  }
  if (!moment.isOver) await assemblies.change(jointId, { closed: true }, desk);
  return 'acta';
}
