/** A page on which a scene is set: signed in as whoever looks, with the network as the scene wants it. */
import type { Disposable, Page } from 'playwright-core';
import { LIVE_PATH } from '../../../shared/api.ts';
import { type ErrorCode, errorReply } from '../../../shared/errors.ts';
import { PageDriver } from '../page-driver.ts';
import type { Place } from './places.ts';
import type { GuestName, World } from './world.ts';

/** The application's calls; its own files are let through. */
const API = /\/SCAF\/api\//;
/** What every page asks and no scene is about. */
const ALWAYS = /\/(auth\/refresh|public-settings)$/;

export class SceneContext extends PageDriver {
  readonly world: World;
  readonly #scripts: Disposable[] = [];

  constructor(page: Page, world: World, url = world.url) {
    super(page, url);
    this.world = world;
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
    await this.page.route(asks(which), () => undefined);
    if (which === API) await this.silenceHub();
  }

  /** What the screen asks for cannot be had: the server is overloaded, or refuses. */
  async fail(which: RegExp = API, code: ErrorCode = 'overloaded'): Promise<void> {
    const reply = errorReply(code);
    await this.page.route(asks(which), (route) => route.fulfill({ status: reply.statusCode, json: reply }));
    if (which === API) await this.silenceHub();
  }

  /** Requests of this kind are lost on their way. */
  async lose(which: RegExp): Promise<void> {
    await this.page.route(asks(which), (route) => route.abort('connectionreset'));
  }

  /** The network is gone, from now on: needs a browser context of its own. */
  async cutNetwork(): Promise<void> {
    await this.page.context().setOffline(true);
  }

  /** The menu of a phone, and one of its groups where it has several. */
  async openMenu(group?: string): Promise<void> {
    await this.press('Abrir menú');
    if (group) await this.press(group);
  }

  async isReady(): Promise<void> {
    await this.page.locator('main h1, main h2').first().waitFor();
    await this.page.getByRole('status', { name: 'Cargando' }).first().waitFor({ state: 'detached' });
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
   * Makes the page as good as new, but for what its context keeps (files, local storage). It ends on a page of the
   * same address with nothing in it: nothing of the scene runs on, and what the tab remembers can be forgotten.
   */
  async clear(): Promise<void> {
    const { page } = this;
    for (const other of page.context().pages()) if (other !== page) await other.close();
    await page.mouse.move(-1, -1);
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await page.goto(this.url);
    await page.evaluate(() => sessionStorage.clear());
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const script of this.#scripts) await script.dispose();
  }
}

function asks(which: RegExp): (url: URL) => boolean {
  return ({ pathname }) => API.test(pathname) && !ALWAYS.test(pathname) && which.test(pathname);
}
