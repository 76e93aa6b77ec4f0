import { describe, expect, it } from 'vitest';
import { coefficient } from '../../../shared/format.ts';
import { renderPdf } from '../../platform/documents/render-pdf.ts';
import { reportPaper } from '../../platform/documents/report-layout.ts';
import { groupedHash } from '../../platform/documents/report-text.ts';
import { canLookAtPrint, type PrintedPage, textOfPdf, wordsOfPdf } from '../../testing/setup/print.ts';
import { attendanceLayout } from './attendance.report.ts';
import { attendanceOf, headingOf, unitsOf, votesOf } from './report.fixture.ts';
import { voteLayout } from './vote.report.ts';

const squeezed = (text: string) => text.replace(/\s+/g, '');

/** Expects all words of a PDF within the margins of the page, and no overlapping words. */
function expectTidy(pages: readonly PrintedPage[]): void {
  for (const { width, height, words } of pages) {
    expect(words.length).toBeGreaterThan(0);
    for (const word of words) {
      expect(word.left, word.text).toBeGreaterThanOrEqual(41);
      expect(word.right, word.text).toBeLessThanOrEqual(width - 41);
      expect(word.top, word.text).toBeGreaterThanOrEqual(20);
      expect(word.bottom, word.text).toBeLessThanOrEqual(height - 12);
    }
    const over = words.flatMap((a, i) =>
      words
        .slice(i + 1)
        .filter((b) => overlap(a.left, a.right, b.left, b.right) > 0.5 && touches(a, b))
        .map((b) => `${a.text} / ${b.text}`),
    );
    expect(over).toEqual([]);
  }
}

const overlap = (from: number, to: number, other: number, end: number) =>
  Math.min(to, end) - Math.max(from, other);

/**
 * True if two words of a PDF overlap. The box of a font is higher than the letters: lines that share at most a
 * third of the boxes do not touch.
 */
function touches(a: PrintedPage['words'][number], b: PrintedPage['words'][number]): boolean {
  const shared = overlap(a.top, a.bottom, b.top, b.bottom);
  return shared > Math.min(a.bottom - a.top, b.bottom - b.top) / 3;
}

/**
 * Texts of a PDF that begin between two horizontal positions, line by line without spaces. A wrapped cell is whole.
 */
const columnOf = (pages: readonly PrintedPage[], from: number, to: number) =>
  pages
    .flatMap(({ words }) =>
      words
        .filter(({ left }) => left >= from && left < to)
        .sort((a, b) => Math.round(a.top) - Math.round(b.top) || a.left - b.left)
        .map(({ text }) => text),
    )
    .join('');

/** Words at the left margin: the first column of the table. */
const startsOf = (pages: readonly PrintedPage[]) =>
  pages.flatMap(({ words }) => words.filter((word) => word.left < 60).map((word) => word.text));

describe.skipIf(!canLookAtPrint)('assembly reports on paper', () => {
  it('an attendance of 240 units with four questions prints page by page', { tags: 'slow' }, async () => {
    const report = attendanceOf(unitsOf(240));
    const [first, second, third] = report.present;
    if (!first || !second || !third) throw new Error('No unit was registered.');
    const owner = 'PropietarioSinEspacios'.repeat(6).slice(0, 120);
    const title = `Asamblea ${'extraordinariamente larga de la Peñalosa '.repeat(8)}`
      .slice(0, 299)
      .padEnd(300, 'z');
    first.owner = owner;
    first.apartmentId = 'U'.repeat(60);
    second.owner = '=HYPERLINK("http://x.co";"clic")';
    report.assembly.title = title;
    const pdf = await renderPdf(reportPaper(attendanceLayout(report)));
    const pages = wordsOfPdf(pdf);
    const texts = textOfPdf(pdf);
    expectTidy(pages);
    const all = squeezed(texts.join(''));
    const starts = startsOf(pages);
    for (const unit of [
      ...report.present.slice(1),
      ...report.absent.filter((one) => !report.left.some((left) => left.apartmentId === one.apartmentId)),
    ]) {
      expect(
        starts.filter((text) => text === unit.apartmentId),
        unit.apartmentId,
      ).toHaveLength(1);
    }
    for (const unit of report.left) {
      expect(
        starts.filter((text) => text === unit.apartmentId),
        unit.apartmentId,
      ).toHaveLength(2);
    }
    expect(columnOf(pages, 128, 250)).toContain(owner);
    expect(columnOf(pages, 42, 127)).toContain('U'.repeat(60));
    expect(squeezed(texts[0] ?? '')).toContain(squeezed(title));
    expect(all).toContain(squeezed(third.owner));
    expect(all).toContain(
      `${coefficient(report.registered.coefficient)}de${coefficient(report.total.coefficient)}`,
    );
    expect(all).toContain('Sealcanzóelquórumalas');
    expect(all.match(/Sealcanzóelquórum/g)).toHaveLength(1);
    texts.forEach((text, i) => {
      expect(text).toContain(`Página ${i + 1} de ${texts.length}`);
      expect(text).toContain(groupedHash(report.trail.lastHash));
      expect(text).toContain('Sistemas de Control de Asambleas y Facturación');
      expect(text).toMatch(/Inmueble +Propietario/);
    });
  });

  it('every vote prints once, with the figures of the result', { tags: 'slow' }, async () => {
    const description = `¿Aprueba la póliza?${' Con cobertura de señales y años.'.repeat(20)}`.slice(0, 500);
    const report = votesOf(unitsOf(240), { description });
    const pdf = await renderPdf(reportPaper(voteLayout(report)));
    const pages = wordsOfPdf(pdf);
    const texts = textOfPdf(pdf);
    expectTidy(pages);
    const all = texts.join('');
    for (const { receipt } of report.votes) expect(all.split(receipt), receipt).toHaveLength(2);
    for (const { apartmentId } of report.silent) {
      expect(
        startsOf(pages).filter((text) => text === apartmentId),
        apartmentId,
      ).toHaveLength(1);
    }
    for (const answer of report.result.answers) expect(all).toContain(coefficient(answer.coefficient));
    expect(all).toMatch(
      new RegExp(
        `Total votado +${report.result.voted.apartments} +${coefficient(report.result.voted.coefficient)}`,
      ),
    );
    expect(squeezed(all)).toContain(squeezed(description));
    expect(all).toContain('Aprobada');
    expect(all).toContain('VIEJO-0001');
    expect(squeezed(all)).toContain('enpapel,porlamesa');
  });

  it.each([
    [
      'an election of 20 with long answers',
      votesOf(unitsOf(30), {
        rule: 'election',
        status: 'elected',
        answers: Array.from({ length: 20 }, (_, i) => `Candidata ${i + 1} ${'Peña '.repeat(35)}`),
      }),
    ],
    ['a tie', votesOf(unitsOf(30), { rule: 'election', status: 'tied', answers: ['Ana', 'Beto'] })],
    ['an open question', votesOf(unitsOf(3), { status: 'open' })],
    ['no quorum', votesOf(unitsOf(12), { rule: 'perUnit', status: 'noQuorum' })],
    ['no votes', votesOf(unitsOf(12), { status: 'noVotes' })],
    [
      'the room of a mixed assembly',
      votesOf(unitsOf(60), { rule: 'qualified', status: 'rejected', assembly: { mode: 'mixed' } }),
    ],
  ])('print %s', async (_, report) => {
    const pdf = await renderPdf(reportPaper(voteLayout(report)));
    const pages = wordsOfPdf(pdf);
    expectTidy(pages);
    const all = columnOf(pages, 42, 300);
    for (const answer of report.result.answers) expect(all).toContain(squeezed(answer.answerDescription));
  });

  it.each([
    ['nobody', { ...attendanceOf([]), ...headingOf(unitsOf(3), []), absent: unitsOf(3) }],
    ['one unit', attendanceOf(unitsOf(1))],
    ['a second call from home', attendanceOf(unitsOf(30), { call: 2, mode: 'virtual' })],
  ])('print an attendance of %s', async (_, report) => {
    const pdf = await renderPdf(reportPaper(attendanceLayout(report)));
    expectTidy(wordsOfPdf(pdf));
    const all = textOfPdf(pdf).join('');
    if (report.present.length === 0) expect(all).toContain('No hay inmuebles registrados.');
    if (report.left.length === 0) expect(all).toContain('Nadie se retiró.');
  });
});
