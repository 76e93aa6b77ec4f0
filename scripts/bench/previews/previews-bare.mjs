/*
 * The same files read by nothing but the libraries: exceljs or a split of lines, and the rows written down as JSON. No
 * store, no rules, no product code.
 */
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import ExcelJS from 'exceljs';

// As whatever reads the product's sheets, so that neither waits more than the other where the machine is busy.
setPriority(19);

process.on('message', async ({ file: name }) => {
  const began = performance.now();
  const file = readFileSync(name);
  let rows;
  if (name.endsWith('.csv')) {
    rows = file
      .toString()
      .split('\n')
      .map((line) => line.split(';'));
  } else {
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(file);
    rows = [];
    book.worksheets[0].eachRow((row) => rows.push(row.values));
  }
  const answer = Buffer.from(JSON.stringify(rows));
  process.send({ seconds: (performance.now() - began) / 1000, rows: rows.length, bytes: answer.length });
});
