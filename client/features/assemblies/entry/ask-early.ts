import { QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { Profile } from '../../../../shared/profiles.ts';
import { keepEarly, queryClient } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.store.ts';
import { signInWithCode } from '../../../lib/session.ts';
import { ownUnitsOf } from '../own-units.ts';
import { assemblyJointsOf } from '../use-assembly-joints.ts';
import { questionOf, votesOf } from '../use-question.ts';
import { dropEntryLink, linkedCode } from './entry-link.ts';

/** Longer than a slow phone takes from its first code to its ballot. */
const EARLY_MS = 8_000;

/** The sign-in of the code that the page was opened with, until its page takes it over. */
let opening: { code: string; answer: Promise<void> } | null = null;

/**
 * Asks for what a ballot is made of while its page is not yet drawn, nor its code there: each question to the server costs a
 * phone behind a crowded Wi-Fi a sixth of a second, and they would be asked one after the other.
 */
export function askEarly(): void {
  const { user } = useSession.getState();
  const { pathname } = window.location;
  const jointId = Number(/^\/vote\/(\d+)\/?$/i.exec(pathname)?.[1] ?? 0);
  if (jointId > 0 && user !== null) {
    follow(ownUnitsOf(user.userId));
    askQuestion(jointId);
  }
  // A code that was not answered yet is kept while one reads another page.
  const code = /^\/voteqr\/?$/i.test(pathname) ? linkedCode() : null;
  if (code === null || (user !== null && user.profileId !== Profile.qr)) return;
  opening = { code, answer: openCode(code) };
  opening.answer.then(askOfCode, () => undefined);
}

/** Opens the session of a code: once, though the page comes later than the question. Rejects as `signInWithCode`. */
export function openingOf(code: string): Promise<void> {
  const early = opening;
  opening = null;
  return early?.code === code ? early.answer : openCode(code);
}

const openCode = (code: string): Promise<void> => signInWithCode(code).then(dropEntryLink);

/** The first joint of a code is that of its units, as `QrVote` shows it. */
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

/** Looks at a query as a page would, which keeps its answer until the page comes. @param then hears of the first answer */
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
