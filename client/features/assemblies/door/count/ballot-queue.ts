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
import { answerWord, type BadgeScan, type BadgeScanState, type BadgeUnit, unitNumbers } from './ballot.ts';

/**
 * Scans of the counting table. Unlike registrations, the scans are never stored and never resent automatically: after
 * a network loss another question may be open, or the result read out. Scans without an answer are shown as blocked;
 * the operator, with the paper in hand, decides on a retry.
 */
export const useBadgeScans = create<{ ballots: readonly BadgeScan[] }>(() => ({ ballots: [] }));

/** State of the counting table at the time of a scan. */
export interface CountingTable {
  jointId: number;
  /** Question that the operator agreed to count. Null if no question is open, or after a change of question. */
  conceptId: number | null;
  /** Reason for refusing scans, if any. */
  closed: string;
  /** Returns the current roll, for the time of the answer. */
  roll: () => readonly (BadgeUnit & { userId: string | null })[];
}

/** Concurrent requests. A scanner reads ten badges a second, and an answer may take half a second. */
const AT_ONCE = 4;
/** Maximum of settled scans in the list. */
const MOST_SETTLED = 60;

const NOT_A_BALLOT =
  'Es una escarapela o una tarjeta, no una papeleta de votación. Para registrar la asistencia, pase a «Registro».';

/** Data to send each scan, by id. Not for the screen. */
const tables = new Map<string, CountingTable>();

/** Takes a scan at the counting table: shows the scan at once, and sends after the earlier scans. */
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
  if (refusal === null) send();
  else settle(ballot.id, { state: 'blocked', message: refusal });
}

/** Resends scans without an answer, with the same key. */
export function retryBadgeScans(ids: readonly string[]): void {
  useBadgeScans.setState(({ ballots }) => ({
    ballots: ballots.map((ballot) =>
      ids.includes(ballot.id) && ballot.isUnanswered
        ? { ...ballot, state: 'sending', message: '', isUnanswered: false }
        : ballot,
    ),
  }));
  send();
}

const underWay = new Set<string>();

/**
 * Sends the oldest scans first. A code's next scan waits for the one before, since the first answer of a unit counts.
 */
function send(): void {
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
    settle(id, refused(error));
  }
  underWay.delete(id);
  send();
}

type Change = Partial<Pick<BadgeScan, 'message' | 'units' | 'isUnanswered'>> & { state: BadgeScanState };

/**
 * State after an accepted scan. Also names units of the same code that had voted before, because the paper was for
 * these units too.
 */
function accepted({ id, code }: BadgeScan, records: readonly AssemblyRecord[]): Change {
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

function refused(error: unknown): Change {
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

function settle(id: string, change: Change): void {
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

/** Drops the oldest settled scans. Open scans stay. */
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
