import { nano, toNumber } from '../../shared/coefficient.ts';
import { Profile } from '../../shared/profiles.ts';
import type { UnitPage } from '../../shared/properties/search.api.ts';
import type { Context } from '../platform/context.ts';
import { readAsOfNow } from '../platform/db/engine.ts';
import { instantOf } from '../platform/db/queries.ts';
import { requireJoint } from '../platform/http/joint-places.ts';
import { hasRight, isStaff, type Principal } from '../platform/http/principal.ts';
import { Problem } from '../platform/http/problem.ts';
import { type OwnerOverTime, readOwners, readUnit, readUnitsWithMain } from './search.repository.ts';

/** Maximum number of owners on the page of a unit. */
const MOST_OWNERS = 20;

/**
 * Reads the page of a unit. Contacts, books, votes and acts depend on the caller.
 * @throws Problem jointNotFound, apartmentNotFound
 */
export async function unitPageOf(
  { store, directory }: Pick<Context, 'store' | 'directory'>,
  principal: Principal,
  { jointId, apartmentId }: { jointId: number; apartmentId: string },
): Promise<UnitPage> {
  const { jointName, rootId } = await requireJoint(directory, jointId);
  const read = await readAsOfNow(store.db, async (trx) => ({
    unit: await readUnit(trx, jointId, apartmentId),
    annexes: await readUnitsWithMain(trx, jointId, apartmentId),
    owners: await readOwners(trx, jointId, apartmentId, MOST_OWNERS),
  }));
  const { unit, annexes, owners } = read;
  if (unit === undefined) throw new Problem('apartmentNotFound');
  const { kind, mainApartmentId, coefficient, retiredAt, usesBilling, usesAssemblies } = unit;
  const bills = usesBilling === 1 && (isStaff(principal) || principal.joints.billing.has(rootId));
  const isOperator = principal.profileId === Profile.operator;
  return {
    jointId,
    jointName,
    apartmentId,
    kind,
    mainApartmentId,
    annexes,
    coefficient: toNumber(nano(coefficient)),
    retired: retiredAt !== null,
    owners: owners.map(({ name, document, since, until }) => ({
      name,
      document,
      since: new Date(since).toISOString(),
      until: instantOf(until),
    })),
    contacts: hasRight(principal, 'assemblies') ? contactsOf(owners) : null,
    booksOf: bills && !isOperator ? rootId : null,
    hasAssemblies: usesAssemblies === 1 && (isStaff(principal) || principal.joints.assembly.has(jointId)),
    hasTrail: isStaff(principal) || isOperator,
  };
}

function contactsOf(owners: readonly OwnerOverTime[]): NonNullable<UnitPage['contacts']> {
  const current = owners.find(({ until }) => until === null);
  const listOf = (stored: string | null | undefined): string[] => (stored == null ? [] : JSON.parse(stored));
  return { emails: listOf(current?.emails), phones: listOf(current?.phones) };
}
