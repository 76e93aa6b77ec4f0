import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { bareText } from '../../../../shared/bare-text.ts';
import { Profile } from '../../../../shared/profiles.ts';
import { useSession } from '../../../lib/session.store.ts';
import { lazyPart } from '../../../ui/optional-part.tsx';
import { useOwnUnits } from '../properties/own-units.ts';

const OwnSeat = lazyPart(async () => (await import('./own-seat.tsx')).default);

const nameWordsOf = (text: string): string[] => bareText(text).match(/\w+/g) ?? [];

/**
 * Question about the acceptance of a seat, for an elected owner. Only the phones of owners with the words of an elected
 * name download the code; a card has no owner.
 */
export function LaterOwnSeat({ jointId, question }: { jointId: number; question: LiveConcept }) {
  const isOwner = useSession((state) => state.user?.profileId) === Profile.owner;
  const own = (useOwnUnits().data ?? []).filter((unit) => unit.jointId === jointId);
  const { elected = [], declined = [] } = question.outcome?.election ?? {};
  const ownWords = nameWordsOf(own.map(({ owner }) => owner).join(' '));
  const isNamed = ({ name }: { name: string }) => nameWordsOf(name).every((word) => ownWords.includes(word));
  if (!isOwner || ![...elected, ...declined].some(isNamed)) return null;
  return <OwnSeat jointId={jointId} question={question} own={own} />;
}
