import { isOfCommittee, isOfCouncil } from '../../../shared/assemblies/law/matters.ts';
import { mayBeOwner, mayBeSame } from '../../../shared/properties/person.ts';
import { type PowersContext, readPowerBook } from '../powers/acts.ts';
import type { StoredConcept } from '../store/questions/concepts.repository.ts';
import { readDelegates } from './entries.repository.ts';

/** True for an election of the council: members are owners or delegates (Ley 675, art. 53); no rule for the comité. */
export const needsOwners = ({ contest, description }: StoredConcept): boolean =>
  contest !== null && isOfCouncil(description) && !isOfCommittee(description);

/** Returns the names of an election on the ballot, without the blank vote: the candidates, or the names of all lists. */
export const candidateNames = ({ answers, blankAnswerId }: StoredConcept): string[] =>
  answers.flatMap(({ answerId, description, names }) =>
    answerId === blankAnswerId ? [] : (names ?? [description]),
  );

/**
 * Reads owners and delegates of an assembly, and returns a function from a candidate's name to the standing. Delegates
 * are the holders of current powers, proxies, and attendees as delegate or legal representative.
 */
export async function readCandidateStandings(
  place: PowersContext,
): Promise<(name: string) => 'owner' | 'delegate' | 'unknown'> {
  const { roll, powers, proxies } = await readPowerBook(place);
  const owners = [...roll.values()].flatMap(([unit]) =>
    unit === undefined ? [] : [{ name: unit.owner, document: unit.ownerDocument }],
  );
  const delegates = [
    ...powers.flatMap(({ holder, units }) => (units.some(({ standing }) => standing) ? [holder] : [])),
    ...proxies,
    ...(await readDelegates(place.trx, place.assembly.assemblyId, place.family)),
  ];
  return (name) => {
    const person = { name, document: null };
    if (owners.some((owner) => mayBeOwner(person, owner))) return 'owner';
    return delegates.some((delegate) => mayBeSame(person, delegate)) ? 'delegate' : 'unknown';
  };
}
