import { getHealth, getPublicSettings } from '../../../shared/platform.api.ts';
import type { Context } from '../../context.ts';
import { StoreProbe } from '../db/store-probe.ts';
import type { Mount } from './mount.ts';
import { Problem } from './problem.ts';

/** Seconds: a balancer's usual round. */
const RETRY = 5;

export function mountPlatform(mount: Mount, { store, contact, mail }: Context): void {
  const probe = new StoreProbe(store.db);
  mount(getHealth, async () => {
    if (!(await probe.canWrite())) throw new Problem('storeUnavailable', undefined, RETRY);
    return { status: 'ok' as const };
  });
  mount(getPublicSettings, async () => ({
    contactEmail: contact.email,
    contactPhone: contact.phone,
    sendsMail: mail.configured,
  }));
}
