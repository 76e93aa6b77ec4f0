/** Records in a page the displayed figures and the freshness over time. */

/** Pages of playwright and bare pages. */
interface Watched {
  evaluate<R, A>(inPage: (arg: A) => R, arg: A): Promise<R>;
}

const RECORDING = 'scafWitness';
const SAMPLES = 'scafSamples';

interface Recording {
  /** Unit counts over time for each table row, by `table / row`. */
  figures: Record<string, number[]>;
  /** Freshness over time: live or polling, time by the clock of the machine, text. */
  said: { status: string; words: string; at: number }[];
}

/** Records from now until the next page load. */
export function startRecording(page: Watched): Promise<void> {
  return page.evaluate((key) => {
    const recording: Recording = { figures: {}, said: [] };
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
      const last = recording.said.at(-1);
      if (line && (last?.status !== status || last.words !== words)) {
        recording.said.push({ status, words, at: Date.now() });
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

/** Figures that decreased. Votes and arrivals only add up, so the result must be empty. */
export function stepsBack({ figures }: Recording): string[] {
  return Object.entries(figures)
    .filter(([, seen]) => seen.some((figure, at) => figure < (seen[at - 1] ?? 0)))
    .map(([place, seen]) => `${place}: ${seen.join(', ')}`);
}

interface Sample {
  /** Time by the page's clock. */
  at: number;
  isLive: boolean;
  /** Number of units in the first row of the table. */
  units: number;
}

/** Samples the page ten times a second. A sleeping page takes no samples. */
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

/** Samples so far. */
export function samplesOf(page: Watched): Promise<Sample[]> {
  return page.evaluate((key): Sample[] => Reflect.get(globalThis, key), SAMPLES);
}

/** Samples since the last sleep of at least `sleptMs`. Null without a sleep. */
export async function seenSinceSleep(page: Watched, sleptMs: number): Promise<Sample[] | null> {
  const samples = await samplesOf(page);
  const woke = samples.findLastIndex(
    (sample, at) => sample.at - (samples[at - 1]?.at ?? sample.at) > sleptMs,
  );
  return woke < 0 ? null : samples.slice(woke);
}
