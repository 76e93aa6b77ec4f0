import type { Download } from './api.ts';

/** Long enough for any browser to copy the content. */
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
