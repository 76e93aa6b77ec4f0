import { dayInBogota } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import {
  deliveriesByUser,
  type NoticeDelivery,
  reachedAt,
  readNoticeVersions,
} from '../mail/deliveries.repository.ts';
import { readNoticeFiles } from '../mail/notice.ts';
import { readRollOwners } from '../mail/roll-owners.repository.ts';
import { groupByOwner } from '../mail/roll-owners.ts';
import type { StoredAssembly } from '../store/assembly.repository.ts';
import { type ChallengeEntry, NOTICES } from './entries.repository.ts';
import type { SentNoticeFacts } from './facts.ts';

/** Counts the documents of the notice, if a delivery to each reached owner names all documents; else 0. */
async function provedDocuments(
  db: Db,
  assemblyId: number,
  reached: readonly (readonly NoticeDelivery[])[],
): Promise<number> {
  const documents = (await readNoticeFiles(db, assemblyId)).map(({ sha256 }) => sha256);
  const complete = new Set(
    (await readNoticeVersions(db, assemblyId)).flatMap(({ sha256, content: { files = [] } }) =>
      documents.every((hash) => files.some((file) => file.sha256 === hash)) ? [sha256] : [],
    ),
  );
  const isProved = reached.every((own) =>
    own.some(({ noticeSha256 }) => noticeSha256 !== null && complete.has(noticeSha256)),
  );
  return isProved ? documents.length : 0;
}

/** Reads the notice as sent to the owners on the roll; null before the first delivery. */
export async function readSentNotice(
  db: Db,
  { assemblyId, callChangedAt, firstCallAt }: StoredAssembly,
  { family, acts }: { family: readonly number[]; acts: readonly ChallengeEntry[] },
): Promise<SentNoticeFacts | null> {
  const sent = await deliveriesByUser(db, assemblyId);
  const units = await readRollOwners(db, { assemblyId, family });
  const owners = groupByOwner(units);
  const ownerless = new Set(units.flatMap(({ owner, apartmentId }) => (owner === '' ? [apartmentId] : [])));
  const deliveredTo = owners.map(({ linked }) =>
    linked.flatMap((id) => (sent.get(id) ?? []).filter((one) => reachedAt(one) !== null)),
  );
  const reached = owners.map(({ name }, i) => ({
    name,
    at: (deliveredTo[i] ?? []).flatMap((one) => reachedAt(one) ?? []),
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
    documents: await provedDocuments(
      db,
      assemblyId,
      deliveredTo.filter((own) => own.length > 0),
    ),
    agenda: last?.agenda ?? null,
    mode: last?.mode ?? 'inPerson',
  };
}
