/** Test of a joint with two sectors: a registration counts in three tables, each with its own coefficients. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../../server/testing/world.ts';
import { LIVE_PATH } from '../../shared/api.ts';
import { changeAssembly, getSnapshot } from '../../shared/assemblies/assemblies.api.ts';
import { register } from '../../shared/assemblies/attendance.api.ts';
import { getHolder } from '../../shared/assemblies/codes.api.ts';
import { toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { createDisplayLink } from '../../shared/assemblies/live.api.ts';
import { startQuorumCheck } from '../../shared/assemblies/presence.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { createJoint } from '../../shared/properties/joints.api.ts';
import { PHONE } from './page-driver.ts';
import { Operator, Owner, Screen } from './people.ts';
import type { Person } from './person.ts';
import { serialSteps } from './serial-steps.ts';
import { ServerProcess } from './server-process.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { exact, four, nanoOf, sumOf, tableOf, type Unit, type UnitTable } from './tables.ts';
import { TestSetup } from './test-setup.ts';

const JOINT = 'Centro Comercial Los Guaduales';
const numbered = (prefix: string, last: number) =>
  Array.from({ length: last }, (_, at) => `${prefix}${at + 1}`);

/** Joint or sector with its table of units: nine decimals, and a sum other than 100. */
interface Place {
  name: string;
  jointId: number;
  table: UnitTable;
}

function tableOfShares(fileName: string, ids: readonly string[], step: number, sum: bigint): UnitTable {
  const weights = ids.map((_, at) => BigInt(211 + ((at * step) % 389)));
  const all = weights.reduce((total, weight) => total + weight, 0n);
  const rows = ids.map((id, at) => {
    const share = exact(((weights[at] ?? 0n) * sum) / all).replace(',', '.');
    return `${id},PROPIETARIO DE ${id},${share}`;
  });
  return tableOf(fileName, ['unidad,propietario,coeficiente', ...rows, ''].join('\n'));
}

const first = numbered('T1-', 8);
const second = numbered('T2-', 8);
const shop = 'LOCAL 1';
const places: readonly Place[] = [
  {
    name: JOINT,
    jointId: 0,
    table: tableOfShares(
      'total.csv',
      [...first, ...second, shop, ...numbered('PARQ ', 6)],
      97,
      99_999_999_999n,
    ),
  },
  {
    name: 'Torre 1',
    jointId: 0,
    table: tableOfShares('torre-1.csv', [...first, shop, 'DEP 1', 'DEP 2'], 131, 100_002_500_000n),
  },
  {
    name: 'Torre 2',
    jointId: 0,
    table: tableOfShares('torre-2.csv', [shop, ...second], 71, 99_597_920_001n),
  },
];
const [whole, tower, other] = places as [Place, Place, Place];
const label = (place: Place) => (place === whole ? JOINT : `${JOINT} - ${place.name}`);
const inTable = ({ table }: Place, ids: Iterable<string>): Unit[] => {
  const wanted = new Set(ids);
  return table.units.filter((unit) => wanted.has(unit.apartmentId));
};

describe('a joint with sectors', () => {
  let server: ServerProcess;
  let browser: Browser;
  let setup: TestSetup;
  let operator: Account;
  let door: Operator;
  let ana: Owner;
  const walls = new Map<Place, Screen>();
  const panels = new Map<Place, Operator>();
  let everybody: Person[] = [];
  /** Units registered by a single scan of a code: some in three tables, some in two, some in one. */
  const scanned = ['T1-1', shop, 'DEP 1', 'PARQ 1'];
  const atHome = ['T1-5', 'DEP 2'];
  let code = '';
  let here = new Set<string>();

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(), sharedBrowser()]);
    setup = await TestSetup.on(server);
    const sectors = [tower, other].map(({ name }) => ({ sectorName: name }));
    const made = await setup.staff.ask(createJoint, { body: { jointName: JOINT, sectors } });
    whole.jointId = made.jointId;
    for (const [at, place] of [tower, other].entries()) place.jointId = made.sectors[at]?.sectorId ?? 0;
    for (const { jointId, table } of places)
      await setup.staff.importUnits(jointId, table.fileName, table.csv);
    const { jointId } = whole;
    await setup.staff.ask(changeAssembly, { params: { jointId }, body: { mode: 'mixed' } });
    operator = await setup.user('operador', Profile.operator, { assemblyJoints: [jointId] });
    const account = await setup.user('ana', Profile.owner, {
      assemblyApartments: [
        { jointId, apartmentId: 'T1-5' },
        { jointId: tower.jointId, apartmentId: 'DEP 2' },
      ],
    });
    [code = ''] = await setup.codes(jointId, 1);

    for (const place of places) {
      const wall = await Screen.at(browser, server.url, { width: 1024, height: 768 });
      const params = { jointId: place.jointId };
      await wall.goTo((await setup.staff.ask(createDisplayLink, { params })).url);
      walls.set(place, wall);
      const panel = await Operator.at(browser, server.url);
      await panel.signIn(operator, '/AssemblyPanel');
      await panel.choose('Copropiedad Horizontal', label(place));
      panels.set(place, panel);
    }
    door = await Operator.at(browser, server.url);
    await door.signIn(operator);
    ana = await Owner.at(browser, server.url, PHONE);
    await ana.signIn(account);
    everybody = [...walls.values(), ...panels.values(), door, ana];
    await Promise.all([...walls.values(), ...panels.values()].map((screen) => screen.seesLive('live')));
  });
  afterAll(async () => {
    await closeContexts(browser);
    await server?.remove();
  });

  serialSteps(() => everybody);

  const snapshot = ({ jointId }: Place) => setup.staff.ask(getSnapshot, { params: { jointId } });
  /** Converts a coefficient of the API to an integer of 10⁻⁹, without loss. */
  const nano = (value: number) => nanoOf(String(value));

  /**
   * Checks quorum, sums and units of the three tables on server, wall screen and panel, computed from the CSV.
   * Returns for each table true if the quorum is reached.
   */
  async function allShow(present: Iterable<string>, { call = 1 } = {}): Promise<boolean[]> {
    const reached: boolean[] = [];
    for (const place of places) {
      const units = inTable(place, present);
      const [sum, total] = [sumOf(units), sumOf(place.table.units)];
      const owners = new Set(units.map((unit) => unit.owner)).size;
      const isReached = owners >= 2 && (call === 2 || sum * 2n > total);
      reached.push(isReached);
      await expect
        .poll(async () => {
          const { registered, total: all, quorum } = await snapshot(place);
          return [registered.apartments, nano(registered.coefficient), nano(all.coefficient), quorum.reached];
        })
        .toEqual([units.length, sum, total, isReached]);
      const totalRow = { label: 'Total', sum: four(total), units: place.table.units.length };
      const now = { label: 'Quorum Actual', sum: four(sum), units: units.length };
      const wall = walls.get(place);
      await wall?.shows('REGISTRO', units.length === place.table.units.length ? [totalRow] : [now, totalRow]);
      const status = panels.get(place)?.page.getByRole('region', { name: 'En este momento' });
      const words = [
        `${four(sum)} de ${four(total)} de coeficiente`,
        `${units.length} de ${place.table.units.length} inmuebles`,
        isReached ? 'Hay quórum' : 'No hay quórum',
      ];
      const missing = async () => {
        const shown = (await status?.innerText()) ?? '';
        return words.filter((one) => !shown.includes(one));
      };
      await expect.poll(missing).toEqual([]);
    }
    return reached;
  }

  it('walls and panels name the displayed table', async () => {
    for (const place of places) await walls.get(place)?.sees(place.name);
    await allShow([]);
    for (const panel of panels.values()) {
      const family = panel.page.getByRole('list', { name: 'La copropiedad y sus sectores' });
      await expect.poll(() => family.getByRole('listitem').count()).toBe(3);
      for (const { name } of places) await family.getByText(name, { exact: true }).waitFor();
    }
  });

  it('one scan gives three correct quorums, with units of a single table too', async () => {
    await door.follow('Registrar');
    const names = new Map(places.flatMap(({ table }) => table.units).map((unit) => [unit.apartmentId, unit]));
    for (const id of scanned) await door.pick('Inmueble', `${id} - ${names.get(id)?.owner}`);
    const box = door.page.getByLabel('Código QR', { exact: true });
    await box.fill(code);
    await box.press('Enter');
    here = new Set(scanned);
    expect(await allShow(here)).toEqual([false, false, false]);
    const held = await setup.staff.ask(getHolder, { params: { code } });
    expect(held.map((joint) => [joint.jointId, nano(joint.coefficient)])).toEqual(
      places.map((place) => [place.jointId, sumOf(inTable(place, scanned))]),
    );
  });

  it('a sector can have a quorum without the quorum of its joint', async () => {
    await setup.atDoor(whole.jointId, ['T1-2', 'T1-3', 'T1-4', 'T1-6', 'T2-1']);
    for (const id of ['T1-2', 'T1-3', 'T1-4', 'T1-6', 'T2-1']) here.add(id);
    expect(await allShow(here)).toEqual([false, true, false]);
  });

  it('an owner at home registers units in each table and sees their weights', async () => {
    for (const place of [whole, tower]) {
      const body = { jointId: place.jointId, conceptId: 1, active: 1 as const };
      await setup.staff.ask(toggleConcept, { body });
    }
    await ana.enterAssembly();
    const inTower = ana.page.getByRole('region', { name: tower.name, exact: true });
    await inTower.getByRole('button', { name: 'Registrar Asistencia' }).click();
    here.add('DEP 2');
    await allShow(here);
    await inTower.getByRole('button', { name: 'Registrar Asistencia' }).waitFor({ state: 'hidden' });
    await ana.press('Registrar Asistencia');
    here.add('T1-5');
    await allShow(here);
    for (const [place, table] of [
      [whole, 'Inmuebles registrados'],
      [tower, `Inmuebles registrados en ${tower.name}`],
    ] as const) {
      const units = inTable(place, atHome);
      await ana.seesRows(
        table,
        units.map((unit) => ({
          Inmueble: unit.apartmentId,
          Propietario: unit.owner,
          Estado: 'Registrado',
          Coeficiente: four(sumOf([unit])),
        })),
      );
      const total = ana.page.getByRole('table', { name: table, exact: true }).locator('tfoot td');
      await expect.poll(() => total.innerText()).toBe(four(sumOf(units)));
    }
  });

  const questions = new Map([
    [whole, '¿Aprueba el presupuesto del centro comercial?'],
    [tower, '¿Aprueba pintar la fachada de la torre?'],
  ]);
  /** Units by answer for each question, with votes cast in the test. */
  const castAnswers = new Map([
    [whole, { Si: ['T1-1', shop, 'PARQ 1'], No: ['T1-5'], Blanco: [] as string[] }],
    [tower, { Si: atHome, No: ['T1-1', shop, 'DEP 1'], Blanco: [] as string[] }],
  ]);

  async function countsAre(): Promise<void> {
    for (const [place, answers] of castAnswers) {
      const rows = Object.entries(answers).map(([answer, ids]) => ({ answer, units: inTable(place, ids) }));
      await expect
        .poll(async () => {
          const { concepts } = await snapshot(place);
          const shownConcept = concepts.find(
            (concept) => concept.conceptDescription === questions.get(place),
          );
          return shownConcept?.answers.map((one) => [
            one.answerDescription,
            one.apartments,
            nano(one.coefficient),
          ]);
        })
        .toEqual(rows.map(({ answer, units }) => [answer, units.length, sumOf(units)]));
      const shown = rows.map(({ answer, units }) => ({
        label: answer,
        sum: four(sumOf(units)),
        units: units.length,
      }));
      await walls.get(place)?.shows('VOTACIÓN 1', shown);
      await panels.get(place)?.seesAnswers('VOTACIÓN 1', shown);
    }
  }

  it('questions in the whole and in a sector open at once, and panels show both', async () => {
    for (const [place, question] of questions) {
      const panel = panels.get(place);
      await panel?.follow('Generar Pregunta');
      await panel?.sees('Cantidad de respuestas');
      // Without a quorum the form asks first.
      const { quorum } = await snapshot(place);
      await panel?.ask(question, { isWarned: !quorum.reached });
      await panel?.follow('Panel Asambleas');
    }
    for (const panel of panels.values()) {
      const family = panel.page.getByRole('list', { name: 'La copropiedad y sus sectores' });
      for (const question of questions.values()) await family.getByText(question).waitFor();
    }
    for (const [place, question] of questions) await walls.get(place)?.sees(question);
    expect((await snapshot(other)).concepts.filter((concept) => concept.active === 1)).toEqual([]);
  });

  it('counts each vote in its table with the coefficient of that table', async () => {
    const holder = await setup.holderOf(code);
    for (const [place, answers] of castAnswers) {
      const { concepts } = await snapshot(place);
      const conceptId =
        concepts.find((concept) => concept.active === 1 && concept.conceptId > 1)?.conceptId ?? 0;
      for (const [voteId, ids] of [answers.Si, answers.No].entries()) {
        for (const apartmentId of ids.filter((id) => scanned.includes(id))) {
          const body = { jointId: place.jointId, apartmentId, conceptId, voteId: voteId + 1 };
          await holder.ask(castVote, { body });
        }
      }
      const stranger = place === whole ? 'DEP 1' : 'PARQ 1';
      const body = { jointId: place.jointId, apartmentId: stranger, conceptId, voteId: 1 };
      expect((await holder.call(castVote, { body })).status).toBe(404);
    }
    // Both questions keep their answers on the waiting page, each in reach.
    const inReach = () =>
      ana.page
        .getByRole('list', { name: 'Respuestas' })
        .getByRole('button')
        .evaluateAll((all) =>
          all.map((button) => {
            const { left, top, width, height } = button.getBoundingClientRect();
            const over = document.elementFromPoint(left + width / 2, top + height / 2);
            return button.contains(over) && button.textContent;
          }),
        );
    await expect.poll(inReach).toEqual(['Si', 'No', 'Blanco', 'Si', 'No', 'Blanco']);
    for (const [place, answer] of [
      [whole, 'No'],
      [tower, 'Si'],
    ] as const) {
      await ana.sees(questions.get(place) ?? '');
      const name = `VOTACIÓN 1 · ${place === whole ? 'Toda la copropiedad' : place.name}`;
      const sheet = ana.page.getByRole('region', { name, exact: true });
      await sheet.getByRole('button', { name: answer, exact: true }).click();
      await ana.answer(`Seleccionó la opción ${answer}. ¿Está seguro de su respuesta?`, 'Sí');
      await ana.sees('Gracias por su votación.');
      await ana.press('Volver a la asamblea');
    }
    await countsAre();
    await ana.seesRows(`Historial de votaciones de ${tower.name}`, [
      { Votación: 'VOTACIÓN 1', Pregunta: questions.get(tower) ?? '', Estado: 'Votado: Si' },
    ]);
  });

  it('asks owners at home in both tables for presence; one tap answers all', async () => {
    await setup.staff.ask(startQuorumCheck, { params: { jointId: whole.jointId } });
    const readSums = async () =>
      Promise.all(
        [whole, tower].map(async (place) => {
          const { check } = await snapshot(place);
          return check && [check.asked.apartments, check.confirmed.apartments, nano(check.asked.coefficient)];
        }),
      );
    const sums = [whole, tower].map((place) => sumOf(inTable(place, atHome)));
    await expect.poll(readSums).toEqual([
      [1, 0, sums[0]],
      [2, 0, sums[1]],
    ]);
    await ana.page.getByRole('button', { name: 'Confirmar', exact: true }).first().click();
    await expect.poll(readSums).toEqual([
      [1, 1, sums[0]],
      [2, 2, sums[1]],
    ]);
    await expect.poll(() => ana.page.getByRole('button', { name: 'Confirmar', exact: true }).count()).toBe(0);
  });

  it('undoing a registration frees the unit in all tables with its open votes', async () => {
    await door.follow('Reversar');
    const gone = ['T1-1', 'DEP 1'];
    for (const id of gone) await door.pick('Inmueble', `${id} - PROPIETARIO DE ${id}`);
    await door.press('Reversar');
    await door.answer(/^¿Está seguro de reversar/, 'Si');
    await door.sees('El reverso fue exitoso.');
    for (const id of gone) here.delete(id);
    for (const answers of castAnswers.values()) {
      answers.Si = answers.Si.filter((id) => !gone.includes(id));
      answers.No = answers.No.filter((id) => !gone.includes(id));
    }
    await countsAre();
    for (const place of places) {
      await expect
        .poll(async () => nano((await snapshot(place)).registered.coefficient))
        .toBe(sumOf(inTable(place, here)));
    }
  });

  it('buttons that advance an assembly appear only after the figures', async () => {
    const early = await Operator.at(browser, server.url);
    everybody.push(early);
    // The page waits for the hub with a time limit; the test removes the limit.
    await early.page.addInitScript(() => {
      const native = window.setTimeout;
      const later = (run: TimerHandler, ms?: number, ...args: unknown[]) =>
        native(run, ms === 2_500 ? 2 ** 31 - 1 : ms, ...args);
      window.setTimeout = later as typeof window.setTimeout;
    });
    let tell: () => void = () => undefined;
    const isTold = new Promise<void>((resolve) => {
      tell = resolve;
    });
    await early.page.routeWebSocket(new RegExp(LIVE_PATH), (socket) => {
      const hub = socket.connectToServer();
      hub.onMessage((message) => void isTold.then(() => socket.send(message)));
    });
    const answers = Promise.all(
      [/\/joints\/\d+$/, /\/joints\/\d+\/assemblies$/].map((path) => early.page.waitForResponse(path)),
    );
    await early.signIn(operator, '/Assemblies');
    for (const answer of await answers) await answer.finished();
    const close = early.page.getByRole('button', { name: 'Cerrar asamblea' });
    await early.page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    });
    expect(await close.count()).toBe(0);
    tell();
    await close.waitFor();
    const sectors = early.page.getByRole('list', { name: 'Sectores', exact: true });
    expect(await sectors.getByText(/ de coeficiente, \d+ de \d+ inmuebles$/).count()).toBe(2);
  });

  it('second call and closing apply to all tables', async () => {
    await door.open('/Assemblies');
    const sectors = door.page.getByRole('list', { name: 'Sectores', exact: true });
    for (const place of [tower, other]) {
      const words = `${four(sumOf(inTable(place, here)))} de ${four(sumOf(place.table.units))} de coeficiente`;
      await sectors.getByText(words).waitFor();
    }
    await door.press('Segunda convocatoria');
    await door.answer('¿Está seguro de iniciar la segunda convocatoria?', 'Si');
    await door.sees('La segunda convocatoria ha iniciado.');
    // Closed questions would stay on the walls for two minutes.
    for (const wall of walls.values()) await wall.page.reload();
    expect(await allShow([], { call: 2 })).toEqual([false, false, false]);
    await setup.atDoor(whole.jointId, ['T2-2', 'T2-3']);
    expect(await allShow(['T2-2', 'T2-3'], { call: 2 })).toEqual([true, false, true]);
    for (const place of [whole, tower]) {
      const { concepts } = await snapshot(place);
      expect(concepts.filter((concept) => concept.conceptId > 1 && concept.active === 1)).toEqual([]);
    }
    await door.press('Cerrar asamblea');
    await door.answer('¿Está seguro de cerrar la asamblea?', 'Si');
    await door.sees('La asamblea ha sido cerrada.');
    for (const place of places) {
      expect((await snapshot(place)).assembly).toMatchObject({ call: 2, closedAt: expect.any(String) });
      const body = { apartmentIds: [shop], code };
      const late = await setup.staff.call(register, { params: { jointId: place.jointId }, body });
      expect([late.status, late.error.code]).toEqual([422, 'assemblyClosed']);
      await panels.get(place)?.sees(/^La asamblea terminó el /);
    }
  });

  it('no script failed', () => {
    expect(everybody.flatMap((person) => person.faults)).toEqual([]);
    expect(server.output).not.toContain('"level":50');
  });
});
