/**
 * Test of every menu entry for each profile: all own pages open, other pages are refused, and all pages fit a
 * phone.
 */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../../server/testing/world.ts';
import { Profile } from '../../shared/profiles.ts';
import { isLong, isQuick } from '../../shared/testing/rounds.ts';
import { menus } from '../app/menus.ts';
import { PHONE } from './page-driver.ts';
import { Person } from './person.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { byOwner, madeUpTable } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const { full, admin, owner, operator, events } = Profile;
const signedIn = [full, admin, owner, operator, events] as const;
type SignedIn = (typeof signedIn)[number];

/** Allowed pages not in the menu, by profile. */
const beyondMenu: Record<SignedIn, readonly string[]> = {
  [full]: ['/UserHome', '/Joints/1', '/Users/new'],
  [admin]: ['/UserHome', '/Quorum'],
  [owner]: ['/UserHome', '/LaunchPage', '/Vote/1', '/Quorum'],
  [operator]: ['/UserHome', '/Assemblies'],
  [events]: ['/UserHome'],
};
/** Forbidden pages, by profile. */
const foreign: Record<SignedIn, readonly string[]> = {
  [full]: ['/LaunchPage', '/Vote/1'],
  [admin]: ['/Joints', '/Users', '/Assemblies/Audit', '/Billing/Settings', '/Vote/1', '/RegisterAssistance'],
  [owner]: ['/Joints', '/Users/1', '/RegisterQR', '/GenerateQuestion', '/AssemblyPanel', '/Debtors'],
  [operator]: ['/Joints', '/Users', '/LaunchPage', '/BillsRelationship', '/EventReports'],
  [events]: ['/Quorum', '/AssemblyPanel', '/Bills', '/Users'],
};
const names: Record<SignedIn, string> = {
  [full]: 'plataforma',
  [admin]: 'admin',
  [owner]: 'propietario',
  [operator]: 'operador',
  [events]: 'eventos',
};
const visitorPages = ['/', '/LogIn', '/Tutorials', '/PruebaQR', '/no/hay/tal'];

/** Person with a list of every fault of the visited pages. */
class Walker extends Person {
  readonly complaints: string[] = [];

  static async start(browser: Browser, url: string, viewport = PHONE): Promise<Walker> {
    const walker = await Walker.at(browser, url, viewport);
    await walker.#watch();
    return walker;
  }

  async #watch(): Promise<void> {
    const { page, context, complaints } = this;
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        complaints.push(`${page.url()} said: ${message.text()}`);
      }
    });
    page.on('pageerror', (error) => complaints.push(`${page.url()} threw: ${error.message}`));
    const { host } = new URL(this.url);
    const note = (address: string) => {
      const { protocol, host: other } = new URL(address);
      if (protocol !== 'data:' && protocol !== 'blob:' && other !== host) {
        complaints.push(`${page.url()} asked ${other}`);
      }
    };
    context.on('request', (request) => note(request.url()));
    page.on('websocket', (socket) => note(socket.url()));
    await context.exposeFunction('scafTestViolation', (what: string) =>
      complaints.push(`${page.url()} broke the content policy: ${what}`),
    );
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const tell: unknown = Reflect.get(globalThis, 'scafTestViolation');
        if (typeof tell === 'function') tell(`${event.violatedDirective} ${event.blockedURI}`);
      });
    });
  }

  /** Waits for the heading of the page and the end of loading. */
  async arrive(): Promise<void> {
    await this.page.locator('main h1').first().waitFor();
    await this.page.getByRole('status', { name: 'Cargando' }).first().waitFor({ state: 'detached' });
  }

  /** Opens a page of the application, waits for its content, and checks the width. */
  async visit(path: string): Promise<void> {
    await this.open(path);
    await this.arrive();
    await this.standsAndFits(path);
  }

  async standsAndFits(path: string): Promise<void> {
    if (await this.page.getByRole('heading', { name: 'Algo salió mal' }).count()) {
      this.complaints.push(`${path} failed`);
    }
    const wide = await this.page.evaluate(() => {
      const root = document.documentElement;
      return root.scrollWidth > root.clientWidth ? root.scrollWidth : 0;
    });
    if (wide > 0) this.complaints.push(`${path} is ${wide} px wide`);
  }
}

describe('a walk through every screen', () => {
  let server: ServerProcess;
  let browser: Browser;
  const accounts = new Map<SignedIn, Account>();
  /** A person per profile, used again: a new browser would load every file again. */
  const walkers = new Map<SignedIn, Walker>();

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ isShipped: true }), sharedBrowser()]);
    const setup = await TestSetup.on(server);
    // Long names and ids break narrow screens.
    const table = madeUpTable('unidades.csv', 30, 5);
    const jointId = await setup.joint('Conjunto Residencial Parque de los Samanes Etapa Primera', table);
    const second = await setup.joint('Centro Comercial', madeUpTable('locales.csv', 10, 2));
    const [own = []] = byOwner(table.units);
    const links = { assemblyJoints: [jointId, second], billingJoints: [jointId] };
    accounts.set(full, setup.platform);
    accounts.set(admin, await setup.user(names[admin], admin, links));
    accounts.set(operator, await setup.user(names[operator], operator, { assemblyJoints: [jointId] }));
    accounts.set(events, await setup.user(names[events], events));
    const ids = own.map((unit) => unit.apartmentId);
    accounts.set(owner, await setup.presentOwner(names[owner], jointId, ids));
    await setup.question(
      jointId,
      `¿Aprueba usted la cuota extraordinaria para la impermeabilización? ${'Sí, con detalle. '.repeat(10)}`,
    );
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });

  async function walkerAs(profile: SignedIn): Promise<Walker> {
    const earlierWalker = walkers.get(profile);
    if (earlierWalker) {
      earlierWalker.complaints.length = 0;
      return earlierWalker;
    }
    const walker = await Walker.start(browser, server.url);
    const account = accounts.get(profile);
    if (!account) throw new Error(`nobody with profile ${profile}`);
    await walker.signIn(account);
    walkers.set(profile, walker);
    return walker;
  }

  // Platform staff opens every page of the others, and so takes as long as all of them.
  const walking = isQuick ? signedIn.filter((profile) => profile !== full) : signedIn;
  it.each(walking.map((profile) => [names[profile], profile] as const))(
    '%s opens every menu entry on a phone',
    async (_name, profile) => {
      const walker = await walkerAs(profile);
      for (const group of menus[profile]) {
        for (const item of group.items) {
          await walker.press('Abrir menú');
          if (menus[profile].length > 1) await walker.press(group.title);
          const link = walker.page
            .getByRole('navigation')
            .getByRole('link', { name: item.label, exact: true });
          await link.locator('visible=true').first().click();
          await walker.isAt(item.to);
          await walker.arrive();
          await walker.standsAndFits(item.to);
        }
      }
      for (const path of beyondMenu[profile]) {
        await walker.visit(path);
        await walker.isAt(path);
      }
      expect(walker.complaints).toEqual([]);
    },
  );

  it.each(signedIn.map((profile) => [names[profile], profile] as const))(
    '%s is redirected from forbidden pages',
    async (_name, profile) => {
      const walker = await walkerAs(profile);
      for (const path of isLong ? foreign[profile] : foreign[profile].slice(0, 2)) {
        await walker.open(path);
        await walker.isAt('/UserHome');
        await walker.sees('Bienvenido a SCAF');
        await walker.sees(`No tiene permiso para abrir la página «${path}».`);
      }
      expect(walker.complaints).toEqual([]);
    },
  );

  it('a visitor sees public pages, the not-found page, and sign-in instead of all others', async () => {
    const walker = await Walker.start(browser, server.url);
    for (const path of visitorPages) {
      await walker.visit(path);
    }
    await walker.sees('404');
    await walker.sees('Página no encontrada en nuestro servidor.');
    await walker.follow('Ir a la página de inicio');
    await walker.isAt('/');
    for (const path of ['/UserHome', '/AssemblyPanel', '/Vote/1', '/Users']) {
      await walker.open(path);
      await walker.isAt('/LogIn');
    }
    // A screen without a session asks for the code of a wall.
    await walker.open('/Quorum');
    await walker.sees('Código de la pantalla');
    expect(walker.complaints).toEqual([]);
    await walker.leave();
  });

  it('signing in leads to the requested page', async () => {
    const walker = await Walker.start(browser, server.url);
    await walker.open('/Quorum');
    await walker.follow('Ingresar con usuario y contraseña');
    await walker.isAt('/LogIn');
    await walker.submitSignIn({ username: names[operator] });
    await walker.isAt('/Quorum');
    await walker.leave();
  });

  it('a wrong password gets the sentence of the specification', async () => {
    const walker = await Walker.start(browser, server.url);
    await walker.open('/LogIn');
    await walker.submitSignIn({ username: names[operator] }, 'no es esta clave');
    await walker.sees('Usuario o Contraseña Inválido.');
    await walker.leave();
  });

  it('signing out clears both storages and leads to the home page', async () => {
    const walker = await Walker.start(browser, server.url);
    await walker.signInAtForm({ username: names[operator], name: `Persona ${names[operator]}` });
    await walker.page.evaluate(() => localStorage.setItem('left', 'behind'));
    const token = await walker.page.evaluate(() => sessionStorage.getItem('scaf.token'));
    const goodbye = walker.page.waitForResponse((response) => response.url().endsWith('/auth/logout'));
    await walker.press('Cerrar sesión');
    await walker.isAt('/');
    expect(await walker.page.evaluate(() => sessionStorage.length + localStorage.length)).toBe(0);
    expect((await goodbye).status()).toBe(204);
    const answer = await fetch(`${server.url}/SCAF/api/auth/refresh`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(401);
    // Going back shows no old data: the screen was cleared with the session.
    await walker.page.goBack();
    await walker.isAt('/');
    await walker.open('/UserHome');
    await walker.isAt('/LogIn');
    await walker.leave();
  });

  it('the panel of a question fits a phone, and deletion asks first', async () => {
    const walker = await walkerAs(operator);
    await walker.open('/AssemblyPanel');
    await walker.page.getByRole('button', { name: /Concepto$/ }).click();
    await walker.page.getByRole('option', { name: /^VOTACIÓN 1/ }).click();
    // Exact figures are folded.
    const answer = walker.page.getByText('Blanco', { exact: true }).first();
    await answer.waitFor();
    await walker.standsAndFits('/AssemblyPanel');
    await walker.page.getByText('Reiniciar o eliminar').click();
    await walker.standsAndFits('/AssemblyPanel');
    await walker.press('Eliminar');
    await walker.page.getByRole('alertdialog', { name: /¿Está seguro de eliminar/ }).waitFor();
    await walker.standsAndFits('/AssemblyPanel');
    await walker.page.keyboard.press('Escape');
    await walker.page.getByRole('alertdialog').waitFor({ state: 'hidden' });
    // Escape cancels.
    expect(await answer.isVisible()).toBe(true);
    expect(walker.complaints).toEqual([]);
  });

  it('the burger menu opens and closes by pointer and keyboard', async () => {
    const walker = await walkerAs(operator);
    await walker.open('/UserHome');
    const { page } = walker;
    const entry = page.getByRole('navigation').getByRole('link', { name: 'Registrar', exact: true });
    const burger = page.getByRole('button', { name: /^(Abrir|Cerrar) menú$/ });
    await entry.waitFor({ state: 'hidden' });
    await burger.click();
    await entry.waitFor();
    await burger.click();
    await entry.waitFor({ state: 'hidden' });

    await burger.focus();
    await page.keyboard.press('Enter');
    await entry.waitFor();
    expect(await burger.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Escape');
    await entry.waitFor({ state: 'hidden' });
    expect(await burger.getAttribute('aria-expanded')).toBe('false');

    await page.keyboard.press('Enter');
    await entry.focus();
    await page.keyboard.press('Enter');
    await walker.isAt('/RegisterQR');
    await entry.waitFor({ state: 'hidden' });
    expect(walker.complaints).toEqual([]);
  });
});
