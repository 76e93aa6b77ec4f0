import { getHeadProof, listHeads } from '../../../../shared/evidence/evidence.api.ts';
import { followHead, type HeadNews, type HeadSource } from '../../../../shared/evidence/follow-head.ts';
import { call, hasCode } from '../../../lib/api.ts';
import { anyMomentOf } from '../../../lib/live/live-link.ts';
import { useLiveStore } from '../../../lib/live/live-store.ts';
import { machinePrimitives } from '../../../lib/signatures.ts';
import { showFindings } from './head-findings.tsx';
import { changeHeads, type HeadFinding, type JointHeads, readHeads } from './heads-db.ts';

/** Proofs that the server of a joint is asked for, one after another: so far apart for each of its units, at most a minute. */
const SPREAD_PER_UNIT_MS = 50;
const MOST_SPREAD_MS = 60_000;
/** A question that is open has the line to itself for so long. */
const OPEN_QUESTION_MS = 10_000;
/** From a check that failed to the next one, twice as long each time. */
const AGAIN_MS = 15_000;
const MOST_TRIES = 6;
/** A server that was just started again may have to read first: a proof that it refuses so often is none. */
const REFUSALS = 3;
/** Heads that wait to be checked, and findings that are kept, of one joint. */
const MOST_KEPT = 20;

/** The last head that each joint's live state told. */
const heard = new Map<number, string>();
/** Joints that are being checked. */
const checking = new Set<number>();

/** Follows the heads of every joint that a page watches, for as long as the page is there. */
export function keepHeads(): void {
  void readHeads().then((all) => showFindings(all.flatMap(({ findings }) => findings)));
  const hearAll = () => {
    for (const [id, { joint }] of Object.entries(useLiveStore.getState().joints)) {
      const head = joint?.head;
      const jointId = Number(id);
      if (head == null || heard.get(jointId) === head) continue;
      heard.set(jointId, head);
      void hear(jointId, head);
    }
  };
  useLiveStore.subscribe(hearAll);
  hearAll();
}

/** Kept at once; checked when there is time. */
async function hear(jointId: number, note: string): Promise<void> {
  const now = await changeHeads(jointId, (kept) =>
    kept.kept?.note === note || kept.pending.includes(note)
      ? kept
      : { ...kept, pending: [...kept.pending, note].slice(-MOST_KEPT) },
  );
  if (now.pending.length === 0 || checking.has(jointId)) return;
  checking.add(jointId);
  let last: string | undefined;
  // One that comes while the last one is being checked finds nobody else to check it.
  while (heard.get(jointId) !== last) {
    last = heard.get(jointId);
    await checkAll(jointId);
  }
  checking.delete(jointId);
}

async function checkAll(jointId: number): Promise<void> {
  const units = useLiveStore.getState().joints[jointId]?.joint?.total.apartments ?? 0;
  await pause(anyMomentOf(Math.min(MOST_SPREAD_MS, units * SPREAD_PER_UNIT_MS)));
  let tries = 0;
  while (tries < MOST_TRIES) {
    await questionClosed(jointId);
    const left = await checkNext(jointId, tries >= REFUSALS - 1).catch(() => null);
    if (left === 0) return;
    if (left !== null) continue;
    tries += 1;
    await pause(AGAIN_MS * 2 ** (tries - 1) * (0.5 + Math.random()));
  }
}

/**
 * Checks the oldest head that waits.
 * @returns how many still wait; null where it could not be checked and is to be tried again
 */
async function checkNext(jointId: number, isLastRefusal: boolean): Promise<number | null> {
  const { kept, pending } = await changeHeads(jointId, (now) => now);
  const [note] = pending;
  if (note === undefined) return 0;
  const news = await followHead(await sourceOf(jointId), kept, note);
  if (news.kind === 'fault' && news.fault === 'unproven' && !isLastRefusal) return null;
  const changed = await changeHeads(jointId, (now) =>
    // Another tab was quicker, or kept another one meanwhile: this one is held against that.
    now.kept?.note === kept?.note && now.pending.includes(note) ? withNews(now, note, news) : now,
  );
  showFindings(changed.findings);
  return changed.pending.length;
}

function withNews(now: JointHeads, note: string, news: HeadNews): JointHeads {
  const pending = now.pending.filter((one) => one !== note);
  const kept = 'kept' in news && news.kept !== null ? news.kept : now.kept;
  const { kind } = news;
  if (kind !== 'fault' && kind !== 'restored' && kind !== 'newKey') return { ...now, kept, pending };
  const former = now.kept?.note ?? null;
  const finding: HeadFinding = {
    id: `${now.jointId} ${former} ${note}`,
    ...{ jointId: now.jointId, at: Date.now(), kind, former, note, isSeen: false },
    ...(kind === 'fault' ? { fault: news.fault } : {}),
    ...(kind === 'restored' ? { restored: news.restored } : {}),
  };
  const isKnown = now.findings.some(({ id }) => id === finding.id);
  const findings = isKnown ? now.findings : [...now.findings, finding].slice(-MOST_KEPT);
  return { ...now, kept, pending, findings };
}

/** What a joint's heads are held against: its server's proofs. */
export async function sourceOf(jointId: number): Promise<HeadSource> {
  const params = { jointId };
  return {
    ...(await machinePrimitives()),
    heads: async () => (await call(listHeads, { params })).heads,
    proof: async (query, anew) => {
      try {
        const cache = anew ? 'reload' : 'default';
        return (await call(getHeadProof, { params, query, cache })).path;
      } catch (error) {
        if (hasCode(error, 'headNotFound')) return null;
        throw error;
      }
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until no question of a joint is open, at most for a while. */
function questionClosed(jointId: number): Promise<void> {
  const isOpen = () =>
    useLiveStore
      .getState()
      .joints[jointId]?.joint?.concepts.some((one) => one.rule !== null && one.active === 1) === true;
  if (!isOpen()) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, OPEN_QUESTION_MS);
    const stop = useLiveStore.subscribe(() => isOpen() || done());
  });
}
