import type { ComponentProps, ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { Page } from '../../../ui/page.tsx';
import styles from '../../../ui/page-nav.module.css';
import { usePagesByRight } from '../../accounts/index.ts';
import { JointPicker } from '../properties/joint-picker.tsx';

const right = 'assemblies';
const pages: readonly { to: string; label: string; right?: typeof right }[] = [
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
  const open = usePagesByRight(pages);
  return (
    <Page title={title} intro={intro}>
      <nav aria-label="Preparación de la asamblea" className={`wrap-2 ${styles.nav}`}>
        {open.map(({ to, label }) => (
          <NavLink key={to} to={to} end className={`strong row ${styles.link}`}>
            {label}
          </NavLink>
        ))}
      </nav>
      {above}
      <JointPicker>{children}</JointPicker>
    </Page>
  );
}
