/*
 * Reads the same files with libraries only: exceljs or splitting lines, then writes the rows as JSON. No store, no
 * rules, no product code.
 */
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import ExcelJS from 'exceljs';

// Same priority as the product's sheet reader, so that both wait alike on a busy machine.
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
