import type { KeyedHash } from '../lib/keyed-hash.ts';

/** Letters of the hash in a return address: 80 bits, because an address has at most 64 letters before the @. */
const HASH_LETTERS = 20;

/**
 * Return addresses of mails: each mail has its own address, so a bounce names the mail. The address holds the id of the
 * mail and a hash with the server's key, so a stranger cannot invent a bounce.
 */
export interface ReturnAddresses {
  /** Returns the address for the bounces of a mail: `rebotes+4f-0123456789abcdef0123@ejemplo.co`. */
  of: (messageId: number) => string;
  /** Returns the id of the mail with this return address; null for any other address. */
  messageOf: (address: string) => number | null;
}

/** @param bounceUrl mailbox of bounces (`BOUNCE_URL`): the user is the address of the mailbox, `rebotes@ejemplo.co` */
export function returnAddresses(bounceUrl: string, hash: KeyedHash): ReturnAddresses {
  const mailbox = decodeURIComponent(new URL(bounceUrl).username);
  const at = mailbox.lastIndexOf('@');
  const [local, domain] = [mailbox.slice(0, at), mailbox.slice(at + 1)];
  const of = (messageId: number): string => {
    const id = messageId.toString(36);
    return `${local}+${id}-${hash(`bounce of ${id}`).slice(0, HASH_LETTERS)}@${domain}`;
  };
  return {
    of,
    messageOf: (address) => {
      const id = Number.parseInt(/\+([0-9a-z]{1,10})-[^+@]+@/i.exec(address)?.[1] ?? '', 36);
      return Number.isSafeInteger(id) && of(id).toLowerCase() === address.toLowerCase() ? id : null;
    },
  };
}
