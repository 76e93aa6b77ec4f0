import type { Context } from '../../platform/context.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type Person, readPeople } from '../store/people.repository.ts';

/** As people order names; the engines would each order accents in their own way. */
const inOrder = new Intl.Collator('es', { numeric: true }).compare;

/** Who may hold units from home, in a joint and its sectors, by name. */
export async function listPeopleOf({ store, directory }: Context, jointId: number): Promise<Person[]> {
  const family = await directory.family(jointId);
  if (family.length === 0) throw new Problem('jointNotFound');
  const people = await readPeople(store.db, family);
  for (const person of people) person.apartments.sort(inOrder);
  return people.sort((a, b) => inOrder(a.name, b.name) || Number(a.userId) - Number(b.userId));
}
