import type { JointLogo } from '../../../shared/billing/settings.api.ts';
import type { Context } from '../../platform/context.ts';
import { imageUrl, readImage, type StoredImage } from '../../platform/http/images/image.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { inBooks } from '../ledger/books-act.ts';
import { requireBilling } from './billed-joint.ts';
import { chooseLogo, chosenLogo, insertLogo, readLogos } from './logos.repository.ts';

/** Limits of a logo: sharp on a bill at 300 dpi, and every mailed bill carries the logo. */
const LOGO = { pixels: 600, bytes: 300 * 1024, tooLarge: 'logoTooLarge' } as const;

/**
 * Creates the service for the logo printed on a joint's next bills: reads, uploads and removes the logo. Each
 * change is recorded in the audit trail of the joint's billing.
 */
export function logoService({ store: { db } }: Context) {
  const change = ({ actor }: Principal, jointId: number, logo: StoredImage | null): Promise<void> =>
    inBooks(db, { jointId, actor }, async ({ trx, at, audit }) => {
      const before = await chosenLogo(trx, jointId);
      if (logo === null && before === null) return;
      const logoId = logo && (await insertLogo(trx, jointId, logo, { at, actor }));
      await audit(logo === null ? 'logoRemoved' : 'logoSet', { logoId, before });
      await chooseLogo(trx, jointId, logoId);
    });

  return {
    get: async (jointId: number): Promise<JointLogo> => {
      const logoId = await chosenLogo(db, jointId);
      const logo = logoId === null ? undefined : (await readLogos(db, [logoId])).get(logoId);
      return logoToApi(logo ?? null);
    },

    /** Sets the joint's logo from an uploaded image. @throws Problem logoInvalid, logoTooLarge */
    set: async (principal: Principal, jointId: number, bytes: Uint8Array): Promise<JointLogo> => {
      const logo = await readImage(bytes, LOGO);
      await requireBilling(db, jointId);
      await change(principal, jointId, logo);
      return logoToApi(logo);
    },

    remove: (principal: Principal, jointId: number): Promise<void> => change(principal, jointId, null),
  };
}

function logoToApi(logo: StoredImage | null): JointLogo {
  if (logo === null) return { image: null, width: null, height: null };
  const { width, height } = logo;
  return { image: imageUrl(logo), width, height };
}
