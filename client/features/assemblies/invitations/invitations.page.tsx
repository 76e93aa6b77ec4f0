import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { NO_MAIL_SERVER } from '../../../mail/mail-words.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { JointPicker } from '../joint-picker.tsx';
import { assemblyJointQuery } from '../meetings/assemblies.queries.ts';
import { AssembliesNav } from '../meetings/assemblies-nav.tsx';
import { InvitationList } from './invitation-list.tsx';
import { invitationsQuery } from './use-invitations.ts';

/** '/Assemblies/Invitations': the ways into the current assembly from home. */
export default function InvitationsPage() {
  return (
    <Page
      title="Invitaciones"
      intro="Cada propietario recibe un enlace personal para asistir y votar desde su celular o computador."
    >
      <AssembliesNav />
      <JointPicker>
        {(joint, picker) => <Invitations key={joint.id} jointId={joint.id} picker={picker} />}
      </JointPicker>
    </Page>
  );
}

function Invitations({ jointId, picker }: { jointId: number; picker: ReactNode }) {
  const list = useQuery(invitationsQuery(jointId));
  const joint = useQuery(assemblyJointQuery(jointId));
  if (list.isPending || joint.isPending) {
    return (
      <>
        {picker}
        <Loading />
      </>
    );
  }
  if (!list.data || !joint.data) {
    const retry = () => void Promise.all([list.refetch(), joint.refetch()]);
    return (
      <>
        {picker}
        <ErrorState message={messageOf(list.error ?? joint.error)} onRetry={retry} />
      </>
    );
  }
  const { invitations, mailConfigured } = list.data;
  const isOver = joint.data.assembly?.closedAt != null;
  return (
    <>
      {picker}
      {isOver && (
        <Notice kind="info">La asamblea está cerrada: sus enlaces ya no sirven y no se envían más.</Notice>
      )}
      {!mailConfigured && !isOver && <Notice kind="warning">{NO_MAIL_SERVER}</Notice>}
      {invitations.length === 0 ? (
        <EmptyState message="Esta copropiedad no tiene propietarios con usuario. La plataforma los crea en Usuarios." />
      ) : (
        <InvitationList jointId={jointId} invitations={invitations} isOver={isOver} />
      )}
    </>
  );
}
