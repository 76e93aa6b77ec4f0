import { createHmac } from 'node:crypto';
import type { RoomCode } from '../../../shared/assemblies/attendance.api.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { FailureLimiter, tooSoon } from '../../platform/http/attempts.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import { isOwnerSession, type Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { AssembliesContext } from '../store/act.ts';
import { findRoom, type RoomOfAssembly } from '../store/assembly.repository.ts';

/** Milliseconds until the next room code. The last two codes are valid (specification, section 4). */
const PERIOD_MS = 5 * 60_000;
const DIGITS = 6;
/** Maximum number of wrong room codes per person, over all sessions, within the window. */
const MOST_WRONG = 10;
const WINDOW_MS = 15 * 60_000;

/**
 * Returns the six-digit room code of a five-minute period: a keyed hash, so all processes compute the same code
 * without storing codes.
 */
function codeOf(secret: string, period: number): string {
  const digest = createHmac('sha256', secret).update(`room-code ${period}`).digest();
  return String(digest.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * Result of the check of the room code: a code shown in the hall proves that an owner with a phone is in the hall.
 * Used when an owner registers by phone.
 */
export interface Room {
  /** True if the caller gave the right room code. */
  isInRoom: boolean;
  /**
   * Throws unless the room code is right or not needed.
   * @throws Problem roomCodeNeeded if the assembly asks for the code and the caller gave no code; roomCodeWrong,
   *   tooManyAttempts
   */
  require: () => void;
}

/**
 * Result of the room-code check for callers that need no room code: a desk, a card or badge, and an owner at home
 * in a mixed assembly.
 */
export const NO_ROOM: Room = { isInRoom: false, require: () => undefined };

/**
 * Returns a failed check that throws only in the registration: a repeated request then gets its first answer, even
 * if the code has expired since.
 */
const refusedRoom = (problem: Problem): Room => ({
  isInRoom: false,
  require: () => {
    throw problem;
  },
});

/**
 * Service of the room code: makes the code shown on the wall and at the desk, and checks the code typed by owners
 * that register by phone in the hall.
 */
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
    /** Returns the current room code; null if the assembly asks for no code or has ended. */
    current: async (jointId: number, at: Millis = Date.now()): Promise<RoomCode> => {
      const assembly = await find(jointId);
      if (assembly === undefined || !asks(assembly)) return { code: null, endsAt: null };
      const period = Math.floor(at / PERIOD_MS);
      return {
        code: codeOf(assembly.secret, period),
        endsAt: new Date((period + 1) * PERIOD_MS).toISOString(),
      };
    },

    /** Compares the code typed by an owner with the valid room codes. A wrong code counts against the person. */
    check: async (principal: Principal, jointId: number, typedCode: string | undefined): Promise<Room> => {
      if (!isOwnerSession(principal)) return NO_ROOM;
      const assembly = await find(jointId);
      if (assembly === undefined || !asks(assembly)) return NO_ROOM;
      if (typedCode === undefined)
        return assembly.mode === 'mixed' ? NO_ROOM : refusedRoom(new Problem('roomCodeNeeded'));
      const key = [principal.actor];
      const wait = await wrong.blockedFor(key);
      if (wait > 0) return refusedRoom(tooSoon(wait));
      const period = Math.floor(Date.now() / PERIOD_MS);
      if ([period, period - 1].some((one) => codeOf(assembly.secret, one) === typedCode)) {
        return { isInRoom: true, require: () => undefined };
      }
      const { tooManyFor } = await wrong.fail(key);
      return refusedRoom(tooManyFor > 0 ? tooSoon(tooManyFor) : new Problem('roomCodeWrong'));
    },
  };
}

/** True if the assembly asks for the room code. A virtual assembly has no room and so no code. */
const asks = (assembly: RoomOfAssembly): assembly is RoomOfAssembly & { secret: string } =>
  assembly.roomCode === 'ask' &&
  assembly.secret !== null &&
  assembly.mode !== 'virtual' &&
  assembly.closedAt === null;
