import { API_BASE, type InputOf } from '../../../shared/api.ts';
import type { GatewaySettings, setGatewayKeys, switchGateway } from '../../../shared/billing/gateway.api.ts';
import { HOUR_MS } from '../../../shared/durations.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem, refuseMoved } from '../../platform/http/problem.ts';
import { type BooksUseCase, inBooks } from '../ledger/books-act.ts';
import { queueAccountNews } from '../settings/account-news.ts';
import { requireBilling } from '../settings/billed-joint.ts';
import { isKeyTaken, putGateway, referencesUnderWay, setGatewayOn } from './gateway.repository.ts';
import { type BillingContext, GatewayFault, LONGEST_WAY_MS } from './gateway.types.ts';
import { hasAllKeys, type OpenGateway, readKeys, sealSecrets } from './keys.ts';

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

  /** Changes the stored keys by `work`, with an entry and the mail about changed payment data. Returns the settings. */
  async function change(
    { actor }: Principal,
    jointId: number,
    work: (act: BooksUseCase, before: OpenGateway) => Promise<void>,
  ): Promise<GatewaySettings> {
    await requireBilling(db, jointId);
    const rootId = (await directory.find(jointId))?.rootId ?? jointId;
    const keys = await inBooks(db, { jointId, actor }, async (act) => {
      const { trx, at, audit } = act;
      const before = (await readKeys(trx, secretBox, jointId)) ?? NO_GATEWAY;
      await work(act, before);
      const after = (await readKeys(trx, secretBox, jointId)) ?? NO_GATEWAY;
      const { environment, publicKey, isOn } = after;
      await audit('gatewayChanged', {
        gateway: gateway.name,
        environment,
        publicKey,
        isOn,
        before: { environment: before.environment, publicKey: before.publicKey, isOn: before.isOn },
      });
      await queueAccountNews(trx, { jointId, jointIds: [jointId, rootId], actor, at });
      return after;
    });
    mail.nudge();
    return toApi(jointId, keys);
  }

  /** Returns the settings without secrets. */
  const get = async (jointId: number): Promise<GatewaySettings> =>
    toApi(jointId, (await readKeys(db, secretBox, jointId)) ?? NO_GATEWAY);

  /**
   * Refuses the public key of another joint, because a payment would count in both, and another public key before the
   * payments with the former key ended, because the new keys cannot ask about them.
   */
  async function ensureFree(
    { trx, at }: BooksUseCase,
    jointId: number,
    { former, publicKey }: { former: string; publicKey: string },
  ): Promise<void> {
    if (await isKeyTaken(trx, jointId, publicKey)) throw new Problem('gatewayKeysTaken');
    if (former === publicKey) return;
    const references = await referencesUnderWay(trx, jointId, at - LONGEST_WAY_MS);
    if (references.length > 0) throw new Problem('gatewayPaymentsUnderWay', { references });
  }

  /**
   * Stores keys and switches the gateway off.
   * @throws Problem billingOff, gatewayKeysInvalid, gatewayKeysTaken, gatewayPaymentsUnderWay, factsMoved
   */
  function setKeys(
    principal: Principal,
    jointId: number,
    typed: InputOf<typeof setGatewayKeys>['body'],
  ): Promise<GatewaySettings> {
    return change(principal, jointId, async (act, before) => {
      const stays = before.environment === typed.environment;
      const typedOr = (text: string | undefined, storedText: string) =>
        text?.trim() ?? (stays ? storedText : '');
      const secrets = {
        integritySecret: typedOr(typed.integritySecret, before.integritySecret),
        eventsSecret: typedOr(typed.eventsSecret, before.eventsSecret),
        privateKey: typedOr(typed.privateKey, before.privateKey),
      };
      const { environment } = typed;
      const publicKey = typed.publicKey.trim();
      refuseMoved(before, { environment, publicKey }, typed.seen);
      if (!gateway.hasKeyForms({ environment, publicKey, ...secrets }))
        throw new Problem('gatewayKeysInvalid');
      await ensureFree(act, jointId, { former: before.publicKey, publicKey });
      const sealed = sealSecrets(secretBox, jointId, secrets);
      const gatewayRow = { environment, publicKey, sealed, isOn: false };
      const payPage = `${publicUrl}/Pay/${jointId}`;
      await putGateway(act.trx, jointId, gatewayRow, { ...act, nextAt: act.at + HOUR_MS, payPage });
    });
  }

  /**
   * Switches the gateway on, after a question with the private key, or off. The stored keys stay, unreadable ones too.
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
    return change(principal, jointId, async (act, before) => {
      if (on && (!hasAllKeys(before) || before.privateKey !== shown.privateKey))
        throw new Problem('gatewayKeysMissing');
      await setGatewayOn(act.trx, jointId, on, act);
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
