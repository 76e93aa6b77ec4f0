import { afterEach, describe, expect, it, vi } from 'vitest';
import { signerOf, Tokens } from './tokens.ts';

const SECRET = 'a secret of the tests, long enough to sign with';
const unsigned = (...parts: object[]) =>
  `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

describe('tokens', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('a token names its session until the expiry, also from the cache', async () => {
    const signer = await signerOf(SECRET);
    vi.useFakeTimers({ now: new Date('2026-11-21T20:00:00Z') });
    const tokens = new Tokens(signer);
    const token = tokens.sign({ sid: 's', sub: '1', profileId: 3, exp: inSeconds(60) });
    expect(tokens.sessionOf(token)).toBe('s');
    expect(tokens.sessionOf(token)).toBe('s');
    vi.advanceTimersByTime(61_000);
    expect(tokens.sessionOf(token)).toBeNull();
    expect(new Tokens(signer).sessionOf(token)).toBeNull();
  });

  it('a foreign, changed or endless token is refused', async () => {
    const signer = await signerOf(SECRET);
    const tokens = new Tokens(signer);
    const token = tokens.sign({ sid: 's', sub: '1', profileId: 1, exp: inSeconds(60) });
    expect(new Tokens(await signerOf(`${SECRET}!`)).sessionOf(token)).toBeNull();
    expect(tokens.sessionOf(token)).toBe('s');
    const [header, , signature] = token.split('.');
    const other = Buffer.from(JSON.stringify({ sid: 'x', exp: inSeconds(60) })).toString('base64url');
    for (const bad of [`${header}.${other}.${signature}`, `${token}.`, token.slice(1), '', 'a.b.c']) {
      expect(tokens.sessionOf(bad)).toBeNull();
    }
    expect(tokens.sessionOf(signer.sign({ sid: 's', sub: '1' }))).toBeNull();
    expect(tokens.sessionOf(signer.sign({ sid: 7, exp: inSeconds(60) }))).toBeNull();
    const strong = { sid: 's', exp: inSeconds(60) };
    expect(tokens.sessionOf(signer.sign(strong, { algorithm: 'HS512' }))).toBeNull();
    expect(tokens.sessionOf(unsigned({ alg: 'none' }, strong))).toBeNull();
  });
});
