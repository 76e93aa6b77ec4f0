import { isMeetingAddress } from '../../../../shared/assemblies/facts/meeting-address.ts';
import styles from '../common/assemblies.module.css';

/** Number (or whole address) and password of the video meeting of a virtual assembly, as texts. */
export interface Meeting {
  zoomId: string;
  zoomPassword: string;
}

/**
 * Makes the web address of a video meeting: of Zoom from number and password, without spaces and hyphens of the number;
 * of another platform the typed address.
 */
export function zoomUrl({ zoomId, zoomPassword }: Meeting): string {
  if (isMeetingAddress(zoomId)) return zoomId;
  const id = encodeURIComponent(zoomId.replace(/[\s-]/g, ''));
  return `https://zoom.us/j/${id}?pwd=${encodeURIComponent(zoomPassword)}`;
}

/** Link 'Ingresar a la reunión', opened in another tab to keep this tab for voting. */
export function ZoomLink({ meeting }: { meeting: Meeting }) {
  return (
    <a href={zoomUrl(meeting)} target="_blank" rel="noopener noreferrer" className={styles.external}>
      Ingresar a la reunión
    </a>
  );
}
