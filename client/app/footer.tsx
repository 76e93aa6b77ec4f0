import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { getPublicSettings } from '../../shared/platform.api.ts';
import { call } from '../lib/api.ts';
import styles from './footer.module.css';
import { isPractice } from './menus.ts';

/** The full name and, where the installation has one, the support contact. */
export function Footer() {
  const { pathname } = useLocation();
  const { data } = useQuery({
    queryKey: ['public-settings'],
    queryFn: ({ signal }) => call(getPublicSettings, { signal }),
    // It changes with the installation, not while somebody looks at it.
    enabled: !isPractice(pathname),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p className={styles.name}>Sistemas de Control de Asambleas y Facturación</p>
        {(data?.contactEmail || data?.contactPhone) && (
          <address className={styles.contact}>
            {data.contactEmail && <a href={`mailto:${data.contactEmail}`}>{data.contactEmail}</a>}
            {data.contactPhone && (
              <a href={`tel:${data.contactPhone.replace(/[^+\d]/g, '')}`}>{data.contactPhone}</a>
            )}
          </address>
        )}
      </div>
    </footer>
  );
}
