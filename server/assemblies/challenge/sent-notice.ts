import { dayInBogota } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import {
  type NoticeDelivery,
  readLastSentNotice,
  readNoticeVersions,
  readNotifiedOwners,
} from '../mail/deliveries.repository.ts';
import { toldAt } from '../mail/deliveries.ts';
import { type NoticeContent, readNoticeFiles } from '../mail/notice.ts';
import type { StoredAssembly } from '../store/assembly.repository.ts';
import { type ChallengeEntry, lastNotice, NOTICES } from './entries.repository.ts';
import type { SentNoticeFacts } from './facts.ts';

/** True if each reached owner has a delivery of a version of the notice that passes `isComplete`. */
const reachesAll = (
  owners: readonly { proved: readonly NoticeDelivery[] }[],
  versions: Awaited<ReturnType<typeof readNoticeVersions>>,
  isComplete: (content: NoticeContent) => boolean,
): boolean => {
  const complete = new Set(versions.flatMap(({ sha256, content }) => (isComplete(content) ? [sha256] : [])));
  return owners.every(
    ({ proved }) =>
      proved.length === 0 ||
      proved.some(({ noticeSha256 }) => noticeSha256 !== null && complete.has(noticeSha256)),
  );
};

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
  if (owners.every(({ at }) => at.length === 0)) return null;
  const isPresent = (at: Millis) => callChangedAt === null || at >= callChangedAt;
  const lasts = owners.flatMap(({ at }) => {
    const present = at.filter(isPresent);
    return at.length === 0 ? [] : [present.length > 0 ? Math.min(...present) : Math.max(...at)];
  });
  const notices = acts.filter(({ act }) => NOTICES.includes(act));
  // Notices older than stored versions stand in the trail alone.
  const last = (await readLastSentNotice(db, assemblyId)) ?? lastNotice(acts);
  const versions = await readNoticeVersions(db, assemblyId);
  const documents = (await readNoticeFiles(db, assemblyId)).map(({ sha256 }) => sha256);
  const hasDocuments = ({ files = [] }: NoticeContent) =>
    documents.every((hash) => files.some((file) => file.sha256 === hash));
  return {
    owners: owners.length,
    untold: owners.flatMap(({ name, at }) => (at.length === 0 ? [name] : [])),
    outdated: owners.flatMap(({ name, at }) => (at.length > 0 && !at.some(isPresent) ? [name] : [])),
    lastToldOn: dayInBogota(Math.max(...lasts)),
    hasDebtors: reachesAll(owners, versions, ({ debtors = null }) => debtors !== null),
    hasSecondCall: firstCallAt !== null || notices.every(({ data }) => typeof data.secondCall === 'string'),
    documents: reachesAll(owners, versions, hasDocuments) ? documents.length : 0,
    agenda: last?.agenda ?? null,
    mode: last?.mode ?? 'inPerson',
    scheduledAt: last?.scheduledAt ?? null,
  };
}
