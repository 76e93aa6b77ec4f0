/** Records in a page, over time, the displayed figures and the age of the live data. */

/** Page with an `evaluate` method: from playwright, or `BarePage`. */
interface Watched {
  evaluate<R, A>(inPage: (arg: A) => R, arg: A): Promise<R>;
}

const RECORDING = 'scafWitness';
const SAMPLES = 'scafSamples';

interface Recording {
  /** Number of units shown over time for each table row. Key: `table / row`. */
  figures: Record<string, number[]>;
  /** States of the live line over time: live or polling, text, and time by the machine's clock (epoch ms). */
  statuses: { status: string; words: string; at: number }[];
}

/**
 * Starts to record the numbers of units shown in a page's tables, and the state of the live line, until the
 * next page load. For tests of live screens.
 */
export function startRecording(page: Watched): Promise<void> {
  return page.evaluate((key) => {
    const recording: Recording = { figures: {}, statuses: [] };
    Reflect.set(globalThis, key, recording);
    const note = () => {
      for (const cell of document.querySelectorAll('table[aria-label] td[data-header="Inmuebles"]')) {
        const table = cell.closest('table')?.getAttribute('aria-label') ?? '';
        const row = cell.closest('tr')?.querySelector('th')?.textContent?.trim() ?? '';
        // A new question starts at zero; its answers have a table with another name.
        if (row === 'Votos') continue;
        const place = `${table} / ${row}`;
        const seen = recording.figures[place] ?? [];
        const figure = Number((cell.textContent ?? '').replace(/\D/g, ''));
        if (seen.at(-1) !== figure) seen.push(figure);
        recording.figures[place] = seen;
      }
      const line = document.querySelector('[data-status]');
      const status = line?.getAttribute('data-status') ?? '';
      const words = (line?.textContent ?? '').trim();
      const last = recording.statuses.at(-1);
      if (line && (last?.status !== status || last.words !== words)) {
        recording.statuses.push({ status, words, at: Date.now() });
      }
    };
    note();
    const observer = new MutationObserver(note);
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  }, RECORDING);
}

export function recordingOf(page: Watched): Promise<Recording> {
  return page.evaluate((key): Recording => Reflect.get(globalThis, key), RECORDING);
}

/**
 * Returns a text for each recorded figure with a decrease. Votes and arrivals only add up, so a right
 * screen gives an empty list.
 */
export function stepsBack({ figures }: Recording): string[] {
  return Object.entries(figures)
    .filter(([, seen]) => seen.some((figure, at) => figure < (seen[at - 1] ?? 0)))
    .map(([place, seen]) => `${place}: ${seen.join(', ')}`);
}

interface Sample {
  /** Time of the sample by the page's clock. */
  at: number;
  isLive: boolean;
  /** Number of units in the first row of the table at the sample. */
  units: number;
}

/**
 * Starts to sample the content of a table in a page, ten times a second. A page asleep takes no samples.
 * @param table name of the table for screen readers
 */
export function keepLooking(page: Watched, table: string): Promise<void> {
  return page.evaluate(
    ([key, name]) => {
      const samples: Sample[] = [];
      Reflect.set(globalThis, key, samples);
      setInterval(() => {
        const cell = document.querySelector(`table[aria-label="${name}"] td[data-header="Inmuebles"]`);
        samples.push({
          at: Date.now(),
          isLive: document.querySelector('[data-status="live"]') !== null,
          units: Number((cell?.textContent ?? '').replace(/\D/g, '')),
        });
      }, 100);
    },
    [SAMPLES, table] as const,
  );
}

/** Returns the samples taken by `keepLooking` so far. */
export function samplesOf(page: Watched): Promise<Sample[]> {
  return page.evaluate((key): Sample[] => Reflect.get(globalThis, key), SAMPLES);
}

/**
 * Returns the samples of `keepLooking` since the page last slept for at least `sleptMs` milliseconds. A
 * sleep is a gap between samples. Null without a sleep.
 */
export async function seenSinceSleep(page: Watched, sleptMs: number): Promise<Sample[] | null> {
  const samples = await samplesOf(page);
  const woke = samples.findLastIndex(
    (sample, at) => sample.at - (samples[at - 1]?.at ?? sample.at) > sleptMs,
  );
  return woke < 0 ? null : samples.slice(woke);
}
