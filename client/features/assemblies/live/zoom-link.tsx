import styles from '../common/assemblies.module.css';

/** Number and password of the Zoom meeting of a virtual assembly, as texts. */
export interface Meeting {
  zoomId: string;
  zoomPassword: string;
}

/** Makes the web address of a Zoom meeting from number and password. Ignores spaces and hyphens in the number. */
export function zoomUrl({ zoomId, zoomPassword }: Meeting): string {
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
