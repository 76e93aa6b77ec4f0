/** Notes down, within a page, what it shows while nobody looks: every figure as it changes, and its freshness. */

/** Playwright's pages, and those that it does not drive. */
interface Watched {
  evaluate<R, A>(inPage: (arg: A) => R, arg: A): Promise<R>;
}

const RECORDING = 'scafWitness';
const SAMPLES = 'scafSamples';

interface Recording {
  /** Of each row of each table of units, `table / row`: the numbers of units that stood there, in their order. */
  figures: Record<string, number[]>;
  /** What the page said of itself, in its order: live or polling, when by this machine's clock, in which words. */
  said: { status: string; words: string; at: number }[];
}

/** From now on, until the page is loaded again. */
export function startRecording(page: Watched): Promise<void> {
  return page.evaluate((key) => {
    const recording: Recording = { figures: {}, said: [] };
    Reflect.set(globalThis, key, recording);
    const note = () => {
      for (const cell of document.querySelectorAll('table[aria-label] td[data-header="Inmuebles"]')) {
        const table = cell.closest('table')?.getAttribute('aria-label') ?? '';
        const row = cell.closest('tr')?.querySelector('th')?.textContent?.trim() ?? '';
        // Another question starts again from nothing; its answers have a table of their own name.
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

/** Figures that went down: none ever may where votes and arrivals only add up. */
export function stepsBack({ figures }: Recording): string[] {
  return Object.entries(figures)
    .filter(([, seen]) => seen.some((figure, at) => figure < (seen[at - 1] ?? 0)))
    .map(([place, seen]) => `${place}: ${seen.join(', ')}`);
}

interface Sample {
  /** By the page's clock. */
  at: number;
  isLive: boolean;
  /** The number of units in the first row of the table. */
  units: number;
}

/** Looks at the page ten times a second, as somebody before it does; a page that sleeps does not look. */
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

/** What was seen so far. */
export function samplesOf(page: Watched): Promise<Sample[]> {
  return page.evaluate((key): Sample[] => Reflect.get(globalThis, key), SAMPLES);
}

/** What was seen since the page last slept for so long; null while it did not. */
export async function seenSinceSleep(page: Watched, sleptMs: number): Promise<Sample[] | null> {
  const samples = await samplesOf(page);
  const woke = samples.findLastIndex(
    (sample, at) => sample.at - (samples[at - 1]?.at ?? sample.at) > sleptMs,
  );
  return woke < 0 ? null : samples.slice(woke);
}
