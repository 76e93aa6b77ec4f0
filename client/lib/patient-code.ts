import { API_BASE } from '../../shared/api.ts';
import { resend } from './resend.ts';

/** The server answers but the code is gone: another build is deployed. Only a reload helps. */
class CodeGone extends Error {
  override readonly name = 'CodeGone';
}

/**
 * Loads the code of a part and retries while the server is away: React caches the first failure of a `lazy` for ever,
 * so the page would stay broken after the server returns. Rejects if the server answers and the code is missing.
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

/** A proxy before an absent server also answers, with 502 or similar. */
async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch(`${API_BASE}/health`, { cache: 'no-store' })).status < 500;
  } catch {
    return false;
  }
}
