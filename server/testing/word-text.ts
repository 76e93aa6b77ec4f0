/** Reads the paragraphs and tables of a Word file, without Word. */
import { text } from 'node:stream/consumers';
import yauzl from 'yauzl';

export interface WordText {
  /** Texts of the paragraphs outside tables, in order. */
  paragraphs: string[];
  /** Rows of each table, with a text for each cell. */
  tables: string[][][];
  /** All content in order, a text per paragraph or table row. Cells of a row are joined by ' | '. */
  lines: string[];
}

export async function readWord(bytes: Buffer): Promise<WordText> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  let xml = '';
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === 'word/document.xml') xml = await text(await zip.openReadStreamPromise(entry));
  }
  const found: WordText = { paragraphs: [], tables: [], lines: [] };
  for (const [part] of xml.matchAll(/<w:tbl>.*?<\/w:tbl>|<w:p[ >].*?<\/w:p>/gs)) {
    if (!part.startsWith('<w:tbl>')) {
      found.paragraphs.push(wordsOf(part));
      found.lines.push(wordsOf(part));
      continue;
    }
    const rows = [...part.matchAll(/<w:tr[ >].*?<\/w:tr>/gs)].map(([row]) =>
      [...row.matchAll(/<w:tc>.*?<\/w:tc>/gs)].map(([cell]) => wordsOf(cell)),
    );
    found.tables.push(rows);
    found.lines.push(...rows.map((cells) => cells.join(' | ')));
  }
  return found;
}

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function wordsOf(xml: string): string {
  return [...xml.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>|<w:(?:br|tab)\/>/g)]
    .map(([, words = ' ']) => words.replace(/&(\w+);/g, (whole, name) => SIGNS[name] ?? whole))
    .join('')
    .replace(/\u00a0/g, ' ')
    .trim();
}
