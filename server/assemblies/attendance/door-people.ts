import type { AnswerOf } from '../../../shared/api.ts';
import { type DoorPerson, type findPeople, MOST_PEOPLE } from '../../../shared/assemblies/attendance.api.ts';
import { bareText } from '../../../shared/bare-text.ts';
import { withLastResults } from '../../../shared/last-results.ts';
import { documentKeys } from '../../../shared/properties/documents.ts';
import { readOwnerNames } from '../../../shared/properties/owner-nature.ts';
import { cellKeys, type NamedPerson } from '../../../shared/properties/person.ts';
import type { Context } from '../../platform/context.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import { Problem } from '../../platform/http/problem.ts';
import { byName } from '../../platform/lib/by-name.ts';
import type { CoalescedPublisher } from '../../platform/live/publisher.ts';
import type { JointState } from '../live/joint-state.ts';
import { type StandingPower, standingPowers } from '../powers/powers.repository.ts';
import type { RollEntry } from '../store/attendance/attendance.repository.ts';
import { readOwnerKeys } from '../store/roll/persons.repository.ts';

/** Fewest digits of a document to search by: fewer match too many people. */
const FEWEST_DIGITS = 4;

/** True for a person meant by a search. */
type Search = (person: NamedPerson) => boolean;

/** Unit on the roll with the name of an owner or co-owner meant by a search. */
interface MeantOwner {
  entry: RollEntry;
  name: string;
  role: 'owner' | 'coOwner';
  /** Key of the words of the name: equal for names perhaps of the same person. */
  words: string;
}

/**
 * Finds people of a joint's current assembly by name or document: owners, co-owners, and proxies with accepted
 * powers, in the order of the names. Searches the roll in memory (live state); the database is asked for the powers, and for
 * the owners of equal names.
 * @throws Problem jointNotFound, assemblyNotFound
 */
export async function findPeopleOf(
  {
    store,
    directory,
    publisher,
  }: Pick<Context, 'store' | 'directory'> & { publisher: CoalescedPublisher<JointState> },
  jointId: number,
  text: string,
): Promise<AnswerOf<typeof findPeople>> {
  const { rootId } = await requireJoint(directory, jointId);
  const jointIds = [...(await directory.family(jointId))].sort((a, b) => a - b);
  const assembly = (await publisher.current(rootId)).parts?.assembly;
  if (assembly === undefined) throw new Problem('assemblyNotFound');
  const { assemblyId } = assembly;
  const roll = new Map<string, RollEntry>();
  for (const { parts, units } of await Promise.all(jointIds.map((id) => publisher.current(id)))) {
    if (parts?.assembly.assemblyId !== assemblyId) continue;
    for (const entry of units.values()) {
      if ((roll.get(entry.apartmentId)?.registration ?? null) === null) roll.set(entry.apartmentId, entry);
    }
  }
  const isMeant = searchFor(text);
  const meant = meantOwners(roll, isMeant);
  const { powers, ownerKeys } = await readAsOfNow(store.db, async (trx) => ({
    powers: await standingPowers(trx, assemblyId),
    ownerKeys: await readOwnerKeys(trx, { assemblyId, jointIds }, withEqualNames(meant)),
  }));
  const people = [...owners(meant, ownerKeys, powers), ...proxies(roll, powers, isMeant)];
  people.sort((a, b) => byName(a.name, b.name));
  return { people: people.slice(0, MOST_PEOPLE), hasMore: people.length > MOST_PEOPLE };
}

/** Words of a name without accents and signs; dots join the letters of 'S.A.S.'. */
const wordsOf = (text: string): string[] =>
  bareText(text)
    .replaceAll('.', '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

const nameOf = withLastResults(
  (name: string) => {
    const words = wordsOf(name);
    return { words, joined: words.join('') };
  },
  (name) => name,
);
const keysOf = withLastResults(documentKeys, (document) => document ?? '');

function searchFor(text: string): Search {
  const words = wordsOf(text);
  const joined = words.join('');
  const keys = documentKeys(text);
  const digits = /[a-z]/i.test(text) ? '' : text.replace(/\D/g, '').replace(/^0+/, '');
  return ({ name, document }) => {
    const theirs = keysOf(document);
    if (theirs.some((key) => keys.includes(key))) return true;
    if (digits.length >= FEWEST_DIGITS) return theirs.some((key) => key.startsWith(digits));
    if (joined === '') return false;
    const named = nameOf(name);
    return (
      named.joined.startsWith(joined) ||
      words.every((word) => named.words.some((part) => part.startsWith(word)))
    );
  };
}

function meantOwners(roll: ReadonlyMap<string, RollEntry>, isMeant: Search): MeantOwner[] {
  const meant: MeantOwner[] = [];
  for (const entry of roll.values()) {
    const { names } = readOwnerNames(entry.ownerName);
    for (const name of names.length > 1 ? names : [entry.ownerName]) {
      // A cell does not tell the person of each document: a document matches all co-owners.
      if (!isMeant({ name, document: entry.ownerDocument })) continue;
      const role = names.length > 1 ? 'coOwner' : 'owner';
      meant.push({ entry, name, role, words: cellKeys({ name, document: null }).words });
    }
  }
  return meant;
}

/** Returns the ids of the units with an owner's name in another unit too: the key of the owner tells the persons apart. */
function withEqualNames(meant: readonly MeantOwner[]): string[] {
  const times = new Map<string, number>();
  for (const { words } of meant) times.set(words, (times.get(words) ?? 0) + 1);
  return meant.flatMap(({ entry, words }) => ((times.get(words) ?? 0) > 1 ? [entry.apartmentId] : []));
}

function owners(
  meant: readonly MeantOwner[],
  ownerKeys: ReadonlyMap<string, string>,
  powers: ReadonlyMap<string, StandingPower>,
): DoorPerson[] {
  const people = new Map<string, DoorPerson>();
  for (const { entry, name, role, words } of meant) {
    const key = `${ownerKeys.get(entry.apartmentId) ?? entry.apartmentId}|${words}`;
    const person = people.get(key) ?? { name, role, units: [], powerIds: [] };
    person.units.push(unitOf(entry, powers.get(entry.apartmentId)?.holder.name));
    people.set(key, person);
  }
  return [...people.values()];
}

function proxies(
  roll: ReadonlyMap<string, RollEntry>,
  powers: ReadonlyMap<string, StandingPower>,
  isMeant: Search,
): DoorPerson[] {
  const people = new Map<string, DoorPerson>();
  for (const { holder, substitute, powerId, apartmentId } of powers.values()) {
    const entry = roll.get(apartmentId);
    for (const named of [holder, ...(substitute ? [substitute] : [])]) {
      if (entry === undefined || !isMeant(named)) continue;
      const { cell } = cellKeys(named);
      const person = people.get(cell) ?? { name: named.name, role: 'proxy', units: [], powerIds: [] };
      // Holder and substitute of a power may be one person.
      if (!person.units.some((unit) => unit.apartmentId === apartmentId)) person.units.push(unitOf(entry));
      if (!person.powerIds.includes(powerId)) person.powerIds.push(powerId);
      people.set(cell, person);
    }
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
