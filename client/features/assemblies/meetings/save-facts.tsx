import type { MovedFact, SeenFacts } from '../../../../shared/assemblies/assemblies.api.ts';
import {
  isMeetingFact,
  meetingFactNames,
  meetingFactText,
} from '../../../../shared/assemblies/facts/facts.ts';
import type { AskedCode } from '../../../../shared/assemblies/law/asked-codes.ts';
import { capitalized } from '../../../../shared/format.ts';
import { sendOnTop } from '../../../ui/send-facts.tsx';
import styles from '../common/assemblies.module.css';
import { withQuestions } from './server-asks.tsx';

const otherNames = {
  recordingUrl: 'la grabación',
  roomCode: 'el código del salón',
  zoomPassword: 'la contraseña de la reunión',
} as const;

/**
 * Sends facts of an assembly. If another person changed the same facts since the form was opened, shows the facts of
 * the other person and asks before sending on top.
 * @param send sends the request with the shown facts and the confirmed warnings
 * @param facts facts as typed in the form
 * @param seen facts in the form before the editing
 * @returns the server's answer; null if the user goes back to the form
 */
export function sendFacts<T>(
  send: (sure: { seen: SeenFacts; wentOn: AskedCode[] }) => Promise<T>,
  facts: SeenFacts,
  seen: SeenFacts,
): Promise<T | null> {
  return sendOnTop(
    (shown: SeenFacts) => withQuestions((wentOn) => send({ seen: shown, wentOn })),
    seen,
    (moved: readonly MovedFact[]) => (
      <>
        <p>Mientras usted los editaba, otra persona los guardó así:</p>
        <ul className={styles.list}>
          {moved.map((one) => (
            <li key={one.fact} className="anywhere">
              {nameOf(one.fact)}: <strong>{textOf(one.fact, one.value)}</strong> (usted escribió:{' '}
              {textOf(one.fact, facts[one.fact])})
            </li>
          ))}
        </ul>
      </>
    ),
  );
}

const nameOf = (fact: MovedFact['fact']): string =>
  capitalized(isMeetingFact(fact) ? meetingFactNames[fact] : otherNames[fact]);

function textOf(fact: MovedFact['fact'], value: MovedFact['value'] | undefined): string {
  if (Array.isArray(value)) return value.join(', ') || 'ninguno';
  if (fact === 'roomCode') return value === 'ask' ? 'se pide' : 'no se pide';
  return (isMeetingFact(fact) ? meetingFactText(fact, value) : value) || 'sin dato';
}
