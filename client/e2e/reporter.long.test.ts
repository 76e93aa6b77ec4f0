/**
 * Test of '/AssemblyReporter': files of a closed assembly for the operator and the administrator; a long report is
 * cancelled.
 */

import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../../server/testing/world.ts';
import { changeAssembly } from '../../shared/assemblies/assemblies.api.ts';
import { toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { isLong } from '../../shared/testing/rounds.ts';
import { MADE_MS } from './page-driver.ts';
import { Operator } from './people.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { madeUpTable } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const table = madeUpTable('cedros.csv', 12, 3);
/** Table of 2,000 units: a report takes long enough on any machine to be cancelled. */
const large = madeUpTable('ciudadela.csv', isLong ? 2_000 : 20, 3);
const BUDGET = '¿Aprueba el presupuesto?';

describe('reports of an assembly', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let operator: Account;
  let admin: Account;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    const jointId = await setup.joint('Conjunto Los Cedros', table);
    const largeId = await setup.joint('Ciudadela Grande', large);
    operator = await setup.user('omar', Profile.operator, { assemblyJoints: [jointId, largeId] });
    admin = await setup.user('ada', Profile.admin, { assemblyJoints: [jointId], billingJoints: [jointId] });
    const units = table.units.slice(0, 9).map((unit) => unit.apartmentId);
    await setup.atDoor(jointId, units);
    const conceptId = await setup.question(jointId, BUDGET);
    for (const apartmentId of units) {
      await setup.staff.ask(castVote, { body: { jointId, apartmentId, conceptId, voteId: 1 } });
    }
    await setup.staff.ask(toggleConcept, { body: { jointId, conceptId, active: 0 } });
    await setup.staff.ask(changeAssembly, { params: { jointId }, body: { closed: true } });
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });

  /** Signs in and opens the page of reports by the link of the welcome page. */
  async function enters(account: Account): Promise<Operator> {
    const person = await Operator.at(browser, server.url);
    await person.signIn(account);
    await person.follow('Generar Reportes');
    return person;
  }

  /** Selects a report, presses 'Generar', and returns the downloaded file. */
  async function gets(person: Operator, concept: string, format: 'PDF' | 'Excel') {
    await person.choose('Concepto', concept);
    await person.page.getByRole('radio', { name: format, exact: true }).check();
    const downloading = person.page.waitForEvent('download', { timeout: MADE_MS });
    await person.press('Generar');
    const download = await downloading;
    const bytes = readFileSync(await download.path());
    return { name: download.suggestedFilename(), begins: bytes.subarray(0, 4).toString('latin1') };
  }

  it('operator and administrator download reports with their file names', async () => {
    for (const account of [operator, admin]) {
      const person = await enters(account);
      if (account === operator) await person.choose('Copropiedad Horizontal', 'Conjunto Los Cedros');
      // The attendance preview appears at once.
      await person.page.getByRole('region', { name: 'Vista previa' }).getByRole('table').first().waitFor();
      expect(await gets(person, 'Registro de Asistencia', 'Excel')).toEqual({
        name: 'Registro de Asistencia.xlsx',
        begins: 'PK\u0003\u0004',
      });
      // Characters forbidden in file names are replaced by the browser or server; the question stays readable.
      const vote = await gets(person, `VOTACIÓN 1 - ${BUDGET}`, 'PDF');
      expect(vote.name).toMatch(/^Votación 1 ¿Aprueba el presupuesto.?\.pdf$/);
      expect(vote.begins).toBe('%PDF');
      await person.page.close();
    }
  });

  it('long reports show progress and can be cancelled', async () => {
    const person = await enters(operator);
    await person.choose('Copropiedad Horizontal', 'Ciudadela Grande');
    await person.choose('Concepto', 'Registro de Asistencia');
    // The page gets no completion before the cancellation, however fast the report.
    let cancel: () => void = () => undefined;
    const isCancelled = new Promise<void>((resolve) => {
      cancel = resolve;
    });
    await person.page.route(/\/reports\/jobs\/[0-9a-f]+$/, async (route) => {
      if (route.request().method() === 'GET') await isCancelled;
      await route.continue();
    });
    await person.press('Generar');
    await person.page.getByRole('progressbar').waitFor();
    await person.press('Cancelar');
    cancel();
    await person.page.getByRole('progressbar').waitFor({ state: 'detached' });
    expect(await person.page.getByRole('alert').count()).toBe(0);
    // The next report does not wait for the cancelled report.
    await person.choose('Copropiedad Horizontal', 'Conjunto Los Cedros');
    expect((await gets(person, 'Registro de Asistencia', 'Excel')).name).toBe('Registro de Asistencia.xlsx');
    await person.page.close();
  });
});
