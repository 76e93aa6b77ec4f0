import type { Client } from './clients.data.ts';
import styles from './landing.module.css';

const marks: Record<Client['mark'], string> = {
  towers: 'M8 40V18h10v22M18 40V8h12v32M30 40V22h10v18M4 40h40M22 14h4M22 20h4M22 26h4M12 24h2M34 28h2',
  tree: 'M24 42V24M24 6c-8 0-13 6-12 12-4 1-5 9 2 10h20c7-1 6-9 2-10 1-6-4-12-12-12zM24 30l6-5M24 34l-5-4',
  wave: 'M4 30c5-5 9-5 13 0s9 5 14 0 9-5 13 0M4 38c5-5 9-5 13 0s9 5 14 0 9-5 13 0M14 22l10-12 10 12',
  roof: 'M4 26l12-12 12 12M8 23v17h16V23M22 20l8-8 14 14M40 23v17H24M13 40v-9h6v9',
  sun: 'M10 34a14 14 0 0 1 28 0M4 34h40M24 8v6M8 15l4 4M40 15l-4 4M12 40h24',
  arch: 'M8 42V24a16 16 0 0 1 32 0v18M16 42V25a8 8 0 0 1 16 0v17M4 42h40M24 4v5',
  peak: 'M4 40l14-26 9 16 5-8 12 18zM14 22l4 4 4-4M32 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
  leaf: 'M10 38C8 18 20 8 40 8c0 20-10 32-30 30zM6 42l20-20M18 30v-9M22 26h9',
  grid: 'M6 16h36v26H6zM6 16l4-10h28l4 10M6 24h36M18 42V32h12v10M15 6l-2 10M33 6l2 10M24 6v10',
  bridge: 'M4 34h40M12 42V12M36 42V12M4 26c4-2 6-6 8-12 4 14 20 14 24 0 2 6 4 10 8 12M20 34v-9M28 34v-9',
};

/** A drawn mark with the client's name under it. */
export function ClientLogo({ client }: { client: Client }) {
  return (
    <figure className={styles.client}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <path d={marks[client.mark]} />
      </svg>
      <figcaption>{client.name}</figcaption>
    </figure>
  );
}
