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

/**
 * True for a version with the present day, hour, place and agenda. A notice of the first call has the day of the first call, and
 * announces the second (Ley 675, art. 41).
 */
const callsNow = (now: StoredAssembly, { call, scheduledAt, place, agenda }: NoticeContent): boolean =>
  scheduledAt === (call < now.call ? (now.firstCallAt ?? now.scheduledAt) : now.scheduledAt) &&
  (place || null) === (now.place || null) &&
  (agenda || null) === (now.agenda || null);

/** Reads the notice as sent to the owners on the roll; null before the first delivery. */
export async function readSentNotice(
  db: Db,
  assembly: StoredAssembly,
  { family, acts }: { family: readonly number[]; acts: readonly ChallengeEntry[] },
): Promise<SentNoticeFacts | null> {
  const { assemblyId, callChangedAt } = assembly;
  const versions = await readNoticeVersions(db, assemblyId);
  const calling = new Set(
    versions.flatMap(({ sha256, content }) => (callsNow(assembly, content) ? [sha256] : [])),
  );
  // An older delivery has no version: the instant decides.
  const isPresent = ({ noticeSha256 }: NoticeDelivery, at: Millis) =>
    noticeSha256 === null ? at >= (callChangedAt ?? 0) : calling.has(noticeSha256);
  const owners = (await readNotifiedOwners(db, { assemblyId, family })).map((owner) => {
    const proved = owner.deliveries.flatMap((one) => {
      const at = toldAt(one, owner.registeredAt(one.sentAt));
      return at === null ? [] : [{ one, at, isPresent: isPresent(one, at) }];
    });
    return {
      name: owner.name ?? `Propietario de ${owner.apartments.join()}`,
      proved: proved.map(({ one }) => one),
      at: proved.map(({ at }) => at),
      // A notice sent between two equal notices must be corrected.
      present: proved.slice(proved.findLastIndex((one) => !one.isPresent) + 1).map(({ at }) => at),
    };
  });
  if (owners.every(({ at }) => at.length === 0)) return null;
  const lasts = owners.flatMap(({ at, present }) =>
    at.length === 0 ? [] : [present.length > 0 ? Math.min(...present) : Math.max(...at)],
  );
  const notices = acts.filter(({ act }) => NOTICES.includes(act));
  // Notices older than stored versions stand in the trail alone.
  const last = (await readLastSentNotice(db, assemblyId)) ?? lastNotice(acts);
  const documents = (await readNoticeFiles(db, assemblyId)).map(({ sha256 }) => sha256);
  const hasDocuments = ({ files = [] }: NoticeContent) =>
    documents.every((hash) => files.some((file) => file.sha256 === hash));
  return {
    owners: owners.length,
    untold: owners.flatMap(({ name, at }) => (at.length === 0 ? [name] : [])),
    outdated: owners.flatMap(({ name, at, present }) =>
      at.length > 0 && present.length === 0 ? [name] : [],
    ),
    lastToldOn: dayInBogota(Math.max(...lasts)),
    hasDebtors: reachesAll(owners, versions, ({ debtors = null }) => debtors !== null),
    hasSecondCall: notices.every(({ data }) => isOfSecondCall(data) || typeof data.secondCall === 'string'),
    documents: reachesAll(owners, versions, hasDocuments) ? documents.length : 0,
    agenda: last?.agenda ?? null,
    mode: last?.mode ?? 'inPerson',
    scheduledAt: last?.scheduledAt ?? null,
  };
}

/** True for a notice of the second call itself: no sentence of art. 41. */
const isOfSecondCall = ({ assembly }: ChallengeEntry['data']): boolean =>
  (assembly as { call?: number } | undefined)?.call === 2;
