import type { Client } from './clients.data.ts';
import styles from './clients.module.css';

/** A client's logo, on white as logos expect, with the name under it. */
export function ClientLogo({ client }: { client: Client }) {
  return (
    <li className={styles.client}>
      {/* The name stands below: said twice, it would be heard twice. */}
      <img src={client.logo} alt="" width="160" height="96" loading="lazy" decoding="async" />
      <span>{client.name}</span>
    </li>
  );
}
