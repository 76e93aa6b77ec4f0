import type { NewRegistration, RegistrationResult } from '../../../shared/assemblies/attendance.api.ts';
import { readProxyLimit } from '../../properties/index.ts';
import type { Act } from '../store/act.ts';
import { readProxies } from '../store/attendance.repository.ts';
import { ownerKey } from '../store/opening.repository.ts';

/**
 * How many owners a person represents by proxy in the assembly, with whatever codes, and the most that the
 * reglamento allows. A person is a document, or a name where there is none, as an owner is; nobody is their own
 * proxy.
 */
export async function powersOf(
  act: Act,
  attendee: NonNullable<NewRegistration['attendee']>,
): Promise<NonNullable<RegistrationResult['powers']>> {
  const { trx, assembly, family } = act;
  const person = ownerKey(attendee.name, attendee.document ?? null, '');
  const owners = new Set<string>();
  for (const proxy of await readProxies(trx, assembly.assemblyId, family)) {
    if (ownerKey(proxy.name, proxy.document, '') === person && proxy.ownerKey !== person) {
      owners.add(proxy.ownerKey);
    }
  }
  return { owners: owners.size, limit: await readProxyLimit(trx, assembly.rootId) };
}
