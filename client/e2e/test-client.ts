/**
 * Part of the client built for browser tests (vite.config.ts), absent from the shipped client: changes the guest and
 * the page inside a loaded document, because loading a document costs more than most screens.
 */
import { useChosenJoint } from '../lib/chosen-joint.store.ts';
import { queryClient } from '../lib/query.ts';
import { endSession, type SessionUser, startSession, useSession } from '../lib/session.store.ts';
import { useToasts } from '../ui/toast.tsx';

/** Session to start and page to open in the document. */
export interface Entry {
  session: { token: string; user: SessionUser } | null;
  /** Joint to select. Null: no selection. */
  jointId: number | null;
  path: string;
}

declare global {
  interface Window {
    /** Present in the client built for tests. */
    testClient?: {
      leave: () => Promise<void>;
      enter: (entry: Entry) => Promise<void>;
      settle: () => Promise<void>;
    };
  }
}

/** Path of an unknown page. The page has no data and no state. */
const NOWHERE = '/no/hay/tal';

const heading = () => document.querySelector('main h1');

/** Waits until the next frame is drawn: the following frame begins. A busy machine may run a timer before drawing. */
const drawn = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

function goTo(path: string): void {
  // State of the router: each visit has a key.
  history.pushState({ key: crypto.randomUUID() }, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** Milliseconds until a page with failing requests counts as settled. */
const SETTLE_MS = 1_500;

/** Removes the announcements of earlier pages to screen readers. */
function clearAnnouncements(): void {
  for (const log of document.querySelectorAll('[data-live-announcer] > *')) log.replaceChildren();
}

window.testClient = {
  /** Closes the page, its dialogs and messages, and ends the session as a sign-out does. */
  async leave() {
    document.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }));
    if (location.pathname !== NOWHERE) goTo(NOWHERE);
    while (heading()?.textContent !== '404') await drawn();
    endSession();
    useSession.setState({ leaving: false });
    useToasts.setState({ toasts: [] });
    await drawn();
  },
  /** Starts the session and opens the page, after `leave`. The change of the page is no layout shift. */
  async enter({ session, jointId, path }) {
    if (session) startSession(session.token, session.user);
    useChosenJoint.setState({ jointId });
    clearAnnouncements();
    const former = path === NOWHERE ? null : heading();
    if (former) goTo(path);
    while (former?.isConnected) await drawn();
    await drawn();
    window.watchedFrom = performance.now();
  },
  /** Waits until the page has its data, so a check sees the whole page. */
  async settle() {
    const until = performance.now() + SETTLE_MS;
    while (queryClient.isFetching() > 0 && performance.now() < until) await drawn();
  },
};
