import type { Download } from './api.ts';

/** Long enough for any browser to have taken the bytes over. */
const KEEP_MS = 60_000;

/** Hands a fetched file to the browser, which saves it as it saves any download. */
export function saveFile({ name, blob }: Download): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}
