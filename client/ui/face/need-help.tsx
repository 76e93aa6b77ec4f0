import { useQuery } from '@tanstack/react-query';
import { Profile } from '../../../shared/profiles.ts';
import { helpSentence, phoneLink } from '../../../shared/properties/help-sentence.ts';
import { useSession } from '../../lib/session.store.ts';
import { useHelpJoint } from './help-joint.ts';
import { faceQuery } from './joint-face.tsx';

interface Props {
  /** Phone of the installation, for staff and for a page without a joint; null without a phone. */
  installationPhone: string | null;
}

/** Sentence with the help for owners at the end of a page, the phone as a link. No element without help. */
export function NeedHelp({ installationPhone }: Props) {
  const { jointId, name } = useHelpJoint();
  const isOwner = useSession(
    ({ user }) => user?.profileId === Profile.owner || user?.profileId === Profile.qr,
  );
  const options = { enabled: isOwner && jointId !== null, staleTime: Number.POSITIVE_INFINITY };
  const { data } = useQuery({ ...faceQuery(jointId ?? 0), ...options });
  const help = (isOwner && data?.help) || { phone: installationPhone, administrator: null };
  const sentence = helpSentence(help, isOwner ? name : null);
  if (sentence === null || help.phone === null) return <>{sentence}</>;
  const [before, after] = sentence.split(help.phone);
  return (
    <>
      {before}
      <a href={phoneLink(help.phone)}>{help.phone}</a>
      {after}
    </>
  );
}
