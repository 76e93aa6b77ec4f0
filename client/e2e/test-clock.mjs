/** Preloaded into a server: the clock of a test, set by the file TEST_CLOCK (test-clock.ts) in every thread. */
import { readFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';

/** Milliseconds between two looks into the file. */
const LOOK_MS = 50;

const RealDate = Date;
let clock = { at: 0, since: 0, rate: 1 };
let looked = -LOOK_MS;

function now() {
  const real = performance.now();
  if (real - looked >= LOOK_MS) {
    looked = real;
    clock = JSON.parse(readFileSync(process.env.TEST_CLOCK, 'utf8'));
  }
  return Math.round(clock.at + (RealDate.now() - clock.since) * clock.rate);
}

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now());
    else super(...given);
  }
  static now() {
    return now();
  }
};

// Node writes the header with a clock of its own; pages read the server's clock from the header.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (...given) {
  this.setHeader('Date', new Date().toUTCString());
  return writeHead.apply(this, given);
};
