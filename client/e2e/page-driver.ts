/** What anybody does at a page with their hands and eyes, by the words that stand on it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from 'playwright-core';

export const PHONE = { width: 360, height: 740 };
export const LAPTOP = { width: 1366, height: 768 };

/** Longer than the server takes for a file that it makes, in a process that has to start first. */
export const MADE_MS = 120_000;

const BUSY = 503;
const AGAIN_MS = 1_000;
const MOST_AGAIN = 60;

/** Between two keys of a hand scanner, in seconds, and between its Enter and the first key of its next scan. */
const KEY_S = 0.005;
const REST_S = 0.08;

export class PageDriver {
  readonly page: Page;
  /** Where the server answers. */
  readonly url: string;
  #keyboard: Promise<CDPSession> | null = null;
  /** When the scanner last pressed Enter. */
  #scanned = 0;

  constructor(page: Page, url: string) {
    this.page = page;
    this.url = url;
  }

  async open(path: string): Promise<void> {
    await this.goTo(this.url + path);
  }

  /** Opens an address; a server that says it is busy is asked again in a second, for a minute, as a person would. */
  async goTo(address: string): Promise<void> {
    for (let again = 0; again <= MOST_AGAIN; again += 1) {
      const answer = await this.page.goto(address);
      if (answer?.status() !== BUSY) return;
      await pause(AGAIN_MS);
    }
  }

  /** Follows a link of the application, which may say more than its title: the document stays. */
  async follow(title: string): Promise<void> {
    await this.page
      .getByRole('link', { name: new RegExp(`^${title}`) })
      .first()
      .click();
  }

  async press(button: string): Promise<void> {
    await this.page.getByRole('button', { name: button, exact: true }).click();
  }

  /** Chooses one of a few by pressing its words, once nothing lies over them any more, as a toast may for a while. */
  async mark(name: string): Promise<void> {
    const radio = this.page.getByRole('radio', { name, exact: true });
    await this.page.locator('label').filter({ has: radio }).click();
    await this.page.getByRole('radio', { name, exact: true, checked: true }).waitFor({ state: 'attached' });
  }

  async type(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }

  /**
   * Types as a hand scanner does, wherever the focus is, Enter included. Each key says when it was pressed, as a
   * keyboard's do: the page tells a scanner by its pace, which a busy machine must not change on the way.
   */
  async scan(text: string): Promise<void> {
    this.#keyboard ??= this.page.context().newCDPSession(this.page);
    const keyboard = await this.#keyboard;
    let timestamp = Math.max(Date.now() / 1000, this.#scanned + REST_S);
    const press = async (key: { key: string; text: string; windowsVirtualKeyCode?: number }) => {
      await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key });
      await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, ...key, text: undefined });
      timestamp += KEY_S;
    };
    for (const sign of text) await press({ key: sign, text: sign });
    this.#scanned = timestamp;
    await press({ key: 'Enter', text: '\r', windowsVirtualKeyCode: 13 });
  }

  /** Picks in a drop-down list. */
  async choose(label: string, option: string): Promise<void> {
    await this.chooseIn(
      this.page.getByRole('button', { name: new RegExp(`${label.replace(/[?.()]/g, '\\$&')}$`) }),
      option,
    );
  }

  /** Opens a drop-down list by its button, and picks in it. */
  protected async chooseIn(button: Locator, option: string): Promise<void> {
    await button.evaluate(scrollToCentre);
    await button.click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }

  /** Opens a list that is searched by typing. */
  async openList(box: Locator): Promise<void> {
    await box.evaluate(scrollToCentre);
    await box.click();
  }

  /** Picks in a list that is searched by typing, by the option's full label. */
  async pick(label: string, option: string): Promise<void> {
    const box = this.page.getByRole('combobox', { name: label, exact: true });
    await this.openList(box);
    await box.fill(option);
    // Not by the pointer's place: it would scroll the page first, and so close the list.
    await this.page.getByRole('option', { name: option, exact: true }).dispatchEvent('click');
    await this.page.keyboard.press('Escape');
    await this.page
      .getByRole('list', { name: `Elegidos en ${label}` })
      .getByText(option)
      .waitFor();
  }

  /** Answers the dialog that asks. */
  async answer(question: string | RegExp, button: string): Promise<void> {
    const dialog = this.page.getByRole('alertdialog', { name: question });
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Waits until the text is on the screen. */
  async sees(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Whether the page says that what it shows is live, or how old it is. */
  async seesLive(status: 'live' | 'polling', timeout?: number): Promise<void> {
    await this.page
      .locator(`[data-status="${status}"]`)
      .first()
      .waitFor(timeout === undefined ? {} : { timeout });
  }
}

/**
 * Scrolls before a list is opened, since an open list closes when the page scrolls. Instantly: the page's own style
 * scrolls smoothly, for longer than a list takes to open. Two frames later the page has been told.
 */
async function scrollToCentre(element: Element): Promise<void> {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
}
