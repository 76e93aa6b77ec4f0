/**
 * Test of the registration desk besides plain registration: three code dialogs, the counting table, powers, owners
 * at home.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAssemblyApartments, register } from '../../shared/assemblies/attendance.api.ts';
import { groupedCode, maskedCode, votingBadge } from '../../shared/assemblies/code.ts';
import { toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { Operator } from './people.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { four, madeUpTable, sumOf, type Unit } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const UNITS = 60;
const table = madeUpTable('unidades.csv', UNITS, 3);
const NAME = 'Conjunto Mirador';
const NOT_FOUND = 'No se encontraron inmuebles asociados al código QR.';

const labelOf = (unit: Unit): string => `${unit.apartmentId} - ${unit.owner}`;
const unitAt = (at: number): Unit => {
  const unit = table.units[at];
  if (!unit) throw new Error(`no unit ${at}`);
  return unit;
};

describe('the desk', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let desk: Operator;
  let jointId = 0;

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    jointId = await setup.joint(NAME, table);
    desk = await Operator.at(browser, server.url);
    await desk.signIn(setup.platform, '/RegisterQR');
    await desk.seesLive('live');
    await desk.page.getByRole('combobox', { name: 'Inmueble', exact: true }).waitFor();
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });

  const scan = (text: string) => desk.scan(text);
  const dialog = (name: string) => desk.page.getByRole('dialog', { name, exact: true });
  const band = (outcome: string) => desk.page.locator(`[data-outcome="${outcome}"]`);
  const rows = () => desk.page.getByRole('region', { name: 'Últimas lecturas' }).getByRole('listitem');
  const votes = async (conceptId: number) =>
    Object.entries(server.storedAnswers({ jointId, conceptId }))
      .map(([apartmentId, answerId]) => `${apartmentId}=${answerId}`)
      .sort();

  describe('prompts', () => {
    it("the prompt shows the units of a code with the server's sum", async () => {
      const units = [unitAt(0), unitAt(1), unitAt(2)];
      const code = await setup.atDoor(
        jointId,
        units.map((unit) => unit.apartmentId),
      );
      await desk.press('Consultar Coeficiente');
      await desk.press('Consultar');
      await dialog('Consultar Coeficiente').getByText('Por favor digite un código QR').waitFor();
      // The prompt receives a scan even if a button has the focus, and extracts the code from an address.
      await dialog('Consultar Coeficiente').getByRole('button', { name: 'Cancelar' }).focus();
      await scan(`${server.url}/VoteQR/${code}`);
      const shown = dialog('Coeficiente acumulado');
      await shown.waitFor();
      const words = await shown.innerText();
      for (const unit of units) expect(words).toContain(labelOf(unit));
      expect(words).toContain(four(sumOf(units)));
      expect(words).toContain(NAME.toLowerCase());
      expect(words).not.toContain(NAME);
      // Another code is looked up too; the page behind the dialog registers no unit.
      const other = await setup.atDoor(jointId, [unitAt(59).apartmentId]);
      await scan(other);
      await shown.getByText(labelOf(unitAt(59))).waitFor();
      await shown.getByText(labelOf(unitAt(0))).waitFor({ state: 'hidden' });
      await shown.getByRole('button', { name: 'Cerrar' }).click();
      await shown.waitFor({ state: 'hidden' });
    });

    it('the prompt reports an empty code and an unreachable server', async () => {
      const [unused = ''] = await setup.codes(jointId, 1);
      for (const [button, act] of [
        ['Consultar Coeficiente', 'Consultar'],
        ['Retirar QR', 'Retirar'],
      ] as const) {
        await desk.press(button);
        await scan(unused);
        await dialog(button).getByText(NOT_FOUND).waitFor();
        await desk.page.route('**/holders/**', (route) => route.abort());
        await desk.press(act);
        await dialog(button)
          .getByText(
            /^No se puede (consultar el coeficiente|retirar el QR) en este momento\. Intente nuevamente\.$/,
          )
          .waitFor();
        await desk.page.unroute('**/holders/**');
        await desk.press('Cancelar');
        await dialog(button).waitFor({ state: 'hidden' });
      }
    });

    it('the prompt withdraws a code and frees its units', async () => {
      const unit = unitAt(3);
      const code = await setup.atDoor(jointId, [unit.apartmentId]);
      await desk.sees('Registrados: 5 inmuebles');
      await desk.press('Retirar QR');
      await scan(code);
      await desk.sees('Retiro exitoso.');
      await band('gone').getByText(`Salió ${unit.apartmentId}.`, { exact: true }).waitFor();
      await desk.sees('Registrados: 4 inmuebles');
      const roll = await setup.staff.ask(listAssemblyApartments, { params: { jointId } });
      expect(roll.find((one) => one.apartmentId === unit.apartmentId)?.userId).toBe(null);
    });

    it('the prompt replaces a lost card and refuses a used or unknown card', async () => {
      const unit = unitAt(4);
      const lost = await setup.atDoor(jointId, [unit.apartmentId]);
      const taken = await setup.atDoor(jointId, [unitAt(5).apartmentId]);
      const [fresh = ''] = await setup.codes(jointId, 1);
      await desk.press('Cambiar QR');
      await scan(lost);
      await scan(taken);
      await dialog('Cambiar QR')
        .getByText('El código QR ya tiene inmuebles asociados. Use otro código.')
        .waitFor();
      await desk.type('Código QR nuevo', fresh);
      await desk.press('Cambiar');
      await desk.sees('Cambio exitoso.');
      await desk.press('Consultar Coeficiente');
      await scan(fresh);
      await dialog('Coeficiente acumulado').getByText(labelOf(unit)).waitFor();
      await desk.press('Cerrar');
    });
  });

  describe('counting table', () => {
    let conceptId = 0;
    const codes: string[] = [];
    const first = 10;

    beforeAll(async () => {
      for (let at = 0; at < 20; at++)
        codes.push(await setup.atDoor(jointId, [unitAt(first + at).apartmentId]));
      await desk.page.getByRole('tab', { name: 'Conteo de votos' }).click();
      await desk.sees('No hay votación activa');
    });

    it('the counting table shows an opening question and counts a badge', async () => {
      conceptId = await setup.question(jointId, '¿Aprueba el presupuesto?');
      await desk.sees('¿Aprueba el presupuesto?');
      await scan(votingBadge(codes[0] ?? '', 2));
      await band('registered').waitFor();
      await expect.poll(() => votes(conceptId)).toEqual([`${unitAt(first).apartmentId}=2`]);
      const row = rows().first();
      await row.getByText('En contra').waitFor();
      await expect.poll(() => row.innerText()).toContain(labelOf(unitAt(first)));
      await expect.poll(() => row.innerText()).toContain(four(sumOf([unitAt(first)])));
      await desk.sees(/^Han votado 1 de/);
    });

    it('the counting table keeps a vote from the phone and says so', async () => {
      const { apartmentId } = unitAt(first + 1);
      await setup.staff.ask(castVote, { body: { jointId, apartmentId, conceptId, voteId: 1 } });
      await scan(votingBadge(codes[1] ?? '', 3));
      await band('already').waitFor();
      await rows().first().getByText('Ya registrado').waitFor();
      expect(await votes(conceptId)).toContain(`${apartmentId}=1`);
    });

    it('the counting table explains an invalid voting badge and registers no unit', async () => {
      const [card = ''] = await setup.codes(jointId, 1);
      await scan(card);
      await rows()
        .first()
        .getByText(/no una papeleta de votación/)
        .waitFor();
      await band('blocked').waitFor();
    });

    it('the counting table loses no badge at ten scans a second', async () => {
      // Slower than the scanner: answers overlap.
      await desk.page.route('**/ballots', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        await route.continue();
      });
      const mine = codes.slice(2, 18);
      for (const code of mine) await scan(votingBadge(code, 1));
      await expect.poll(async () => (await votes(conceptId)).length, { timeout: 60_000 }).toBe(18);
      await expect.poll(() => rows().filter({ hasText: 'Enviando' }).count()).toBe(0);
      await expect.poll(() => desk.page.locator('li[data-state="registered"]').count()).toBe(17);
      await desk.page.unroute('**/ballots');
    });

    it('an unanswered vote is kept for a retry and counts once', async () => {
      // The vote is stored, but the answer is lost.
      await desk.page.route('**/ballots', async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      await scan(votingBadge(codes[18] ?? '', 1));
      await rows()
        .first()
        .getByText(/^No se puede votar en este momento\. Intente nuevamente\./)
        .waitFor();
      await desk.page.unroute('**/ballots');
      await rows().first().getByRole('button', { name: 'Reintentar' }).click();
      await rows().first().getByText('Registrado', { exact: true }).waitFor();
      expect((await votes(conceptId)).length).toBe(19);
    });

    it("votes for another question count only after the operator's consent", async () => {
      const next = await setup.question(jointId, '¿Elige la plancha única?');
      await desk.page.getByRole('alert').filter({ hasText: 'La pregunta cambió' }).waitFor();
      await scan(votingBadge(codes[0] ?? '', 1));
      await rows()
        .first()
        .getByText(/^La pregunta cambió/)
        .waitFor();
      expect(await votes(next)).toEqual([]);
      await desk.press('Contar VOTACIÓN 2');
      await scan(votingBadge(codes[0] ?? '', 1));
      await expect.poll(() => votes(next)).toEqual([`${unitAt(first).apartmentId}=1`]);
      await setup.staff.ask(toggleConcept, { body: { jointId, conceptId: next, active: 0 } });
      await desk.sees('No hay votación activa');
    });

    it('the door does not accept voting badges', async () => {
      await desk.page.getByRole('tab', { name: 'Registro' }).click();
      await desk.page.getByRole('combobox', { name: 'Inmueble', exact: true }).waitFor();
      await scan(votingBadge(codes[0] ?? '', 1));
      await band('blocked')
        .getByText(/papeleta de votación/)
        .waitFor();
    });
  });

  describe('registration', () => {
    it('a proxy registers several units with one code', async () => {
      const units = [unitAt(40), unitAt(41)];
      const [code = ''] = await setup.codes(jointId, 1);
      for (const unit of units) await desk.pick('Inmueble', labelOf(unit));
      await desk.page.getByText('Por poder', { exact: true }).click();
      await desk.type('Nombre del asistente', 'Rosa Elena Niño');
      await desk.type('Documento del asistente', '52123456');
      await scan(code);
      await band('registered')
        .getByText(new RegExp(unitAt(40).apartmentId))
        .waitFor();
    });

    it('a waiting card is never shown as the former person', async () => {
      const [badge = ''] = await setup.badges(jointId, [unitAt(43).apartmentId]);
      const [card = ''] = await setup.codes(jointId, 1);
      await scan(card);
      await band('asking').getByText('Falta el inmueble').waitFor();
      await band('asking')
        .getByText(new RegExp(groupedCode(maskedCode(card))))
        .waitFor();
      await desk.page.locator('input[role="combobox"]:focus').waitFor();
      await desk.type('Código QR', 'no es un codigo');
      await desk.page.keyboard.press('Enter');
      await band('blocked')
        .getByText(/sigue sin inmueble/)
        .waitFor();
      await scan(badge);
      // Not in the band: between two changes the band shows the refusal.
      await desk.page
        .locator('li[data-state="registered"]')
        .getByText(new RegExp(unitAt(43).apartmentId))
        .waitFor();
      const left = desk.page.getByRole('alert').filter({
        hasText: `La tarjeta ${groupedCode(maskedCode(card))} no se registró: faltó elegir su inmueble.`,
      });
      await left.getByRole('button', { name: 'Entendido' }).click();
    });

    it('gives a unit back to its owner after naming both', async () => {
      const unit = unitAt(42);
      const [held = '', own = ''] = await setup.codes(jointId, 2);
      await setup.staff.ask(register, {
        params: { jointId },
        body: {
          apartmentIds: [unit.apartmentId],
          code: held,
          byProxy: true,
          attendee: { name: 'Pedro Apoderado', document: '1' },
        },
      });
      await desk.page.getByText('Llegó el propietario de un inmueble ya registrado').click();
      await desk.pick('Inmueble', labelOf(unit));
      await scan(own);
      const refusal = desk.page.getByRole('alert').filter({ hasText: 'Pedro Apoderado' });
      const asking = desk.page.getByRole('alertdialog');
      const askDecline = async () => {
        await refusal.getByRole('button', { name: 'Devolver al propietario' }).click();
        const words = await asking.innerText();
        await asking.getByRole('button', { name: 'No', exact: true }).click();
        await asking.waitFor({ state: 'hidden' });
        return words;
      };
      const warning = 'ya se votó por estos inmuebles en la pregunta que está abierta';
      expect(await askDecline()).not.toContain(warning);
      const conceptId = await setup.question(jointId, '¿Aprueba el acta?');
      // The page receives the question with a delay.
      await expect.poll(askDecline).toContain(warning);
      await setup.staff.ask(toggleConcept, { body: { jointId, conceptId, active: 0 } });
      await refusal.getByRole('button', { name: 'Devolver al propietario' }).click();
      expect(await asking.innerText()).toContain('Pedro Apoderado');
      expect(await asking.innerText()).toContain(unit.owner);
      await asking.getByRole('button', { name: 'Si', exact: true }).click();
      await band('registered').getByText(new RegExp(unit.apartmentId)).waitFor();
      await desk.press('Consultar Coeficiente');
      await scan(own);
      await dialog('Coeficiente acumulado').getByText(labelOf(unit)).waitFor();
      await desk.press('Cerrar');
      expect(desk.faults).toEqual([]);
    });
  });
});
