import Type from 'typebox';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endpoint, everyone } from '../../shared/api.ts';
import { Profile } from '../../shared/profiles.ts';
import { ApiError, buildUrl, call, hasCode, messageOf, toApiError } from './api.ts';
import { endSession, onSessionEnd, startSession, useSession } from './session.store.ts';

const ping = endpoint('ping', 'POST /ping/:id', {
  access: everyone,
  summary: 'For this test',
  tag: 'platform',
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({ word: Type.String() }),
  answer: Type.Object({ ok: Type.Boolean() }),
});
const input = { params: { id: 'a/b' }, body: { word: 'hola' } };

function answerWith(status: number, body: unknown) {
  const fetch = vi.fn(
    async (_url: string, _init: RequestInit) => new Response(JSON.stringify(body), { status }),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

async function caught(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => error,
  );
}

const ana = { userId: '1', username: 'ana', name: 'Ana', profileId: Profile.full };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  endSession();
});

describe('API call', () => {
  it('call sends path, parameters, body, idempotency key and token', async () => {
    startSession('the-token', ana);
    const fetch = answerWith(200, { ok: true });
    expect(await call(ping, { ...input, idempotencyKey: 'key-12345' })).toEqual({ ok: true });
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(url).toBe('/SCAF/api/ping/a%2Fb');
    expect(init).toMatchObject({
      method: 'POST',
      body: '{"word":"hola"}',
      headers: {
        'Content-Type': 'application/json',
        Authorization: 'Bearer the-token',
        'Idempotency-Key': 'key-12345',
      },
    });
  });

  it('buildUrl leaves undefined values out of the query', () => {
    expect(buildUrl('/x', {}, { a: 1, b: undefined, c: true })).toBe('/SCAF/api/x?a=1&c=true');
    expect(() => buildUrl('/x/:id')).toThrow(/id is missing/);
  });
});

describe('failed API call', () => {
  it('a failed call carries the code, sentence and details of the server', async () => {
    answerWith(409, {
      statusCode: 409,
      code: 'alreadyVoted',
      message: 'Solo se puede votar una vez.',
      details: { at: 1 },
    });
    const error = await caught(call(ping, input));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 409, code: 'alreadyVoted', details: { at: 1 } });
    expect(messageOf(error)).toBe('Solo se puede votar una vez.');
    expect(hasCode(error, 'alreadyVoted')).toBe(true);
    expect(hasCode(error, 'voteNotActive')).toBe(false);
  });

  it('messageOf prefers the sentence in the details', () => {
    const refused = (details: unknown) =>
      toApiError(413, { statusCode: 413, code: 'sheetTooLarge', message: 'Es grande.', details });
    expect(messageOf(refused({ reason: 'sheetTooLarge', message: 'Borre la celda XFD1.' }))).toBe(
      'Borre la celda XFD1.',
    );
    for (const details of [null, 'x', [], { message: 1 }])
      expect(messageOf(refused(details))).toBe('Es grande.');
  });

  it('toApiError replaces a foreign error page with a known code', () => {
    expect(toApiError(502, null)).toMatchObject({ code: 'overloaded' });
    expect(toApiError(500, '<html>')).toMatchObject({ code: 'internal' });
  });

  it('a failed call carries the Retry-After of the server in milliseconds', async () => {
    for (const [header, ms] of [
      ['7', 7_000],
      ['soon', null],
    ] as const) {
      vi.stubGlobal(
        'fetch',
        async () => new Response('{}', { status: 503, headers: { 'Retry-After': header } }),
      );
      expect(await caught(call(ping, input))).toMatchObject({ status: 503, retryAfterMs: ms });
    }
  });

  it('a network failure becomes "Network Error"; messageOf takes another text', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    const error = await caught(call(ping, input));
    expect(error).toMatchObject({ status: 0, code: 'network', message: 'Network Error' });
    expect(messageOf(error, 'No se puede votar en este momento. Intente nuevamente.')).toBe(
      'No se puede votar en este momento. Intente nuevamente.',
    );
  });

  it('a call without an answer in 30 seconds fails as a timeout', async () => {
    vi.useFakeTimers();
    vi.stubGlobal(
      'fetch',
      (_url: string, { signal }: RequestInit) =>
        new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
        ),
    );
    const failed = caught(call(ping, input));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await failed).toMatchObject({ code: 'timeout', message: 'timeout of 30000ms exceeded' });
  });

  it('an abort by the caller stays an abort', async () => {
    const controller = new AbortController();
    vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
      controller.abort();
      signal?.throwIfAborted();
    });
    const error = await caught(call(ping, { ...input, signal: controller.signal }));
    expect(error).not.toBeInstanceOf(ApiError);
  });
});

describe('401 answers', () => {
  const refusal = { statusCode: 401, code: 'unauthenticated', message: 'Su sesión no es válida.' };

  it('a 401 ends the current session with a notice and resets every store', async () => {
    const reset = vi.fn();
    onSessionEnd(reset);
    startSession('old', ana);
    answerWith(401, refusal);
    await caught(call(ping, input));
    expect(useSession.getState()).toMatchObject({
      token: null,
      user: null,
      navType: Profile.visitor,
      leaving: false,
    });
    expect(useSession.getState().notice).toMatch(/Su sesión terminó/);
    expect(reset).toHaveBeenCalled();
  });

  it('a 401 for a token that was renewed meanwhile keeps the session', async () => {
    startSession('old', ana);
    vi.stubGlobal('fetch', async () => {
      startSession('new', ana);
      return new Response(JSON.stringify(refusal), { status: 401 });
    });
    await caught(call(ping, input));
    expect(useSession.getState().token).toBe('new');
  });

  it('a 401 during sign-in only reports a wrong password', async () => {
    answerWith(401, {
      statusCode: 401,
      code: 'invalidCredentials',
      message: 'Usuario o Contraseña Inválido.',
    });
    const error = await caught(call(ping, input));
    expect(messageOf(error)).toBe('Usuario o Contraseña Inválido.');
    expect(useSession.getState().notice).toBeNull();
  });
});
