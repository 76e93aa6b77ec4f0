import { NavLink } from 'react-router-dom';
import styles from '../../../ui/page-nav.module.css';

const pages = [
  { to: '/Assemblies', label: 'Asambleas' },
  { to: '/Assemblies/Prepare', label: 'Preparar' },
  { to: '/Assemblies/Codes', label: 'Códigos y escarapelas' },
  { to: '/Assemblies/Invitations', label: 'Invitaciones' },
  { to: '/Assemblies/Powers', label: 'Poderes' },
  { to: '/Assemblies/Screens', label: 'Pantallas' },
  { to: '/Assemblies/Audit', label: 'Auditoría' },
] as const;

/** Links between the pages to prepare an assembly, shown below the page title. */
export function AssembliesNav() {
  return (
    <nav aria-label="Preparación de la asamblea" className={`wrap-2 ${styles.nav}`}>
      {pages.map(({ to, label }) => (
        <NavLink key={to} to={to} end className={styles.link}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
