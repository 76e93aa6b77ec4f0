import { describe, expect, it } from 'vitest';
import { monthReading } from '../../billing/charges/month-reading.ts';
import { participantsReading } from '../../events/participants-reading.ts';
import { unitsReading } from '../../properties/units-reading.ts';
import { Problem } from '../http/problem.ts';
import { workerLimits } from '../queue/limits.ts';
import { sheetLimits } from './limits.ts';
import { readUploadAs } from './read-upload.ts';
import { checkReading } from './reading.ts';
import { mayReadOn } from './serve-readings.ts';

const nothing = {
  reading: {},
  remembered: [],
  stored: { columns: [], text: '[]' },
  sectors: [],
  toStore: true,
};
const asker = { actor: 'user:1' };
const file = { bytes: Buffer.from('Apto;Cuota\n101;50.000\n'), fileName: 'mes.csv' };

async function problemOf(promise: Promise<unknown>): Promise<Problem> {
  const answer = await promise.catch((error: unknown) => error);
  if (answer instanceof Problem) return answer;
  throw new Error('The reading did not fail with a Problem.');
}

describe('readUploadAs', () => {
  it('a worker that ends by itself means overloaded, and the next file is read', async () => {
    // Missing input makes the reading fail.
    const problem = await problemOf(readUploadAs(file, monthReading, null as never, asker));
    expect([problem.code, problem.retryAfter]).toEqual(['overloaded', 30]);
    expect(problem.cause).toMatchObject({ message: 'The worker ended without an answer.' });
    expect(await readUploadAs(file, checkReading, null, asker)).toEqual({});
  });

  it('an unreadable file is refused for every reading', async () => {
    const empty = { bytes: Buffer.alloc(0), fileName: 'nada.csv' };
    // The files are read one after the other: a rejection before the await would be unhandled.
    for (const read of [
      () => readUploadAs(empty, unitsReading, nothing, asker),
      () => readUploadAs(empty, participantsReading, { reading: {}, knownTitles: [] }, asker),
    ]) {
      const problem = await problemOf(read());
      expect([problem.code, problem.details]).toEqual([
        'sheetUnreadable',
        expect.objectContaining({ reason: 'sheetEmpty' }),
      ]);
    }
  });

  it('a person with many files leaves room for the file of another person', async () => {
    const most = workerLimits.workers + sheetLimits.waiting;
    const flood = Array.from({ length: most + 1 }, () =>
      readUploadAs(file, checkReading, null, asker).then(
        () => 'read',
        () => 'refused',
      ),
    );
    expect(await readUploadAs(file, checkReading, null, { actor: 'user:2' })).toEqual({});
    expect((await Promise.all(flood)).at(-1)).toBe('refused');
  });

  it('lists of any length are passed in order', async () => {
    const rows = Array.from({ length: 1_234 }, (_, i) => `${1000 + i};Dueño ${i}`);
    const bytes = Buffer.from(['Cédula;Nombre', ...rows].join('\n'));
    const input = { reading: {}, knownTitles: [] };
    const table = await readUploadAs({ bytes, fileName: 'lista.csv' }, participantsReading, input, asker);
    expect(table.rows.map(({ participantId }) => participantId)).toEqual(rows.map((row) => row.slice(0, 4)));
  });

  it('a worker process continues after a read file, and ends after a refusal', async () => {
    const [done, refused] = [
      { result: {} },
      { problem: { code: 'sheetUnreadable' as const, details: undefined, retryAfter: undefined } },
    ];
    expect([mayReadOn(done), mayReadOn(refused)]).toEqual([true, false]);
  });
});
