import type { FactRow } from '../../shared/audit/fact-rows.ts';
import { markOf, type Seen, seenValue } from '../../shared/seen.ts';
import { hasCode } from '../lib/api.ts';
import { confirm } from './confirm.tsx';

/** Returns facts as rows for reading. An empty object stands as a dash. */
async function readableFacts(facts: object): Promise<readonly FactRow[]> {
  const { factRows } = await import('../../shared/audit/fact-rows.ts');
  return factRows(
    '',
    Object.fromEntries(
      Object.entries(facts).map(([name, value]) => [name, JSON.stringify(value) === '{}' ? null : value]),
    ),
  );
}

/** Maximum number of shown characters of a value. */
const MOST_VALUE_CHARACTERS = 160;

const shortText = (text: string): string =>
  text.length > MOST_VALUE_CHARACTERS ? `${text.slice(0, MOST_VALUE_CHARACTERS)}…` : text;

/** Values of the other person, each beside the typed value. */
function MovedFacts({ theirs, mine }: { theirs: readonly FactRow[]; mine: readonly FactRow[] }) {
  const typed = new Map(mine);
  return (
    <>
      <p>Mientras usted editaba, otra persona guardó:</p>
      <ul className="stack-2">
        {theirs.map(([name, text]) => (
          <li key={name} className="anywhere">
            {name}: <strong>{shortText(text)}</strong> (usted escribió: {shortText(typed.get(name) ?? '—')})
          </li>
        ))}
      </ul>
      <p>Si guarda lo suyo, lo de la otra persona se reemplaza y el cambio queda en el registro.</p>
    </>
  );
}

/**
 * Sends facts with the values shown before. If another person changed the same facts (409 `factsMoved`), shows both values
 * and asks before sending on top.
 * @param send sends the request with the shown values
 * @param typed values of the form, by fact
 * @param rowsOf returns facts as rows for reading
 * @returns the server's answer; null if the user goes back to the form
 */
export async function sendOnTop<T, S extends object>(
  send: (seen: S) => Promise<T>,
  seen: S,
  typed: object,
  rowsOf: (facts: object) => readonly FactRow[] | Promise<readonly FactRow[]> = readableFacts,
): Promise<T | null> {
  try {
    return await send(seen);
  } catch (error) {
    if (!hasCode(error, 'factsMoved')) throw error;
    const { facts } = error.details as { facts: { fact: string; value: unknown }[] };
    const moved = Object.fromEntries(facts.map(({ fact, value }) => [fact, value]));
    const isSure = await confirm({
      title: 'Otra persona cambió los mismos datos',
      body: <MovedFacts theirs={await rowsOf(moved)} mine={await rowsOf(typed)} />,
      yes: 'Guardar lo mío',
      no: 'Revisar',
      danger: true,
    });
    return isSure ? sendOnTop(send, { ...seen, ...moved }, typed, rowsOf) : null;
  }
}

/**
 * Sends the values different from the shown or the stored values, by `sendOnTop`.
 * @param typed values of the form
 * @param shown values shown when the form opened
 * @param more `asRead`: returns facts for reading, for example names in place of ids; `stored`: latest values, as another card of
 *   the page may have read the change of another person
 */
export function sendChanges<T, C extends object>(
  send: (body: C & { seen: Seen<C> }) => Promise<T>,
  typed: C,
  shown: object,
  { asRead = (facts) => facts, stored = shown }: { asRead?: (facts: C) => object; stored?: object } = {},
): Promise<T | null> {
  const isChanged = ([name, value]: [string, unknown]) =>
    [shown, stored].some(
      (values) => JSON.stringify(seenValue(value)) !== JSON.stringify(seenValue(Reflect.get(values, name))),
    );
  const body = Object.fromEntries(Object.entries(typed).filter(isChanged)) as C;
  const before = Object.fromEntries(
    Object.keys(body).map((name) => [name, Reflect.get(shown, name) ?? null]),
  );
  return sendOnTop(
    (seen) => send({ ...body, seen: marked<C>(seen) }),
    before,
    body,
    (facts) => readableFacts(asRead(facts as C)),
  );
}

/** Returns shown values with marks in place of lists. */
const marked = <C,>(shown: object): Seen<C> =>
  Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [name, Array.isArray(value) ? markOf(value) : value]),
  ) as Seen<C>;
