import { NavLink } from 'react-router-dom';
import styles from '../../../ui/page-nav.module.css';
import { usePagesByRight } from '../../accounts/index.ts';

const right = 'assemblies';
const pages: readonly { to: string; label: string; right?: typeof right }[] = [
  { to: '/Assemblies', label: 'Asambleas', right },
  { to: '/Assemblies/Prepare', label: 'Preparar', right },
  { to: '/Assemblies/Codes', label: 'Códigos y escarapelas', right },
  { to: '/Assemblies/Invitations', label: 'Invitaciones', right },
  { to: '/Assemblies/Powers', label: 'Poderes', right },
  { to: '/Assemblies/Screens', label: 'Pantallas', right },
  { to: '/Rehearsal', label: 'Ensayo', right },
  { to: '/Assemblies/Challenge', label: 'Semáforo' },
  { to: '/Assemblies/Audit', label: 'Auditoría' },
];

/** Links between the pages to prepare an assembly, shown below the page title. */
export function AssembliesNav() {
  const open = usePagesByRight(pages);
  return (
    <nav aria-label="Preparación de la asamblea" className={`wrap-2 ${styles.nav}`}>
      {open.map(({ to, label }) => (
        <NavLink key={to} to={to} end className={`strong row ${styles.link}`}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
