import { create } from 'zustand';
import { API_BASE } from '../../shared/api.ts';
import { resend } from './resend.ts';

/**
 * Error if the server answers but the code file is missing, because another build is deployed. Only a reload helps.
 */
class CodeGone extends Error {
  override readonly name = 'CodeGone';
}

/** A page reloaded by hand or by `isReloadWorth` within this time is not reloaded again, ms: no endless reloads. */
const RELOADED_MS = 60_000;

/**
 * True if a reload of the page mends the error: code is missing. Browsers before Chromium 156 also keep a failed import
 * of the same address until a reload.
 */
export function isReloadWorth(error: unknown): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return error instanceof CodeGone && (load?.type !== 'reload' || performance.now() > RELOADED_MS);
}

/** Store: `isWaiting` is true while the browser waits for JavaScript code of a page from the server. */
export const useCodeWait = create<{ isWaiting: boolean }>(() => ({ isWaiting: false }));

/**
 * Wraps the loader of a page's JavaScript code (for React's `lazy`): tries again while the server does not
 * answer. Otherwise `lazy` would remember the first failure for ever. Rejects if the server answers without
 * the file.
 */
export function patientCode<T>(load: () => Promise<T>): () => Promise<T> {
  const loadOrTell = async () => {
    try {
      return await load();
    } catch (error) {
      if (await isServerThere()) throw new CodeGone('The code of a part is gone.', { cause: error });
      throw error;
    }
  };
  return async () => {
    try {
      return await resend(loadOrTell, {
        isWorth: (error) => !(error instanceof CodeGone),
        onWait: () => useCodeWait.setState({ isWaiting: true }),
      });
    } finally {
      useCodeWait.setState({ isWaiting: false });
    }
  };
}

/** True if the server itself answers. A proxy in front of an absent server answers with 502 or similar. */
async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch(`${API_BASE}/health`, { cache: 'no-store' })).status < 500;
  } catch {
    return false;
  }
}
