import { defined } from '../../../../shared/defined.ts';
import { getHeadProof, listHeads } from '../../../../shared/evidence/evidence.api.ts';
import { followHead, type HeadNews, type HeadSource } from '../../../../shared/evidence/follow-head.ts';
import { call, hasCode } from '../../../lib/api.ts';
import { anyMomentOf } from '../../../lib/live/link.ts';
import { useLiveStore } from '../../../lib/live/store.ts';
import { machinePrimitives } from '../../../lib/signatures.ts';
import { showFindings } from './head-findings.tsx';
import { changeHeads, type HeadFinding, type JointHeads, readHeads } from './heads-db.ts';

/**
 * Random delay before a proof request, in milliseconds per unit of the joint, at most MOST_SPREAD_MS. Spreads the
 * load of many phones in a hall.
 */
const SPREAD_PER_UNIT_MS = 50;
const MOST_SPREAD_MS = 60_000;
/** Maximum time in milliseconds for a check of the log head to wait until an open question closes. */
const OPEN_QUESTION_MS = 10_000;
/** Delay in milliseconds after a failed check of a log head, doubled at each retry. */
const RETRY_MS = 15_000;
const MOST_TRIES = 6;
/** Number of refused proofs before a finding is reported. A restarted server may have to read the log first. */
const REFUSALS = 3;
/** Maximum number of stored unverified heads of a joint, and of stored findings. */
const MOST_KEPT = 20;

/** Last audit log head received with the live data, by joint. */
const heard = new Map<number, string>();
/** Joints with a running check of the log head. */
const checking = new Set<number>();

/**
 * Starts the check of the audit trail in this browser: every signed head received with the live state of a joint is
 * compared with the stored head. Mismatches are shown to the user. Runs until the page closes.
 */
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

/** Stores a received log head at once, and verifies the head later. */
async function hear(jointId: number, note: string): Promise<void> {
  const now = await changeHeads(jointId, (heads) =>
    heads.kept?.note === note || heads.pending.includes(note)
      ? heads
      : { ...heads, pending: [...heads.pending, note].slice(-MOST_KEPT) },
  );
  if (now.pending.length === 0 || checking.has(jointId)) return;
  checking.add(jointId);
  let last: string | undefined;
  // A head that arrives during a check starts no second check, so this loop runs again.
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
    await pause(RETRY_MS * 2 ** (tries - 1) * (0.5 + Math.random()));
  }
}

/**
 * Verifies the oldest stored log head that is not verified yet.
 * @returns the number of heads left to verify; null to retry after a failed check
 */
async function checkNext(jointId: number, isLastRefusal: boolean): Promise<number | null> {
  const { kept, pending } = await changeHeads(jointId, (now) => now);
  const [note] = pending;
  if (note === undefined) return 0;
  const news = await followHead(await sourceOf(jointId), kept, note);
  if (news.kind === 'fault' && news.fault === 'unproven' && !isLastRefusal) return null;
  const changed = await changeHeads(jointId, (now) =>
    // If another tab changed the heads meanwhile, the result is dropped, and the head is checked again.
    now.kept?.note === kept?.note && now.pending.includes(note) ? withNews(now, note, news) : now,
  );
  showFindings(changed.findings);
  return changed.pending.length;
}

function withNews(now: JointHeads, note: string, news: HeadNews): JointHeads {
  const pending = now.pending.filter((one) => one !== note);
  const newest = 'newHead' in news && news.newHead !== null ? news.newHead : now.kept;
  const { kind } = news;
  if (kind !== 'fault' && kind !== 'restored' && kind !== 'newKey') return { ...now, kept: newest, pending };
  const former = now.kept?.note ?? null;
  const finding: HeadFinding = {
    id: `${now.jointId} ${former} ${note}`,
    jointId: now.jointId,
    at: Date.now(),
    kind,
    former,
    note,
    isSeen: false,
    ...defined({
      fault: kind === 'fault' ? news.fault : undefined,
      restored: kind === 'restored' ? news.restored : undefined,
    }),
  };
  const isKnown = now.findings.some(({ id }) => id === finding.id);
  const findings = isKnown ? now.findings : [...now.findings, finding].slice(-MOST_KEPT);
  return { ...now, kept: newest, pending, findings };
}

/**
 * Returns the functions to read a joint's signed heads and proofs from the server's API, for the comparison of
 * heads (`followHead`).
 */
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

/** Resolves once the joint has no open question, at most after OPEN_QUESTION_MS. */
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
