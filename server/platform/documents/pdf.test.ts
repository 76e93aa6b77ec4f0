import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { houseGround } from '../../../shared/properties/colour.ts';
import { eventually } from '../../testing/eventually.ts';
import { Problem } from '../http/problem.ts';
import { PrioritySemaphore } from '../lib/priority-semaphore.ts';
import { inWorker } from '../queue/in-worker.ts';
import { workerLimits } from '../queue/limits.ts';
import { pdf } from './pdf.ts';

const cards = (jointName: string, quantity = 1) => ({
  kind: 'cards' as const,
  data: {
    paper: 'a4' as const,
    jointName,
    face: { ...houseGround, crest: null },
    cards: Array.from({ length: quantity }, () => ({
      code: 'SPTB0A1NPH6C',
      url: 'http://localhost:3000/VoteQR/SPTB0A1NPH6C',
    })),
  },
});
const head = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 5)).toString();

describe('documents made in a worker', () => {
  it('pdf makes a PDF for any letters in a name', async () => {
    for (const name of ['Peñón de Bogotá', 'Erdős – Ω Жук', '😀 家 עברית', '\ud800', '']) {
      expect(head(await pdf(cards(name), { actor: null })), name).toBe('%PDF-');
    }
  });

  it('an abort stops the worker and frees the slot', async () => {
    const caller = new AbortController();
    const stopped = pdf(cards('X', 2000), { actor: null, signal: caller.signal });
    caller.abort(new Error('gone'));
    await expect(stopped).rejects.toThrow('gone');
    expect(head(await pdf(cards('X'), { actor: null }))).toBe('%PDF-');
  });

  it('pdf refuses when the queue is full; queued documents are made or aborted', async () => {
    const caller = new AbortController();
    const full = workerLimits.workers + workerLimits.waiting;
    const waiting = Array.from({ length: full }, () =>
      pdf(cards('X', 2000), { actor: null, signal: caller.signal }),
    );
    const results = Promise.allSettled(waiting);
    await expect(pdf(cards('X'), { actor: null })).rejects.toMatchObject(
      new Problem('overloaded', undefined, 10),
    );
    caller.abort(new Error('gone'));
    for (const result of await results) expect(result).toMatchObject({ status: 'rejected' });
    expect(head(await pdf(cards('X'), { actor: null }))).toBe('%PDF-');
  });

  it('a worker that ends without an answer fails the call and frees the slot', async () => {
    const semaphore = new PrioritySemaphore(1).bounded('waited', 0);
    const silent = {
      file: fileURLToPath(new URL('../queue/limits.ts', import.meta.url)),
      execArgv: ['--version'],
    };
    await expect(inWorker(silent, {}, { actor: null, semaphore })).rejects.toThrow();
    await eventually(async () => {
      const permit = await semaphore.take();
      permit?.end();
      return permit !== undefined;
    }).toBe(true);
  });

  it('pdf gives up after the time limit', async () => {
    await expect(pdf(cards('X', 2000), { actor: null, timeLimit: 1 })).rejects.toMatchObject({
      code: 'overloaded',
    });
  });
});
