/**
 * Driver of a browser page for tests: presses, types and reads as a person does, with elements found by visible
 * text.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from 'playwright-core';

export const PHONE = { width: 360, height: 740 };
export const LAPTOP = { width: 1366, height: 768 };

/**
 * Time limit of a test in milliseconds for a file made by the server, for example a PDF, with the start of
 * a worker.
 */
export const MADE_MS = 120_000;

const BUSY = 503;
const AGAIN_MS = 1_000;
const MOST_AGAIN = 60;

/** Time of a hand scanner between two keys, in seconds. The next constant: between Enter and the next scan. */
const KEY_S = 0.005;
const REST_S = 0.08;
/** Age of a scanner's first key, in seconds: a busy machine delivers keys late, and the page waits longer for the next. */
const LATE_S = 0.2;

export class PageDriver {
  readonly page: Page;
  /** Base URL of the server. */
  readonly url: string;
  #keyboard: Promise<CDPSession> | null = null;
  /** Time of the last Enter sent as a scanner. */
  #scanned = 0;

  constructor(page: Page, url: string) {
    this.page = page;
    this.url = url;
  }

  async open(path: string): Promise<void> {
    await this.goTo(this.url + path);
  }

  /** Opens an address. Retries each second, at most a minute, while the server is busy. */
  async goTo(address: string): Promise<void> {
    for (let again = 0; again <= MOST_AGAIN; again += 1) {
      const answer = await this.page.goto(address);
      if (answer?.status() !== BUSY) return;
      await pause(AGAIN_MS);
    }
  }

  /** Presses a link of the application, found by the start of its text. The document is not reloaded. */
  async follow(title: string): Promise<void> {
    await this.page
      .getByRole('link', { name: new RegExp(`^${title}`) })
      .first()
      .click();
  }

  async press(button: string): Promise<void> {
    await this.page.getByRole('button', { name: button, exact: true }).click();
  }

  /** Selects a radio button by its text, after any toast message over the text is gone. */
  async mark(name: string): Promise<void> {
    const radio = this.page.getByRole('radio', { name, exact: true });
    await this.page.locator('label').filter({ has: radio }).click();
    await this.page.getByRole('radio', { name, exact: true, checked: true }).waitFor({ state: 'attached' });
  }

  async type(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }

  /**
   * Types like a hand scanner into the focused element. Each key has its own timestamp: the page recognizes a scanner
   * by the speed, and a busy machine must not change the speed. `end`: last key. Null: no key after the text.
   */
  async scan(text: string, end: 'Enter' | 'Tab' | null = 'Enter'): Promise<void> {
    this.#keyboard ??= this.page.context().newCDPSession(this.page);
    const keyboard = await this.#keyboard;
    let timestamp = Math.max(Date.now() / 1000 - LATE_S, this.#scanned + REST_S);
    const sent: Promise<unknown>[] = [];
    // All keys at once: an answer awaited on a busy machine is a pause, and a pause after a code ends the scan.
    const press = (key: { key: string; text: string; windowsVirtualKeyCode?: number }) => {
      sent.push(keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key }));
      sent.push(
        keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, ...key, text: undefined }),
      );
      timestamp += KEY_S;
    };
    for (const sign of text) press({ key: sign, text: sign });
    this.#scanned = timestamp;
    if (end === 'Enter') press({ key: end, text: '\r', windowsVirtualKeyCode: 13 });
    if (end === 'Tab') press({ key: end, text: '\t', windowsVirtualKeyCode: 9 });
    await Promise.all(sent);
  }

  /** Selects an option in a drop-down list, found by its label. */
  async choose(label: string, option: string): Promise<void> {
    await this.chooseIn(
      this.page.getByRole('button', { name: new RegExp(`${label.replace(/[?.()]/g, '\\$&')}$`) }),
      option,
    );
  }

  /** Opens a drop-down list by its button, and selects an option. */
  protected async chooseIn(button: Locator, option: string): Promise<void> {
    await button.evaluate(scrollToCentre);
    await button.click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }

  /** Opens the options of a searchable list. */
  async openList(box: Locator): Promise<void> {
    await box.evaluate(scrollToCentre);
    await box.click();
  }

  /** Selects an option of a searchable list by its full text. */
  async pick(label: string, option: string): Promise<void> {
    const box = this.page.getByRole('combobox', { name: label, exact: true });
    await this.openList(box);
    await box.fill(option);
    // A pointer click would scroll the page, and scrolling closes the list.
    await this.page.getByRole('option', { name: option, exact: true }).dispatchEvent('click');
    await this.page.keyboard.press('Escape');
    await this.page
      .getByRole('list', { name: `Elegidos en ${label}` })
      .getByText(option)
      .waitFor();
  }

  /** Waits for a dialog with the question, and presses a button of the dialog. */
  async answer(question: string | RegExp, button: string): Promise<void> {
    const dialog = this.page.getByRole('alertdialog', { name: question });
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Waits until the text is visible. */
  async sees(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Waits until the page shows live data ('live'), or the age of its data ('polling'). */
  async seesLive(status: 'live' | 'polling', timeout?: number): Promise<void> {
    await this.page
      .locator(`[data-status="${status}"]`)
      .first()
      .waitFor(timeout === undefined ? {} : { timeout });
  }
}

/**
 * Scrolls an element to the middle of the window before a list is opened, because scrolling closes an open list.
 * Scrolls without animation, and waits two frames for the scroll event.
 */
async function scrollToCentre(element: Element): Promise<void> {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
}
