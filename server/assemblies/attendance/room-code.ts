import { createHmac } from 'node:crypto';
import type { RoomCode } from '../../../shared/assemblies/attendance.api.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { FailureLimiter, tooSoon } from '../../platform/http/attempts.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import { isOwnerSession, type Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { AssembliesContext } from '../store/act.ts';
import { findRoom, type RoomOfAssembly } from '../store/assembly.repository.ts';

/** A new code every five minutes; the last two codes are valid (specification, section 4). */
const PERIOD_MS = 5 * 60_000;
const DIGITS = 6;
/** Wrong codes per session within the window. */
const MOST_WRONG = 10;
const WINDOW_MS = 15 * 60_000;

/** Returns the six digits of a period: a keyed hash, so all processes show the same code without storing codes. */
function codeOf(secret: string, period: number): string {
  const digest = createHmac('sha256', secret).update(`room-code ${period}`).digest();
  return String(digest.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Result of the room code check for an owner who registers by account or mail link. */
export interface Room {
  /** True if the given code of the room is right. */
  isInRoom: boolean;
  /**
   * @throws Problem roomCodeNeeded if the assembly asks for the code and the caller gave no code; roomCodeWrong,
   * tooManyAttempts
   */
  require: () => void;
}

/** A desk, a card or a badge; also an owner at home in a mixed assembly. */
export const NO_ROOM: Room = { isInRoom: false, require: () => undefined };

/** Throws in the registration itself: a repeated request gets the first answer, even if the code expired since. */
const refused = (problem: Problem): Room => ({
  isInRoom: false,
  require: () => {
    throw problem;
  },
});

/** Code of the room: shown on walls and at the desk, asked of owners. */
export function roomCodes({
  store,
  directory,
  counters,
}: Pick<AssembliesContext, 'store' | 'directory' | 'counters'>) {
  const wrong = new FailureLimiter(counters.counter('room-code', WINDOW_MS), MOST_WRONG);

  const find = async (jointId: number) => {
    const { rootId } = await requireJoint(directory, jointId);
    return findRoom(store.db, rootId);
  };

  return {
    /** Returns the current code; null if the assembly does not ask for a code, or is over. */
    current: async (jointId: number, at: Millis = Date.now()): Promise<RoomCode> => {
      const assembly = await find(jointId);
      if (assembly === undefined || !asks(assembly)) return { code: null, endsAt: null };
      const period = Math.floor(at / PERIOD_MS);
      return {
        code: codeOf(assembly.secret, period),
        endsAt: new Date((period + 1) * PERIOD_MS).toISOString(),
      };
    },

    /** Compares an owner's code with the valid codes. A wrong code counts against the session. */
    check: async (principal: Principal, jointId: number, typedCode: string | undefined): Promise<Room> => {
      if (!isOwnerSession(principal)) return NO_ROOM;
      const assembly = await find(jointId);
      if (assembly === undefined || !asks(assembly)) return NO_ROOM;
      if (typedCode === undefined)
        return assembly.mode === 'mixed' ? NO_ROOM : refused(new Problem('roomCodeNeeded'));
      const key = [principal.sessionId];
      const wait = await wrong.blockedFor(key);
      if (wait > 0) return refused(tooSoon(wait));
      const period = Math.floor(Date.now() / PERIOD_MS);
      if ([period, period - 1].some((one) => codeOf(assembly.secret, one) === typedCode)) {
        return { isInRoom: true, require: () => undefined };
      }
      const { tooManyFor } = await wrong.fail(key);
      return refused(tooManyFor > 0 ? tooSoon(tooManyFor) : new Problem('roomCodeWrong'));
    },
  };
}

/** True if the assembly asks for the room code. A virtual assembly has no room. */
const asks = (assembly: RoomOfAssembly): assembly is RoomOfAssembly & { secret: string } =>
  assembly.roomCode === 'ask' &&
  assembly.secret !== null &&
  assembly.mode !== 'virtual' &&
  assembly.closedAt === null;
