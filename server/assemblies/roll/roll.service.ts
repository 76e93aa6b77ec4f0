import type { RollChanges, RollCorrection, RollUnit } from '../../../shared/assemblies/roll.api.ts';
import { MAX_SUM, toNumber, wholeNano } from '../../../shared/coefficient.ts';
import type { Context } from '../../platform/context.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import { instantOf } from '../../platform/db/queries.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { byName } from '../../platform/lib/by-name.ts';
import { type AssembliesContext, runUseCase, type UseCase } from '../store/act.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import { type Person, readPeople } from '../store/roll/people.repository.ts';
import {
  insertCorrection,
  type RollFacts,
  type RollUnitFacts,
  readCorrections,
  readRollFacts,
  type StoredCorrection,
} from '../store/roll/roll.repository.ts';
import { afterWaiting, applyCorrections, ownerPart } from './correction.ts';

interface Where {
  jointId: number;
  assemblyId?: number;
}

/**
 * Service of the roll of an assembly, for operators: lists units, and corrects owner, document, kind or
 * coefficient. A correction counts from the next question on.
 */
export function rollService(context: AssembliesContext) {
  const { store, directory } = context;
  async function read(where: Where) {
    const place = await requireJoint(directory, where.jointId);
    return readAsOfNow(store.db, async (trx) => {
      const { assemblyId } = await assemblyToRead(trx, place.rootId, where.assemblyId);
      return {
        units: await readRollFacts(trx, { assemblyId, jointIds: [place.jointId] }),
        corrections: await readCorrections(trx, { assemblyId }),
      };
    });
  }

  return {
    list: async (where: Where): Promise<RollUnit[]> => {
      const { units, corrections } = await read(where);
      const waiting = corrections.filter((correction) => correction.appliedAt === null);
      return units.map((unit) => unitToApi(unit, waiting));
    },

    correct: async (
      { jointId, apartmentId }: { jointId: number; apartmentId: string },
      changes: RollChanges,
      principal: Principal,
    ): Promise<RollUnit> => {
      const wished = rollFacts(changes);
      return runUseCase(context, { jointId, by: principal }, (act) =>
        correct(act, apartmentId, wished, changes.reason),
      );
    },

    corrections: async (where: Where): Promise<RollCorrection[]> => {
      const { units, corrections } = await read(where);
      const here = new Set(units.map((unit) => unit.apartmentId));
      return corrections
        .filter((correction) => here.has(correction.apartmentId))
        .map((correction) => correctionToApi(correction, where.jointId))
        .filter((correction) => Object.keys(correction.after).length > 0)
        .reverse();
    },
  };
}

async function correct(
  act: UseCase,
  apartmentId: string,
  wished: Partial<RollFacts>,
  reason: string,
): Promise<RollUnit> {
  const { trx, assembly, place, at, actor } = act;
  const { assemblyId } = assembly;
  if (assembly.closedAt !== null) throw new Problem('assemblyClosed');
  if (assembly.openedAt === null) throw new Problem('rollInPreparation');
  const waiting = await readCorrections(trx, { assemblyId, waiting: true });
  const roll = await readRollFacts(trx, { assemblyId, jointIds: [place.jointId] });
  const expected = roll.map((unit) => afterWaiting(unit, waiting));
  const unit = expected.find((one) => one.apartmentId === apartmentId);
  if (unit === undefined) throw new Problem('apartmentNotFound', { apartments: [apartmentId] });
  const { before, after } = changeOf(unit, wished);
  if (Object.keys(after).length === 0) throw new Problem('nothingToCorrect');
  if (after.coefficient !== undefined) mustAddUp(expected, after.coefficient - unit.coefficient);

  const correction = { assemblyId, jointId: place.jointId, apartmentId, before, after, reason, actor, at };
  const correctionId = await insertCorrection(trx, correction);
  await act.audit('rollCorrectionAsked', {
    correctionId,
    jointId: place.jointId,
    apartmentId,
    before,
    after,
    reason,
  });
  // A pending correction changes no shown value, but screens with the roll are notified.
  act.changed.votes.add(place.jointId);
  await applyCorrections(act);
  const [stored] = await readRollFacts(trx, { assemblyId, jointIds: [place.jointId], apartmentId });
  return unitToApi(stored ?? unit, await readCorrections(trx, { assemblyId, waiting: true }));
}

/** Maps the facts in a request to stored facts of the assembly's roll. */
function rollFacts(changes: RollChanges): Partial<RollFacts> {
  const facts: Partial<RollFacts> = {};
  if (changes.owner !== undefined) facts.owner = changes.owner.trim();
  if (changes.ownerDocument !== undefined) facts.ownerDocument = changes.ownerDocument?.trim() || null;
  if (changes.kind !== undefined) facts.kind = changes.kind;
  if (changes.coefficient !== undefined) {
    const coefficient = wholeNano(changes.coefficient);
    if (coefficient === null) throw new Problem('coefficientInvalid');
    facts.coefficient = coefficient;
  }
  return facts;
}

/** Returns the facts of a request that differ from the unit's current or pending facts. */
function changeOf(unit: RollFacts, wished: Partial<RollFacts>) {
  const differs = (name: keyof RollFacts) => wished[name] !== undefined && wished[name] !== unit[name];
  const names = (['owner', 'ownerDocument', 'kind', 'coefficient'] as const).filter(differs);
  const pick = (facts: Partial<RollFacts>): Partial<RollFacts> =>
    Object.fromEntries(names.map((name) => [name, facts[name]]));
  return { before: pick(unit), after: pick(wished) };
}

function mustAddUp(roll: readonly RollUnitFacts[], more: number): void {
  const sum = roll.reduce((total, unit) => total + unit.coefficient, more);
  if (sum > MAX_SUM * 1e9) throw new Problem('coefficientInvalid');
}

function unitToApi(unit: RollUnitFacts, waiting: readonly StoredCorrection[]): RollUnit {
  const { after } = changeOf(unit, afterWaiting(unit, waiting));
  return {
    apartmentId: unit.apartmentId,
    owner: unit.owner,
    ownerDocument: unit.ownerDocument,
    kind: unit.kind,
    coefficient: toNumber(unit.coefficient),
    pending: Object.keys(after).length === 0 ? null : factsToApi(after),
  };
}

function correctionToApi(correction: StoredCorrection, jointId: number): RollCorrection {
  const part = (facts: Partial<RollFacts>) =>
    factsToApi(correction.jointId === jointId ? facts : ownerPart(facts));
  return {
    at: new Date(correction.at).toISOString(),
    by: correction.by,
    apartmentId: correction.apartmentId,
    reason: correction.reason,
    before: part(correction.before),
    after: part(correction.after),
    appliedAt: instantOf(correction.appliedAt),
  };
}

function factsToApi({ coefficient, ...facts }: Partial<RollFacts>): RollCorrection['after'] {
  return coefficient === undefined ? facts : { ...facts, coefficient: toNumber(coefficient) };
}

/**
 * Lists by name the owners with a user account and linked units in a joint and the sectors: the people to choose
 * from when the desk registers a person at home.
 */
export async function listPeopleOf({ store, directory }: Context, jointId: number): Promise<Person[]> {
  const family = await directory.family(jointId);
  if (family.length === 0) throw new Problem('jointNotFound');
  const people = await readPeople(store.db, family);
  for (const person of people) person.apartments.sort(byName);
  return people.sort((a, b) => byName(a.name, b.name) || Number(a.userId) - Number(b.userId));
}
