import type { ComponentProps, ReactNode } from 'react';
import { Page } from '../../../ui/page.tsx';
import { type NavPage, PageNav } from '../../accounts/index.ts';
import { JointPicker } from '../properties/joint-picker.tsx';

const right = 'assemblies';
const pages: readonly NavPage[] = [
  { to: '/Assemblies', label: 'Asambleas', right },
  { to: '/Assemblies/Prepare', label: 'Preparar', right },
  { to: '/Assemblies/Codes', label: 'Códigos y escarapelas', right },
  { to: '/Assemblies/Invitations', label: 'Invitaciones', right },
  { to: '/Assemblies/Powers', label: 'Poderes', right },
  { to: '/Assemblies/Screens', label: 'Pantallas', right },
  { to: '/Rehearsal', label: 'Ensayo', right },
  { to: '/Assemblies/Challenge', label: 'Semáforo', right },
  { to: '/Assemblies/Audit', label: 'Auditoría' },
];

interface Props extends Pick<ComponentProps<typeof JointPicker>, 'children'> {
  title: string;
  intro?: string;
  /** Content between the links and the select of the joint. */
  above?: ReactNode;
}

/**
 * Common frame of the pages to prepare an assembly: title, links to the other pages, and the select of the joint.
 * @param children renders the page for the selected joint
 */
export function AssembliesScreen({ title, intro, above, children }: Props) {
  return (
    <Page title={title} intro={intro}>
      <PageNav label="Preparación de la asamblea" pages={pages} />
      {above}
      <JointPicker>{children}</JointPicker>
    </Page>
  );
}
