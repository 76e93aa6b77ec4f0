import ExcelJS from 'exceljs';
import { beforeEach, expect, it } from 'vitest';
import { toggleConcept } from '../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { auditReport, checkAudit, listAudit } from '../../shared/audit/audit.api.ts';
import { hashEntry } from '../platform/audit/entry.ts';
import { appForEachTest, describeOnOneEngine } from '../testing/app.ts';
import { type AssemblyFixture, holdAssembly, unitsOf } from '../testing/assembly-fixture.ts';
import { canLookAtPrint, textOfPdf } from '../testing/setup/print.ts';

describeOnOneEngine("a joint's trail on screen", (make) => {
  const app = appForEachTest(make);
  let evening: AssemblyFixture;
  let token: string;
  beforeEach(async () => {
    evening = await holdAssembly(app, {
      units: unitsOf('101;40;ANA PEÑA', '102;60;LUIS'),
    });
    token = evening.operator;
    await evening.register(['101', '102']);
    const conceptId = await evening.ask('¿Aprueba el 100 % del presupuesto_2026?');
    for (const apartmentId of ['101', '102']) {
      const body = { jointId: evening.jointId, apartmentId, conceptId, voteId: 1 };
      expect((await app.call(castVote, { body }, { token })).status).toBe(201);
    }
    // The trail hides votes on open questions.
    await app.call(toggleConcept, { body: { jointId: evening.jointId, conceptId, active: 0 } }, { token });
  });

  const params = () => ({ jointId: evening.jointId });
  const list = async (query = {}) => {
    const { status, body } = await app.call(listAudit, { params: params(), query }, { token });
    expect(status).toBe(200);
    return body;
  };

  it('the trail lists acts newest first as Spanish sentences', async () => {
    const { entries, acts, more } = await list();
    expect(more).toBe(false);
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, i) => entries.length - i));
    const sentences = entries.map(({ what }) => what).join('\n');
    expect(sentences).toMatch(/Votó en VOTACIÓN 1 de .*: inmueble 102\./);
    expect(sentences).toMatch(/Se registró: 2 inmuebles: 101, 102\. Responde Código QR/);
    expect(sentences).toContain(
      '«¿Aprueba el 100 % del presupuesto_2026?», con las respuestas Si, No, Blanco.',
    );
    expect(sentences).not.toMatch(/undefined|NaN|\[object/);
    expect(acts).toContain('conceptCreated');
    expect(entries.every(({ actor }) => !/^user:/.test(actor))).toBe(true);
  });

  it('an entry lists its votes with names instead of numbers', async () => {
    const { entries } = await list();
    const votes = entries.flatMap((entry) => entry.votes ?? []);
    const question = expect.stringMatching(/^VOTACIÓN 1 de ./);
    const common = { question, answers: ['Si'], holder: expect.stringMatching(/^Código QR /) };
    expect(votes).toEqual([
      {
        ...common,
        apartmentId: '102',
        coefficient: 60,
        receipt: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/),
      },
      {
        ...common,
        apartmentId: '101',
        coefficient: 40,
        receipt: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/),
      },
    ]);
    expect(
      entries.every(({ act, votes: entryVotes }) => (act === 'votes') === (entryVotes !== undefined)),
    ).toBe(true);
  });

  it('the trail filters by act, literal text, actor and time', async () => {
    const all = await list();
    expect((await list({ act: 'votes' })).entries.every(({ act }) => act === 'votes')).toBe(true);
    expect((await list({ text: '100 % DEL presupuesto_2026' })).entries.map(({ act }) => act)).toEqual([
      'conceptCreated',
    ]);
    expect((await list({ text: '100 x del' })).entries).toEqual([]);
    const [newest, oldest] = [all.entries[0], all.entries.at(-1)];
    expect((await list({ until: oldest?.at })).entries.map(({ seq }) => seq)).toContain(oldest?.seq);
    expect((await list({ from: newest?.at })).entries.map(({ seq }) => seq)).toContain(newest?.seq);
    const operator = all.entries.find(({ act }) => act === 'conceptCreated')?.actor ?? '';
    const theirs = all.entries.filter(({ actor }) => actor === operator).map(({ seq }) => seq);
    expect(theirs.length).toBeGreaterThan(1);
    expect((await list({ text: operator.toUpperCase() })).entries.map(({ seq }) => seq)).toEqual(theirs);
    expect((await list({ before: 3 })).entries.map(({ seq }) => seq)).toEqual([2, 1]);
  });

  it('a verification in one call names a stored vote changed by hand', async () => {
    const check = async () => (await app.call(checkAudit, { params: params() }, { token })).body;
    const whole = await check();
    expect(whole.findings).toEqual([]);
    expect(whole.lastHash).toBe((await list()).entries[0]?.hash);
    await app.store.db.updateTable('vote').set({ answer_id: 2 }).where('apartment_id', '=', '102').execute();
    const { findings } = await check();
    expect(findings).toHaveLength(1);
    expect(findings[0]?.what).toMatch(
      /^El voto del inmueble 102 en VOTACIÓN 1 .*respuesta es «2» en la base de datos y «1»/,
    );
  });

  it('the trail exports to verifiable lines, to Excel and to PDF', { tags: 'slow' }, async () => {
    const lines = await app.call(auditReport, { params: params(), query: { jsonl: true } }, { token });
    const rows = Buffer.from(lines.body.bytes)
      .toString('utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.length).toBe((await list()).entries.length);
    expect(rows.filter(({ data }) => /QR-[0-9a-f]{16}/.test(data)).length).toBeGreaterThan(0);
    for (const [i, row] of rows.entries()) {
      expect(hashEntry(row)).toBe(row.hash);
      if (i > 0) expect(row.previous_hash).toBe(rows[i - 1].hash);
    }
    const excel = await app.call(auditReport, { params: params(), query: { xlsx: true } }, { token });
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(Buffer.from(excel.body.bytes) as never);
    const sheet = book.worksheets[0];
    expect(sheet?.rowCount).toBe(rows.length + 1);
    expect(sheet?.getCell('A2').value).toBe(1);
    expect(sheet?.getCell('B2').value).toBeInstanceOf(Date);
    const paper = await app.call(auditReport, { params: params() }, { token });
    expect(paper.body.name).toMatch(/^Registro de Auditoría .*\.pdf$/);
    if (!canLookAtPrint) return;
    const printedPaper = textOfPdf(paper.body.bytes).join(' ').replaceAll(/\s+/g, '');
    for (const { hash } of rows) expect(printedPaper).toContain(hash);
  });
});
