import { API_BASE, type InputOf } from '../../../shared/api.ts';
import type { GatewaySettings, setGatewayKeys, switchGateway } from '../../../shared/billing/gateway.api.ts';
import { HOUR_MS } from '../../../shared/durations.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { inBooks } from '../ledger/books-act.ts';
import { queueAccountNews } from '../settings/account-news.ts';
import { requireBilling } from '../settings/billed-joint.ts';
import { putGateway } from './gateway.repository.ts';
import { type BillingContext, GatewayFault } from './gateway.types.ts';
import { hasAllKeys, type OpenGateway, openKeys, readKeys, sealSecrets } from './keys.ts';

/** Reference that no payment has, to try the private key. */
const NO_REFERENCE = 'SCAF-0';

const NO_GATEWAY: OpenGateway = {
  environment: 'test',
  publicKey: '',
  integritySecret: '',
  eventsSecret: '',
  privateKey: '',
  isOn: false,
  isReadable: true,
};

/**
 * Creates the service for the keys of a joint at the payment gateway. Secrets are stored encrypted, and no answer, entry or
 * log has them. A change is mailed like other payment data, because owners would pay to another account.
 */
export function gatewaySettingsService(context: BillingContext) {
  const { store, secretBox, gateway, publicUrl, directory, mail } = context;
  const { db } = store;

  const toApi = (jointId: number, keys: OpenGateway): GatewaySettings => ({
    environment: keys.environment,
    publicKey: keys.publicKey,
    hasIntegritySecret: keys.integritySecret !== '',
    hasEventsSecret: keys.eventsSecret !== '',
    hasPrivateKey: keys.privateKey !== '',
    isReadable: keys.isReadable,
    isOn: keys.isOn,
    notifyUrl: `${publicUrl}${API_BASE}/gateways/wompi/${jointId}`,
  });

  /** Stores keys made from the stored ones, with an entry and the mail about changed payment data. */
  async function change(
    { actor }: Principal,
    jointId: number,
    make: (before: OpenGateway) => OpenGateway,
  ): Promise<GatewaySettings> {
    await requireBilling(db, jointId);
    const rootId = (await directory.find(jointId))?.rootId ?? jointId;
    const keys = await inBooks(db, { jointId, actor }, async ({ trx, at, audit }) => {
      const before = (await readKeys(trx, secretBox, jointId)) ?? NO_GATEWAY;
      const after = make(before);
      const { environment, publicKey, integritySecret, eventsSecret, privateKey, isOn } = after;
      const sealed = sealSecrets(secretBox, jointId, { integritySecret, eventsSecret, privateKey });
      const gatewayRow = { environment, publicKey, sealed, isOn };
      await putGateway(trx, jointId, gatewayRow, {
        at,
        actor,
        nextAt: at + HOUR_MS,
        payPage: `${publicUrl}/Pay/${jointId}`,
      });
      await audit('gatewayChanged', {
        gateway: gateway.name,
        environment,
        publicKey,
        isOn,
        before: { environment: before.environment, publicKey: before.publicKey, isOn: before.isOn },
      });
      await queueAccountNews(trx, { jointId, jointIds: [jointId, rootId], actor, at });
      return openKeys(secretBox, jointId, gatewayRow);
    });
    mail.nudge();
    return toApi(jointId, keys);
  }

  /** Returns the settings without secrets. */
  const get = async (jointId: number): Promise<GatewaySettings> =>
    toApi(jointId, (await readKeys(db, secretBox, jointId)) ?? NO_GATEWAY);

  /** Stores keys and switches the gateway off. @throws Problem billingOff, gatewayKeysInvalid */
  function setKeys(
    principal: Principal,
    jointId: number,
    typed: InputOf<typeof setGatewayKeys>['body'],
  ): Promise<GatewaySettings> {
    return change(principal, jointId, (before) => {
      const stays = before.environment === typed.environment;
      const typedOr = (text: string | undefined, storedText: string) =>
        text?.trim() ?? (stays ? storedText : '');
      const keys: OpenGateway = {
        environment: typed.environment,
        publicKey: typed.publicKey.trim(),
        integritySecret: typedOr(typed.integritySecret, before.integritySecret),
        eventsSecret: typedOr(typed.eventsSecret, before.eventsSecret),
        privateKey: typedOr(typed.privateKey, before.privateKey),
        isOn: false,
        isReadable: true,
      };
      if (!gateway.hasKeyForms(keys)) throw new Problem('gatewayKeysInvalid');
      return keys;
    });
  }

  /**
   * Switches the gateway on, after a question with the private key, or off.
   * @throws Problem billingOff, gatewayKeysMissing, gatewayTestFailed unless `confirmed`
   */
  async function turn(
    principal: Principal,
    jointId: number,
    { on, confirmed }: InputOf<typeof switchGateway>['body'],
  ): Promise<GatewaySettings> {
    const shown = (await readKeys(db, secretBox, jointId)) ?? NO_GATEWAY;
    if (on && !hasAllKeys(shown)) throw new Problem('gatewayKeysMissing');
    if (on && confirmed !== true) await tryKey(shown);
    return change(principal, jointId, (before) => {
      if (on && (!hasAllKeys(before) || before.privateKey !== shown.privateKey))
        throw new Problem('gatewayKeysMissing');
      return { ...before, isOn: on };
    });
  }

  async function tryKey(keys: OpenGateway): Promise<void> {
    try {
      await gateway.find(keys, NO_REFERENCE, new AbortController().signal);
    } catch (error) {
      if (!(error instanceof GatewayFault)) throw error;
      throw new Problem('gatewayTestFailed', { message: error.message });
    }
  }

  return { get, setKeys, turn };
}
