import type { SeenFacts } from '../../../../shared/assemblies/assemblies.api.ts';
import type { AskedCode } from '../../../../shared/assemblies/law/asked-codes.ts';
import { sendOnTop } from '../../../ui/send-facts.tsx';
import { withQuestions } from './server-asks.tsx';

/**
 * Sends facts of an assembly by `sendOnTop`, with the warnings confirmed by the person.
 * @param send sends the request with the shown facts and the confirmed warnings
 * @param facts facts as typed in the form
 * @param seen facts in the form before the editing
 * @returns the server's answer; null if the user goes back to the form
 */
export const sendFacts = <T,>(
  send: (sure: { seen: SeenFacts; wentOn: AskedCode[] }) => Promise<T>,
  facts: SeenFacts,
  seen: SeenFacts,
): Promise<T | null> =>
  sendOnTop((shown: SeenFacts) => withQuestions((wentOn) => send({ seen: shown, wentOn })), seen, facts);
