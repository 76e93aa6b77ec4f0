import { create } from 'zustand';
import { readScan, votingBadge } from '../../../../../shared/assemblies/code.ts';
import { castBallots, type JointCode } from '../../../../../shared/assemblies/codes.api.ts';
import type { AssemblyRecord } from '../../../../../shared/assemblies/votes.api.ts';
import { ApiError, call, failureText } from '../../../../lib/api.ts';
import { newKey } from '../../../../lib/delivery/kept-key.ts';
import { createOutbox } from '../../../../lib/delivery/outbox.ts';
import { isWorthResending } from '../../../../lib/resend.ts';
import { onSessionEnd } from '../../../../lib/session.store.ts';
import { jointCodeOf } from '../../common/joint-code.ts';
import { assemblyTexts } from '../../common/texts.ts';
import { signal } from '../scan/signal.ts';
import { answerWord, type BadgeScan, type BadgeScanState, type BadgeUnit, unitNumbers } from './scan.ts';

/**
 * Store with the scans of voting badges at the counting table. Never kept over a reload and never sent again
 * without the operator: after a network loss another question may be open.
 */
export const useBadgeScans = create<{ ballots: readonly QueuedScan[] }>(() => ({ ballots: [] }));

/**
 * Data of the counting table (counting of voting badges by scans) at the time of a scan: joint, question to count,
 * and roll.
 */
export interface CountingTable {
  jointId: number;
  /**
   * Question that the operator agreed to count. Null if no question is open, or if another question opened since.
   */
  conceptId: number | null;
  /** Error message for every scan while counting is closed. Empty text while scans are accepted. */
  closed: string;
  /** Returns the assembly's roll at the time of the server's answer, to name the units that voted. */
  roll: () => readonly (BadgeUnit & { userId: string | null })[];
  /** Codes of the joint, to find the units of a scanned code. Undefined until loaded. */
  codes: () => readonly JointCode[] | undefined;
}

/** Scan with its counting table, to name units after the answer. */
interface QueuedScan extends BadgeScan {
  table: CountingTable;
}

/** Maximum number of finished scans in the displayed list. */
const MOST_SETTLED = 60;

const NOT_A_BALLOT =
  'Es una escarapela o una tarjeta, no una papeleta de votación. Para registrar la asistencia, pase a «Registro».';

/**
 * Handles the scan of a voting badge at the counting table: shows the scan at once, and sends the vote after
 * earlier scans.
 * @param text scanned text: a voting badge 'CODE-1'
 */
export function countBadge(table: CountingTable, text: string): void {
  const scan = readScan(text);
  const ballot: QueuedScan = {
    table,
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
  useBadgeScans.setState(({ ballots }) => ({ ballots: trimmed([ballot, ...ballots]) }));
  if (refusal === null) outbox.pump();
  else settle(ballot, { state: 'blocked', message: refusal });
}

/**
 * Sends scans of voting badges without an answer again, by the operator's button. The same idempotency key prevents
 * a double vote.
 * @param ids ids of the scans
 */
export function retryBadgeScans(ids: readonly string[]): void {
  useBadgeScans.setState(({ ballots }) => ({
    ballots: ballots.map((ballot) =>
      ids.includes(ballot.id) && ballot.isUnanswered
        ? { ...ballot, state: 'sending', message: '', isUnanswered: false }
        : ballot,
    ),
  }));
  outbox.pump();
}

/** Sends the oldest scans first. Scans of a code go in order, since the first accepted vote of a unit counts. */
const outbox = createOutbox<QueuedScan, AssemblyRecord[]>({
  pending: () =>
    useBadgeScans
      .getState()
      .ballots.filter(({ state }) => state === 'sending')
      .reverse(),
  claims: ({ code }) => [code],
  send: ({ id, jointId, conceptId, code, answerId }) =>
    call(castBallots, {
      params: { jointId },
      body: { badge: votingBadge(code, answerId ?? 0), ...(conceptId !== null && { conceptId }) },
      idempotencyKey: id,
    }),
  isWorth: () => false,
  onStored: (ballot, records) => settle(ballot, accepted(ballot, records)),
  onRefused: (ballot, error) => settle(ballot, refusedBallot(error)),
});

type BadgeScanChange = Partial<Pick<BadgeScan, 'message' | 'units' | 'isUnanswered'>> & {
  state: BadgeScanState;
};

/**
 * Changes of a scan after the server accepted the vote. Also names units of the same code that had voted before.
 */
function accepted({ table, code }: QueuedScan, records: readonly AssemblyRecord[]): BadgeScanChange {
  const votes = new Set(records.map((record) => record.apartmentId));
  const units = table.roll().filter((unit) => votes.has(unit.apartmentId));
  const before = heldBy(table, code).filter((unit) => !votes.has(unit.apartmentId));
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

function settle(before: QueuedScan, change: BadgeScanChange): void {
  const after = { ...before, ...change };
  useBadgeScans.setState(({ ballots }) => ({
    ballots: ballots.map((ballot) => (ballot.id === after.id ? after : ballot)),
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

const heldBy = (table: CountingTable, code: string) => {
  const holder = jointCodeOf(table.codes(), code)?.codeId;
  return holder === undefined ? [] : table.roll().filter((unit) => unit.userId === holder);
};

/** Returns the scans without the oldest finished scans. Keeps unfinished scans. */
function trimmed(ballots: readonly QueuedScan[]): readonly QueuedScan[] {
  let settled = 0;
  return ballots.filter((ballot) => {
    if (ballot.state === 'sending' || ballot.isUnanswered) return true;
    settled += 1;
    return settled <= MOST_SETTLED;
  });
}

onSessionEnd(() => useBadgeScans.setState({ ballots: [] }));
