import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts short secrets of the store, for example the keys of a payment gateway, with a key of the installation. */
export interface SecretBox {
  /** Encrypts a text. `about` names the row: the text opens only under the same name. */
  seal: (text: string, about: string) => string;
  /** Decrypts a text. Null for a text of another installation key, of another row, or changed. */
  open: (sealed: string, about: string) => string | null;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Makes the box of an installation (AES-256-GCM). The key comes from the secret of the sessions, so a copy of the store
 * without that secret has no readable text.
 */
export function secretBox(secret: string): SecretBox {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'scaf: secrets of the store', 32));
  return {
    seal: (text, about) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open: (sealed, about) => {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)];
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(about))
          .setAuthTag(rest.subarray(0, TAG_BYTES));
        return Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()]).toString();
      } catch {
        return null;
      }
    },
  };
}
