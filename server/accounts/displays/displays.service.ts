import { randomInt } from 'node:crypto';
import {
  DISPLAY_CODE_DIGITS,
  DISPLAY_CODE_MINUTES,
  type Display,
} from '../../../shared/accounts/displays.api.ts';
import { MINUTE_MS } from '../../../shared/durations.ts';
import { appendAudit, jointChain } from '../../platform/audit/trail.ts';
import { type Db, lockJoint } from '../../platform/db/engine.ts';
import { instantOf } from '../../platform/db/queries.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import { networkOf } from '../../platform/http/network.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { ensureWithin } from '../../platform/limits/limits.ts';
import type { AccountsContext } from '../sessions/sessions.service.ts';
import type { SignInWatch } from '../sign-in/failure-trail.ts';
import {
  dropExpiredCodes,
  findDisplayCode,
  findDisplays,
  insertDisplayCode,
  keepNewestCodes,
  useDisplayCode,
} from './displays.repository.ts';

/** Maximum number of valid codes of a joint at the same time. With more codes a guess would be right more often. */
const MOST_CODES = 5;
/**
 * Wrong codes allowed from a network within 15 minutes. After the last wrong code the current codes do not work for
 * that network.
 */
const MOST_TRIES = 5;
const CODE_MS = DISPLAY_CODE_MINUTES * MINUTE_MS;
/**
 * Maximum number of wrong codes from all networks together; then the current codes of a joint end. Chance of a
 * right guess before: 0.1 % per code.
 */
const MOST_WRONG = 1000;
/** Joint id used to count wrong codes typed on a page without a joint. */
const NO_JOINT = 0;
/**
 * Maximum number of draws of a random code until a free code is found. While half of all codes are free, 20 failed
 * draws in a row practically never happen.
 */
const DRAWS = 20;

/**
 * Service for wall displays (screens in the hall): opens a display by a link or a six-digit code, lists and
 * ends displays.
 */
export function displaysService(context: AccountsContext, { delays, failures }: SignInWatch) {
  const wrong = context.counters.counter('display-code', 15 * MINUTE_MS);
  const tries = context.counters.counter('display-code-tries', 15 * MINUTE_MS);
  const overSince = context.counters.counter('display-code-over', CODE_MS);

  /** Makes a link that shows a joint or a sector on a wall display for 30 days. @throws Problem jointNotFound */
  async function makeLink(jointId: number, principal: Principal): Promise<{ url: string; token: string }> {
    const { sessions, publicUrl } = context;
    // Read before the transaction, because a second connection would wait for ever.
    const family = await context.directory.family(jointId);
    return act(jointId, async (trx, note) => {
      await ensureRoom(trx, family);
      const madeBy = Number(principal.userId);
      const { token, sessionId } = await sessions.openDisplay(trx, { jointId, by: 'link', madeBy });
      await note(principal.actor, 'displayLinkMade', { jointId, displayId: sessionId });
      return { url: `${publicUrl}/Quorum?jointId=${jointId}#${token}`, token };
    });
  }

  /** Makes a six-digit code that opens a wall display within ten minutes. @throws Problem jointNotFound */
  async function makeCode(
    jointId: number,
    principal: Principal,
  ): Promise<{ code: string; expiresAt: string }> {
    const family = await context.directory.family(jointId);
    return act(jointId, async (trx, note) => {
      await ensureRoom(trx, family);
      const madeAt = Date.now();
      const expiresAt = madeAt + CODE_MS;
      const madeBy = Number(principal.userId);
      await dropExpiredCodes(trx, madeAt);
      const code = await draw((codeHash) =>
        insertDisplayCode(trx, { codeHash, jointId, madeAt, madeBy, expiresAt }),
      );
      await keepNewestCodes(trx, jointId, MOST_CODES);
      await note(principal.actor, 'displayCodeMade', { jointId });
      return { code, expiresAt: new Date(expiresAt).toISOString() };
    });
  }

  async function draw(insert: (codeHash: string) => Promise<boolean>): Promise<string> {
    for (let draw = 0; draw < DRAWS; draw += 1) {
      const code = String(randomInt(10 ** DISPLAY_CODE_DIGITS)).padStart(DISPLAY_CODE_DIGITS, '0');
      if (await insert(context.keyedHash(code))) return code;
    }
    throw new Problem('overloaded');
  }

  /**
   * Opens a wall display with a typed code; a code works once. After five wrong codes the current codes no longer work
   * for the caller's network; after a thousand of all networks, the current codes of the page's joint work nowhere.
   * Right and wrong codes wait equally long, so the time of an answer does not reveal a valid code.
   * @param named id of the page's joint
   * @throws Problem displayCodeInvalid for an unknown, expired or used code; tooManyAttempts
   */
  async function openWithCode(
    { code: typed, jointId: named }: { code: string; jointId?: number },
    address: string,
  ): Promise<{ jwt: string; jointId: number }> {
    const network = networkOf(address);
    const counted = ['joint', named ?? NO_JOINT];
    return delays.try(['display', 'code', network], async () => {
      // Hashes and looks up any text: all refusals take equal work.
      const codeHash = context.keyedHash(typed.replace(/[\s.-]/g, ''));
      const overs = await Promise.all([overSince.read([network]), overSince.read(counted)]);
      const overMs = Math.max(...overs.map(({ endsInMs }) => endsInMs));
      const madeAfter = overMs > 0 ? Date.now() + overMs - CODE_MS : 0;
      const jointId = await findDisplayCode(context.store.db, { codeHash, at: Date.now(), madeAfter });
      const isOther = named !== undefined && jointId !== named;
      const opened = jointId === undefined || isOther ? null : await open(jointId, codeHash);
      if (opened !== null) return opened;
      const { times } = await tries.add([network]);
      if (times % MOST_TRIES === 0) await overSince.hold([network], CODE_MS);
      if ((await wrong.add(counted)).times % MOST_WRONG === 0) await overSince.hold(counted, CODE_MS);
      await failures.note({ act: 'displayCodeFailed', actor: 'unknown', address, facts: {} });
      throw new Problem('displayCodeInvalid');
    });
  }

  function open(jointId: number, codeHash: string): Promise<{ jwt: string; jointId: number } | null> {
    return act(jointId, async (trx, note) => {
      const madeBy = await useDisplayCode(trx, codeHash, Date.now());
      if (madeBy === undefined) return null;
      const { token, sessionId } = await context.sessions.openDisplay(trx, {
        jointId,
        by: 'code',
        madeBy,
      });
      await note(`display:${sessionId}`, 'displayOpened', { jointId, displayId: sessionId, madeBy });
      return { jwt: token, jointId };
    });
  }

  /** Lists the open wall displays of a joint and of the joint's sectors, newest first. */
  async function list(jointId: number): Promise<Display[]> {
    const { store, sessions, connected } = context;
    const jointIds = await jointsBelow(jointId);
    await sessions.seen.flush();
    const [displays, live] = await Promise.all([
      findDisplays(store.db, jointIds, Date.now()),
      connected(jointIds),
    ]);
    return displays.map(({ sessionId, openedAt, seenAt, expiresAt, ...display }) => ({
      ...display,
      displayId: sessionId,
      openedAt: new Date(openedAt).toISOString(),
      seenAt: instantOf(seenAt),
      expiresAt: new Date(expiresAt).toISOString(),
      isLive: live.has(sessionId),
    }));
  }

  /** Ends a wall display of a joint or of a sector, in all server processes. @throws Problem displayNotFound */
  async function end(jointId: number, displayId: string, principal: Principal): Promise<void> {
    const { sessions } = context;
    const jointIds = await jointsBelow(jointId);
    const ended = await act(jointId, async (trx, note) => {
      const display = (await findDisplays(trx, jointIds, Date.now())).find(
        ({ sessionId }) => sessionId === displayId,
      );
      if (display === undefined) throw new Problem('displayNotFound');
      await note(principal.actor, 'displayEnded', { jointId: display.jointId, displayId });
      return sessions.revokeIn(trx, displayId);
    });
    sessions.ended(ended);
  }

  /** Checks that the joints together may have one more wall display. @throws Problem tooManyDisplays */
  async function ensureRoom(trx: Db, jointIds: readonly number[]): Promise<void> {
    const standing = await findDisplays(trx, jointIds, Date.now());
    ensureWithin('tooManyDisplays', standing.length + 1);
  }

  async function jointsBelow(jointId: number): Promise<number[]> {
    const place = await requireJoint(context.directory, jointId);
    return [jointId, ...place.sectorIds];
  }

  /** Runs an action on displays in a transaction with the joint locked, and adds an entry to the audit trail. */
  async function act<T>(
    jointId: number,
    work: (trx: Db, note: (actor: string, act: string, data: object) => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const { store, directory } = context;
    const place = await requireJoint(directory, jointId);
    const chain = jointChain(place.rootId);
    return store.db.transaction().execute(async (trx) => {
      await lockJoint(trx, place.rootId);
      return work(trx, (actor, act, data) => appendAudit(trx, { chain, actor, at: Date.now() }, act, data));
    });
  }

  return { makeLink, makeCode, openWithCode, list, end };
}
