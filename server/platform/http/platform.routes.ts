import { getHealth, getPublicSettings } from '../../../shared/platform.api.ts';
import type { Store } from '../db/connect.ts';
import { StoreProbe } from '../db/store-probe.ts';
import type { Contact } from './contact.ts';
import type { Mount } from './mount.ts';
import { Problem } from './problem.ts';
import { ReadyJson } from './ready-json.ts';

/** Seconds: the usual interval of a load balancer. */
const RETRY = 5;

/** Serialised by hand: a health check after the start does not wait for the serialisers. */
const WELL = new ReadyJson(Buffer.from(JSON.stringify({ status: 'ok' })));

interface HealthSources {
  store: Store;
  contact: Contact;
  mail: { configured: boolean };
}

/** Mounts the public endpoints of an installation: health, contact, and if mail is configured. */
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
