import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getSnapshot, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { actaDraft } from '../../../shared/assemblies/reports.api.ts';
import { getActa } from '../../../shared/assemblies/signed-acta/acta.api.ts';
import { coefficient } from '../../../shared/format.ts';
import { longOnly } from '../../../shared/testing/rounds.ts';
import { renderPdf } from '../../platform/documents/render-pdf.ts';
import { describeOnOneEngine, type TestApp } from '../../testing/app.ts';
import { holdAssembly } from '../../testing/assembly-fixture.ts';
import { squeezed } from '../../testing/paper-words.ts';
import { canOpenOffice, convertByOffice } from '../../testing/setup/libreoffice.ts';
import { canLookAtPrint, drawnText, textOfPdf } from '../../testing/setup/print.ts';
import {
  type ActaEvening,
  FORMULA_OWNER,
  holdActaEvening,
  LONG_OWNER,
  LONG_TITLE,
  RECORDING,
} from './acta.fixture.ts';
import { type Acta, type Block, textsOfRows } from './acta.ts';
import { actaPdf } from './acta-pdf.ts';
import { readActa } from './read-acta.ts';
import { writeActa } from './write-acta.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Returns the text of all pages of a PDF, without the header and footer of each page. */
function runningText(pdf: Uint8Array): string {
  const pages = drawnText(pdf)
    .split('\f')
    .map((page) => page.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0);
  const kind = (line: string) => line.replace(/\d+/g, '#');
  const onAll = (line: string) => pages.every((lines) => lines.some((other) => kind(other) === kind(line)));
  const [first = [], ...rest] = pages;
  return squeezed([first, ...rest.map((lines) => lines.filter((line) => !onAll(line)))].flat().join('\n'));
}

/** Returns the tags of a PDF for screen readers; with `struct-text` each tag with its text. */
function structureOf(pdf: Uint8Array, what: 'struct' | 'struct-text'): string[] {
  const tmp = mkdtempSync(join(tmpdir(), 'scaf-tags-'));
  try {
    const path = join(tmp, 'acta.pdf');
    writeFileSync(path, pdf);

    const infoText = execFileSync('pdfinfo', [`-${what}`, path], { encoding: 'utf8' });
    return infoText
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  } finally {
    rmSync(tmp, { recursive: true });
  }
}

const textsOf = ({ title, jointName, subject, blocks }: Acta): string[] =>
  [title, jointName, subject, ...blockTexts(blocks)].map(squeezed);

/** Returns all texts of blocks, list items with their mark; without QR codes (pictures in Word). */
const blockTexts = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'qr') return [];
    const rows = textsOfRows(block);
    if (block.kind === 'list')
      return rows.flatMap(([mark = '', text = '', ...below]) => [mark + text, ...below]);
    return block.kind === 'paragraph' ? rows.map((row) => row.join('')) : rows.flat();
  });

/** Returns the text between a heading and the next heading of the same level. */
function under(acta: Acta, title: string): string {
  const from = acta.blocks.findIndex((block) => block.kind === 'heading' && block.text.endsWith(title));
  const start = acta.blocks[from];
  if (start?.kind !== 'heading') throw new Error(`no ${title} in ${textsOf(acta).join('\n')}`);
  const rest = acta.blocks.slice(from + 1);
  const end = rest.findIndex((block) => block.kind === 'heading' && block.level <= start.level);
  const blocks = end === -1 ? rest : rest.slice(0, end);
  return blockTexts(blocks).map(squeezed).join('');
}

const has = (text: string, ...parts: string[]) => {
  for (const part of parts) expect(text).toContain(squeezed(part));
};

/**
 * Returns the names of the acta's blanks that a person has to fill in by hand: 'Constancias', 'Firma: Presidente'.
 */
function blanksOf({ blocks }: Pick<Acta, 'blocks'>): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'blank') return [block.name];
    if (block.kind === 'facts')
      return block.rows.flatMap(({ name, value }) => (value === null ? [name] : []));
    if (block.kind !== 'signatures') return [];
    return block.signers.flatMap(({ name, role }) => (name === null ? [`Firma: ${role}`] : []));
  });
}

describeOnOneEngine('the draft of an acta', (make, engine) => {
  let app: TestApp;
  let evening: ActaEvening;
  beforeAll(async () => {
    app = await make();
    evening = await holdActaEvening(app);
  });
  afterAll(() => app.close());

  const read = async (of: { jointId: number; assemblyId?: number } = { jointId: evening.jointId }) =>
    writeActa(await readActa(app.store.db, of, () => undefined));
  const get = (query: { docx?: boolean; assemblyId?: number } = {}, jointId = evening.jointId) =>
    app.call(actaDraft, { params: { jointId }, query }, { token: evening.operator });

  it('the acta of an unfinished assembly says so, and has blanks', async () => {
    const acta = await read();
    has(under(acta, 'Cierre y firmas'), 'no se había cerrado cuando se preparó');
    expect(blanksOf(acta)).toEqual([
      ...['Número del acta', 'Lugar', 'Medio de comunicación', 'Presidente', 'Secretario'],
      ...[1, 2, 3, 4, 5].map((point) => `Desarrollo del punto ${point}`),
      'Constancias',
      'Propietarios en mora (Ley 675 de 2001, art. 30)',
      'Personas encargadas de verificar la redacción',
      ...['Firma: Presidente de la asamblea', 'Firma: Secretario de la asamblea'],
      'Firma: Representante legal (Ley 675 de 2001, art. 44)',
      'Fecha y lugar de publicación',
    ]);
  });

  it('the acta has all facts of art. 47, and blanks only for unknown facts', async () => {
    const changes = { president: 'Julián Peñaloza', secretary: 'Sofía Ibáñez', recordingUrl: RECORDING };
    await evening.describe({ ...changes, zoomId: '10020030040', zoomPassword: 'secreta-1' });
    await evening.close();
    const acta = await read();
    expect(acta.title).toBe('BORRADOR DE ACTA');
    expect(acta.name).toMatch(/^Borrador de Acta Conjunto de prueba \d{4}-\d\d-\d\d$/);
    expect(blanksOf(acta)).toEqual([
      ...['Número del acta', 'Lugar'],
      ...[1, 2, 3, 4, 5].map((point) => `Desarrollo del punto ${point}`),
      'Constancias',
      'Propietarios en mora (Ley 675 de 2001, art. 30)',
      'Personas encargadas de verificar la redacción',
      'Firma: Representante legal (Ley 675 de 2001, art. 44)',
      'Fecha y lugar de publicación',
    ]);
    expect(textsOf(acta).join('\n')).not.toContain('secreta-1');
    has(
      under(acta, 'Datos de la reunión'),
      ...['Clase de asamblea\nOrdinaria', 'Modalidad\nMixta', 'Convocatoria\nSegunda'],
      ...['Carta y correo a cada propietario', 'Julián Peñaloza', 'Sofía Ibáñez', '10020030040', RECORDING],
    );
    has(under(acta, 'Orden del día'), '3. Informes:', 'De la administración', '5. Proposiciones y varios');
    const quorum = under(acta, 'Verificación del quórum');
    has(
      quorum,
      'El quórum se alcanzó en la segunda convocatoria',
      'registró operador',
      '1 inmueble con 10,0000',
    );
    has(quorum, 'hay quórum', 'VOTACIÓN 1, apertura', 'Inmuebles consultados: 1. Confirmaron: 1.');
    has(
      quorum,
      'Continuidad del quórum: según lo que se sabía',
      'los inmuebles registrados fueron siempre quórum',
    );
    has(
      quorum,
      'Quórum en el salón y con conexión: lo hubo',
      'Entre esos momentos el quórum de lo registrado no se',
    );
    has(quorum, 'Lo menos que estuvo registrado', 'NUBIA CASTRO da fe');
    has(under(acta, 'Cierre y firmas'), 'NUBIA CASTRO\nRevisor fiscal');
    const attendees = under(acta, 'Asistentes');
    has(attendees, `102\n${LONG_OWNER}\nBEATRIZ PEÑA, doc. 52.123.456\nApoderado\n15,0000`);
    has(attendees, `104\n${FORMULA_OWNER}`, '101\nANA RUIZ NÚÑEZ\nEl propietario\nPropietario\n20,0000');
    has(attendees, 'que no suman al quórum ni votan: P-9 (ANA RUIZ NÚÑEZ).', 'Usuario y contraseña: 103.');
    has(attendees, 'Las decisiones son ineficaces si alguno de los propietarios no participa', 'art. 44');
    has(under(acta, 'Anexos'), 'Lista de poderes.');
    has(attendees, 'A distancia', 'VOTACIÓN 2, cierre', 'Reverso. Motivo: Se retiró.');
    has(under(acta, 'Asistencia de la primera convocatoria'), '105\nÓSCAR NIÑO\nEl propietario');
    has(under(acta, 'Correcciones del censo'), 'Coeficiente: 10,5', 'Escritura 1.234. operador');
    has(under(acta, 'Constancia de los registros'), acta.trail.lastHash);
    has(under(acta, 'Cierre y firmas'), 'La asamblea se cerró el');
  });

  it('the acta has each question under its point with wall figures and annulments', async () => {
    const { jointId, operator, ids } = evening;
    const acta = await read();
    const wall = await app.call(getSnapshot, { params: { jointId }, query: {} }, { token: operator });
    const points = under(acta, '4. Presupuesto y elección del consejo');
    for (const { conceptId, answers, voted, conceptDescription } of wall.body.concepts.slice(1)) {
      const text = under(acta, `VOTACIÓN ${conceptId - 1}`);
      has(text, conceptDescription, `Total votado\n${coefficient(voted.coefficient)}\n${voted.apartments}`);
      for (const answer of answers) has(text, answer.answerDescription, coefficient(answer.coefficient));
      const isInPoint = conceptId === ids.budget || conceptId === ids.council;
      expect(points.includes(squeezed(conceptDescription)), conceptDescription).toBe(isInPoint);
    }
    has(
      under(acta, '1. Verificación del quórum'),
      '¿Aprueba el orden del día?',
      'Sin quórum',
      'no hubo decisión',
    );
    has(points, 'En la parte de los sectores: Sector Comercio, VOTACIÓN 1.');
    const budget = under(acta, `VOTACIÓN ${ids.budget - 1}`);
    has(budget, 'Ley 675 de 2001, art. 45', 'No aprobada', 'la votación se reinició: se anuló 1 voto.');
    has(budget, 'Motivo: Se leyó mal la pregunta.', '2 inmuebles: 105', 'más de 50 de los 100 representados');
    has(
      under(acta, `VOTACIÓN ${ids.council - 1}`),
      'Empate',
      'con la votación abierta: se anuló 1 voto (105)',
    );
    has(
      under(acta, 'Preguntas sin punto del orden del día'),
      '¿Propone otro asunto?',
      'art. 46',
      'En el salón',
    );
    const again = under(acta, `VOTACIÓN ${ids.loose - 1}`);
    has(again, 'se abrió 2 veces', 'No aprobada 19,90', 'No aprobada 34,83', 'la reabrió operador');
    has(again, 'Faltó contar una papeleta. Después del resultado anunciado llegó 1 voto.');
    has(under(acta, 'Preguntas eliminadas'), '¿Pregunta equivocada?', 'Lo hizo operador', 'No correspondía.');
    const sector = under(acta, 'Sector Comercio');
    has(
      sector,
      '¿Aprueba la cuota del sector?',
      '60,5000',
      '4. Presupuesto',
      'El censo de la asamblea tiene 2',
    );
  });

  // The files depend on the draft alone, so a single engine is enough.
  if (engine === 'sqlite') {
    longOnly(it.runIf(canLookAtPrint && canOpenOffice))('PDF and Word file have the same words', async () => {
      const [pdf, docx] = [await get(), await get({ docx: true })];
      expect([pdf.body.mediaType, docx.body.mediaType]).toEqual(['application/pdf', DOCX]);
      expect(pdf.body.name).toBe(docx.body.name.replace('.docx', '.pdf'));
      const inWord = convertByOffice(docx.body.bytes, 'docx', 'pdf');
      const papers = [pdf.body.bytes, inWord].map(runningText);
      const texts = textsOf(await read());
      expect(texts).toContain(squeezed(LONG_TITLE));
      // Each file has its own instant of creation.
      const missing = papers.map((paper) =>
        texts.filter((text) => !paper.includes(text) && !text.includes('Sepreparó')),
      );
      expect(missing).toEqual([[], []]);
      for (const bytes of [pdf.body.bytes, inWord]) {
        const pages = textOfPdf(bytes);
        expect(pages.length).toBeGreaterThan(4);
        pages.forEach((page, i) => {
          expect(page).toContain(`Página ${i + 1} de ${pages.length}`);
          expect(page).toContain('Conjunto de prueba');
        });
        expect(pages[0]).toContain('BORRADOR DE ACTA');
      }
    });

    it.skipIf(!canLookAtPrint)(
      'the PDF of the acta is tagged: heading levels, tables with headers, lists, the code',
      { tags: 'slow' },
      async () => {
        const acta = await read();
        const pdf = await renderPdf(actaPdf(acta));
        const lines = structureOf(pdf, 'struct');
        const count = (tag: RegExp) => lines.filter((line) => tag.test(line)).length;
        const blocksOf = <K extends Block['kind']>(kind: K) =>
          acta.blocks.filter((block): block is Block & { kind: K } => block.kind === kind);

        // The title is the document's heading. The headings of the acta are below, each with its words. pdfinfo draws
        // the page again for the words of each tag, so of the other blocks only one of a kind is here.
        const blocks = acta.blocks
          .filter(
            ({ kind }, at, all) => kind === 'heading' || all.findLastIndex((one) => one.kind === kind) === at,
          )
          .map((block) => (block.kind === 'table' ? { ...block, rows: block.rows.slice(0, 1) } : block));
        const structure = structureOf(await renderPdf(actaPdf({ ...acta, blocks })), 'struct-text');
        const headings = structure.flatMap((line, i) => {
          const level = /^H(\d) /.exec(line)?.[1];
          const rest = structure.slice(i + 1);
          const end = rest.findIndex((one) => !one.startsWith('"'));
          const words = rest.slice(0, end).map((one) => one.replace(/^"|"$/g, ''));
          return level === undefined ? [] : [`${level} ${squeezed(words.join(' '))}`];
        });
        expect(headings).toEqual([
          `1 ${squeezed(acta.title)}`,
          ...blocksOf('heading').map(({ level, text }) => `${level + 1} ${squeezed(text)}`),
        ]);

        const levels = lines.flatMap((line) => /^H(\d) /.exec(line)?.[1] ?? []);
        expect(levels).toEqual(headings.map(([level]) => level));

        // A page header is read only once. Facts are a table with the names as row headers.
        const [tables, facts] = [blocksOf('table'), blocksOf('facts')];
        const sum = (list: readonly number[]) => list.reduce((so, one) => so + one, 0);
        expect(count(/^Table /)).toBe(tables.length + facts.length);
        expect(count(/^TH/)).toBe(
          sum(tables.map(({ columns }) => columns.length)) + sum(facts.map(({ rows }) => rows.length)),
        );
        expect(count(/^TR/)).toBe(
          sum(tables.map(({ rows, total }) => 1 + rows.length + (total === undefined ? 0 : 1))) +
            sum(facts.map(({ rows }) => rows.length)),
        );
        expect(count(/^L /)).toBe(blocksOf('list').length);
        const items = blocksOf('list').flatMap((block) => block.items);
        expect(count(/^LI/)).toBe(items.length);

        const codes = blocksOf('qr');
        expect([codes.length, count(/^Figure/)]).toEqual([1, 1]);
        const words = Buffer.from(codes[0]?.alt ?? '', 'utf16le')
          .swap16()
          .toString('hex');
        expect(Buffer.from(pdf).toString('latin1')).toContain(`/Alt<feff${words}>`);
      },
    );
  }

  it('the acta tells ways of voting, checked powers, accesses set by others, and annexes', async () => {
    const acta = await read();
    const budget = under(acta, `VOTACIÓN ${evening.ids.budget - 1}`);
    has(budget, 'Cómo se votó: 1 desde su teléfono; 4 en papel, por la mesa.');
    const powers = under(acta, 'Poderes');
    has(powers, 'Se recibieron 2 poderes. Con 2 poderes se representaron 2 inmuebles');
    has(powers, 'Sin revisión anotada, al registrarse en la puerta: 2.');
    expect(powers).not.toContain(squeezed('Los revisó y aceptó'));
    has(
      under(acta, 'Constancia de los registros'),
      'la contraseña de 1 asistente con usuario, y otro código para 0 inmuebles.',
      'que el sistema envió a los teléfonos y pantallas que seguían la asamblea',
    );
    // The system knows who was sent a head, not where the head arrived.
    const all = textsOf(acta).join('\n');
    for (const unknown of ['llegaron a los teléfonos', 'está en el informe de votos'])
      expect(all).not.toContain(squeezed(unknown));
    has(under(acta, 'Anexos'), 'Lista de poderes.', 'Votos por inmueble.', 'Comunicaciones a distancia.');
    const votes = under(acta, 'Anexo: votos por inmueble');
    has(
      votes,
      '101 (ANA RUIZ NÚÑEZ)',
      ', en papel, por la mesa',
      'desde su teléfono, a distancia',
      'No votó',
      'Coeficiente 0',
    );
    has(
      under(acta, 'Anexo: comunicaciones a distancia'),
      '103 (LUIS ÁVILA)',
      'Usuario y contraseña',
      'momentos',
    );
  });

  it("the screen gets the acta's blocks if the caller may fetch its files", async () => {
    const { jointId, operator } = evening;
    const call = { params: { jointId }, query: {} };
    const { status, body } = await app.call(getActa, call, { token: operator });
    expect([status, body.title, body.jointName]).toEqual([200, 'BORRADOR DE ACTA', 'Conjunto de prueba']);
    const rows = (blocks: readonly Block[]) =>
      blocks.flatMap(textsOfRows).filter(([text]) => !text?.includes('borrador'));
    expect(rows(body.blocks)).toEqual(rows((await read()).blocks));
    expect(body.blocks.find(({ kind }) => kind === 'qr')).toMatchObject({ rows: expect.any(Array) });
    const owner = await evening.owner(`sinacta${jointId}`, ['104']);
    expect((await app.call(getActa, call, owner)).status).toBe(403);
    const archived = { ...call, query: { assemblyId: 999_999 } };
    expect((await app.call(getActa, archived, { token: operator })).status).toBe(404);
  });

  it('the acta of a sector covers only the sector', async () => {
    const acta = await read({ jointId: evening.sectorId });
    expect([acta.jointName, acta.rootName]).toEqual(['Sector Comercio', 'Conjunto de prueba']);
    const text = textsOf(acta).join('\n');
    has(text, '¿Aprueba la cuota del sector?');
    expect(text).not.toContain('ANARUIZ');
  });

  it('an acta is made of an archived assembly, and of an assembly that never opened', {
    tags: 'slow',
  }, async () => {
    const { jointId, operator } = evening;
    const before = await readActa(app.store.db, { jointId }, () => undefined);
    const opened = await app.call(openAssembly, { params: { jointId }, body: {} }, { token: operator });
    expect(opened.status).toBe(201);
    const { assemblyId } = before.assembly;
    const archived = await readActa(app.store.db, { jointId, assemblyId }, () => undefined);
    expect(archived.main.questions.map(({ result }) => result)).toEqual(
      before.main.questions.map(({ result }) => result),
    );
    expect(writeActa(archived).subject).toBe(LONG_TITLE);
    expect((await get({ assemblyId })).status).toBe(200);
    expect((await get({ assemblyId: 999_999 })).status).toBe(404);

    const fresh = await holdAssembly(app, { units: [['1', 100, 'ANA']], staff: evening.staff });
    const never = await read({ jointId: fresh.jointId });
    expect(blanksOf(never)).toEqual([
      ...['Número del acta', 'Forma de la convocatoria', 'Lugar', 'Presidente', 'Secretario'],
      ...['Orden del día', 'Desarrollo', 'Proposiciones y varios', 'Constancias'],
      'Propietarios en mora (Ley 675 de 2001, art. 30)',
      'Personas encargadas de verificar la redacción',
      ...['Firma: Presidente de la asamblea', 'Firma: Secretario de la asamblea'],
      'Fecha y lugar de publicación',
    ]);
    has(under(never, 'Datos de la reunión'), 'Apertura\nNo se ha abierto');
    for (const docx of [false, true]) {
      const made = await app.call(
        actaDraft,
        { params: { jointId: fresh.jointId }, query: { docx } },
        { token: fresh.operator },
      );
      expect(made.status).toBe(200);
    }
  });
});
