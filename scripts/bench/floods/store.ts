/** People added to the store of the floods bench besides the voters: a flooder, and users who sign in. */
import { randomBytes } from 'node:crypto';
import { hashPassword } from '../../../server/accounts/passwords/hashing.ts';
import { Sessions } from '../../../server/accounts/sessions/sessions.service.ts';
import { signerOf } from '../../../server/accounts/sessions/tokens.ts';
import { replaceUnits } from '../../../server/accounts/users/links.repository.ts';
import { insertUser } from '../../../server/accounts/users/users.repository.ts';
import { openStore } from '../../../server/platform/db/connect.ts';
import type { Db } from '../../../server/platform/db/engine.ts';
import { codeFromBytes } from '../../../shared/assemblies/code.ts';
import { Profile } from '../../../shared/profiles.ts';

const CODE = codeFromBytes(randomBytes(16));

export interface Flooders {
  /** QR code on the flooder's card. */
  card: string;
  /** Session token of the flooder's QR code. */
  code: string;
  /** Session token of an owner with access to the voting joint and to one account in the billed joint. */
  owner: string;
  /** User with a known device for the sign-in of each second. `fresh`: a user without a known device. */
  withDevice: Credentials;
  fresh: Credentials;
}

export interface Credentials {
  username: string;
  password: string;
}

/** Adds the flooder and the users to a store, also if a server uses the store. */
export async function addFlooders(
  dataDir: string,
  secret: string,
  at: { jointId: number; apartmentId: string; billed: { jointId: number; unit: string } },
): Promise<Flooders> {
  const password = 'caballo grapa pila';
  const [withDevice, fresh] = [
    { username: 'puntual', password },
    { username: 'nueva', password },
  ];
  const passwordHash = await hashPassword(password);
  const store = await openStore({ dataDir, databaseUrl: null });
  try {
    return await store.db.transaction().execute(async (trx) => {
      const sessions = new Sessions(trx, await signerOf(secret));
      const user = (username: string) =>
        insertUser(
          trx,
          { username, name: username, email: null, profileId: Profile.owner, passwordHash },
          Date.now(),
        );
      for (const { username } of [withDevice, fresh]) await user(username);
      await holdByCode(trx, CODE, at);
      const ownerId = await user('insistente');
      await replaceUnits(trx, ownerId, 'assembly', [{ jointId: at.jointId, apartmentId: at.apartmentId }]);
      await replaceUnits(trx, ownerId, 'billing', [
        { jointId: at.billed.jointId, apartmentId: at.billed.unit },
      ]);
      return {
        withDevice,
        fresh,
        card: CODE,
        code: await sessions.open({ code: CODE, jointId: at.jointId, profile: Profile.qr }),
        owner: await sessions.open({ userId: ownerId }),
      };
    });
  } finally {
    await store.close();
  }
}

/** Creates a QR code, and registers a unit with the code. */
export async function holdByCode(
  trx: Db,
  code: string,
  { jointId, apartmentId }: { jointId: number; apartmentId: string },
): Promise<void> {
  const issued = { code, joint_id: jointId, apartment_id: apartmentId };
  await trx
    .insertInto('code')
    .values({ ...issued, issued_at: Date.now(), issued_by: 'bench', revoked_at: null })
    .execute();
  await trx
    .updateTable('attendance')
    .set({ holder: code, holder_is_code: 1 })
    .where('joint_id', '=', jointId)
    .where('apartment_id', '=', apartmentId)
    .execute();
}
