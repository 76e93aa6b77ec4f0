import { useLocation } from 'react-router-dom';
import { usePublicSettings } from '../lib/public-settings.ts';
import { NeedHelp } from '../ui/face/need-help.tsx';
import styles from './footer.module.css';
import { isPractice } from './menu-kinds.ts';

/** Content of the footer of every page: name of the product, and the help for the reader. */
export default function Footer() {
  const { pathname } = useLocation();
  const { data } = usePublicSettings(!isPractice(pathname));
  return (
    <div className={`between ${styles.inner}`}>
      <p className="strong">Sistemas de Control de Asambleas y Facturación</p>
      {data && (
        <address className={styles.contact}>
          {data.contactEmail && <a href={`mailto:${data.contactEmail}`}>{data.contactEmail}</a>}
          <p>
            <NeedHelp installationPhone={data.contactPhone} />
          </p>
        </address>
      )}
    </div>
  );
}
