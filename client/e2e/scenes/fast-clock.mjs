/**
 * Preloaded into a server of the scenes: the clock starts two hours late and runs fast until correct. Seconds of
 * preparation then look like an evening with separate arrivals.
 */
const LATE_MS = 110 * 60_000;
const TIMES_AS_FAST = 500;

const RealDate = Date;
const begin = RealDate.now();

function now() {
  const real = RealDate.now();
  return Math.min(real, Math.round(begin - LATE_MS + (real - begin) * TIMES_AS_FAST));
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
