import { sql } from 'kysely';
import { getHealth, getPublicSettings } from '../../shared/platform.api.ts';
import type { Context } from '../context.ts';
import type { Mount } from './mount.ts';
import { Problem } from './problem.ts';

export function mountPlatform(mount: Mount, { store, contact, mail }: Context): void {
  mount(getHealth, async () => {
    try {
      await sql`select 1`.execute(store.db);
    } catch {
      throw new Problem('overloaded', undefined, 5);
    }
    return { status: 'ok' as const };
  });
  mount(getPublicSettings, async () => ({
    contactEmail: contact.email,
    contactPhone: contact.phone,
    sendsMail: mail.configured,
  }));
}
