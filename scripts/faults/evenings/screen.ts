/** Screen that follows an evening from the start and merges the live messages as the client does. */

import { applyEvent, applySnapshot, type LiveJoint } from '../../../client/lib/live/merge.ts';
import { sleep } from '../../../client/lib/resend.ts';
import { type Follower, follow } from '../../../server/testing/live.ts';
import type { Snapshot } from '../../../shared/assemblies/live.ts';
import { onScreen, type Picture, pictureOf } from './picture.ts';
import type { Premises } from './premises.ts';

/** Interval between checks of a screen's state, ms. */
const LOOK_MS = 10;

export class EveningScreen {
  readonly #premises: Premises;
  readonly #via: number;
  readonly #token: string;
  #follower: Follower | null = null;
  #heard = 0;
  #joint: LiveJoint | null = null;

  constructor(premises: Premises, via: number, token: string) {
    this.#premises = premises;
    this.#via = via;
    this.#token = token;
  }

  /** Returns the state shown now. Reconnects first if the live connection was lost. */
  async look(): Promise<Picture | null> {
    if (this.#follower === null || !this.#follower.connected()) await this.#comeBack();
    const { heard = [] } = this.#follower ?? {};
    while (this.#joint !== null && this.#heard < heard.length) {
      const before = this.#joint;
      const one = heard[this.#heard++];
      if (one !== undefined) this.#joint = applyEvent(before, one.name, one.event);
      // A new assembly replaced the current assembly: the client joins again.
      if (before.assembly !== null && this.#joint.assembly === null) await this.#join();
    }
    return this.#joint === null ? null : onScreen(pictureOf(this.#joint));
  }

  /** Waits until `isRight` accepts the shown state. Returns the last state after `patienceMs`. */
  async until(isRight: (shown: Picture | null) => boolean, patienceMs: number): Promise<Picture | null> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const shown = await this.look();
      if (isRight(shown) || performance.now() > deadline) return shown;
      await sleep(LOOK_MS);
    }
  }

  close(): void {
    this.#follower?.close();
  }

  async #comeBack(): Promise<void> {
    this.close();
    this.#follower = null;
    const follower = await follow(await this.#premises.urlOf(this.#via), this.#token);
    // Refused because of a fault: the next look retries.
    if (typeof follower === 'string') return;
    this.#follower = follower;
    this.#heard = 0;
    await this.#join();
  }

  async #join(): Promise<void> {
    const { jointId } = this.#premises.plan;
    const gone = this.#gone();
    const reply = await Promise.race([this.#follower?.join(jointId), gone.promise]).finally(gone.forget);
    if (reply?.ok === true) this.#take(reply.snapshot);
    else {
      this.#follower?.close();
      this.#follower = null;
    }
  }

  /** Resolves when the socket is closed, because a join on a closed socket is never answered. */
  #gone() {
    const follower = this.#follower;
    let timer: NodeJS.Timeout | undefined;
    const promise = new Promise<undefined>((resolve) => {
      timer = setInterval(() => follower?.connected() !== true && resolve(undefined), LOOK_MS);
    });
    return { promise, forget: () => clearInterval(timer) };
  }

  #take(snapshot: Snapshot): void {
    this.#joint = applySnapshot(this.#joint, snapshot);
  }
}
