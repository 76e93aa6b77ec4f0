import { expect, it } from 'vitest';
import { codeFromBytes, readScan } from '../../../../../shared/assemblies/code.ts';
import { isSurelyCode, isVotingBadge, KeyRun, quietAfter } from './keys.ts';

/** Text of the longest possible scan if Enter is pressed at time `at`. Null if no scan is found. */
const scanAt = (run: KeyRun, at: number): string | null => run.scansAt(at)[0]?.text ?? null;

const code = codeFromBytes(new Uint8Array([7, 1, 28, 9, 30, 14, 3, 22, 17, 5, 11]));

/** Sends a text to the key detector, with `every` milliseconds between keys. Returns the time of the Enter. */
function type(run: KeyRun, text: string, every: number, from = 0): number {
  for (const [at, sign] of [...text].entries()) run.take({ sign, at: from + at * every });
  return from + text.length * every;
}

it('recognizes a scanner by the pace of its keys', () => {
  const run = new KeyRun();
  expect(scanAt(run, type(run, code, 8))).toBe(code);
});

it('ignores a person who types as fast as people can', () => {
  for (const [text, every] of [
    [code, 110],
    ['ANDRES GARCIA', 95],
  ] as const) {
    const run = new KeyRun();
    expect(scanAt(run, type(run, text, every))).toBeNull();
  }
});

it('finds a scan after typed text', () => {
  const run = new KeyRun();
  const typed = type(run, 'Mar', 150);
  expect(scanAt(run, type(run, code, 8, typed + 400))).toBe(code);
});

it('also offers a scan during typing, with its first key', () => {
  const run = new KeyRun();
  const typed = type(run, '52000111', 150);
  const [all, ...others] = run.scansAt(type(run, code, 5, typed));
  expect(all).toEqual({ text: `52000111${code}`, from: 0 });
  expect(others).toContainEqual({ text: code, from: 8 });
});

it('separates consecutive scans', () => {
  const run = new KeyRun();
  const first = type(run, code, 5);
  expect(scanAt(run, first)).toBe(code);
  run.forget();
  expect(scanAt(run, type(run, code.toLowerCase(), 5, first + 5))).toBe(code.toLowerCase());
});

it('ignores short bursts like a unit number from a label', () => {
  const run = new KeyRun();
  expect(scanAt(run, type(run, '2500', 5))).toBeNull();
});

it('forgets the keys if Enter comes much later', () => {
  const run = new KeyRun();
  expect(scanAt(run, type(run, code, 8) + 1_000)).toBeNull();
});

it('removes only complete codes from other fields', () => {
  expect(isSurelyCode(code)).toBe(true);
  expect(isSurelyCode(`http://localhost:3000/VoteQR/${code}`)).toBe(true);
  expect(isSurelyCode('PARQ 18 - 19')).toBe(false);
  expect(isSurelyCode(`${code.slice(0, 11)}${code.endsWith('0') ? '1' : '0'}`)).toBe(false);
});

/** Keys of three scanners, with the milliseconds between two keys: fast, common, slow. */
const paces = [5, 20, 75];

it('finds a whole code without an ending key after a rest of 100 ms, at three paces', () => {
  for (const pace of paces) {
    const run = new KeyRun();
    const last = type(run, code, pace) - pace;
    expect(run.wholeCodeAt(last + 99)).toBeUndefined();
    expect(run.wholeCodeAt(last + 100)).toEqual({ text: code, from: 0 });
    // A busy page looks later.
    expect(run.wholeCodeAt(last + 5_000)?.text).toBe(code);
  }
});

it('finds no whole code in part of a code, or in keys of a person', () => {
  for (const [text, pace] of [
    [code.slice(0, -1), 5],
    [code, 110],
  ] as const) {
    const run = new KeyRun();
    expect(run.wholeCodeAt(type(run, text, pace) + 1_000)).toBeUndefined();
  }
});

it('waits for the answer of a ballot if only ballots are read', () => {
  const run = new KeyRun();
  const end = type(run, code, 8);
  expect(run.wholeCodeAt(end + 100, isVotingBadge)).toBeUndefined();
  expect(run.wholeCodeAt(type(run, '-3', 8, end) + 100, isVotingBadge)?.text).toBe(`${code}-3`);
});

it('removes AIM letters and a prefix of a scanner, also before an address and a ballot', () => {
  for (const pace of paces) {
    for (const prefix of [']Q0', ']C1', 'QR', 'x', '00:']) {
      for (const text of [code, `${code}-2`]) {
        const run = new KeyRun();
        const end = type(run, prefix + text, pace);
        expect(run.wholeCodeAt(end + 100)?.from).toBe(0);
        expect(readScan(run.wholeCodeAt(end + 100)?.text ?? '')).toEqual(readScan(text));
        expect(readScan(scanAt(run, end) ?? '')).toEqual(readScan(text));
      }
    }
  }
});

it('leaves unreadable text whole for the desk to see', () => {
  const run = new KeyRun();
  expect(scanAt(run, type(run, ']Q0PARQUEADERO', 8))).toBe(']Q0PARQUEADERO');
});

it('waits longer for the next key if a busy page gets the keys late', () => {
  expect([-20, 0, 10, 200, 10_000].map(quietAfter)).toEqual([100, 100, 140, 900, 1000]);
});
