import { create } from 'zustand';
import { readScan, votingBadge } from '../../../../../shared/assemblies/code.ts';
import { castBallots } from '../../../../../shared/assemblies/codes.api.ts';
import type { AssemblyRecord } from '../../../../../shared/assemblies/votes.api.ts';
import { ApiError, call } from '../../../../lib/api.ts';
import { newKey } from '../../../../lib/kept-key.ts';
import { isWorthResending } from '../../../../lib/resend.ts';
import { onSessionEnd } from '../../../../lib/session.store.ts';
import { failureText } from '../../common/failure.ts';
import { assemblyTexts } from '../../common/texts.ts';
import { signal } from '../scan/signal.ts';
import { answerWord, type BadgeScan, type BadgeScanState, type BadgeUnit, unitNumbers } from './scan.ts';

/**
 * Scans of printed voting badges at the counting table. Never stored and never resent automatically: after a
 * network loss another question may be open. Scans without an answer are shown as blocked, and the operator decides
 * on a retry.
 */
export const useBadgeScans = create<{ ballots: readonly BadgeScan[] }>(() => ({ ballots: [] }));

/** Data of the counting table at the time of a scan: joint, question to count, and roll. */
export interface CountingTable {
  jointId: number;
  /**
   * Question that the operator agreed to count. Null if no question is open, or if another question opened since.
   */
  conceptId: number | null;
  /** Error message for every scan while counting is closed. Empty text while scans are accepted. */
  closed: string;
  /** Returns the roll at the time of the server's answer, to name the units that voted. */
  roll: () => readonly (BadgeUnit & { userId: string | null })[];
}

/**
 * Maximum number of concurrent requests. A scanner reads ten badges a second, and an answer may take half a second.
 */
const AT_ONCE = 4;
/** Maximum number of finished scans in the displayed list. */
const MOST_SETTLED = 60;

const NOT_A_BALLOT =
  'Es una escarapela o una tarjeta, no una papeleta de votación. Para registrar la asistencia, pase a «Registro».';

/** Counting table of each scan, by scan id: data to send or resend the scan, not displayed. */
const tables = new Map<string, CountingTable>();

/** Adds a scanned voting badge to the queue: shows the scan at once and sends the vote after earlier scans. */
export function countBadge(table: CountingTable, text: string): void {
  const scan = readScan(text);
  const ballot: BadgeScan = {
    id: newKey(),
    jointId: table.jointId,
    conceptId: table.conceptId,
    code: scan?.code ?? text.trim().slice(0, 40),
    answerId: scan?.answerId ?? null,
    at: new Date().toISOString(),
    state: 'sending',
    message: '',
    units: scan ? heldBy(table, scan.code) : [],
    isUnanswered: false,
  };
  const refusal =
    scan === null
      ? assemblyTexts.codeUnreadable
      : scan.answerId === null
        ? NOT_A_BALLOT
        : table.conceptId === null
          ? table.closed
          : null;
  tables.set(ballot.id, table);
  useBadgeScans.setState(({ ballots }) => ({ ballots: trimmed([ballot, ...ballots]) }));
  if (refusal === null) sendBallots();
  else settle(ballot.id, { state: 'blocked', message: refusal });
}

/** Sends scans without an answer again. The same idempotency key prevents a double vote. */
export function retryBadgeScans(ids: readonly string[]): void {
  useBadgeScans.setState(({ ballots }) => ({
    ballots: ballots.map((ballot) =>
      ids.includes(ballot.id) && ballot.isUnanswered
        ? { ...ballot, state: 'sending', message: '', isUnanswered: false }
        : ballot,
    ),
  }));
  sendBallots();
}

const underWay = new Set<string>();

/**
 * Sends the oldest scans first. A second scan of a code waits for the first answer, since the first accepted vote
 * of a unit counts.
 */
function sendBallots(): void {
  const busy = new Set<string>();
  for (const ballot of [...useBadgeScans.getState().ballots].reverse()) {
    if (ballot.state !== 'sending') continue;
    const isFree = !busy.has(ballot.code) && !underWay.has(ballot.id);
    busy.add(ballot.code);
    if (isFree && underWay.size < AT_ONCE) void cast(ballot);
  }
}

async function cast(ballot: BadgeScan): Promise<void> {
  const { id, jointId, conceptId, code, answerId } = ballot;
  underWay.add(id);
  try {
    const records = await call(castBallots, {
      params: { jointId },
      body: { badge: votingBadge(code, answerId ?? 0), ...(conceptId !== null && { conceptId }) },
      idempotencyKey: id,
    });
    settle(id, accepted(ballot, records));
  } catch (error) {
    settle(id, refusedBallot(error));
  }
  underWay.delete(id);
  sendBallots();
}

type BadgeScanChange = Partial<Pick<BadgeScan, 'message' | 'units' | 'isUnanswered'>> & {
  state: BadgeScanState;
};

/**
 * Changes of a scan after the server accepted the vote. Also names units of the same code that had voted before.
 */
function accepted({ id, code }: BadgeScan, records: readonly AssemblyRecord[]): BadgeScanChange {
  const table = tables.get(id);
  const votes = new Set(records.map((record) => record.apartmentId));
  const units = table?.roll().filter((unit) => votes.has(unit.apartmentId)) ?? [];
  const before = table ? heldBy(table, code).filter((unit) => !votes.has(unit.apartmentId)) : [];
  const left = before.filter((unit) => unit.coefficient > 0);
  return {
    state: 'registered',
    units,
    message: left.length === 0 ? '' : `Ya habían votado y quedan como estaban: ${unitNumbers(left)}.`,
  };
}

function refusedBallot(error: unknown): BadgeScanChange {
  if (error instanceof ApiError && error.code === 'alreadyVoted') {
    return { state: 'already', message: 'Ya había votado; la papeleta no cambió su voto.' };
  }
  return isWorthResending(error)
    ? {
        state: 'blocked',
        isUnanswered: true,
        message: `${assemblyTexts.voteFailed} No se contará dos veces.`,
      }
    : { state: 'blocked', message: failureText(error, assemblyTexts.voteFailed) };
}

function settle(id: string, change: BadgeScanChange): void {
  const before = useBadgeScans.getState().ballots.find((ballot) => ballot.id === id);
  if (!before) return;
  const after = { ...before, ...change };
  if (!after.isUnanswered) tables.delete(id);
  useBadgeScans.setState(({ ballots }) => ({
    ballots: ballots.map((ballot) => (ballot.id === id ? after : ballot)),
  }));
  // Hides the answer of a paper that was not counted, so that the operator does not read the answer as the valid
  // vote.
  const answer = after.state === 'already' ? '' : answerWord(after.answerId);
  const whose = [unitNumbers(after.units), answer].filter(Boolean).join(' · ');
  signal(
    change.state === 'sending' ? 'pending' : change.state,
    [whose, after.message].filter(Boolean).join('. '),
  );
}

const heldBy = (table: CountingTable, code: string) => table.roll().filter((unit) => unit.userId === code);

/** Returns the scans without the oldest finished scans. Keeps unfinished scans. */
function trimmed(ballots: readonly BadgeScan[]): readonly BadgeScan[] {
  let settled = 0;
  return ballots.filter((ballot) => {
    if (ballot.state === 'sending' || ballot.isUnanswered) return true;
    settled += 1;
    return settled <= MOST_SETTLED;
  });
}

onSessionEnd(() => {
  tables.clear();
  useBadgeScans.setState({ ballots: [] });
});
