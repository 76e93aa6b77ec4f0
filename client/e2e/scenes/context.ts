/** Browser page to play a scene: signed in as the guest, with the network in the required state. */
import { randomUUID } from 'node:crypto';
import type { Disposable, Page } from 'playwright-core';
import { type ErrorCode, errorReply } from '../../../shared/errors.ts';
import { PageDriver, PHONE } from '../page-driver.ts';
import type { Entry } from '../test-client.ts';
import { CallAnswers, type Outcome } from './call-answers.ts';
import type { Place } from './places.ts';
import type { GuestName, World } from './world.ts';

/** URL pattern of API requests. Static files are not caught. */
const API = /\/SCAF\/api\//;
/** Pattern of paths with a secret, removed from the address before the application starts. */
const ENTRY_LINK = /^\/(Register|VoteQR)\/./;
/** URL pattern of requests sent by every page, answered normally in all scenes. */
const ALWAYS = /\/(auth\/refresh|public-settings)$/;

declare global {
  interface Window {
    /** Switches of a scene for the page (`watchSwitches`). */
    sceneSwitches?: Partial<Record<Switch, true>>;
  }
}

/** Switch: retries of the page without pauses, or a live connection without messages. */
type Switch = 'isHurried' | 'isHubSilent';

/**
 * Script for every document of the scenes, before the application starts: makes the switches work.
 * @param path path of live connections
 */
export function watchSwitches(path: string): void {
  const { random } = Math;
  let drawn = 0;
  // A real pause would only show the loading squares and take time.
  Math.random = () => {
    if (!window.sceneSwitches?.isHurried) return random();
    drawn = (drawn + 1) % 1_000_000;
    return drawn / 1e12;
  };
  class Silent extends EventTarget {
    onopen: ((event: Event) => void) | null = null;
    readyState: number = WebSocket.CONNECTING;

    constructor() {
      super();
      setTimeout(() => {
        this.readyState = WebSocket.OPEN;
        this.onopen?.(new Event('open'));
      });
    }

    send(): void {}
    close(): void {}
  }
  // No playwright route: a route for sockets cannot be removed.
  window.WebSocket = new Proxy(WebSocket, {
    construct: (native, socketArguments: ConstructorParameters<typeof WebSocket>) =>
      window.sceneSwitches?.isHubSilent && new URL(socketArguments[0]).pathname.startsWith(path)
        ? new Silent()
        : new native(...socketArguments),
  });
}

export class SceneContext extends PageDriver {
  readonly world: World;
  readonly #mayWalk: boolean;
  readonly #scripts: Disposable[] = [];
  readonly #answers: CallAnswers;
  readonly #id = randomUUID();
  /** True if the scene changes a document before the application starts: the document serves no other scene. */
  #hasOwnDocument = false;

  /** @param mayWalk true to open pages inside the document of the earlier scene, if possible */
  constructor(page: Page, world: World, { url = world.url, mayWalk = false } = {}) {
    super(page, url);
    this.world = world;
    this.#mayWalk = mayWalk;
    this.#answers = new CallAnswers(page);
  }

  /** Clears the tab's session storage of the earlier scene, before the first page loads. */
  async begin(): Promise<void> {
    await this.#script((own) => {
      if (location.protocol === 'about:' || sessionStorage.getItem('scene') === own) return;
      sessionStorage.clear();
      sessionStorage.setItem('scene', own);
    }, this.#id);
  }

  /** Opens a page as a guest. Selects the joint if the guest has several. */
  async openAs(guest: GuestName, path: string, joint?: Place): Promise<void> {
    const session = this.world.guest(guest);
    if (ENTRY_LINK.test(path)) this.#hasOwnDocument = true;
    const entries: [string, string][] = [];
    if (session) {
      entries.push(['scaf.token', session.token], ['scaf.user', JSON.stringify(session.user)]);
    }
    if (joint) {
      const jointId = this.world.joint(joint);
      entries.push(['scaf.joint', JSON.stringify(jointId)]);
    }
    // Values stored by sign-in and by choosing a joint. Saves typing in a hundred scenes.
    await this.#script((values) => {
      for (const [key, value] of values) if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, value);
    }, entries);
    const jointId = joint ? this.world.joint(joint) : null;
    if (!(await this.#walk({ session, jointId, path }))) await this.open(path);
  }

  /** Opens a page inside the loaded document, if possible. Returns false otherwise. */
  async #walk(entry: Entry): Promise<boolean> {
    if (!this.#isWalkable()) return false;
    return this.page.evaluate(
      async ([id, opened]) => {
        const { testClient } = window;
        if (!testClient) return false;
        await testClient.leave();
        sessionStorage.setItem('scene', id);
        await testClient.enter(opened);
        return true;
      },
      [this.#id, entry] as const,
    );
  }

  #isWalkable(): boolean {
    return this.#mayWalk && !this.#hasOwnDocument && this.page.url().startsWith(`${this.url}/`);
  }

  /** Runs a script in every document of the scene, before the application starts. */
  async before<Arg>(script: Parameters<typeof this.page.addInitScript<Arg>>[0], arg: Arg): Promise<void> {
    this.#hasOwnDocument = true;
    await this.#script(script, arg);
  }

  async #script<Arg>(script: Parameters<typeof this.page.addInitScript<Arg>>[0], arg: Arg): Promise<void> {
    this.#scripts.push(await this.page.addInitScript(script, arg));
  }

  /** Turns on a switch in the loaded document and in further documents of the scene. */
  async #turnOn(name: Switch): Promise<void> {
    const turnOn = (one: Switch): void => {
      window.sceneSwitches = { ...window.sceneSwitches, [one]: true };
    };
    await this.#script(turnOn, name);
    await this.page.evaluate(turnOn, name);
  }

  /** Leaves matching API requests without an answer. */
  async hold(which: RegExp = API): Promise<void> {
    await this.#turnOn('isHurried');
    await this.#answers.give(asks(which), 'held');
    if (which === API) await this.silenceHub();
  }

  /** Answers matching API requests with an error: overload, or a refusal. Also ends requests without an answer. */
  async fail(which: RegExp = API, code: ErrorCode = 'overloaded'): Promise<void> {
    const reply = errorReply(code);
    await this.#turnOn('isHurried');
    await this.#answers.give(asks(which), { status: reply.statusCode, json: reply });
    if (which === API) await this.silenceHub();
  }

  /** Breaks the connection of matching API requests. */
  async lose(which: RegExp): Promise<void> {
    await this.#answers.give(asks(which), 'lost');
  }

  /** Answers API requests with a matching path (any query) without the server. */
  async reply(which: RegExp, outcome: Outcome): Promise<void> {
    await this.#answers.give(({ pathname }) => which.test(pathname), outcome);
  }

  /** Cuts the network of the page from now on. */
  async cutNetwork(): Promise<void> {
    await this.page.context().setOffline(true);
  }

  /** Changes to the window size of a phone, for elements only shown on phones. */
  async takesPhone(): Promise<void> {
    await this.page.setViewportSize(PHONE);
  }

  /** Opens the menu on a phone, and a menu group if the menu has several. */
  async openMenu(group?: string): Promise<void> {
    await this.takesPhone();
    await this.press('Abrir menú');
    if (group) await this.press(group);
  }

  /** Presses Escape to cancel a dialog or list. */
  async dismiss(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.locator('[role=dialog], [role=alertdialog]').first().waitFor({ state: 'detached' });
  }

  async isReady(): Promise<void> {
    await this.page.locator('main h1, main h2').first().waitFor();
    await this.page.getByRole('status', { name: 'Cargando' }).first().waitFor({ state: 'detached' });
  }

  /** Waits until the page has its data. A scene with a request held without an answer is complete. */
  async settles(): Promise<void> {
    if (this.#answers.isHolding) return;
    await this.page.evaluate(() => window.testClient?.settle());
  }

  /** Waits until the preview of a report is visible. */
  async seesPreview(): Promise<void> {
    await this.page.locator('section[aria-label="Vista previa"][aria-busy="false"]').waitFor();
  }

  async isLoading(): Promise<void> {
    // While the page's script loads, the same squares appear below another heading.
    await this.page.locator('main h1').getByText('SCAF', { exact: true }).waitFor({ state: 'detached' });
    await this.page.getByRole('status', { name: 'Cargando' }).first().waitFor();
  }

  async seesFault(): Promise<void> {
    await this.page.getByRole('alert').first().waitFor();
  }

  /** Replaces the next live connection with a connection without messages. */
  silenceHub(): Promise<void> {
    return this.#turnOn('isHubSilent');
  }

  /**
   * Resets the page for another scene: stops all activity. Files and local storage of the browser context stay. The
   * session storage stays until the next scene begins.
   */
  async clear(): Promise<void> {
    const { page } = this;
    for (const other of page.context().pages()) if (other !== page) await other.close();
    await page.mouse.move(-1, -1);
    for (const script of this.#scripts) await script.dispose();
    // First leave the page, to cancel held calls before they are forwarded to the server.
    if (this.#answers.isHolding || !(await this.#leave())) await page.goto('about:blank');
    await this.#answers.end();
    await page.context().setOffline(false);
  }

  /** Leaves the document ready for another scene, if possible. Returns false otherwise. */
  async #leave(): Promise<boolean> {
    if (!this.#isWalkable()) return false;
    return this.page.evaluate(async () => {
      window.sceneSwitches = {};
      await window.testClient?.leave();
      return window.testClient !== undefined;
    });
  }
}

function asks(which: RegExp): (url: URL) => boolean {
  return ({ pathname }) => API.test(pathname) && !ALWAYS.test(pathname) && which.test(pathname);
}
