import { QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { Profile } from '../../../../shared/profiles.ts';
import { keepEarly, queryClient } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.store.ts';
import { signInWithCode } from '../../../lib/session.ts';
import { questionOf, votesOf } from '../live/use-question.ts';
import { ownUnitsOf } from '../properties/own-units.ts';
import { assemblyJointsOf } from '../properties/use-assembly-joints.ts';
import { dropEntryLink, linkedCode } from './link.ts';

/**
 * Milliseconds to keep answers that were requested early: more than a slow phone takes from the first code to the
 * voting form.
 */
const EARLY_MS = 8_000;

/** Sign-in already started for the code in the page's address. Null after the page has taken over. */
let earlyEntry: { code: string; answer: Promise<void> } | null = null;

/**
 * Sends the first requests of the voting page before the page's code loads. On a crowded Wi-Fi each request takes a
 * sixth of a second, so phones in the hall show the question sooner.
 */
export function askEarly(): void {
  const { user } = useSession.getState();
  const { pathname } = window.location;
  const jointId = Number(/^\/vote\/(\d+)\/?$/i.exec(pathname)?.[1] ?? 0);
  if (jointId > 0 && user !== null) {
    follow(ownUnitsOf(user.userId));
    askQuestion(jointId);
  }
  // A pending code stays stored while the user visits another page.
  const code = /^\/voteqr\/?$/i.test(pathname) ? linkedCode() : null;
  if (code === null || (user !== null && user.profileId !== Profile.qr)) return;
  earlyEntry = { code, answer: openCode(code) };
  earlyEntry.answer.then(askOfCode, () => undefined);
}

/**
 * Signs in with the code of a card or badge. Waits for the sign-in already begun by `askEarly` for the same code,
 * if any. Rejects like `signInWithCode`.
 */
export function openingOf(code: string): Promise<void> {
  const early = earlyEntry;
  earlyEntry = null;
  return early?.code === code ? early.answer : openCode(code);
}

const openCode = (code: string): Promise<void> => signInWithCode(code).then(dropEntryLink);

/** Requests joints, units and open questions of a signed-in attendance code before the page needs the data. */
function askOfCode(): void {
  const userId = useSession.getState().user?.userId ?? '';
  follow(assemblyJointsOf(userId));
  follow(ownUnitsOf(userId), (units) => {
    for (const jointId of new Set(units.map((unit) => unit.jointId))) askQuestion(jointId);
  });
}

function askQuestion(jointId: number): void {
  follow(questionOf(jointId), ({ conceptId }) => follow(votesOf(jointId, conceptId)));
}

/**
 * Subscribes to a query before the page renders, so that the answer stays cached.
 * @param then called with the first answer
 */
function follow<T>(query: QueryObserverOptions<T>, then: (data: T) => void = () => undefined): void {
  keepEarly(EARLY_MS);
  let isHeard = false;
  const stop = new QueryObserver(queryClient, query).subscribe(({ data }) => {
    if (isHeard || data === undefined) return;
    isHeard = true;
    then(data);
  });
  setTimeout(stop, EARLY_MS);
}
