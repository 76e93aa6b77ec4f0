import { bareText } from '../../shared/bare-text.ts';
import { toNumber } from '../../shared/coefficient.ts';
import type { ImportReport } from '../../shared/properties/apartments.api.ts';
import { ownerKey } from '../../shared/properties/person.ts';
import type { Contacts, NewOwner, StoredUnit, UnitOfJoint } from './unit-rows.ts';

/**
 * Difference between a new table of units and the stored table: units to store, units missing in the new
 * table, and changed owners and contacts.
 */
export interface TableChange {
  /** Units of the new table in order, with ids spelled as stored. */
  units: (UnitOfJoint & Contacts)[];
  /** Ids of stored units missing in the new table. */
  missing: string[];
  /** New owners of units. A unit with an unchanged owner is not in the list. */
  owners: NewOwner[];
  /** Units with changed contacts, after the changes of owners. */
  contacts: (Contacts & { apartmentId: string })[];
  /** Changes for the report of the import; null for a joint without stored units. */
  reported: ImportReport['changes'];
}

/**
 * Unit as read from an uploaded table. `isKindSaid` and `isDocumentSaid`: true if the table gives the kind,
 * or has a column of identity documents. Missing values keep the stored values.
 */
export type GivenUnit = UnitOfJoint & { [K in keyof Contacts]?: Contacts[K] | null } & {
  isKindSaid?: boolean;
  isDocumentSaid?: boolean;
};

/**
 * Returns the key of a unit's id. Ids equal except for letter case are the same unit, because the scanner of a
 * badge ignores case.
 */
const unitKey = (id: string): string => id.toUpperCase();

/**
 * Compares an uploaded table of units with the stored units. Returns the differences, to store and to
 * report.
 * @param at start of new owners, epoch ms
 * @param keepNames true if a unit with a new spelling of the id keeps the stored id
 */
export function changeOfTable(
  stored: readonly StoredUnit[],
  newUnits: readonly GivenUnit[],
  at: number,
  keepNames = false,
): TableChange {
  const byKey = new Map(stored.map((unit) => [unitKey(unit.apartmentId), unit]));
  const renamed = renamedUnits(stored, newUnits, byKey, keepNames);
  const keptNames = new Map(
    renamed.filter(({ isKept }) => isKept).map(({ apartmentId, before }) => [unitKey(apartmentId), before]),
  );
  const beforeOf = (id: string): StoredUnit | undefined =>
    byKey.get(unitKey(keptNames.get(unitKey(id)) ?? id)) ?? undefined;
  const spelt = (id: string): string => beforeOf(id)?.apartmentId ?? id;
  const units = newUnits.map(({ isKindSaid = true, isDocumentSaid = true, ...unit }) => {
    const before = beforeOf(unit.apartmentId);
    const isSameName = before !== undefined && before.owner === unit.owner;
    return {
      ...unit,
      apartmentId: spelt(unit.apartmentId),
      mainApartmentId: unit.mainApartmentId === null ? null : spelt(unit.mainApartmentId),
      kind: isKindSaid ? unit.kind : (before?.kind ?? unit.kind),
      ownerDocument: isDocumentSaid || !isSameName ? unit.ownerDocument : before.ownerDocument,
      ...contactsOf(unit, before),
    };
  });
  const named = new Set(units.map((unit) => unit.apartmentId));
  const owners = units.flatMap((unit): NewOwner[] => {
    const before = byKey.get(unitKey(unit.apartmentId));
    const same = before?.owner === unit.owner && before.ownerDocument === unit.ownerDocument;
    const nobody = unit.owner === '' && (before === undefined || before.owner === '');
    if (same || nobody) return [];
    const { apartmentId, owner, ownerDocument } = unit;
    // Two changes within a millisecond, or a clock set back: an owner starts after the former owner.
    const since = Math.max(at, (before?.ownerSince ?? 0) + 1);
    return [{ apartmentId, owner, ownerDocument, since }];
  });
  const standing = new Map(
    stored.filter(({ retired }) => !retired).map((unit) => [unitKey(unit.apartmentId), unit]),
  );
  return {
    units,
    missing: [...standing.values()]
      .filter((unit) => !named.has(unit.apartmentId))
      .map((unit) => unit.apartmentId),
    owners,
    contacts: contactsToStore(units, owners, byKey),
    reported: standing.size === 0 ? null : toldOf(units, standing, renamed),
  };
}

/**
 * Returns words and numbers of an id, without signs, as a key: '01-101', '1 101' and '1.101' are equal, and '101A'
 * equals '101 a'.
 */
const looseKey = (id: string): string =>
  bareText(id)
    .split(/[^\p{L}\p{N}]+|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .filter((part) => part !== '')
    .join(' ');

type Renamed = NonNullable<ImportReport['changes']>['renamed'];

/**
 * Finds removed and added units likely to be the same unit with another name: equal except for zeros, case and
 * signs, or with the same owner and coefficient. Only unique pairs.
 */
function renamedUnits(
  stored: readonly StoredUnit[],
  newUnits: readonly GivenUnit[],
  byKey: ReadonlyMap<string, StoredUnit>,
  keepNames: boolean,
): Renamed {
  const namedKeys = new Set(newUnits.map(({ apartmentId }) => unitKey(apartmentId)));
  let gone = stored.filter(({ retired, apartmentId }) => !retired && !namedKeys.has(unitKey(apartmentId)));
  let come = newUnits.filter(({ apartmentId }) => !byKey.has(unitKey(apartmentId)));
  const renamed: Renamed = [];
  const pair = (keyOf: (unit: UnitOfJoint) => string | null, isKept: boolean) => {
    if (gone.length === 0 || come.length === 0) return;
    const before = onlyOnes(gone, keyOf);
    const after = onlyOnes(come, keyOf);
    for (const [key, unit] of after) {
      const was = before.get(key);
      if (was) renamed.push({ apartmentId: unit.apartmentId, before: was.apartmentId, isKept });
    }
    const done = new Set(renamed.flatMap(({ apartmentId, before: name }) => [`+${apartmentId}`, `-${name}`]));
    gone = gone.filter(({ apartmentId }) => !done.has(`-${apartmentId}`));
    come = come.filter(({ apartmentId }) => !done.has(`+${apartmentId}`));
  };
  pair(({ apartmentId }) => looseKey(apartmentId), true);
  pair(
    ({ apartmentId, owner, ownerDocument, coefficient }) =>
      owner === '' ? null : `${coefficient} ${ownerKey(owner, ownerDocument, apartmentId)}`,
    keepNames,
  );
  return renamed;
}

/** Returns units by key, without keys shared by several units. */
function onlyOnes<U extends UnitOfJoint>(
  units: readonly U[],
  keyOf: (unit: U) => string | null,
): Map<string, U> {
  const found = new Map<string, U | null>();
  for (const unit of units) {
    const key = keyOf(unit);
    if (key !== null) found.set(key, found.has(key) ? null : unit);
  }
  return new Map([...found].flatMap(([key, unit]) => (unit === null ? [] : [[key, unit] as const])));
}

const ownerText = ({ owner, ownerDocument }: Pick<UnitOfJoint, 'owner' | 'ownerDocument'>): string =>
  owner === '' || ownerDocument === null ? owner : `${owner} (${ownerDocument})`;

function toldOf(
  units: readonly UnitOfJoint[],
  standing: ReadonlyMap<string, StoredUnit>,
  renamed: Renamed,
): NonNullable<ImportReport['changes']> {
  const changes: NonNullable<ImportReport['changes']> = { added: [], renamed, coefficients: [], owners: [] };
  for (const unit of units) {
    const { apartmentId } = unit;
    const before = standing.get(unitKey(apartmentId));
    if (before === undefined) {
      changes.added.push(apartmentId);
      continue;
    }
    if (before.coefficient !== unit.coefficient) {
      const after = toNumber(unit.coefficient);
      changes.coefficients.push({ apartmentId, before: toNumber(before.coefficient), after });
    }
    if (before.owner !== unit.owner || before.ownerDocument !== unit.ownerDocument) {
      changes.owners.push({ apartmentId, before: ownerText(before), after: ownerText(unit) });
    }
  }
  return changes;
}

/**
 * Returns the contacts of a unit from the new table. Without contact columns, returns the stored contacts of an
 * unchanged owner.
 */
function contactsOf(unit: GivenUnit, before: StoredUnit | undefined): Contacts {
  const hasSameOwner = before !== undefined && unit.owner !== '' && before.owner === unit.owner;
  const { emails, phones } = hasSameOwner ? before : { emails: [], phones: [] };
  return { emails: unit.emails ?? emails, phones: unit.phones ?? phones };
}

function contactsToStore(
  units: readonly (UnitOfJoint & Contacts)[],
  owners: readonly NewOwner[],
  byKey: ReadonlyMap<string, StoredUnit>,
): TableChange['contacts'] {
  const begins = new Set(owners.map(({ apartmentId }) => apartmentId));
  const text = ({ emails, phones }: Contacts) => JSON.stringify([emails, phones]);
  const none = text({ emails: [], phones: [] });
  return units
    .filter((unit) => {
      const before = begins.has(unit.apartmentId) ? undefined : byKey.get(unitKey(unit.apartmentId));
      return text(unit) !== (before === undefined ? none : text(before));
    })
    .map(({ apartmentId, emails, phones }) => ({ apartmentId, emails, phones }));
}
