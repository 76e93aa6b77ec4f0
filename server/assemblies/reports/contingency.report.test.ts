import { beforeAll, expect, it } from 'vitest';
import { enterPower } from '../../../shared/assemblies/powers/powers.api.ts';
import { contingencyReport } from '../../../shared/assemblies/reports.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { textOfPdf } from '../../testing/setup/print.ts';

const units = unitsOf('101;60;ANA RUIZ', '102;40;LUIS PAZ', 'PQ 1;0;ANA RUIZ;parqueadero;101');

describeOnOneEngine("'Carpeta de Contingencia'", (make) => {
  const app = appForSuite(make);
  let evening: AssemblyFixture;
  const folder = (token: string) =>
    app.call(contingencyReport, { params: { jointId: evening.jointId } }, { token });

  beforeAll(async () => {
    evening = await holdAssembly(app, { units });
    const { jointId, operator, hall } = evening;
    await hall.ask({ conceptDescription: '¿Aprueba el presupuesto?', active: 0 });
    const done = await hall.ask('¿Aprueba el orden del día?');
    await hall.close(done);
    const body = { apartmentIds: ['102'], holder: { name: 'MARTA GIL', document: '52111222' } };
    await app.call(enterPower, { params: { jointId }, body }, operator);
  });

  it('the folder has the whole roll, a list for each question to come, the sums and the powers', async () => {
    const { status, body } = await folder(evening.operator);
    expect([status, body.name]).toEqual([200, 'Carpeta de Contingencia.pdf']);
    const text = textOfPdf(body.bytes).join('\n');
    for (const part of ['Lista de asistencia', 'Asiste y firma', 'Hoja de sumas', 'Poderes recibidos']) {
      expect(text).toContain(part);
    }
    for (const word of ['ANA RUIZ', 'LUIS PAZ', 'PQ 1', '60,0000', '40,0000', 'MARTA GIL']) {
      expect(text).toContain(word);
    }
    expect(text).toMatch(/más de\s+50,0000\s+de\s+100,0000/);
    expect(text).toContain('¿Aprueba el presupuesto?');
    // A closed question needs no list, and a unit without coefficient no box: two units with three answers.
    expect(text).not.toContain('¿Aprueba el orden del día?');
    expect(text.match(/PQ 1/g)).toHaveLength(1);
    expect(text.match(/\(\s+\)/g)).toHaveLength(6);
  });

  it('an owner does not get the folder', async () => {
    const { token } = await evening.owner('duena', ['101']);
    expect((await folder(token)).status).toBe(403);
  });
});
