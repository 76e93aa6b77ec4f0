import { isFilled } from '../bare-screen.ts';
import file from './atkinson-hyperlegible-next.woff2?url';

/** Key in localStorage: address of the file loaded before by the device. */
const LOADED_KEY = 'scaf.typeface';
/** Milliseconds between two looks at the page. */
const PAUSE = 300;

/** Loaded typeface. */
let loaded: FontFace | undefined;

/**
 * Loads the typeface of all screens after the first answers of the page, so the ballot of a phone on a crowded
 * network comes first. Then the next page shows the typeface: on a page in use, lines would break at other words, and a
 * button would move under the finger. A wall shows the typeface at once. A device with the file in the cache loads and
 * shows the typeface at once. A failed load leaves the stand-ins (stand-ins.css).
 * @param isBusy true while the page waits for answers of the server
 */
export function loadTypeface(isBusy: () => boolean): void {
  if (storedFile() === file) void load().then(showTypeface);
  else {
    afterAnswers(isBusy, async () => {
      await load();
      if (isFilled()) showTypeface();
    });
  }
}

/** Shows the typeface, if loaded. For the beginning of a page. */
export function showTypeface(): void {
  if (loaded) document.fonts.add(loaded);
}

function afterAnswers(isBusy: () => boolean, done: () => void): void {
  const isWaiting = document.readyState !== 'complete' || isBusy();
  if (isWaiting || document.querySelector('[aria-label="Cargando"]') !== null) {
    setTimeout(() => afterAnswers(isBusy, done), PAUSE);
  } else done();
}

async function load(): Promise<void> {
  const face = new FontFace('Atkinson Hyperlegible Next', `url(${file}) format('woff2')`, {
    weight: '400 700',
  });
  try {
    loaded = await face.load();
    localStorage.setItem(LOADED_KEY, file);
  } catch {
    // Without the file or without storage the page stays readable; the next page tries again.
  }
}

function storedFile(): string | null {
  try {
    return localStorage.getItem(LOADED_KEY);
  } catch {
    return null;
  }
}
