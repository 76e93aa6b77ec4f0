import type { AnswerOf } from '../../../shared/api.ts';
import type { claimArrival } from '../../../shared/assemblies/arrivals.api.ts';
import { joinCodeOf } from '../../../shared/assemblies/code.ts';
import type { codeSignInService } from '../../accounts/index.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { AssembliesContext } from '../store/act.ts';
import { findByJoinCode, findByTicket, takeArrival } from '../store/attendance/arrivals.repository.ts';
import type { Announcements } from './announce.ts';
import { WAITING_MS } from './limits.ts';

/** Milliseconds after the first session of a ticket; until then the same ticket gives further sessions. */
const TAKING_MS = 10 * 60_000;

type Claimed = AnswerOf<typeof claimArrival>;

const waiting: Claimed = { state: 'waiting', jwt: null };
const unsure: Claimed = { state: 'unsure', jwt: null };
const over: Claimed = { state: 'over', jwt: null };

/** Services needed to answer a phone about its announcement. */
interface Claiming {
  context: AssembliesContext;
  announcements: Announcements;
  byCode: ReturnType<typeof codeSignInService>;
}

/**
 * Answers a phone asking for the desk's decision about an announcement (unit and document typed at the door): still
 * waiting, refused, over, or confirmed with a new session to vote.
 * @param code join code of the assembly, from the QR on the wall
 * @param ticket secret of the phone from the announcement
 * @param address network address of the phone, to limit attempts
 */
export async function claimTicket(
  { context, announcements, byCode }: Claiming,
  { code, ticket }: { code: string; ticket: string },
  address: string,
): Promise<Claimed> {
  const { db } = context.store;
  const ticketHash = context.keyedHash(ticket);
  const found = await findByTicket(db, ticketHash);
  const at = Date.now();
  if (found?.state === 'refused' || found?.state === 'replaced') return { state: found.state, jwt: null };
  if (found?.state === 'confirmed') {
    if (found.code === null || !(await takeArrival(db, ticketHash, { at, since: at - TAKING_MS })))
      return over;
    try {
      return { state: 'confirmed', jwt: await byCode.withCode(found.code, address) };
    } catch (error) {
      // The badge was withdrawn or renewed since.
      if (error instanceof Problem && error.code === 'codeNotEnabled') return over;
      throw error;
    }
  }
  if (announcements.isPending(ticketHash)) return waiting;
  const waits = found !== undefined && found.at > at - WAITING_MS;
  if (waits && !found.isDoubted) return waiting;
  // A dropped announcement and a doubted announcement have the same answer.
  return waits || (await findByJoinCode(db, joinCodeOf(code))) !== undefined ? unsure : over;
}
