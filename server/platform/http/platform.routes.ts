import { getHealth, getPublicSettings } from '../../../shared/platform.api.ts';
import type { Store } from '../db/connect.ts';
import { StoreProbe } from '../db/store-probe.ts';
import type { Contact } from './contact.ts';
import type { Mount } from './mount.ts';
import { Problem } from './problem.ts';
import { ReadyJson } from './ready-json.ts';

/** Seconds until a client should repeat a failed health check: the usual interval of a load balancer. */
const RETRY = 5;

/**
 * Answer of a healthy server, as ready JSON: a health check right after the start need not wait for the compiled
 * schemas.
 */
const WELL = new ReadyJson(Buffer.from(JSON.stringify({ status: 'ok' })));

interface HealthSources {
  store: Store;
  contact: Contact;
  mail: { configured: boolean };
}

/**
 * Adds the public endpoints about the installation: health of the server, contact for support, and the
 * presence of a mail server.
 */
export function mountPlatform(mount: Mount, { store, contact, mail }: HealthSources): void {
  const probe = new StoreProbe(store.db);
  mount(getHealth, async () => {
    if (!(await probe.canWrite())) throw new Problem('storeUnavailable', undefined, RETRY);
    return WELL;
  });
  mount(getPublicSettings, async () => ({
    contactEmail: contact.email,
    contactPhone: contact.phone,
    sendsMail: mail.configured,
  }));
}
