import * as api from '../../../shared/billing/settings.api.ts';
import type { Context } from '../../platform/context.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { ratesService } from './rates.service.ts';
import { settingsService } from './settings.service.ts';

/** Settings, rates and concepts. */
export function mountSettings(mount: Mount, { store: { db } }: Context): void {
  const settings = settingsService(db);
  const rates = ratesService(db);

  mount(api.getBillingSettings, ({ params }) => settings.get(params.jointId));
  mount(api.changeBillingSettings, ({ params, body }, { principal }) =>
    settings.change(principal, params.jointId, body),
  );
  mount(api.listLegalRates, () => rates.legal());
  mount(api.setLegalRate, ({ body }, { principal }) => rates.setLegal(principal, body));
  mount(api.listJointRates, ({ params }) => rates.ofJoint(params.jointId));
  mount(api.setJointRate, ({ params, body }, { principal }) =>
    rates.setOfJoint(principal, params.jointId, body),
  );
  mount(api.listInterestFreeMonths, ({ params }) => rates.interestFree(params.jointId));
  mount(api.setInterestFreeMonth, ({ params, body }, { principal }) =>
    rates.setInterestFree(principal, params.jointId, body),
  );
  mount(api.listChargeConcepts, ({ params }) => settings.concepts(params.jointId));
  mount(api.changeChargeConcept, async ({ params, body }, { principal }) => {
    await settings.changeConcept(principal, params, body.nature);
    return null;
  });
}
