import { randomBytes } from 'node:crypto';
import type { JoiningCode } from '../../../shared/assemblies/arrivals.api.ts';
import { receiptFromBytes } from '../../../shared/assemblies/code.ts';
import { qrRows } from '../../platform/documents/qr-code.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type AssembliesContext, runUseCase, type UseCase } from '../store/act.ts';
import { findCurrent, updateAssembly } from '../store/assembly.repository.ts';

/**
 * Length of a join code on the wall: 8 random letters and digits (40 bits). The code is not secret, but guesses
 * find no valid code.
 */
const CODE_BYTES = 8;

/** Service of the QR on the wall, used by phones to announce a unit to the desk: shows, reads and removes the QR. */
export function joiningService(context: AssembliesContext) {
  const { store, directory, publicUrl } = context;

  function toApi(code: string): JoiningCode {
    const url = `${publicUrl}/Join/${code}`;
    return { code, url, rows: qrRows(url) };
  }

  /** Stores or removes the join code of the assembly. Walls of sectors show the same QR. */
  async function set(act: UseCase, code: string | null): Promise<void> {
    await updateAssembly(act.trx, act.assembly.assemblyId, { join_code: code });
    for (const jointId of act.family) act.changed.concepts.add(jointId);
    await act.audit(code === null ? 'joiningClosed' : 'joiningOpened', {});
  }

  return {
    /** Returns the current join code. @throws Problem joiningClosed while no wall shows a code */
    current: async (jointId: number): Promise<JoiningCode> => {
      const { rootId } = await requireJoint(directory, jointId);
      const current = await findCurrent(store.db, rootId);
      if (current?.joinCode == null) throw new Problem('joiningClosed');
      return toApi(current.joinCode);
    },

    /** Shows a join code on the walls. @throws Problem assemblyClosed */
    open: (jointId: number, principal: Principal): Promise<JoiningCode> =>
      runUseCase(context, { jointId, by: principal }, async (act) => {
        if (act.assembly.closedAt !== null) throw new Problem('assemblyClosed');
        if (act.assembly.joinCode !== null) return toApi(act.assembly.joinCode);
        const code = receiptFromBytes(randomBytes(CODE_BYTES)).replace('-', '');
        await set(act, code);
        return toApi(code);
      }),

    close: (jointId: number, principal: Principal): Promise<void> =>
      runUseCase(context, { jointId, by: principal }, async (act) => {
        if (act.assembly.joinCode !== null) await set(act, null);
      }),
  };
}
