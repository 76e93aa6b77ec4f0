/** A page on which a scene is set: signed in as whoever looks, with the network as the scene wants it. */
import { randomUUID } from 'node:crypto';
import type { Disposable, Page } from 'playwright-core';
import { LIVE_PATH } from '../../../shared/api.ts';
import { type ErrorCode, errorReply } from '../../../shared/errors.ts';
import { PageDriver, PHONE } from '../page-driver.ts';
import { CallAnswers, type Outcome } from './call-answers.ts';
import type { Place } from './places.ts';
import type { GuestName, World } from './world.ts';

/** The application's calls; its own files are let through. */
const API = /\/SCAF\/api\//;
/** What every page asks and no scene is about. */
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

  /** Forgets what the tab remembers of the scene before, in the first document that the scene opens. */
  async begin(): Promise<void> {
    await this.before((own) => {
      if (location.protocol === 'about:' || sessionStorage.getItem('scene') === own) return;
      sessionStorage.clear();
      sessionStorage.setItem('scene', own);
    }, randomUUID());
  }

  /** Opens a screen as somebody, with a joint already chosen where they have several. */
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
    // The application writes them when somebody signs in and picks; a hundred scenes need not type it.
    await this.before((given) => {
      for (const [key, value] of given) if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, value);
    }, entries);
    await this.open(path);
  }

  /** Runs in every document of the scene before the application does. */
  async before<Arg>(script: Parameters<typeof this.page.addInitScript<Arg>>[0], arg: Arg): Promise<void> {
    this.#scripts.push(await this.page.addInitScript(script, arg));
  }

  /** Nothing that the screen asks for is answered. */
  async hold(which: RegExp = API): Promise<void> {
    await this.#hurry();
    await this.#answers.give(asks(which), 'held');
    if (which === API) await this.silenceHub();
  }

  /** What the screen asks for cannot be had: the server is overloaded, or refuses. Calls that are held learn it too. */
  async fail(which: RegExp = API, code: ErrorCode = 'overloaded'): Promise<void> {
    const reply = errorReply(code);
    await this.#hurry();
    await this.#answers.give(asks(which), { status: reply.statusCode, json: reply });
    if (which === API) await this.silenceHub();
  }

  /**
   * What failed is sent again at once: chance says how long a page waits until then, and here always says no time at
   * all. For seconds it would only show the squares that move, which costs as much as the page itself.
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

  /** Requests of this kind are lost on their way. */
  async lose(which: RegExp): Promise<void> {
    await this.#answers.give(asks(which), 'lost');
  }

  /** Calls of this kind, whatever their query, get this and never reach the server. */
  async reply(which: RegExp, outcome: Outcome): Promise<void> {
    await this.#answers.give(({ pathname }) => which.test(pathname), outcome);
  }

  /** The network is gone, from now on. */
  async cutNetwork(): Promise<void> {
    await this.page.context().setOffline(true);
  }

  /** From here on what stands on a phone alone is there. */
  async takesPhone(): Promise<void> {
    await this.page.setViewportSize(PHONE);
  }

  /** The menu of a phone, and one of its groups where it has several. */
  async openMenu(group?: string): Promise<void> {
    await this.takesPhone();
    await this.press('Abrir menú');
    if (group) await this.press(group);
  }

  /** Escape: what was asked is not done. */
  async dismiss(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.locator('[role=dialog], [role=alertdialog]').first().waitFor({ state: 'detached' });
  }

  async isReady(): Promise<void> {
    await this.page.locator('main h1, main h2').first().waitFor();
    await this.page.getByRole('status', { name: 'Cargando' }).first().waitFor({ state: 'detached' });
  }

  /** A report stands on the screen. */
  async seesPreview(): Promise<void> {
    await this.page.locator('section[aria-label="Vista previa"][aria-busy="false"]').waitFor();
  }

  async isLoading(): Promise<void> {
    // While the page's own code loads, the squares stand there too, under another heading.
    await this.page.locator('main h1').getByText('SCAF', { exact: true }).waitFor({ state: 'detached' });
    await this.page.getByRole('status', { name: 'Cargando' }).first().waitFor();
  }

  async seesFault(): Promise<void> {
    await this.page.getByRole('alert').first().waitFor();
  }

  /** The socket opens and says nothing. */
  async silenceHub(): Promise<void> {
    // Not by a route of the page's: there is no way to take one for sockets away again.
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
        construct: (native, given: ConstructorParameters<typeof WebSocket>) =>
          new URL(given[0]).pathname.startsWith(path) ? new Silent() : new native(...given),
      });
    }, LIVE_PATH);
  }

  /**
   * Makes the page as good as new, but for what its context keeps (files, local storage): nothing of the scene runs on.
   * The tab still remembers what it stored, until the next scene begins.
   */
  async clear(): Promise<void> {
    const { page } = this;
    for (const other of page.context().pages()) if (other !== page) await other.close();
    await page.mouse.move(-1, -1);
    for (const script of this.#scripts) await script.dispose();
    // Before calls that are held go on to the server: their page is gone then, and they with it.
    await page.goto('about:blank');
    await this.#answers.end();
    await page.context().setOffline(false);
  }
}

function asks(which: RegExp): (url: URL) => boolean {
  return ({ pathname }) => API.test(pathname) && !ALWAYS.test(pathname) && which.test(pathname);
}
