/**
 * A bare pdfkit document of the very pages that the product draws: every text, line and bar at its place, by plain
 * calls that were written down before, each code encoded. No store, no layout, no product code.
 */
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import bwip from 'bwip-js/node';
import PDFDocument from 'pdfkit';

// As whatever makes the product's papers, so that neither waits more than the other where the machine is busy.
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
