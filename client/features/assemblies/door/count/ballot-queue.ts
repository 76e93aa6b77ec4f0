import { create } from 'zustand';
import { readScan, votingBadge } from '../../../../../shared/assemblies/code.ts';
import { castBallots } from '../../../../../shared/assemblies/codes.api.ts';
import type { AssemblyRecord } from '../../../../../shared/assemblies/votes.api.ts';
import { ApiError, call } from '../../../../lib/api.ts';
import { newKey } from '../../../../lib/kept-key.ts';
import { isWorthResending } from '../../../../lib/resend.ts';
import { onSessionEnd } from '../../../../lib/session.store.ts';
import { failureText } from '../../failure.ts';
import { assemblyTexts } from '../../texts.ts';
import { signal } from '../scan/signal.ts';
import { answerWord, type BallotState, type BallotUnit, type ScannedBallot, unitNumbers } from './ballot.ts';

/**
 * The counting table's scans. Unlike registrations they are kept nowhere and not sent by themselves when the
 * network is back: by then another question may be open, or this one closed and its result read out. What got
 * no answer is shown as blocked, with its paper still in the operator's hand, who sends it again or does not.
 */
export const useBallots = create<{ ballots: readonly ScannedBallot[] }>(() => ({ ballots: [] }));

/** What a scan is counted for, as the screen shows it. */
export interface CountingTable {
  jointId: number;
  /** The question the operator sees and has agreed to; null while none is open, or another came up. */
  conceptId: number | null;
  /** Why nothing is counted, where nothing is. */
  closed: string;
  /** The roll as it is when an answer comes. */
  roll: () => readonly (BallotUnit & { userId: string | null })[];
}

/** So many at once: a scanner reads ten a second, and an answer may take half of one. */
const AT_ONCE = 4;
/** Of what is settled so many are shown. */
const KEPT = 60;

const NOT_A_BALLOT =
  'Es una escarapela o una tarjeta, no una papeleta de votación. Para registrar la asistencia, pase a «Registro».';

/** What is needed to send them, by ballot; not for the screen. */
const tables = new Map<string, CountingTable>();

/** Takes a scan at the counting table: it is on the screen at once, and sent in its turn. */
export function countBallot(table: CountingTable, text: string): void {
  const scan = readScan(text);
  const ballot: ScannedBallot = {
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
  useBallots.setState(({ ballots }) => ({ ballots: trimmed([ballot, ...ballots]) }));
  if (refusal === null) send();
  else settle(ballot.id, { state: 'blocked', message: refusal });
}

/** Sends again what got no answer, with the key it had. */
export function retryBallots(ids: readonly string[]): void {
  useBallots.setState(({ ballots }) => ({
    ballots: ballots.map((ballot) =>
      ids.includes(ballot.id) && ballot.isUnanswered
        ? { ...ballot, state: 'sending', message: '', isUnanswered: false }
        : ballot,
    ),
  }));
  send();
}

const underWay = new Set<string>();

/** Oldest first; a code's next ballot waits for the one before, since the first answer of a unit counts. */
function send(): void {
  const busy = new Set<string>();
  for (const ballot of [...useBallots.getState().ballots].reverse()) {
    if (ballot.state !== 'sending') continue;
    const isFree = !busy.has(ballot.code) && !underWay.has(ballot.id);
    busy.add(ballot.code);
    if (isFree && underWay.size < AT_ONCE) void cast(ballot);
  }
}

async function cast(ballot: ScannedBallot): Promise<void> {
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

type Change = Partial<Pick<ScannedBallot, 'message' | 'units' | 'isUnanswered'>> & { state: BallotState };

/** What went in; units of the same code that had voted before are named, since the paper was theirs too. */
function accepted({ id, code }: ScannedBallot, records: readonly AssemblyRecord[]): Change {
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
  const before = useBallots.getState().ballots.find((ballot) => ballot.id === id);
  if (!before) return;
  const after = { ...before, ...change };
  if (!after.isUnanswered) tables.delete(id);
  useBallots.setState(({ ballots }) => ({
    ballots: ballots.map((ballot) => (ballot.id === id ? after : ballot)),
  }));
  // The paper's answer is no news where it was not counted: nobody is to read it as the vote that stands.
  const answer = after.state === 'already' ? '' : answerWord(after.answerId);
  const whose = [unitNumbers(after.units), answer].filter(Boolean).join(' · ');
  signal(
    change.state === 'sending' ? 'pending' : change.state,
    [whose, after.message].filter(Boolean).join('. '),
  );
}

const heldBy = (table: CountingTable, code: string) => table.roll().filter((unit) => unit.userId === code);

/** What is open stays whatever its age. */
function trimmed(ballots: readonly ScannedBallot[]): readonly ScannedBallot[] {
  let settled = 0;
  return ballots.filter((ballot) => {
    if (ballot.state === 'sending' || ballot.isUnanswered) return true;
    settled += 1;
    return settled <= KEPT;
  });
}

onSessionEnd(() => {
  tables.clear();
  useBallots.setState({ ballots: [] });
});
