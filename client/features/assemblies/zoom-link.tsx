import styles from './assemblies.module.css';

export interface Meeting {
  zoomId: string;
  zoomPassword: string;
}

/** The address of a video meeting. What was typed with spaces or signs does not change where it leads. */
export function zoomUrl({ zoomId, zoomPassword }: Meeting): string {
  const id = encodeURIComponent(zoomId.replace(/[\s-]/g, ''));
  return `https://zoom.us/j/${id}?pwd=${encodeURIComponent(zoomPassword)}`;
}

/** 'Ingresar a la reunión', in another tab: this one is for voting. */
export function ZoomLink({ meeting }: { meeting: Meeting }) {
  return (
    <a href={zoomUrl(meeting)} target="_blank" rel="noopener noreferrer" className={styles.external}>
      Ingresar a la reunión
    </a>
  );
}
