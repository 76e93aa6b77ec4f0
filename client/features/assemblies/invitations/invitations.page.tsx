import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NO_MAIL_SERVER } from '../../../mail/mail-words.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { bothOf, QueryView } from '../../../ui/query-view.tsx';
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
  const ofJoint = useQuery(assemblyJointQuery(jointId));
  return (
    <QueryView query={bothOf(list, ofJoint)} above={picker}>
      {([{ invitations, mailConfigured }, joint]) => {
        const isOver = joint.assembly?.closedAt != null;
        return (
          <>
            {picker}
            {isOver && (
              <Notice kind="info">
                La asamblea está cerrada: sus enlaces ya no sirven y no se envían más.
              </Notice>
            )}
            {!mailConfigured && !isOver && <Notice kind="warning">{NO_MAIL_SERVER}</Notice>}
            {invitations.length === 0 ? (
              <EmptyState message="Esta copropiedad no tiene propietarios con usuario. La plataforma los crea en Usuarios." />
            ) : (
              <InvitationList jointId={jointId} invitations={invitations} isOver={isOver} />
            )}
          </>
        );
      }}
    </QueryView>
  );
}
