import type { Db } from '../../platform/db/engine.ts';
import type { SecretBox } from '../../platform/lib/secret-box.ts';
import { findGateway, type StoredGateway } from './gateway.repository.ts';
import type { GatewayKeys, GatewaySecrets } from './gateway.types.ts';

const NO_SECRETS: GatewaySecrets = { integritySecret: '', eventsSecret: '', privateKey: '' };

/** Name of the sealed text of a joint, so that a text copied to another joint does not open. */
const aboutJoint = (jointId: number): string => `gateway of joint ${jointId}`;

/** Keys of a joint, decrypted. `isReadable` is false if the installation's key has changed; the secrets are then ''. */
export interface OpenGateway extends GatewayKeys {
  isOn: boolean;
  isReadable: boolean;
}

/** Encrypts the secrets of a joint for the store. */
export const sealSecrets = (box: SecretBox, jointId: number, secrets: GatewaySecrets): string =>
  box.seal(JSON.stringify(secrets), aboutJoint(jointId));

/** Reads and decrypts the keys of a joint; null without a gateway. */
export async function readKeys(db: Db, box: SecretBox, jointId: number): Promise<OpenGateway | null> {
  const stored = await findGateway(db, jointId);
  return stored === undefined ? null : openKeys(box, jointId, stored);
}

/** Decrypts stored keys. */
function openKeys(
  box: SecretBox,
  jointId: number,
  { environment, publicKey, isOn, sealed }: StoredGateway,
): OpenGateway {
  const text = box.open(sealed, aboutJoint(jointId));
  const secrets: GatewaySecrets = text === null ? NO_SECRETS : { ...NO_SECRETS, ...JSON.parse(text) };
  return { environment, publicKey, isOn, isReadable: text !== null, ...secrets };
}

/** True if all four keys are set. */
export const hasAllKeys = ({ publicKey, integritySecret, eventsSecret, privateKey }: GatewayKeys): boolean =>
  [publicKey, integritySecret, eventsSecret, privateKey].every((key) => key !== '');
