import type { LiveEvents, RegistrationEvent } from '../../../shared/assemblies/live.ts';
import type { News } from '../../platform/live/plain-socket.ts';
import type { Message } from '../../platform/live/topic.ts';
import { type Changes, changesBetween, unitToWire } from './events.ts';
import type { JointState } from './joint-state.ts';

/** What is sent of the changes that led to a state. Only who runs the assembly hears of every unit. */
export function newsOf(changes: Changes, { snapshot }: JointState): News {
  const { jointId, revision, at, registered } = snapshot;
  const registration: RegistrationEvent = { jointId, revision, at, registered };
  const hasUnits = changes.units.length > 0;
  const units = changes.units.map(unitToWire);
  return {
    everyone: [
      ...(changes.assembly === null ? [] : [message('assembly', changes.assembly)]),
      ...changes.concepts.map((concept) => message('concept', concept)),
      ...changes.votes.map((vote) => message('vote', vote)),
      ...(changes.quorum === null ? [] : [message('quorum', changes.quorum)]),
    ],
    runners: hasUnits ? [message('registration', { ...registration, units })] : [],
    others: hasUnits ? [message('registration', registration)] : [],
  };
}

/** What is sent of everything that led from one state of a joint to the next. */
export function newsBetween(before: JointState, now: JointState): News {
  return newsOf(changesBetween(before, now), now);
}

/** One event of the protocol. */
export function message<E extends keyof LiveEvents>(event: E, data: LiveEvents[E]): Message {
  return { event, data };
}
