/** Runs scenes in a browser: creates the data on first use, and provides pages. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { LIVE_PATH } from '../../../shared/api.ts';
import { PHONE } from '../page-driver.ts';
import { standStill } from '../still.ts';
import { pathTo } from './catalogue.ts';
import { SceneContext, watchSwitches } from './context.ts';
import { type Gallery, openGallery } from './gallery.ts';
import { forgetShifts, watchShifts } from './layout-shift.ts';
import { makeEmptyWorld, makeEvening } from './make-world.ts';
import { nameOf, type Scene } from './scene.ts';
import type { World } from './world.ts';

/** Number of parallel browser pages: a scene mostly waits, and four pages keep two cores busy. */
const AT_ONCE = 4;
/** Time limit in milliseconds to reach a scene's state, longer than any screen takes, with retries. */
const REACH_MS = 60_000;
/** Time limit in milliseconds for a whole scene. A scene still running waits for a browser without any answer. */
const ANSWER_MS = 100_000;

type Size = Readonly<typeof PHONE>;

export class SceneRunner {
  readonly #browser: Browser;
  readonly #latencyMs: number;
  readonly #tool: string;
  readonly #mayWalk: boolean;
  #empty: Promise<World> | null = null;
  #evening: Promise<World> | null = null;
  #gallery: Promise<Gallery> | null = null;
  /**
   * Idle pages, each in a separate browser context, because context settings affect all pages. Used again, since a
   * new page costs more than most scenes.
   */
  readonly #pages: Page[] = [];
  #free = AT_ONCE;
  readonly #waiting: (() => void)[] = [];

  /**
   * Prepares a runner of scenes in a started browser.
   * @param latencyMs delay of each server answer in milliseconds; close to zero if loading is not observed
   * @param tool script to run in every document
   * @param mayWalk true to open scenes inside the document of an earlier scene, if possible
   */
  constructor(browser: Browser, { latencyMs = 0, tool = '', mayWalk = false } = {}) {
    this.#browser = browser;
    this.#latencyMs = latencyMs;
    this.#tool = tool;
    this.#mayWalk = mayWalk;
  }

  /** Creates the data for the given scenes, in parallel. */
  async prepare(scenes: readonly Scene[]): Promise<void> {
    await Promise.all([...new Set(scenes.map(({ where }) => where))].map((where) => this.#url(where)));
  }

  /**
   * Plays the scenes before the given scene on a page, then the scene, and calls `show`. Rejects as `playAll` does.
   */
  play(scene: Scene, show: (stage: SceneContext) => Promise<void>): Promise<void> {
    return this.playAll(pathTo(scene), PHONE, async (stage, shown) => {
      if (shown === scene) await show(stage);
    });
  }

  /**
   * Plays scenes in sequence on a page and calls `show` at each. Rejects with the scene's name if a scene fails.
   * About once in a thousand scenes the browser never answers: retries once on another page, then rejects.
   * @param size window size for reaching the scenes
   */
  async playAll(
    scenes: readonly Scene[],
    size: Size,
    show: (stage: SceneContext, scene: Scene) => Promise<void>,
  ): Promise<void> {
    await this.#turn();
    try {
      const at = { step: '' };
      for (let time = 0; time < 2; time += 1) {
        const played = this.#playOn(scenes, size, show, at).then(() => true);
        if (await Promise.race([played, pause(ANSWER_MS * scenes.length, false, { ref: false })])) return;
        // The scene is abandoned; ignore its result.
        played.catch(() => undefined);
      }
      throw new Error(`The browser did not answer at '${at.step}'`);
    } finally {
      this.#free += 1;
      this.#waiting.shift()?.();
    }
  }

  async #playOn(
    scenes: readonly Scene[],
    size: Size,
    show: (stage: SceneContext, scene: Scene) => Promise<void>,
    at: { step: string },
  ): Promise<void> {
    const { where = 'empty', isAlone } = scenes[0] ?? {};
    at.step = 'page';
    const url = await this.#url(where);
    const page = (isAlone ? undefined : this.#idlePage(url)) ?? (await this.#newPage());
    let isClean = false;
    try {
      const stage = new SceneContext(page, await this.#world(where), { url, mayWalk: this.#mayWalk });
      await stage.begin();
      for (const scene of scenes) {
        const name = nameOf(scene);
        await prepare(page, size);
        at.step = `reach ${name}`;
        try {
          await scene.reach(stage);
        } catch (error) {
          throw new Error(`${name} was not reached: ${error instanceof Error ? error.message : error}`);
        }
        at.step = `show ${name}`;
        await show(stage, scene);
      }
      if (isAlone) return;
      at.step = 'clear';
      await stage.clear();
      isClean = true;
    } finally {
      // A failed page may be in any state.
      if (isClean) this.#pages.push(page);
      else {
        at.step = 'close';
        await page.context().close();
      }
    }
  }

  /** Takes an idle page, if possible with a document of the server. */
  #idlePage(url: string): Page | undefined {
    const at = this.#pages.findIndex((page) => page.url().startsWith(`${url}/`));
    return this.#pages.splice(at, 1)[0];
  }

  async close(): Promise<void> {
    for (const page of this.#pages) await page.context().close();
    await (await this.#gallery)?.close();
    for (const world of [this.#empty, this.#evening]) await (await world)?.server.remove();
  }

  async #turn(): Promise<void> {
    while (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#free -= 1;
  }

  #world(where: Scene['where']): Promise<World> {
    if (where === 'evening') {
      this.#evening ??= makeEvening();
      return this.#evening;
    }
    this.#empty ??= makeEmptyWorld();
    return this.#empty;
  }

  async #url(where: Scene['where']): Promise<string> {
    if (where !== 'gallery') return (await this.#world(where)).url;
    this.#empty ??= makeEmptyWorld();
    this.#gallery ??= this.#empty.then(({ url }) => openGallery(url));
    return (await this.#gallery).url;
  }

  async #newPage(): Promise<Page> {
    const context: BrowserContext = await this.#browser.newContext({
      locale: 'es-CO',
      timezoneId: 'America/Bogota',
    });
    context.setDefaultTimeout(REACH_MS);
    // `npm run pictures` compiles functions with a name helper, unlike the tests. Functions run in the page need the
    // helper.
    await context.addInitScript('globalThis.__name ??= (named) => named;');
    await context.addInitScript(watchShifts);
    await context.addInitScript(watchSwitches, LIVE_PATH);
    await context.addInitScript(standStill);
    if (this.#tool !== '') await context.addInitScript(this.#tool);
    const page = await context.newPage();
    if (this.#latencyMs > 0) {
      const devtools = await context.newCDPSession(page);
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: this.#latencyMs,
        downloadThroughput: -1,
        uploadThroughput: -1,
      });
    }
    return page;
  }
}

/** Resets a page to the initial state for a scene. */
async function prepare(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size);
  // No animation: a picture cannot show motion, and intermediate colours are not designed.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await forgetShifts(page);
}
