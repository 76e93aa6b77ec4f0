import { expect } from 'vitest';
import { conceptName } from '../../../shared/assemblies/concept-names.ts';
import { renderPdf } from '../../platform/documents/render-pdf.ts';
import { reportPaper, reportPreview, reportWorkbook } from '../../platform/documents/report-layout.ts';
import { readXlsx } from '../../platform/sheets/xlsx.ts';
import type { TestApp } from '../../testing/app.ts';
import { missingTexts, paperText, squeezed } from '../../testing/paper-words.ts';
import { readWord } from '../../testing/word-text.ts';
import { actaOnScreen, type Block, textsOfRows } from '../minutes/acta.ts';
import { actaDocx } from '../minutes/acta-docx.ts';
import type { ActaFacts } from '../minutes/acta-facts.ts';
import { actaPdf } from '../minutes/acta-pdf.ts';
import { readActa } from '../minutes/read-acta.ts';
import { momentName } from '../minutes/words.ts';
import { writeActa } from '../minutes/write-acta.ts';
import { voteLayout } from '../reports/vote.report.ts';
import { readVoteReport } from '../reports/vote-report.ts';

interface Question {
  jointId: number;
  assemblyId?: number;
  conceptId: number;
}

/**
 * Returns the report of a question's votes in three forms (PDF layout, screen, spreadsheet cells), without the time
 * of printing, for tests that compare two prints.
 */
export async function printedVotes({ store }: TestApp, of: Question, withCells = true): Promise<unknown> {
  const report = await readVoteReport(store.db, of);
  const layout = voteLayout({ ...report, madeAt: 0 });
  const { bytes } = await reportPreview(layout);
  const preview = Buffer.from(bytes).toString();
  const paper = JSON.stringify(reportPaper(layout));
  if (!withCells) return { paper, preview };
  const book = await reportWorkbook(layout);
  return { paper, preview, cells: await readXlsx(Buffer.from(book.bytes)) };
}

/** Returns the percentages above 100 in a text, for example '200,00 %'. */
const aboveAll = (text: string): string[] =>
  [...text.matchAll(/(\d[\d.]*)(?:,(\d+))? %/g)]
    .filter(([, whole = '', part = '0']) => Number(`${whole.replaceAll('.', '')}.${part}`) > 100)
    .map(([share]) => share);

/**
 * Draws the acta of a joint's current assembly as PDF, Word file and screen. Expects every paragraph and cell of
 * the Word file also in the PDF and on the screen, and no share above 100 %.
 */
export async function expectSamePapers({ store }: TestApp, jointId: number): Promise<void> {
  const acta = writeActa(await readActa(store.db, { jointId }, () => undefined));
  const { paragraphs, tables } = await readWord(Buffer.from(await actaDocx(acta)));
  const texts = [...paragraphs, ...tables.flat(2)];
  const { blocks, ...head } = actaOnScreen(acta);
  const screen = squeezed([...Object.values(head), ...blocks.flatMap(textsOfRows).flat()].join('\n'));
  expect(missingTexts(texts, paperText(await renderPdf(actaPdf(acta))))).toEqual([]);
  expect(missingTexts(texts, screen)).toEqual([]);
  expect(aboveAll(texts.join('\n'))).toEqual([]);
}

/**
 * Returns the blocks (headings, paragraphs, tables) of the acta about a question, as laid out for PDF and Word, for
 * tests.
 */
export async function printedActa({ store }: TestApp, of: Question): Promise<Block[]> {
  const { conceptId, ...joint } = of;
  return blocksOfQuestion(await readActa(store.db, joint, () => undefined), conceptId);
}

/**
 * Returns the blocks (headings, paragraphs, tables) of an acta about a question, made from the facts of the acta,
 * for tests.
 */
export function blocksOfQuestion(facts: ActaFacts, conceptId: number): Block[] {
  const { blocks } = writeActa(facts);
  const begins = blocks.findIndex(
    (block) => block.kind === 'heading' && block.text === conceptName(conceptId),
  );
  const rest = blocks.slice(begins + 1);
  const ends = rest.findIndex((block) => block.kind === 'heading');
  const moments = facts.main.moments.filter((one) => one.conceptId === conceptId);
  const rows = moments.map((one) => [momentName(one), JSON.stringify(one)]);
  return [...rest.slice(0, ends === -1 ? rest.length : ends), { kind: 'table', columns: [], rows }];
}
