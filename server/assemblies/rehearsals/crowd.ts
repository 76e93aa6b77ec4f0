import type { Nano } from '../../../shared/coefficient.ts';
import { groupBy } from '../../platform/lib/group-by.ts';

/** Unit of the roll, with the key of the owner: units with equal keys have the same owner. */
export interface CrowdUnit {
  apartmentId: string;
  ownerKey: string;
  coefficient: Nano;
}

/** Simulated owner of a rehearsal, with all units of the owner. */
export interface Guest {
  apartmentIds: string[];
  /** Units with a coefficient: the units that vote. */
  voting: string[];
  /** True for an owner with a lost network: votes last, and the phone sends each vote twice. */
  isOffline: boolean;
  /** True for an owner who goes home after the first question. */
  isLeaving: boolean;
}

/** Every seventh owner stays at home, every twelfth loses the network, every fifteenth goes home early. */
const ABSENT = 7;
const OFFLINE = 12;
const LEAVING = 15;
/** Step through the owners for the order of arrival: prime, so that every owner comes once. */
const STRIDE = 7919;

/**
 * Returns the simulated owners in the order of arrival, without the absent. Pure and equal in every run. The absent
 * are spread over the order of weight: the present always have more than half of the coefficient.
 */
export function crowdOf(roll: readonly CrowdUnit[]): Guest[] {
  const owners = groupBy(roll, ({ ownerKey, apartmentId }) => ownerKey || apartmentId);
  const weightOf = (units: readonly CrowdUnit[]) =>
    units.reduce((sum, { coefficient }) => sum + coefficient, 0);
  const byWeight = [...owners.values()].sort((a, b) => weightOf(b) - weightOf(a));
  const coming = byWeight.filter((_, index) => index % ABSENT !== ABSENT - 1);
  const stride = coming.length % STRIDE === 0 ? 1 : STRIDE;
  return coming.map((_, index) => {
    const units = coming[(index * stride) % coming.length] ?? [];
    return {
      apartmentIds: units.map(({ apartmentId }) => apartmentId),
      voting: units.filter(({ coefficient }) => coefficient > 0).map(({ apartmentId }) => apartmentId),
      isOffline: index % OFFLINE === OFFLINE - 1,
      isLeaving: index % LEAVING === LEAVING - 1,
    };
  });
}

/**
 * Returns the number of the answer of a simulated vote, from 1: six of ten choose the first answer, three the second.
 * @param answers number of answers of the question
 */
export function answerOf(guest: number, conceptId: number, answers: number): number {
  const draw = (guest * 31 + conceptId * 17) % 10;
  return Math.min(draw < 6 ? 1 : draw < 9 ? 2 : 3, answers);
}
