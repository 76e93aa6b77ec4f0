import type { Help } from '../../shared/properties/face.api.ts';
import { helpSentence } from '../../shared/properties/help-sentence.ts';
import { readAdministrators } from '../accounts/index.ts';
import type { Db } from '../platform/db/engine.ts';
import { readHelpPhone } from './joints.repository.ts';

/**
 * Reads the help for the owners of a joint. Takes the first available of:
 * 1. the phone of the joint
 * 2. the phone of the installation
 * 3. the name of an administrator, without a phone
 */
export async function readHelp(db: Db, rootId: number, installationPhone: string | null): Promise<Help> {
  const phone = (await readHelpPhone(db, rootId)) ?? installationPhone;
  if (phone !== null) return { phone, administrator: null };
  const [first] = await readAdministrators(db, { rootId, services: ['assembly', 'billing'] });
  return { phone, administrator: first?.name ?? null };
}

/** Reads the sentence with the help for owners, for mails and letters. Null without help. */
export const readHelpSentence = async (
  db: Db,
  rootId: number,
  installationPhone: string | null,
): Promise<string | null> => helpSentence(await readHelp(db, rootId, installationPhone));
