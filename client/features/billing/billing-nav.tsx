import { NavLink } from 'react-router-dom';
import styles from '../../ui/page-nav.module.css';

const pages = [
  { to: '/Billing', label: 'Meses' },
  { to: '/Payments', label: 'Pagos' },
  { to: '/Billing/Corrections', label: 'Correcciones' },
  { to: '/Billing/Settings', label: 'Configuración' },
  { to: '/Billing/Acts', label: 'Registro de actos' },
] as const;

/** The pages with which a joint is billed, side by side; each of them shows it below its title. */
export function BillingNav() {
  return (
    <nav aria-label="Facturación de la copropiedad" className={`wrap-2 ${styles.nav}`}>
      {pages.map(({ to, label }) => (
        <NavLink key={to} to={to} end className={styles.link}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
