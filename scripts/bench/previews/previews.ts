/**
 * Bench: cost of previewing a spreadsheet. Measures the time, and the blocking time of the built server's main
 * thread, for 20,000 rows of units, of a month and of payments in a joint of as many units, and for a joint of
 * 1,500, in turns with a bare process that reads the same files.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../server/testing/free-port.ts';
import { ask } from '../kit/audience.ts';
import { makeBenchStore } from '../kit/bench-store.ts';
import { end, startHelper, startServer } from '../kit/children.ts';
import { type Hold, holdOf, Meter, meterArgs } from '../kit/meter.ts';
import { Office } from '../kit/office.ts';
import { judge, say, sayHead, sayLoad } from '../kit/results.ts';
import { median } from '../kit/sorted.ts';
import { type MadeSheet, makeSheet, sheetKinds } from './made-sheets.ts';

const SIZES = [
  // With the header, the maximum number of rows read from a file.
  { units: 19_999, seconds: 3 },
  { units: 1_500, seconds: 2 },
];
const HOLD_MS = 20;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

interface Tried {
  seconds: number;
  hold: Hold;
  bare: number;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'scaf-bench-'));
  const children: ChildProcess[] = [];
  try {
    const secret = randomBytes(48).toString('base64url');
    const { staff } = await makeBenchStore(folder, secret, { voters: 1, unitsEach: 1, questions: 1 });
    const meterPort = await freePort();
    process.env.BENCH_NODE_ARGS = `${process.env.BENCH_NODE_ARGS ?? ''} ${meterArgs()}`;
    const server = await startServer({
      DATA_DIR: folder,
      JWT_SECRET: secret,
      BENCH_METER_PORT: String(meterPort),
    });
    children.push(server.child);
    const bare = startHelper('previews/bare.mjs');
    children.push(bare);
    const meter = new Meter(meterPort);
    const office = new Office(`http://127.0.0.1:${server.port}`, staff, '');
    sayHead(
      'Previews of spreadsheets: seconds, and the longest hold of the main thread',
      `${ROUNDS} rounds of each`,
    );
    const idle = await holdOf(meter, () => new Promise((resolve) => setTimeout(resolve, 3000)));
    say(
      `Longest hold in 3 s in which nothing was sent: ${idle.own.toFixed(1)} ms, by the clock ${idle.byClock.toFixed(1)}`,
    );
    for (const size of SIZES) {
      const jointId = await makeJoint(office, size.units);
      for (const kind of sheetKinds) {
        for (const format of ['csv', 'xlsx'] as const) {
          const sheet = await makeSheet(kind, format, size.units);
          const file = join(folder, sheet.name);
          writeFileSync(file, sheet.bytes);
          const preview = await previewOf(office, jointId, sheet);
          const tried: Tried[] = [];
          for (let i = 0; i < ROUNDS; i += 1) {
            const read = await ask<{ seconds: number }>(bare, { file });
            let seconds = 0;
            const hold = await holdOf(meter, async () => {
              const began = performance.now();
              await preview();
              seconds = (performance.now() - began) / 1000;
            });
            tried.push({ seconds, hold, bare: read.seconds });
          }
          print(sheet, size.seconds, tried);
        }
      }
    }
    meter.close();
    sayLoad();
  } finally {
    await Promise.all(children.map(end));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes a joint with billing and a table of units. Returns the joint id. */
async function makeJoint(office: Office, units: number): Promise<number> {
  const body = { jointName: `Conjunto de ${units}`, usesBilling: true };
  const { jointId } = await office.ask<{ jointId: number }>('POST', '/joints', body);
  const table = await makeSheet('units', 'csv', units, true);
  await office.ask('POST', `/joints/${jointId}/apartments/import?commit=true`, formOf(table));
  return jointId;
}

/**
 * Returns a function that requests a preview as the screen does. A month's file is uploaded before.
 * @throws Error if rows are missing in the preview
 */
async function previewOf(office: Office, jointId: number, sheet: MadeSheet): Promise<() => Promise<void>> {
  const counted = ({ rows }: { rows: unknown[] }) => {
    if (rows.length !== sheet.rows) throw new Error(`The preview has ${rows.length} of ${sheet.rows} rows.`);
  };
  if (sheet.kind !== 'month') {
    const path = sheet.kind === 'units' ? 'apartments/import' : 'paymentfiles';
    return async () => counted(await office.ask('POST', `/joints/${jointId}/${path}`, formOf(sheet)));
  }
  const draft = await office.ask<{ draftId: number }>('POST', `/joints/${jointId}/drafts`, formOf(sheet));
  const path = `/joints/${jointId}/drafts/${draft.draftId}/preview`;
  const now = new Date();
  const reading = { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 };
  return async () => counted(await office.ask('POST', path, reading));
}

function formOf({ name, bytes }: MadeSheet): FormData {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return form;
}

function print({ name, rows }: MadeSheet, mark: number, tried: readonly Tried[]): void {
  const what = `${rows.toLocaleString('en')} rows, ${name}`;
  judge(
    `preview of ${what}`,
    tried.map(({ seconds }) => seconds),
    { atMost: mark },
    ' s',
  );
  const hold = Math.max(...tried.map((one) => one.hold.own));
  judge(`longest hold meanwhile, ${what}`, hold, { atMost: HOLD_MS }, ' ms');
  const byClock = median(tried.map((one) => one.hold.byClock));
  const ratio = median(tried.map((one) => one.seconds / one.bare));
  say(`  (by the clock ${byClock.toFixed(1)} ms; ${ratio.toFixed(1)} times the bare reading)`);
}

await main();
