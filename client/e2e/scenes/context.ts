/** Browser page to play a scene: signed in as the guest, with the network in the required state. */
import { randomUUID } from 'node:crypto';
import type { Disposable, Page } from 'playwright-core';
import { LIVE_PATH } from '../../../shared/api.ts';
import { type ErrorCode, errorReply } from '../../../shared/errors.ts';
import { PageDriver, PHONE } from '../page-driver.ts';
import { CallAnswers, type Outcome } from './call-answers.ts';
import type { Place } from './places.ts';
import type { GuestName, World } from './world.ts';

/** URL pattern of API requests. Static files are not caught. */
const API = /\/SCAF\/api\//;
/** URL pattern of requests sent by every page, answered normally in all scenes. */
const ALWAYS = /\/(auth\/refresh|public-settings)$/;

export class SceneContext extends PageDriver {
  readonly world: World;
  readonly #scripts: Disposable[] = [];
  readonly #answers: CallAnswers;

  constructor(page: Page, world: World, url = world.url) {
    super(page, url);
    this.world = world;
    this.#answers = new CallAnswers(page);
  }

  /** Clears the tab's session storage of the earlier scene, before the first page loads. */
  async begin(): Promise<void> {
    await this.before((own) => {
      if (location.protocol === 'about:' || sessionStorage.getItem('scene') === own) return;
      sessionStorage.clear();
      sessionStorage.setItem('scene', own);
    }, randomUUID());
  }

  /** Opens a page as a guest. Selects the joint if the guest has several. */
  async openAs(guest: GuestName, path: string, joint?: Place): Promise<void> {
    const session = this.world.guest(guest);
    const entries: [string, string][] = [];
    if (session) {
      entries.push(['scaf.token', session.token], ['scaf.user', JSON.stringify(session.user)]);
    }
    if (joint) {
      const state = { jointId: this.world.joint(joint) };
      entries.push(['scaf.joint', JSON.stringify({ state, version: 0 })]);
    }
    // Values stored by sign-in and by choosing a joint. Saves typing in a hundred scenes.
    await this.before((values) => {
      for (const [key, value] of values) if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, value);
    }, entries);
    await this.open(path);
  }

  /** Runs a script in every document of the scene, before the application starts. */
  async before<Arg>(script: Parameters<typeof this.page.addInitScript<Arg>>[0], arg: Arg): Promise<void> {
    this.#scripts.push(await this.page.addInitScript(script, arg));
  }

  /** Leaves matching API requests without an answer. */
  async hold(which: RegExp = API): Promise<void> {
    await this.#hurry();
    await this.#answers.give(asks(which), 'held');
    if (which === API) await this.silenceHub();
  }

  /** Answers matching API requests with an error: overload, or a refusal. Also ends requests without an answer. */
  async fail(which: RegExp = API, code: ErrorCode = 'overloaded'): Promise<void> {
    const reply = errorReply(code);
    await this.#hurry();
    await this.#answers.give(asks(which), { status: reply.statusCode, json: reply });
    if (which === API) await this.silenceHub();
  }

  /**
   * Makes retries of the page immediate: the random pause becomes 0. A real pause would only show the loading
   * squares and take time.
   */
  async #hurry(): Promise<void> {
    await this.before(() => {
      let drawn = 0;
      Math.random = () => {
        drawn = (drawn + 1) % 1_000_000;
        return drawn / 1e12;
      };
    }, null);
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

  /** Replaces the WebSocket connection with a connection without messages. */
  async silenceHub(): Promise<void> {
    // No playwright route: a route for sockets cannot be removed.
    await this.before((path) => {
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
      window.WebSocket = new Proxy(WebSocket, {
        construct: (native, socketArguments: ConstructorParameters<typeof WebSocket>) =>
          new URL(socketArguments[0]).pathname.startsWith(path)
            ? new Silent()
            : new native(...socketArguments),
      });
    }, LIVE_PATH);
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
    await page.goto('about:blank');
    await this.#answers.end();
    await page.context().setOffline(false);
  }
}

function asks(which: RegExp): (url: URL) => boolean {
  return ({ pathname }) => API.test(pathname) && !ALWAYS.test(pathname) && which.test(pathname);
}
