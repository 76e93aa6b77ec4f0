/** Test of a database restored from an earlier copy while pages are open. The pages start over without a press. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../server/testing/world.ts';
import { signIn } from '../../shared/accounts/auth.api.ts';
import { createDisplayCode } from '../../shared/accounts/displays.api.ts';
import { toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { createDisplayLink } from '../../shared/assemblies/live.api.ts';
import { makeBackup } from '../../shared/backups.api.ts';
import { ApiClient } from './api-client.ts';
import { PHONE } from './page-driver.ts';
import { Operator, Owner, Screen } from './people.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { byOwner, four, madeUpTable, sumOf, type Unit } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const QUESTION = '¿Se aprueba la obra?';
/** Time limit in milliseconds for pages to start over. Pages retry with growing pauses. */
const ANEW_MS = 60_000;
/** Requests to block: script of the waiting page, and the health check of a phone after a failed script load. */
const NEXT_CODE = /qr-waiting|\/health$/;
const ENDED = 'Su sesión terminó. Ingrese nuevamente para continuar.';

const table = madeUpTable('unidades.csv', 40, 4);
const anas = byOwner(table.units)[0] ?? [];
const rest = table.units.filter((unit) => !anas.includes(unit));
const [carded, early, late] = [rest.slice(0, 3), rest.slice(3, 10), rest.slice(10, 20)];
const idsOf = (units: readonly Unit[]) => units.map((unit) => unit.apartmentId);

/** Number of joints with a verified audit log head in the browser's database. Runs in the page. */
const keptHeads = (): Promise<number> =>
  new Promise((resolve) => {
    const opening = indexedDB.open('scaf-heads');
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve(0);
    opening.onsuccess = () => {
      const all = opening.result.transaction('joints').objectStore('joints').getAll();
      all.onsuccess = () => resolve(all.result.filter(({ kept }) => kept !== null).length);
      opening.result.close();
    };
  });

describe('the store is restored from an earlier copy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scaf-e2e-copies-'));
  const backups = { BACKUP_DIR: folder, BACKUP_KEY: 'una clave de copias de 32 bytes o más' };
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let jointId = 0;
  let newStaff: ApiClient;
  let code = '';
  /** File name of the database copy to restore. */
  let copy = '';
  let wall: Screen;
  let panel: Operator;
  let ana: Owner;
  let carder: Owner;
  let everybody: (Screen | Operator | Owner)[] = [];

  const rowOf = (label: string, units: readonly Unit[]) => ({
    Asamblea: label,
    Coeficiente: four(sumOf(units)),
    Inmuebles: String(units.length),
  });
  const shows = (votes: readonly Unit[], here: readonly Unit[]) =>
    wall.seesRows('Votos y quórum', [
      rowOf('Votos', votes),
      rowOf('Quorum Actual', here),
      rowOf('Total', table.units),
    ]);

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      ServerProcess.start({ more: backups, isShipped: true }),
      sharedBrowser(),
    ]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint('Edificio de Ayer', table);
    const ofAna = await setup.presentOwner('ana', jointId, idsOf(anas));
    code = await setup.atDoor(jointId, idsOf(carded));
    await setup.atDoor(jointId, idsOf(early));
    await setup.question(jointId, QUESTION);
    const { url } = await setup.staff.ask(createDisplayLink, { params: { jointId } });
    [wall, panel, ana, carder] = [
      await Screen.at(browser, server.url),
      await Operator.at(browser, server.url),
      await Owner.at(browser, server.url, PHONE),
      await Owner.at(browser, server.url, PHONE),
    ];
    everybody = [wall, panel, ana, carder];
    await Promise.all([
      wall.goTo(url),
      panel.signIn(setup.platform, '/AssemblyPanel'),
      ana
        .signIn(ofAna, '/LaunchPage')
        .then(() => ana.seesLive('live'))
        .then(() => ana.goToVote()),
      carder.open(`/VoteQR/${code}`).then(() => carder.seesLive('live')),
    ]);
    for (const person of everybody) {
      await person.seesLive('live');
      await person.markPage();
    }
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  serialSteps(() => everybody);

  it('after the copy people arrive and vote, and every screen shows the changes', async () => {
    await shows([], [...anas, ...carded, ...early]);
    const made = await setup.staff.ask(makeBackup, {});
    copy = made.copies[0]?.name ?? '';
    await setup.atDoor(jointId, idsOf(late));
    await expect.poll(() => ana.page.evaluate(keptHeads)).toBe(1);
    // The phone's next page is not loaded yet when the server goes away; its script fails to load.
    await carder.page.route(NEXT_CODE, (route) => route.abort('connectionrefused'));
    await carder.vote('Si');
    await carder.sees('Gracias por su votación.');
    await shows(carded, [...anas, ...carded, ...early, ...late]);
  });

  it('the command restores the copy, and every page shows a sign-in without a touch', async () => {
    await server.stop();
    // The thanks disappear after some seconds.
    await carder.page.getByText('Gracias por su votación.').first().waitFor({ state: 'hidden' });
    await carder.page.getByRole('status', { name: 'Cargando' }).first().waitFor();
    expect(await carder.page.getByText('Algo salió mal').count()).toBe(0);
    const output = await promisify(execFile)(
      process.execPath,
      [
        '--import',
        'tsx',
        join('scripts', 'restore.ts'),
        '--file',
        join(folder, copy),
        '--reason',
        'una prueba',
        '--acepto-perder',
      ],
      { cwd: ROOT, env: { ...process.env, ...backups, DATA_DIR: server.dataDir, DATABASE_URL: '' } },
    );
    expect(output.stdout).toContain('comienza la época 2');
    await carder.page.unroute(NEXT_CODE);
    await server.start();
    const soon = { timeout: ANEW_MS };
    await Promise.all([
      wall.page.getByLabel('Código de la pantalla').waitFor(soon),
      wall.page.getByText('El enlace de esta pantalla ya no es válido.').waitFor(soon),
      panel.page.getByText(ENDED).waitFor(soon),
      ana.page.getByText(ENDED).waitFor(soon),
      carder.page.getByText('escanee de nuevo el código').waitFor(soon),
    ]);
    for (const person of everybody) await person.wasNotReloaded();
    for (const person of everybody) {
      expect(await person.page.getByRole('table').count()).toBe(0);
      expect(await person.page.evaluate(() => sessionStorage.getItem('scaf.token'))).toBeNull();
    }
  });

  it('users who sign in again see the state of the copy in the same pages', async () => {
    const { jwt } = await setup.staff.ask(signIn, {
      body: { username: setup.platform.username, password: PASSWORD },
    });
    newStaff = new ApiClient(server.url, jwt);
    const made = await newStaff.ask(createDisplayCode, { params: { jointId } });
    await wall.type('Código de la pantalla', made.code);
    await wall.press('Mostrar la asamblea');
    await panel.submitSignIn(setup.platform);
    await ana.submitSignIn({ username: 'ana' });
    await shows([], [...anas, ...carded, ...early]);
    await wall.seesLive('live');
    await panel.isAt('/AssemblyPanel');
    await panel.seesLive('live');
    await ana.page.getByRole('radiogroup', { name: 'Su respuesta' }).waitFor();
    for (const person of [wall, panel, ana]) await person.wasNotReloaded();
    // A camera opens the address of the card again.
    await carder.open(`/VoteQR/${code}`);
    await carder.page.getByRole('radiogroup', { name: 'Su respuesta' }).waitFor();
  });

  it('after the restore votes count again, also a vote missing in the copy', async () => {
    await carder.vote('No');
    await carder.sees('Gracias por su votación.');
    await ana.vote('Si');
    await ana.isThanked();
    await shows([...carded, ...anas], [...anas, ...carded, ...early]);
    await panel.seesAnswers('VOTACIÓN 1', [
      { label: 'Si', sum: four(sumOf(anas)), units: anas.length },
      { label: 'No', sum: four(sumOf(carded)), units: carded.length },
      { label: 'Blanco', sum: four(sumOf([])), units: 0 },
    ]);
    // The history on Ana's phone is newer than the store: once no question is open, the phone shows the reason.
    const body = { jointId, conceptId: 2, active: 0 } as const;
    await newStaff.ask(toggleConcept, { body });
    await ana.sees('por este motivo: una prueba. Lo que se hizo después de esa copia puede faltar.');
    // The result of the closed question has a button of the same name, further down.
    await ana.page.getByRole('button', { name: 'Entendido', exact: true }).first().click();
    expect(everybody.flatMap((person) => person.faults)).toEqual([]);
    expect(server.output).not.toContain('"level":50');
  });
});
