/**
 * Bare pdfkit document with the same pages as the product's invoices: draws every text, line and barcode at the
 * same place from recorded calls. No database, no layout, no product code.
 */
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import bwip from 'bwip-js/node';
import PDFDocument from 'pdfkit';

// Same priority as the product's PDF process, so that both wait alike on a busy machine.
setPriority(19);
const pages = JSON.parse(readFileSync(process.argv[2], 'utf8'));

process.once('message', async () => {
  const began = performance.now();
  const doc = new PDFDocument({ autoFirstPage: false, margin: 0, size: 'LETTER' });
  const pieces = [];
  doc.on('data', (piece) => pieces.push(piece));
  const ended = new Promise((resolve) => doc.once('end', resolve));
  for (const calls of pages) {
    for (const [name, args] of calls) {
      if (name === 'text' && args[0].startsWith('(415)')) bwip.raw({ bcid: 'gs1-128', text: args[0] });
      doc[name](...args);
    }
  }
  doc.end();
  await ended;
  const bytes = Buffer.concat(pieces).length;
  process.send({ seconds: (performance.now() - began) / 1000, pages: pages.length, bytes, shown: 0 }, () =>
    process.exit(),
  );
});
