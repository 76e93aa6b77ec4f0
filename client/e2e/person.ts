/** Person with a separate browser context for tests: actions common to all roles. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { PASSWORD } from '../../server/testing/world.ts';
import { signIn } from '../../shared/accounts/auth.api.ts';
import { getUser } from '../../shared/accounts/users.api.ts';
import { ApiClient } from './api-client.ts';
import { LAPTOP, PageDriver } from './page-driver.ts';
import { standStill } from './still.ts';

/**
 * Time limit in milliseconds: longer than any push or page with three browsers on two cores; not longer than the
 * poll interval of a waiting page, because a poll would hide a lost push.
 */
const SOON_MS = 60_000;
/** Name of a global variable in the page, set to detect a reload. */
const MARK = 'scafTestMark';

/** Row of a displayed table: cell texts by column heading. */
export type Row = Readonly<Record<string, string>>;

export class Person extends PageDriver {
  readonly context: BrowserContext;
  /** Script errors of the page. Must stay empty. */
  readonly faults: string[] = [];

  constructor(context: BrowserContext, page: Page, url: string) {
    super(page, url);
    this.context = context;
    page.on('pageerror', (error) => this.faults.push(error.message));
  }

  /**
   * Opens a page in a separate browser context: no shared session or storage. CSS animations are off until
   * `seesMotion`, because drawing animations takes a third of the work in a test with many screens.
   */
  static async at<P extends Person>(
    this: { new (context: BrowserContext, page: Page, url: string): P },
    browser: Browser,
    url: string,
    viewport = LAPTOP,
  ): Promise<P> {
    const context = await browser.newContext({
      viewport,
      locale: 'es-CO',
      timezoneId: 'America/Bogota',
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(SOON_MS);
    await context.addInitScript(standStill);
    return new this(context, await context.newPage(), url);
  }

  /** Turns CSS animations on. */
  async seesMotion(): Promise<void> {
    await this.page.emulateMedia({ reducedMotion: 'no-preference' });
  }

  /**
   * Opens a page with a session created by API and stored as by the application. Saves two screens per person.
   * Tests of the sign-in use `signInAtForm`.
   */
  async signIn({ username }: { username: string }, path = '/UserHome'): Promise<void> {
    const { jwt } = await new ApiClient(this.url).ask(signIn, { body: { username, password: PASSWORD } });
    const user = await new ApiClient(this.url, jwt).ask(getUser, { params: { username } });
    const { userId, name, profileId } = user;
    const session = [
      ['scaf.token', jwt],
      ['scaf.user', JSON.stringify({ userId, username: user.username, name, profileId })],
    ] as const;
    const beforehand = await this.page.addInitScript((entries) => {
      for (const [key, value] of entries) sessionStorage.setItem(key, value);
    }, session);
    await this.open(path);
    await beforehand.dispose();
    if (path === '/UserHome') await this.sees(`Bienvenido a SCAF, ${name}.`);
  }

  /** Signs in by the form, and waits for the welcome page. */
  async signInAtForm(who: { username: string; name: string }): Promise<void> {
    await this.open('/LogIn');
    await this.submitSignIn(who);
    await this.sees(`Bienvenido a SCAF, ${who.name}.`);
  }

  /** Fills in the sign-in form and presses the button. */
  async submitSignIn({ username }: { username: string }, password = PASSWORD): Promise<void> {
    await this.type('Nombre de Usuario', username);
    await this.type('Contraseña', password);
    await this.press('Aceptar');
  }

  async isAt(path: string): Promise<void> {
    await this.page.waitForURL(this.url + path);
  }

  /** Closes the open question on the panel, and confirms if votes are missing. */
  async closeVote(): Promise<void> {
    const title = '¿Está seguro de cerrar la votación?';
    await this.press('Cerrar votación');
    const dialog = this.page.getByRole('alertdialog', { name: title });
    await dialog
      .or(this.page.getByText(/^La cerró /))
      .first()
      .waitFor();
    if (await dialog.isVisible()) await this.answer(title, 'Si');
  }

  /** Returns the rows of the table with the given label. Empty without the table. */
  rows(label: string): Promise<Row[]> {
    return this.page
      .getByRole('table', { name: label, exact: true })
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) =>
          Object.fromEntries(
            [...row.querySelectorAll('th,td')].map((cell) => {
              const clone = cell.cloneNode(true) as Element;
              // Skip the button that expands a row on a phone.
              for (const button of clone.querySelectorAll('button[aria-expanded]')) button.remove();
              return [cell.getAttribute('data-header') ?? '', (clone.textContent ?? '').trim()];
            }),
          ),
        ),
      );
  }

  /** Waits until a table shows exactly the expected rows. Columns absent in `expected` are ignored. */
  async seesRows(label: string, expected: readonly Row[]): Promise<void> {
    await expect.poll(() => this.rows(label), { timeout: SOON_MS }).toMatchObject(expected);
  }

  /** Sets a variable in the page, to detect a reload later. */
  async markPage(): Promise<void> {
    await this.page.evaluate((name) => Reflect.set(globalThis, name, true), MARK);
  }

  /** Checks that the page was not reloaded since `markPage`. */
  async wasNotReloaded(): Promise<void> {
    expect(await this.page.evaluate((name) => Reflect.get(globalThis, name), MARK)).toBe(true);
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}
