/** A person at a browser of their own: what everybody does, whatever their role. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { keepPicture } from './pictures.ts';
import { PASSWORD } from './setting.ts';

export const PHONE = { width: 360, height: 740 };
const LAPTOP = { width: 1366, height: 768 };
/** Longer than any push or page takes here, shorter than a poll of a launch page (60 s) that would hide a lost push. */
const SOON_MS = 15_000;
/** Where the page keeps that it is still the same document. */
const MARK = 'scafTestMark';

/** A row of a table on the screen: its first cell, and the others by their headings. */
export type Row = Readonly<Record<string, string>>;

export class Person {
  readonly page: Page;
  readonly url: string;
  readonly context: BrowserContext;
  /** Faults of scripts: nobody's page may have any. */
  readonly faults: string[] = [];

  constructor(context: BrowserContext, page: Page, url: string) {
    this.context = context;
    this.page = page;
    this.url = url;
    page.on('pageerror', (error) => this.faults.push(error.message));
  }

  /** With a browser context of their own: no session, no storage is shared. */
  static async at<P extends Person>(
    this: { new (context: BrowserContext, page: Page, url: string): P },
    browser: Browser,
    url: string,
    viewport = LAPTOP,
  ): Promise<P> {
    const context = await browser.newContext({ viewport, locale: 'es-CO', timezoneId: 'America/Bogota' });
    context.setDefaultTimeout(SOON_MS);
    return new this(context, await context.newPage(), url);
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.url + path);
  }

  async signIn(who: { username: string; name: string }): Promise<void> {
    await this.open('/LogIn');
    await this.submitSignIn(who);
    await this.sees(`Bienvenido a SCAF, ${who.name}.`);
  }

  /** Fills the sign-in page in and sends it. */
  async submitSignIn({ username }: { username: string }, password = PASSWORD): Promise<void> {
    await this.type('Nombre de Usuario', username);
    await this.type('Contraseña', password);
    await this.press('Aceptar');
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

  async type(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }

  /** Picks in a drop-down list. */
  async choose(label: string, option: string): Promise<void> {
    await this.page.getByRole('button', { name: new RegExp(`${label}$`) }).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }

  /** Picks in a list that is searched by typing, by the option's full label. */
  async pick(label: string, option: string): Promise<void> {
    const box = this.page.getByRole('combobox', { name: label, exact: true });
    // A list that is open closes when the page scrolls; a person has scrolled before.
    await box.scrollIntoViewIfNeeded();
    await box.click();
    await box.fill(option);
    await this.page.getByRole('option', { name: option, exact: true }).click();
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

  async isAt(path: string): Promise<void> {
    await this.page.waitForURL(this.url + path);
  }

  /** The rows of a table, by its label; none while it is not there. */
  rows(label: string): Promise<Row[]> {
    return this.page
      .getByRole('table', { name: label, exact: true })
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) =>
          Object.fromEntries(
            [...row.querySelectorAll('th,td')].map((cell) => [
              cell.getAttribute('data-header') ?? '',
              (cell.textContent ?? '').trim(),
            ]),
          ),
        ),
      );
  }

  /** Waits until a table shows this, and nothing else where all of its rows are given. */
  async seesRows(label: string, expected: readonly Row[]): Promise<void> {
    await expect.poll(() => this.rows(label), { timeout: SOON_MS }).toEqual(expected);
  }

  /** Marks the document that is shown, to tell afterwards whether it is still the same one. */
  async markPage(): Promise<void> {
    await this.page.evaluate((name) => Reflect.set(globalThis, name, true), MARK);
  }

  /** Nothing was loaded again since the mark: what is on the screen came by itself. */
  async wasNotReloaded(): Promise<void> {
    expect(await this.page.evaluate((name) => Reflect.get(globalThis, name), MARK)).toBe(true);
  }

  /** Whether the page says that what it shows is live, or how old it is. */
  async seesLive(status: 'live' | 'polling', timeout = SOON_MS): Promise<void> {
    await this.page.locator(`[data-status="${status}"]`).first().waitFor({ timeout });
  }

  picture(name: string): Promise<void> {
    return keepPicture(this.page, name);
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}
