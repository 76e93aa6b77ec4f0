import { expect, it } from 'vitest';
import { deviceWords } from './seen-sessions.ts';

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36',
    'Chrome en Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0',
    'Edge en Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-A145M) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36',
    'Chrome en Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) SamsungBrowser/26.0 Chrome/122.0 Mobile Safari/537.36',
    'Samsung Internet en Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile Safari/604.1',
    'Safari en iPhone',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1.15', 'Safari en Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox en Linux'],
  ['Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chrome/108.0 Safari/537.36', 'Chrome en televisor'],
  ['curl/8.5.0', null],
  ['', null],
  [undefined, null],
  [`${'x'.repeat(500)} Chrome/131.0 Windows`, null],
])('%s is described in words', (userAgent, words) => {
  expect(deviceWords(userAgent)).toBe(words);
});
