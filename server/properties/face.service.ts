import { createHash } from 'node:crypto';
import type { InputOf } from '../../shared/api.ts';
import { groundOf } from '../../shared/properties/colour.ts';
import type { changeFace, JointFace } from '../../shared/properties/face.api.ts';
import { type Db, readAsOfNow } from '../platform/db/engine.ts';
import { imageUrl, readImage } from '../platform/http/images/image.ts';
import { requireJoint } from '../platform/http/joint-places.ts';
import type { Principal } from '../platform/http/principal.ts';
import { refuseMoved } from '../platform/http/problem.ts';
import type { PropertiesContext } from './assemblies-port.ts';
import { readFace, type StoredFace, storeFace } from './face.repository.ts';
import { readHelp } from './help.ts';

/** Limits of a crest: sharp on a wall at 96 pixels, and every phone and mail loads the crest. */
const CREST = { pixels: 256, bytes: 40 * 1024, tooLarge: 'crestTooLarge' } as const;

/**
 * Service for the colour and the crest of a joint with all sectors: read, with the help for owners, and change, with
 * an audit entry.
 */
export function faceService({ store, directory, assemblies, contact }: PropertiesContext) {
  const toApi = async (db: Db, rootId: number, { colour, crest }: StoredFace): Promise<JointFace> => ({
    colour,
    ...groundOf(colour),
    crest: crest && imageUrl(crest),
    help: await readHelp(db, rootId, contact.phone),
  });

  async function change(
    { actor }: Principal,
    jointId: number,
    changes: Partial<StoredFace>,
    seen?: Pick<StoredFace, 'colour'>,
  ): Promise<JointFace> {
    const { result } = await assemblies.runUseCase({ jointId, actor, at: Date.now() }, async (act) => {
      const { rootId } = act.assembly;
      const before = await readFace(act.trx, rootId);
      refuseMoved(before, changes, seen);
      const face = { ...before, ...changes };
      await storeFace(act.trx, rootId, face);
      await act.audit('faceChanged', { jointId: rootId, ...factsOf(face), before: factsOf(before) });
      return toApi(act.trx, rootId, face);
    });
    return result;
  }

  return {
    /** Reads the colour, the crest and the help for owners. @throws Problem jointNotFound */
    read: async (jointId: number): Promise<JointFace> => {
      const { rootId } = await requireJoint(directory, jointId);
      return readAsOfNow(store.db, async (trx) => toApi(trx, rootId, await readFace(trx, rootId)));
    },

    /** Changes the colour. @throws Problem jointNotFound, factsMoved */
    setColour: (
      principal: Principal,
      jointId: number,
      { colour, seen }: InputOf<typeof changeFace>['body'],
    ): Promise<JointFace> => change(principal, jointId, { colour: colour?.toLowerCase() ?? null }, seen),

    /** Sets the crest from an uploaded image. @throws Problem jointNotFound, logoInvalid, crestTooLarge */
    setCrest: async (principal: Principal, jointId: number, bytes: Uint8Array): Promise<JointFace> =>
      change(principal, jointId, { crest: await readImage(bytes, CREST) }),

    /** Removes the crest. @throws Problem jointNotFound */
    removeCrest: async (principal: Principal, jointId: number): Promise<void> => {
      await change(principal, jointId, { crest: null });
    },
  };
}

/** Facts of a face for the audit trail: the colour, and the SHA-256 of the crest. */
const factsOf = ({ colour, crest }: StoredFace) => ({
  colour,
  crest: crest === null ? null : createHash('sha256').update(crest.bytes).digest('hex'),
});
