import type { Download } from './api.ts';

/** Time before the browser's copy of a saved file is released, ms: long enough for any browser to save. */
const KEEP_MS = 60_000;

/** Saves a fetched file as a browser download. */
export function saveFile({ name, blob }: Download): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}
