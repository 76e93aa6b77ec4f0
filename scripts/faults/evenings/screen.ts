/** A screen that follows the evening from its beginning, put together as the client does. */

import { applyEvent, applySnapshot, type LiveJoint } from '../../../client/lib/live/live-merge.ts';
import { sleep } from '../../../client/lib/resend.ts';
import { type Follower, follow } from '../../../server/testing/live.ts';
import type { Snapshot } from '../../../shared/assemblies/live.ts';
import { onScreen, type Picture, pictureOf } from './picture.ts';
import type { Premises } from './premises.ts';

/** Between looks at what a screen has heard, in milliseconds. */
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

  /** What it shows now, having come back where it had lost the hub. */
  async look(): Promise<Picture | null> {
    if (this.#follower === null || !this.#follower.connected()) await this.#comeBack();
    const { heard = [] } = this.#follower ?? {};
    while (this.#joint !== null && this.#heard < heard.length) {
      const before = this.#joint;
      const one = heard[this.#heard++];
      if (one !== undefined) this.#joint = applyEvent(before, one.name, one.event);
      // Another assembly took this one's place: the client joins once more.
      if (before.assembly !== null && this.#joint.assembly === null) await this.#join();
    }
    return this.#joint === null ? null : onScreen(pictureOf(this.#joint));
  }

  /** Looks until it shows what `isRight` accepts; returns the last look where that takes too long. */
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
    // Turned away for a fault: the next look tries again.
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

  /** Resolves when the socket is gone, whose joins are never answered. */
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
