/** Where the scenes are played: the worlds, made when the first scene needs them, and pages to show them on. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PHONE } from '../page-driver.ts';
import { standStill } from '../still.ts';
import { pathTo } from './catalogue.ts';
import { type Gallery, openGallery } from './gallery.ts';
import { forgetShifts, watchShifts } from './layout-shift.ts';
import { makeEmptyWorld, makeEvening } from './make-world.ts';
import { nameOf, type Scene } from './scene.ts';
import { SceneContext } from './scene-context.ts';
import type { World } from './world.ts';

/** As many pages at once as keep two cores busy: most of a scene is waiting. */
const AT_ONCE = 4;
/** Longer than any screen takes to get where it is wanted, refusals that are asked again included. */
const REACH_MS = 60_000;
/** Longer than any scene takes: what has not come to its end by then waits for a browser that will not answer. */
const ANSWER_MS = 100_000;

type Size = Readonly<typeof PHONE>;

export class SceneRunner {
  readonly #browser: Browser;
  readonly #latencyMs: number;
  readonly #tool: string;
  #empty: Promise<World> | null = null;
  #evening: Promise<World> | null = null;
  #gallery: Promise<Gallery> | null = null;
  /**
   * As many as may be shown at once, each in a context of its own: what a page asks of its context reaches all of its
   * pages. Used again, since a new page costs more than most scenes: it starts a process and has no file yet.
   */
  readonly #pages: Page[] = [];
  #free = AT_ONCE;
  readonly #waiting: (() => void)[] = [];

  /**
   * @param latencyMs what each answer of the server takes longer: as good as none, where nobody looks at what loads
   * @param tool a script that every document has: given beforehand, a page compiles it once for all of its documents
   */
  constructor(browser: Browser, { latencyMs = 0, tool = '' } = {}) {
    this.#browser = browser;
    this.#latencyMs = latencyMs;
    this.#tool = tool;
  }

  /** Makes the worlds that these scenes need, all at once. */
  async prepare(scenes: readonly Scene[]): Promise<void> {
    await Promise.all([...new Set(scenes.map(({ where }) => where))].map((where) => this.#url(where)));
  }

  /** Brings a page to the scene, by those that it follows, and hands it over. Rejects as `playAll` does. */
  play(scene: Scene, show: (stage: SceneContext) => Promise<void>): Promise<void> {
    return this.playAll(pathTo(scene), PHONE, async (stage, shown) => {
      if (shown === scene) await show(stage);
    });
  }

  /**
   * Brings a page to the scenes of one page, one after the other, and hands it over at each; rejects, by the scene's
   * name, where it does not get there. Once in some thousand scenes the browser leaves a call for ever without an
   * answer or a timeout: they are played once more, on another page, and then reject too, and say where they stood.
   * @param size of the window in which they are reached
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
        // Whatever becomes of it, nobody waits for it any more.
        played.catch(() => undefined);
      }
      throw new Error(`No answer came at '${at.step}'`);
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
    const page = (isAlone ? undefined : this.#pages.pop()) ?? (await this.#newPage());
    let isClean = false;
    try {
      const stage = new SceneContext(page, await this.#world(where), await this.#url(where));
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
      // What failed may be in any state.
      if (isClean) this.#pages.push(page);
      else {
        at.step = 'close';
        await page.context().close();
      }
    }
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
    // `npm run pictures` compiles with it, as the tests do not: what a function that runs in the page is named by.
    await context.addInitScript('globalThis.__name ??= (named) => named;');
    await context.addInitScript(watchShifts);
    await context.addInitScript(standStill);
    if (this.#tool !== '') await context.addInitScript(this.#tool);
    const page = await context.newPage();
    if (this.#latencyMs > 0) {
      const devtools = await context.newCDPSession(page);
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', {
        ...{ offline: false, latency: this.#latencyMs, downloadThroughput: -1, uploadThroughput: -1 },
      });
    }
    return page;
  }
}

/** As every scene begins. */
async function prepare(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size);
  // What moves is not seen on a picture, and its colours in between are nobody's choice.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await forgetShifts(page);
}
