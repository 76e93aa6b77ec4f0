import { signIn } from '../../../shared/accounts/auth.api.ts';
import { API_BASE } from '../../../shared/api.ts';
import type { TestApp } from '../../testing/app.ts';

interface From {
  /** `Cookie` header of the request. */
  cookie?: string;
  address?: string;
  on?: TestApp;
}

/**
 * Returns a function for tests to sign in by password from a network address. The result has status, error
 * code, waiting time in seconds, cookies and token.
 * @param usual address for calls without an address
 */
export function enterFrom(app: TestApp, usual: { address: string }) {
  return async (username: string, password: string, { cookie, address, on }: From = {}) => {
    const reply = await (on ?? app).app.inject({
      method: signIn.method,
      url: API_BASE + signIn.path,
      remoteAddress: address ?? usual.address,
      headers: cookie === undefined ? {} : { cookie },
      payload: { username, password },
    });
    const [setCookie = ''] = [reply.headers['set-cookie'] ?? []].flat();
    return {
      status: reply.statusCode,
      code: reply.statusCode === 200 ? '' : reply.json<{ code: string }>().code,
      retryAfter: Number(reply.headers['retry-after']),
      setCookie,
      cookie: setCookie.split(';', 1)[0] ?? '',
      jwt: reply.statusCode === 200 ? reply.json<{ jwt: string }>().jwt : '',
    };
  };
}
