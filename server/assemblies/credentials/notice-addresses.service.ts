import type { AnswerOf, InputOf } from '../../../shared/api.ts';
import type {
  addNoticeAddress,
  listNoticeAddresses,
  NoticeAddress,
} from '../../../shared/assemblies/signed-acta/notice-addresses.api.ts';
import { fitsChannel } from '../../../shared/mail/address.ts';
import { erasable } from '../../platform/audit/erasable.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { RequestKey } from '../../platform/http/idempotency.repository.ts';
import { oncePerKey } from '../../platform/http/idempotency.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import {
  insertNoticeAddress,
  readNoticeAddresses,
  readUnitOwner,
} from '../mail/notice-addresses.repository.ts';
import { type AddressedOwner, addressesOf, type StoredAddress } from '../mail/notice-addresses.ts';
import { type AssembliesContext, runUseCase } from '../store/act.ts';

type Params = InputOf<typeof addNoticeAddress>['params'];

/** Service for the addresses of owners for notices (Ley 675 de 2001, art. 39 par. 1): list, and register another address. */
export function noticeAddressesService(context: AssembliesContext) {
  const { store, directory } = context;
  return {
    /** @throws Problem apartmentNotFound */
    list: async ({ jointId, apartmentId }: Params): Promise<AnswerOf<typeof listNoticeAddresses>> => {
      const { rootId } = await requireJoint(directory, jointId);
      const owner = await addressedOwnerOf(store.db, await directory.family(rootId), apartmentId);
      const addresses = addressesOf(await readNoticeAddresses(store.db, rootId), owner);
      return { owner: owner.name, addresses: addresses.map(addressToApi) };
    },

    /** @throws Problem apartmentNotFound, badRequest */
    add: (
      { jointId, apartmentId }: Params,
      body: InputOf<typeof addNoticeAddress>['body'],
      by: Principal,
      key: RequestKey | null,
    ): Promise<NoticeAddress> =>
      runUseCase(
        context,
        { jointId, by, moves: false },
        async ({ trx, at, actor, assembly, family, audit }) => {
          const owner = await addressedOwnerOf(trx, family, apartmentId);
          const value = body.value.trim();
          if (owner.name === '' || !fitsChannel(body.kind, value)) throw new Problem('badRequest');
          const { rootId } = assembly;
          const { kind, since } = body;
          const proof = body.proof.trim();
          // Only the number is kept with the key: the address can be erased.
          const addressId = await oncePerKey(trx, key, at, async () => {
            const next = ((await readNoticeAddresses(trx, rootId)).at(-1)?.addressId ?? 0) + 1;
            await insertNoticeAddress(trx, {
              joint_id: rootId,
              address_id: next,
              apartment_id: apartmentId,
              owner_name: owner.name,
              owner_document: owner.document,
              kind,
              value,
              since,
              proof,
              entered_at: at,
              entered_by: actor,
            });
            const texts = { address: erasable(value), proof: erasable(proof) };
            await audit('noticeAddressNoted', { addressId: next, apartmentId, kind, since, ...texts });
            return next;
          });
          const stored = (await readNoticeAddresses(trx, rootId)).find((one) => one.addressId === addressId);
          if (stored === undefined) throw new Problem('apartmentNotFound');
          return addressToApi(stored);
        },
      ),
  };
}

/** Returns the current owner of a unit, with an empty name if unknown. @throws Problem apartmentNotFound */
async function addressedOwnerOf(
  db: Db,
  family: readonly number[],
  apartmentId: string,
): Promise<AddressedOwner> {
  const row = await readUnitOwner(db, family, apartmentId);
  if (row === undefined) throw new Problem('apartmentNotFound');
  return { name: row.name ?? '', document: row.document, apartments: [apartmentId] };
}

const addressToApi = ({ addressId, kind, value, since, proof, enteredAt }: StoredAddress): NoticeAddress => ({
  addressId,
  kind,
  value,
  since,
  proof,
  enteredAt: new Date(enteredAt).toISOString(),
});
