import { dayInBogota } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import {
  type NoticeDelivery,
  readNoticeVersions,
  readNotifiedOwners,
  toldAt,
} from '../mail/deliveries.repository.ts';
import { readNoticeFiles } from '../mail/notice.ts';
import type { StoredAssembly } from '../store/assembly.repository.ts';
import { type ChallengeEntry, NOTICES } from './entries.repository.ts';
import type { SentNoticeFacts } from './facts.ts';

/** Counts the documents of the notice, if a delivery to each reached owner names all documents; else 0. */
async function provedDocuments(
  db: Db,
  assemblyId: number,
  owners: readonly { proved: readonly NoticeDelivery[] }[],
): Promise<number> {
  const documents = (await readNoticeFiles(db, assemblyId)).map(({ sha256 }) => sha256);
  const complete = new Set(
    (await readNoticeVersions(db, assemblyId)).flatMap(({ sha256, content: { files = [] } }) =>
      documents.every((hash) => files.some((file) => file.sha256 === hash)) ? [sha256] : [],
    ),
  );
  const isProved = owners.every(
    ({ proved }) =>
      proved.length === 0 ||
      proved.some(({ noticeSha256 }) => noticeSha256 !== null && complete.has(noticeSha256)),
  );
  return isProved ? documents.length : 0;
}

/** Reads the notice as sent to the owners on the roll; null before the first delivery. */
export async function readSentNotice(
  db: Db,
  { assemblyId, callChangedAt, firstCallAt }: StoredAssembly,
  { family, acts }: { family: readonly number[]; acts: readonly ChallengeEntry[] },
): Promise<SentNoticeFacts | null> {
  const owners = (await readNotifiedOwners(db, { assemblyId, family })).map((owner) => {
    const provedAt = (one: NoticeDelivery) => toldAt(one, owner.registeredAt(one.sentAt));
    return {
      name: owner.name ?? `Propietario de ${owner.apartments.join()}`,
      proved: owner.deliveries.filter((one) => provedAt(one) !== null),
      at: owner.deliveries.flatMap((one) => provedAt(one) ?? []),
    };
  });
  const instants = owners.flatMap(({ at }) => at);
  if (instants.length === 0) return null;
  const isPresent = (at: Millis) => callChangedAt === null || at >= callChangedAt;
  const lasts = owners.flatMap(({ at }) => {
    const present = at.filter(isPresent);
    return at.length === 0 ? [] : [present.length > 0 ? Math.min(...present) : Math.max(...at)];
  });
  const notices = acts.filter(({ act }) => NOTICES.includes(act));
  const last = notices.at(-1)?.data.assembly as Pick<SentNoticeFacts, 'agenda' | 'mode'> | undefined;
  return {
    owners: owners.length,
    untold: owners.flatMap(({ name, at }) => (at.length === 0 ? [name] : [])),
    outdated: owners.flatMap(({ name, at }) => (at.length > 0 && !at.some(isPresent) ? [name] : [])),
    lastToldOn: dayInBogota(Math.max(...lasts)),
    firstAt: Math.min(...instants),
    hasSecondCall: firstCallAt !== null || notices.every(({ data }) => typeof data.secondCall === 'string'),
    documents: await provedDocuments(db, assemblyId, owners),
    agenda: last?.agenda ?? null,
    mode: last?.mode ?? 'inPerson',
  };
}
