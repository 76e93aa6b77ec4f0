import { beforeAll, expect, it } from 'vitest';
import { changeAssembly, getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { listPointTexts, writePointText } from '../../../shared/assemblies/facts/point-texts.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { expectTrailExplainsAll } from '../../testing/store-asserts.ts';
import { readActa } from './read-acta.ts';
import { writeActa } from './write-acta.ts';

describeOnOneEngine('texts of the secretary', (make) => {
  const app = appForSuite(make);
  let evening: AssemblyFixture;
  let assemblyId = 0;

  beforeAll(async () => {
    evening = await holdAssembly(app, { units: unitsOf('101;60;ANA', '102;40;LUIS') });
    const params = { jointId: evening.jointId };
    const body = { agenda: '1. Quórum\n2. Presupuesto\n3. Varios' };
    expect((await app.call(changeAssembly, { params, body }, evening.operator)).status).toBe(200);
    const snapshot = await app.call(getSnapshot, { params }, evening.operator);
    assemblyId = snapshot.body.assembly?.assemblyId ?? 0;
  });

  const write = (point: number, text: string, seen: string | null) =>
    app.call(
      writePointText,
      { params: { jointId: evening.jointId }, body: { assemblyId, point, text, seen } },
      evening.operator,
    );
  const agenda = (text: string) =>
    app.call(
      changeAssembly,
      { params: { jointId: evening.jointId }, body: { agenda: text } },
      evening.operator,
    );
  const texts = async () => {
    const params = { jointId: evening.jointId };
    const { body } = await app.call(listPointTexts, { params }, evening.operator);
    return body.map(({ point, title, text }) => [point, title, text]);
  };
  const blocksOfActa = async () => {
    const facts = await readActa(app.store.db, { jointId: evening.jointId }, () => undefined);
    return JSON.stringify(writeActa(facts).blocks);
  };

  it('the last version of each point is listed and printed in the acta in place of the blank', async () => {
    expect(await blocksOfActa()).toContain('Desarrollo del punto 2');
    expect((await write(2, 'La contadora presenta el presupuesto.', null)).status).toBe(200);
    const longer = 'La contadora presenta el presupuesto.\nAna pide constancia.';
    expect((await write(2, longer, 'La contadora presenta el presupuesto.')).body).toMatchObject({
      point: 2,
      text: longer,
      by: `operador${evening.jointId}`,
    });
    expect(await texts()).toEqual([[2, 'Presupuesto', longer]]);
    const blocks = await blocksOfActa();
    expect(blocks).toContain('Ana pide constancia.');
    expect(blocks).not.toContain('Desarrollo del punto 2');
    expect(blocks).toContain('Desarrollo del punto 3');
    await expectTrailExplainsAll(app);
  });

  it('a colleague does not overwrite a text not seen; the same text again is no version', async () => {
    const [[, , stored] = []] = await texts();
    const refused = await write(2, 'Otra cosa', null);
    expect([refused.status, refused.error.code]).toEqual([409, 'factsMoved']);
    expect(refused.error.details).toEqual({ text: stored });
    expect((await write(2, String(stored), null)).status).toBe(200);
    expect(await texts()).toEqual([[2, 'Presupuesto', stored]]);
  });

  it('the text follows the point to another number of the agenda', async () => {
    await agenda('1. Quórum\n2. Orden del día\n3. Presupuesto');
    const blocks = await blocksOfActa();
    expect(blocks).toContain('Desarrollo del punto 2');
    expect(blocks).not.toContain('Desarrollo del punto 3');
    const [[, , stored] = []] = await texts();
    expect((await write(3, 'Presupuesto aprobado.', String(stored))).status).toBe(200);
    const after = await blocksOfActa();
    expect(after).toContain('Presupuesto aprobado.');
    expect(after).not.toContain('Ana pide constancia.');
    await agenda('1. Quórum\n2. Presupuesto');
    expect(await blocksOfActa()).not.toContain('Ana pide constancia.');
    expect((await write(2, '', 'Presupuesto aprobado.')).status).toBe(200);
    expect(await blocksOfActa()).not.toContain('Presupuesto aprobado.');
    expect((await write(2, 'Presupuesto negado.', null)).status).toBe(200);
  });

  it('the acta prints the text of a point with a corrected title', async () => {
    await agenda('1. Quórum\n2. Presupuesto de 2027');
    const blocks = await blocksOfActa();
    expect(blocks).toContain('Texto del punto «2. Presupuesto»:');
    expect(blocks).toContain('Presupuesto negado.');
  });

  it('refuses an unknown point, another assembly, and a text after the end', async () => {
    const codeOf = async (reply: ReturnType<typeof write>) => (await reply).error.code;
    expect(await codeOf(write(9, 'x', null))).toBe('agendaItemUnknown');
    const params = { jointId: evening.jointId };
    const other = { assemblyId: assemblyId + 1, point: 1, text: 'x', seen: null };
    const replaced = await app.call(writePointText, { params, body: other }, evening.operator);
    expect(replaced.error.code).toBe('assemblyReplaced');
    await app.call(changeAssembly, { params, body: { closed: true } }, evening.operator);
    expect(await codeOf(write(1, 'x', null))).toBe('assemblyEnded');
  });
});
