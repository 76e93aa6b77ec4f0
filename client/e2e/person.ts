/** A person at a browser of their own: what everybody does, whatever their role. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { PASSWORD } from '../../server/testing/world.ts';
import { signIn } from '../../shared/accounts/auth.api.ts';
import { getUser } from '../../shared/accounts/users.api.ts';
import { ApiClient } from './api-client.ts';
import { LAPTOP, PageDriver } from './page-driver.ts';
import { standStill } from './still.ts';

/**
 * Longer than any push or page takes where three browsers share two cores, shorter than a poll of a launch page
 * (60 s) that would hide a lost push.
 */
const SOON_MS = 60_000;
/** Where the page keeps that it is still the same document. */
const MARK = 'scafTestMark';

/** A row of a table on the screen: its first cell, and the others by their headings. */
export type Row = Readonly<Record<string, string>>;

export class Person extends PageDriver {
  readonly context: BrowserContext;
  /** Faults of scripts: nobody's page may have any. */
  readonly faults: string[] = [];

  constructor(context: BrowserContext, page: Page, url: string) {
    super(page, url);
    this.context = context;
    page.on('pageerror', (error) => this.faults.push(error.message));
  }

  /**
   * With a browser context of their own: no session, no storage is shared. Nothing moves unless `seesMotion` says so:
   * to draw what moves takes a third of the work of a story with many screens.
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

  /** From now on what moves does, as for most people. */
  async seesMotion(): Promise<void> {
    await this.page.emulateMedia({ reducedMotion: 'no-preference' });
  }

  /**
   * Opens a screen with a session of its own, begun by API and kept where the application keeps it: the form and the
   * home are two screens of work for each person of a story. Who is about signing in takes `signInAtForm`.
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

  /** As a person does, by the form; leads home. */
  async signInAtForm(who: { username: string; name: string }): Promise<void> {
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
            [...row.querySelectorAll('th,td')].map((cell) => {
              const said = cell.cloneNode(true) as Element;
              // What opens a row on a phone says nothing of it.
              for (const button of said.querySelectorAll('button[aria-expanded]')) button.remove();
              return [cell.getAttribute('data-header') ?? '', (said.textContent ?? '').trim()];
            }),
          ),
        ),
      );
  }

  /** Waits until a table shows these rows, all of them; columns that are not named may say anything. */
  async seesRows(label: string, expected: readonly Row[]): Promise<void> {
    await expect.poll(() => this.rows(label), { timeout: SOON_MS }).toMatchObject(expected);
  }

  /** Marks the document that is shown, to tell afterwards whether it is still the same one. */
  async markPage(): Promise<void> {
    await this.page.evaluate((name) => Reflect.set(globalThis, name, true), MARK);
  }

  /** Nothing was loaded again since the mark: what is on the screen came by itself. */
  async wasNotReloaded(): Promise<void> {
    expect(await this.page.evaluate((name) => Reflect.get(globalThis, name), MARK)).toBe(true);
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}
