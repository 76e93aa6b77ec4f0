/** Page for a scene: signed in as the guest, with the network in the required state. */
import { randomUUID } from 'node:crypto';
import type { Disposable, Page } from 'playwright-core';
import { LIVE_PATH } from '../../../shared/api.ts';
import { type ErrorCode, errorReply } from '../../../shared/errors.ts';
import { PageDriver, PHONE } from '../page-driver.ts';
import { CallAnswers, type Outcome } from './call-answers.ts';
import type { Place } from './places.ts';
import type { GuestName, World } from './world.ts';

/** API calls. Static files are not intercepted. */
const API = /\/SCAF\/api\//;
/** Calls of every page, outside of all scenes. */
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

  /** Clears the tab's storage of the earlier scene in the first document. */
  async begin(): Promise<void> {
    await this.before((own) => {
      if (location.protocol === 'about:' || sessionStorage.getItem('scene') === own) return;
      sessionStorage.clear();
      sessionStorage.setItem('scene', own);
    }, randomUUID());
  }

  /** Opens a screen as a guest. Chooses the joint if the guest has several. */
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

  /** Runs in every document of the scene before the application. */
  async before<Arg>(script: Parameters<typeof this.page.addInitScript<Arg>>[0], arg: Arg): Promise<void> {
    this.#scripts.push(await this.page.addInitScript(script, arg));
  }

  /** Leaves matching calls without an answer. */
  async hold(which: RegExp = API): Promise<void> {
    await this.#hurry();
    await this.#answers.give(asks(which), 'held');
    if (which === API) await this.silenceHub();
  }

  /** Answers matching calls with an error: overload, or a refusal. Also ends held calls. */
  async fail(which: RegExp = API, code: ErrorCode = 'overloaded'): Promise<void> {
    const reply = errorReply(code);
    await this.#hurry();
    await this.#answers.give(asks(which), { status: reply.statusCode, json: reply });
    if (which === API) await this.silenceHub();
  }

  /**
   * Makes retries immediate: the random pause of a page becomes 0. A real pause would only show the loading squares,
   * at the cost of a page.
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

  /** Drops matching requests. */
  async lose(which: RegExp): Promise<void> {
    await this.#answers.give(asks(which), 'lost');
  }

  /** Answers calls with a matching path, any query, without the server. */
  async reply(which: RegExp, outcome: Outcome): Promise<void> {
    await this.#answers.give(({ pathname }) => which.test(pathname), outcome);
  }

  /** Cuts the network from now on. */
  async cutNetwork(): Promise<void> {
    await this.page.context().setOffline(true);
  }

  /** Switches to a phone, for elements only on phones. */
  async takesPhone(): Promise<void> {
    await this.page.setViewportSize(PHONE);
  }

  /** Opens the menu of a phone, with a group if the menu has several. */
  async openMenu(group?: string): Promise<void> {
    await this.takesPhone();
    await this.press('Abrir menú');
    if (group) await this.press(group);
  }

  /** Presses Escape to cancel. */
  async dismiss(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.locator('[role=dialog], [role=alertdialog]').first().waitFor({ state: 'detached' });
  }

  async isReady(): Promise<void> {
    await this.page.locator('main h1, main h2').first().waitFor();
    await this.page.getByRole('status', { name: 'Cargando' }).first().waitFor({ state: 'detached' });
  }

  /** Waits for the preview of a report. */
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

  /** Opens the socket without messages. */
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
   * Resets the page, except for the context's data (files, local storage): stops all activity of the scene. The tab's
   * session storage remains until the next scene begins.
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
