import { dayInBogota } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { readDeliveries, readNoticeVersions } from '../mail/deliveries.repository.ts';
import { readRollOwners } from '../mail/roll-owners.repository.ts';
import { groupByOwner } from '../mail/roll-owners.ts';
import type { StoredAssembly } from '../store/assembly.repository.ts';
import { type ChallengeEntry, NOTICES } from './entries.repository.ts';
import type { SentNoticeFacts } from './facts.ts';

/** Instants of the deliveries to each user. A mail that bounced is no delivery. */
async function deliveries(db: Db, assemblyId: number): Promise<Map<number, Millis[]>> {
  const byUser = new Map<number, Millis[]>();
  for (const { userId, sentAt, bouncedAt } of await readDeliveries(db, assemblyId)) {
    if (bouncedAt === null) byUser.set(userId, [...(byUser.get(userId) ?? []), sentAt]);
  }
  return byUser;
}

/** Reads the notice as sent to the owners on the roll; null before the first delivery. */
export async function readSentNotice(
  db: Db,
  { assemblyId, callChangedAt, firstCallAt }: StoredAssembly,
  { family, acts }: { family: readonly number[]; acts: readonly ChallengeEntry[] },
): Promise<SentNoticeFacts | null> {
  const sent = await deliveries(db, assemblyId);
  const units = await readRollOwners(db, { assemblyId, family });
  const owners = groupByOwner(units);
  const ownerless = new Set(units.flatMap(({ owner, apartmentId }) => (owner === '' ? [apartmentId] : [])));
  const reached = owners.map(({ name, linked }) => ({
    name,
    at: linked.flatMap((id) => sent.get(id) ?? []),
  }));
  const instants = reached.flatMap(({ at }) => at);
  if (instants.length === 0) return null;
  const isPresent = (at: Millis) => callChangedAt === null || at >= callChangedAt;
  const lasts = reached.flatMap(({ at }) => {
    const present = at.filter(isPresent);
    return at.length === 0 ? [] : [present.length > 0 ? Math.min(...present) : Math.max(...at)];
  });
  const notices = acts.filter(({ act }) => NOTICES.includes(act));
  const last = notices.at(-1)?.data.assembly as Pick<SentNoticeFacts, 'agenda' | 'mode'> | undefined;
  return {
    owners: owners.length + ownerless.size,
    untold: [
      ...reached.flatMap(({ name, at }) => (at.length === 0 ? [name] : [])),
      ...[...ownerless].map((id) => `Propietario de ${id}`),
    ],
    outdated: reached.flatMap(({ name, at }) => (at.length > 0 && !at.some(isPresent) ? [name] : [])),
    lastToldOn: dayInBogota(Math.max(...lasts)),
    firstAt: Math.min(...instants),
    hasSecondCall: firstCallAt !== null || notices.every(({ data }) => typeof data.secondCall === 'string'),
    documents: (await readNoticeVersions(db, assemblyId)).at(-1)?.content.files?.length ?? 0,
    agenda: last?.agenda ?? null,
    mode: last?.mode ?? 'inPerson',
  };
}
