import type { ReactNode } from 'react';
import { hasCode } from '../lib/api.ts';
import { confirm } from './confirm.tsx';

const MOVED =
  'Mientras usted editaba, otra persona guardó otros valores. Si elige «Revisar», usted conserva lo que escribió.';

/** Fact changed by another person since the form was opened, with the stored value. */
interface MovedValue<F extends string> {
  fact: F;
  value: unknown;
}

/**
 * Sends facts with the values shown before. If another person changed the same facts (409 `factsMoved`), asks before sending
 * on top.
 * @param send sends the request with the shown values
 * @param wordsOf text about the facts of the other person; absent for a general sentence
 * @returns the server's answer; null if the user goes back to the form
 */
export async function sendOnTop<T, S extends object, M extends MovedValue<keyof S & string>>(
  send: (seen: S) => Promise<T>,
  seen: S,
  wordsOf: (moved: readonly M[]) => ReactNode = () => MOVED,
): Promise<T | null> {
  try {
    return await send(seen);
  } catch (error) {
    if (!hasCode(error, 'factsMoved')) throw error;
    const { facts } = error.details as { facts: M[] };
    const isSure = await confirm({
      title: 'Otra persona cambió los mismos datos',
      body: (
        <>
          {wordsOf(facts)}
          <p>Si guarda lo suyo, lo de la otra persona se reemplaza y el cambio queda en el registro.</p>
        </>
      ),
      yes: 'Guardar lo mío',
      no: 'Revisar',
      danger: true,
    });
    if (!isSure) return null;
    const newest = Object.fromEntries(facts.map(({ fact, value }) => [fact, value]));
    return sendOnTop(send, { ...seen, ...newest }, wordsOf);
  }
}

/**
 * Sends the values different from the shown values, by `sendOnTop`.
 * @param typed values of the form
 * @param shown values shown when the form opened
 */
export function sendChanges<T, C extends object, M extends MovedValue<keyof C & string>>(
  send: (body: C & { seen: C }) => Promise<T>,
  typed: C,
  shown: object,
  wordsOf?: (moved: readonly M[]) => ReactNode,
): Promise<T | null> {
  const changed = Object.entries(typed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(shown, name)),
  );
  const body = Object.fromEntries(changed) as C;
  const before = Object.fromEntries(changed.map(([name]) => [name, Reflect.get(shown, name) ?? null])) as C;
  return sendOnTop((seen: C) => send({ ...body, seen }), before, wordsOf);
}
