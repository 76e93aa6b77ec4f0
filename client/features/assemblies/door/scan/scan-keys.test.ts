import { expect, it } from 'vitest';
import { codeFromBytes } from '../../../../../shared/assemblies/code.ts';
import { isSurelyCode, KeyRun } from './scan-keys.ts';

/** Longest possible scan at an Enter at this time. */
const scanAt = (run: KeyRun, at: number): string | null => run.scansAt(at)[0]?.text ?? null;

const code = codeFromBytes(new Uint8Array([7, 1, 28, 9, 30, 14, 3, 22, 17, 5, 11]));

/** Types a text with an interval in milliseconds between keys. Returns the time of the Enter. */
function type(run: KeyRun, text: string, every: number, from = 0): number {
  for (const [at, sign] of [...text].entries()) run.take({ sign, at: from + at * every });
  return from + text.length * every;
}

it('knows a scanner by its pace', () => {
  const run = new KeyRun();
  expect(scanAt(run, type(run, code, 8))).toBe(code);
});

it('leaves a person alone, who types as fast as people can', () => {
  for (const [text, every] of [
    [code, 110],
    ['ANDRES GARCIA', 95],
  ] as const) {
    const run = new KeyRun();
    expect(scanAt(run, type(run, text, every))).toBeNull();
  }
});

it('takes the scan alone where somebody typed before it', () => {
  const run = new KeyRun();
  const typed = type(run, 'Mar', 150);
  expect(scanAt(run, type(run, code, 8, typed + 400))).toBe(code);
});

it('also offers the scan alone that came while somebody typed, and says where it began', () => {
  const run = new KeyRun();
  const typed = type(run, '52000111', 150);
  const [all, ...others] = run.scansAt(type(run, code, 5, typed));
  expect(all).toEqual({ text: `52000111${code}`, from: 0 });
  expect(others).toContainEqual({ text: code, from: 8 });
});

it('tells scans that follow each other apart', () => {
  const run = new KeyRun();
  const first = type(run, code, 5);
  expect(scanAt(run, first)).toBe(code);
  run.forget();
  expect(scanAt(run, type(run, code.toLowerCase(), 5, first + 5))).toBe(code.toLowerCase());
});

it('does not take short bursts, as a number of a unit from a label is', () => {
  const run = new KeyRun();
  expect(scanAt(run, type(run, '2500', 5))).toBeNull();
});

it('has forgotten when Enter comes long after', () => {
  const run = new KeyRun();
  expect(scanAt(run, type(run, code, 8) + 1_000)).toBeNull();
});

it('takes out of another field only what is a whole code', () => {
  expect(isSurelyCode(code)).toBe(true);
  expect(isSurelyCode(`http://localhost:3000/VoteQR/${code}`)).toBe(true);
  expect(isSurelyCode('PARQ 18 - 19')).toBe(false);
  expect(isSurelyCode(`${code.slice(0, 11)}${code.endsWith('0') ? '1' : '0'}`)).toBe(false);
});
