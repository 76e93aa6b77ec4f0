/** Test of the public pages without a session: landing page, contact, tutorials, also printed. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../server/testing/world.ts';
import { isLong, longOnly } from '../../shared/testing/rounds.ts';
import { chapters, manuals } from '../tutorials/guides/chapters.ts';
import { LAPTOP, PHONE } from './page-driver.ts';
import { Person } from './person.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { madeUpTable } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const EMAIL = 'soporte&ayuda@ejemplo.co';
const PHONE_NUMBER = '+57 601 555 0142';
const table = madeUpTable('unidades.csv', 4, 1);
const guides = chapters.flatMap((chapter) => chapter.guides);

/** Printable area of an A4 page in pixels, at 96 dpi. */
const PAPER = { width: 702, height: 1032 };
const MARGIN = '12mm';
const A4 = { format: 'A4', margin: { top: MARGIN, right: MARGIN, bottom: MARGIN, left: MARGIN } };

/** True if the heading has come to rest below the sticky header and above the middle of the window. */
async function isAtTop(page: Page, heading: string): Promise<boolean> {
  const place = page.getByRole('heading', { name: heading, exact: true });
  const before = await place.boundingBox();
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
  const box = await place.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  return box !== null && box.y === before?.y && box.y > 40 && box.y < height / 2;
}

describe('the public face', () => {
  let server: ServerProcess;
  let browser: Browser;
  let visitor: Person;

  beforeAll(async () => {
    const more = { SCAF_CONTACT_EMAIL: EMAIL, SCAF_CONTACT_PHONE: PHONE_NUMBER };
    [server, browser] = await Promise.all([ServerProcess.start({ more }), sharedBrowser()]);
  });
  afterEach(async () => {
    await visitor?.leave();
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });

  const menus = [
    ['Nuestros Clientes', PHONE],
    ['Nuestros Servicios', LAPTOP],
    ['Quienes Somos', PHONE],
    ['Nuestros Servicios', PHONE],
  ] as const;
  it.each(isLong ? menus : menus.slice(0, 2))(
    'the menu opens %s, from the page itself and from another page',
    { tags: 'slow' },
    async (place, viewport) => {
      visitor = await Person.at(browser, server.url, viewport);
      const { page } = visitor;
      for (const from of ['/', '/Tutorials']) {
        await visitor.open(from);
        await page
          .getByRole('heading', { level: 1 })
          .and(page.locator('main h1:not(:text("SCAF"))'))
          .waitFor();
        if (viewport === PHONE) await visitor.press('Abrir menú');
        await page.getByRole('navigation').getByRole('link', { name: place, exact: true }).click();
        await expect.poll(() => isAtTop(page, place)).toBe(true);
        // The next Tab starts at the heading.
        const focused = () =>
          page.evaluate(() => document.activeElement?.querySelector('h2')?.textContent ?? null);
        await expect.poll(focused).toBe(place);
        if (viewport === PHONE) await page.getByRole('button', { name: 'Abrir menú' }).waitFor();
      }
      expect(visitor.faults).toEqual([]);
    },
  );

  it('an address with an anchor opens at its section', async () => {
    visitor = await Person.at(browser, server.url, PHONE);
    await visitor.open('/#clients');
    await expect.poll(() => isAtTop(visitor.page, 'Nuestros Clientes')).toBe(true);
    const logos = visitor.page.locator('#clients img');
    expect(await logos.count()).toBe(10);
    const drawn = () =>
      logos.evaluateAll((all) => all.every((one) => one instanceof HTMLImageElement && one.naturalWidth > 0));
    await expect.poll(drawn).toBe(true);
  });

  it('can be installed on a phone: the manifest is right, and each icon has its size', async () => {
    visitor = await Person.at(browser, server.url, PHONE);
    await visitor.open('/');
    const devtools = await visitor.page.context().newCDPSession(visitor.page);
    const { url, errors, data = '{}' } = await devtools.send('Page.getAppManifest');
    expect([url, errors]).toEqual([`${server.url}/manifest.webmanifest`, []]);
    const icons: { src: string; sizes: string }[] = JSON.parse(data).icons;
    const touch = await visitor.page.locator('link[rel=apple-touch-icon]').getAttribute('href');
    for (const { src, sizes } of [...icons, { src: touch ?? '', sizes: '180x180' }]) {
      const drawn = await visitor.page.evaluate(async (address) => {
        const icon = new Image();
        icon.src = address;
        await icon.decode();
        return `${icon.naturalWidth}x${icon.naturalHeight}`;
      }, src);
      expect(drawn, src).toBe(sizes);
    }
  });

  it('shows the configured contact', async () => {
    visitor = await Person.at(browser, server.url, PHONE);
    await visitor.open('/');
    const footer = visitor.page.getByRole('contentinfo');
    await footer.getByText('Sistemas de Control de Asambleas y Facturación').waitFor();
    expect(await footer.getByRole('link', { name: EMAIL }).getAttribute('href')).toBe(`mailto:${EMAIL}`);
    expect(await footer.getByRole('link', { name: PHONE_NUMBER }).getAttribute('href')).toBe(
      'tel:+576015550142',
    );
  });

  it('guides card holders to the code and administrators to a demonstration', async () => {
    visitor = await Person.at(browser, server.url, PHONE);
    await visitor.open('/');
    const { page } = visitor;
    const demoLink = page.getByRole('link', { name: 'solicitar una demostración' });
    // '&' of the e-mail address is escaped.
    expect(await demoLink.getAttribute('href')).toBe(
      `mailto:${encodeURIComponent(EMAIL).replace('%40', '@')}?subject=Demostraci%C3%B3n%20de%20SCAF`,
    );
    await visitor.follow('Tengo una tarjeta');
    await page.getByLabel('Código de la tarjeta').waitFor();
    // Without the code of the wall there is no announcement button.
    await visitor.sees(/^Escanee con la cámara/);
    expect(await page.getByRole('button', { name: 'Avisar a la mesa' }).count()).toBe(0);
  });

  it('shows purpose and contact without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(server.url);
    const words = await page.locator('body').innerText();
    expect(words).toContain('Sistemas de Control de Asambleas y Facturación');
    expect(words).toContain(`Soporte: ${EMAIL}, ${PHONE_NUMBER}.`);
    expect(await page.locator('html').getAttribute('lang')).toBe('es-CO');
    await context.close();
  });

  it('the tutorials are one press from the welcome of a future assembly', { tags: 'slow' }, async () => {
    const setup = await TestSetup.on(server);
    const jointId = await setup.joint('Edificio que espera', table);
    const { username } = await setup.owner('ana', jointId, [table.units[0]?.apartmentId ?? '']);
    visitor = await Person.at(browser, server.url, PHONE);
    await visitor.open(`/Register/${jointId}/${username}/${encodeURIComponent(PASSWORD)}/Edificio`);
    await visitor.sees('El registro no ha sido activado.');
    await visitor.follow('Ver tutoriales');
    await visitor.isAt('/Tutorials');
    await visitor.page.getByRole('heading', { name: 'Tutoriales', level: 1 }).waitFor();
    await visitor.follow('Votar');
    await expect.poll(() => isAtTop(visitor.page, 'Votar')).toBe(true);
    expect(visitor.faults).toEqual([]);
  });

  const whole = (page: Page) =>
    page
      .locator('main img')
      .evaluateAll((all) =>
        all.map((one) => one instanceof HTMLImageElement && one.complete && one.naturalWidth > 0),
      );

  longOnly(it)('a wide screen loads all pictures for printing by browser command', async () => {
    visitor = await Person.at(browser, server.url, LAPTOP);
    await visitor.open('/Tutorials');
    await expect
      .poll(async () => (await whole(visitor.page)).filter(Boolean).length)
      .toBeGreaterThan(guides.length);
    await expect.poll(async () => (await whole(visitor.page)).every(Boolean)).toBe(true);
  });

  it('a phone loads pictures on demand', async () => {
    visitor = await Person.at(browser, server.url, PHONE);
    const { page } = visitor;
    const fetched = new Set<string>();
    page.on('request', (request) => request.url().endsWith('.webp') && fetched.add(request.url()));
    await visitor.open('/Tutorials#invitaciones');
    const last = page.locator('#invitaciones img');
    await expect.poll(() => last.evaluate((one: HTMLImageElement) => one.naturalWidth > 0)).toBe(true);
    expect(fetched.size).toBeLessThan(guides.length);
  });

  it('printed guides start on a new page with complete pictures', { tags: 'slow' }, async () => {
    visitor = await Person.at(browser, server.url, LAPTOP);
    const { page } = visitor;
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '');
    });
    await visitor.open('/Tutorials');
    await visitor.press('Imprimir todas las guías');
    await page.locator('html[data-printed]').waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize(PAPER);
    expect(await page.getByRole('banner').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('contentinfo').filter({ visible: true }).count()).toBe(0);
    const pictures = await page.locator('main img').evaluateAll((images) =>
      images
        .filter((image) => image instanceof HTMLImageElement)
        .map((image) => {
          const { left, right, width, height } = image.getBoundingClientRect();
          const { naturalWidth, naturalHeight, src } = image;
          // A border of a pixel changes the ratio of a wide picture more than of a narrow one.
          const isWhole = Math.abs((width * naturalHeight) / (height * naturalWidth) - 1) < 0.02;
          return { src, left, right, height, isWhole };
        }),
    );
    expect(pictures.length).toBeGreaterThan(guides.length);
    const spoilt = pictures.filter(
      ({ left, right, height, isWhole }) =>
        !isWhole || left < 0 || right > PAPER.width || height < 100 || height > PAPER.height / 2,
    );
    expect(spoilt).toEqual([]);
    const pdf = await page.pdf(A4);
    const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    // Contents, a page per guide, and an extra page for some long guides.
    expect(sheets).toBeGreaterThan(guides.length);
    expect(sheets).toBeLessThan(1.5 * guides.length);
  });

  it('each manual prints as one A4 page with whole pictures and no cut text', { tags: 'slow' }, async () => {
    visitor = await Person.at(browser, server.url, LAPTOP);
    const { page } = visitor;
    for (const { id, title, guides: sections } of manuals) {
      await page.emulateMedia({ media: 'screen' });
      await page.setViewportSize(LAPTOP);
      await visitor.open(`/Manual/${id}`);
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await expect.poll(async () => (await whole(page)).every(Boolean)).toBe(true);
      expect((await whole(page)).length, id).toBeGreaterThan(0);
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize(PAPER);
      const pressable = page.locator('button, nav, main a:not([href^="tel:"])').filter({ visible: true });
      expect(await pressable.count(), id).toBe(0);
      const texts = page.locator('main').locator('h1, h2, p, li, img').filter({ visible: true });
      const boxes = await texts.evaluateAll((all) =>
        all.map((one) => {
          const { left, right, bottom } = one.getBoundingClientRect();
          const isCut = one.scrollWidth > one.clientWidth + 1;
          return { text: one.textContent?.slice(0, 40), left, right, bottom, isCut };
        }),
      );
      expect(boxes.length, id).toBeGreaterThan(sections.length);
      const spoilt = boxes.filter(
        ({ left, right, bottom, isCut }) => isCut || left < 0 || right > PAPER.width || bottom > PAPER.height,
      );
      expect(spoilt, id).toEqual([]);
      const pdf = (await page.pdf({ ...A4, printBackground: true })).toString('latin1');
      await page.locator('main').getByText(`¿Necesita ayuda? Llame al ${PHONE_NUMBER}.`).waitFor();
      expect(pdf.match(/\/Type\s*\/Page\b/g), id).toHaveLength(1);
      expect(pdf, id).toMatch(/\/MediaBox\s*\[\s*0 0 59[45]\.?\d* 84[12]/);
    }
  });
});
