import type { AnswerOf } from '../../../shared/api.ts';
import { type DoorPerson, type findPeople, MOST_PEOPLE } from '../../../shared/assemblies/attendance.api.ts';
import { bareText } from '../../../shared/bare-text.ts';
import { documentKeys } from '../../../shared/properties/documents.ts';
import { readOwnerNames } from '../../../shared/properties/owner-nature.ts';
import { cellKeys, type NamedPerson } from '../../../shared/properties/person.ts';
import type { Context } from '../../platform/context.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import { byName } from '../../platform/lib/by-name.ts';
import { readPowers, type StoredPower } from '../powers/powers.repository.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import { type RollEntry, readRoll } from '../store/attendance/attendance.repository.ts';
import { readOwnerKeys } from '../store/roll/persons.repository.ts';

/** Fewest digits of a document to search by: fewer match too many people. */
const FEWEST_DIGITS = 4;

/** True for a person meant by a search. */
type Search = (person: NamedPerson) => boolean;

/**
 * Finds people of a joint's current assembly by name or document: owners, co-owners, and proxies with accepted
 * powers, in the order of the names.
 * @throws Problem jointNotFound, assemblyNotFound
 */
export async function findPeopleOf(
  { store, directory }: Context,
  jointId: number,
  text: string,
): Promise<AnswerOf<typeof findPeople>> {
  const { rootId } = await requireJoint(directory, jointId);
  const family = await directory.family(jointId);
  const isMeant = searchFor(text);
  const people = await readAsOfNow(store.db, async (trx) => {
    const { assemblyId } = await assemblyToRead(trx, rootId, undefined);
    const roll = new Map<string, RollEntry>();
    for (const entry of await readRoll(trx, { assemblyId, jointIds: family })) {
      if ((roll.get(entry.apartmentId)?.registration ?? null) === null) roll.set(entry.apartmentId, entry);
    }
    const powers = (await readPowers(trx, { assemblyId })).filter(({ state }) => state === 'accepted');
    const ownerKeys = await readOwnerKeys(trx, { assemblyId, jointIds: family });
    return [...owners([...roll.values()], ownerKeys, powers, isMeant), ...proxies(roll, powers, isMeant)];
  });
  people.sort((a, b) => byName(a.name, b.name));
  return { people: people.slice(0, MOST_PEOPLE), hasMore: people.length > MOST_PEOPLE };
}

/** Words of a name without accents and signs; dots join the letters of 'S.A.S.'. */
const wordsOf = (text: string): string[] =>
  bareText(text)
    .replaceAll('.', '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

function searchFor(text: string): Search {
  const words = wordsOf(text);
  const joined = words.join('');
  const keys = documentKeys(text);
  const digits = /[a-z]/i.test(text) ? '' : text.replace(/\D/g, '').replace(/^0+/, '');
  return ({ name, document }) => {
    const theirs = documentKeys(document);
    if (theirs.some((key) => keys.includes(key))) return true;
    if (digits.length >= FEWEST_DIGITS) return theirs.some((key) => key.startsWith(digits));
    if (joined === '') return false;
    const named = wordsOf(name);
    return (
      named.join('').startsWith(joined) || words.every((word) => named.some((part) => part.startsWith(word)))
    );
  };
}

function owners(
  roll: readonly RollEntry[],
  ownerKeys: ReadonlyMap<string, string>,
  powers: readonly StoredPower[],
  isMeant: Search,
): DoorPerson[] {
  const holders = new Map(
    powers.flatMap(({ holder, units }) =>
      units.flatMap(({ apartmentId, standing }) => (standing ? [[apartmentId, holder.name]] : [])),
    ),
  );
  const people = new Map<string, DoorPerson>();
  for (const entry of roll) {
    const { names } = readOwnerNames(entry.ownerName);
    for (const name of names.length > 1 ? names : [entry.ownerName]) {
      // A cell does not tell the person of each document: a document matches all co-owners.
      if (!isMeant({ name, document: entry.ownerDocument })) continue;
      const key = `${ownerKeys.get(entry.apartmentId) ?? entry.apartmentId}|${cellKeys({ name, document: null }).words}`;
      const person = people.get(key) ?? {
        name,
        role: names.length > 1 ? ('coOwner' as const) : ('owner' as const),
        units: [],
        powerIds: [],
      };
      person.units.push(unitOf(entry, holders.get(entry.apartmentId)));
      people.set(key, person);
    }
  }
  return [...people.values()];
}

function proxies(
  roll: ReadonlyMap<string, RollEntry>,
  powers: readonly StoredPower[],
  isMeant: Search,
): DoorPerson[] {
  const people = new Map<string, DoorPerson>();
  for (const { holder, powerId, units } of powers) {
    const entries = units.flatMap(({ apartmentId, standing }) => {
      const entry = standing ? roll.get(apartmentId) : undefined;
      return entry === undefined ? [] : [entry];
    });
    if (entries.length === 0 || !isMeant(holder)) continue;
    const { cell } = cellKeys(holder);
    const person = people.get(cell) ?? { name: holder.name, role: 'proxy' as const, units: [], powerIds: [] };
    person.units.push(...entries.map((entry) => unitOf(entry)));
    person.powerIds.push(powerId);
    people.set(cell, person);
  }
  return [...people.values()];
}

function unitOf(entry: RollEntry, powerHolder?: string): DoorPerson['units'][number] {
  const { apartmentId, ownerName: owner, registration } = entry;
  if (registration !== null)
    return { apartmentId, owner, state: 'registered', person: registration.attendee };
  if (powerHolder !== undefined) return { apartmentId, owner, state: 'power', person: powerHolder };
  return { apartmentId, owner, state: 'free', person: null };
}
