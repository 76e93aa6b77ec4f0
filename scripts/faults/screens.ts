import { WebSocket } from 'ws';
import { type JointLink, LiveLink } from '../../client/lib/live/link.ts';
import {
  applyAssembly,
  applyConcept,
  applyQuorum,
  applyRegistration,
  applySnapshot,
  applyVote,
  type LiveJoint,
} from '../../client/lib/live/merge.ts';
import { createPoller, type Poller } from '../../client/lib/live/poll.ts';
import { renewSession } from '../../shared/accounts/auth.api.ts';
import { getSnapshot } from '../../shared/assemblies/assemblies.api.ts';
import type { Snapshot } from '../../shared/assemblies/live.ts';
import type { Caller } from './caller.ts';

/** WebSocket of browsers for the client's code, missing in Node 20. A failed connection only closes the socket. */
class BrowserSocket extends WebSocket {
  constructor(url: URL) {
    super(url);
    this.on('error', () => undefined);
  }
}
Object.assign(globalThis, { WebSocket: BrowserSocket });

/** Milliseconds between two requests of an assembly screen without a live connection, as in the client. */
const POLL_MS = 10_000;

/** Simulated screen of a fault run, with the shown state of a joint. */
export interface Shown {
  readonly name: string;
  /** State shown on the screen; null before the first message. */
  readonly joint: LiveJoint | null;
  close(): void;
}

interface Setup {
  url: string;
  jointId: number;
  token: string;
  caller: Caller;
  /** True for a wall display: the token of a display is not renewed. */
  isDisplay: boolean;
}

/**
 * Simulated screen of a fault run, with the connection, merging and polling of the real client, but without
 * a browser. A single process can run many screens.
 */
export class Screen implements Shown {
  readonly name: string;
  joint: LiveJoint | null = null;
  readonly #setup: Setup;
  readonly #link: JointLink;
  readonly #poller: Poller;
  #token: string;
  #isOpen = true;
  #early: ((joint: LiveJoint) => LiveJoint)[] = [];

  constructor(name: string, setup: Setup) {
    this.name = name;
    this.#setup = setup;
    this.#token = setup.token;
    const { jointId, caller, url } = setup;
    this.#poller = createPoller({
      ask: (signal) => caller.once(getSnapshot, { params: { jointId } }, { token: this.#token }, signal),
      everyMs: () => POLL_MS,
      onSnapshot: (snapshot) => this.#take(snapshot),
      onRefused: () => undefined,
    });
    const link: JointLink = new LiveLink({
      on: {
        quorum: (event) => this.#hear((joint) => applyQuorum(joint, event)),
        registration: (event) => this.#hear((joint) => applyRegistration(joint, event)),
        vote: (event) => this.#hear((joint) => applyVote(joint, event)),
        concept: (event) => this.#hear((joint) => applyConcept(joint, event)),
        assembly: (event) => this.#hear((joint) => applyAssembly(joint, event)),
      },
      url,
      token: () => this.#token,
      renew: () => this.#renew(),
      onUp: () => this.#join(),
      onDown: () => this.#goDown(),
    });
    this.#link = link;
  }

  close(): void {
    this.#isOpen = false;
    this.#poller.stop();
    this.#link.close();
  }

  #join(): void {
    this.#link.join(
      { jointId: this.#setup.jointId },
      {
        isWanted: () => this.#isOpen,
        onSnapshot: (snapshot) => {
          this.#poller.stop();
          this.#take(snapshot);
        },
        onDown: () => this.#goDown(),
        onRefused: () => undefined,
      },
    );
  }

  #goDown(): void {
    if (this.#isOpen) this.#poller.start(this.joint === null);
  }

  async #renew(): Promise<void> {
    const { caller, isDisplay } = this.#setup;
    if (isDisplay) return;
    try {
      this.#token = (await caller.once(renewSession, {}, { token: this.#token })).jwt;
    } catch {
      // The current token may still be valid.
    }
  }

  #take(snapshot: Snapshot): void {
    let joint = applySnapshot(this.joint, snapshot);
    for (const apply of this.#early.splice(0)) joint = apply(joint);
    this.joint = joint;
  }

  #hear(apply: (joint: LiveJoint) => LiveJoint): void {
    if (this.joint === null) this.#early.push(apply);
    else this.joint = apply(this.joint);
  }
}
