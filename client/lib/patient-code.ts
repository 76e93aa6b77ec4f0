import { API_BASE } from '../../shared/api.ts';
import { resend } from './resend.ts';

/** The server is there, and the code is not: another build stands in its place, which only a reload brings. */
class CodeGone extends Error {
  override readonly name = 'CodeGone';
}

/**
 * Fetches a part's code, again and again while the server is away: React keeps the first failure of a `lazy` for ever,
 * and the page would stay broken after the server is back. The promise rejects where the server answers and the code
 * still cannot be had.
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
  return () => resend(loadOrTell, { isWorth: (error) => !(error instanceof CodeGone) });
}

/** A proxy before a server that is away answers too, with 502 or the like. */
async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch(`${API_BASE}/health`, { cache: 'no-store' })).status < 500;
  } catch {
    return false;
  }
}
