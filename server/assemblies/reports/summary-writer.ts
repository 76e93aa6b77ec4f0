import { assistanceReport } from '../../../shared/assemblies/reports.api.ts';
import { readAdministrators } from '../../accounts/index.ts';
import { appendAudit, jointChain } from '../../platform/audit/trail.ts';
import type { Store } from '../../platform/db/connect.ts';
import { lockJoint } from '../../platform/db/engine.ts';
import { fileNameOf } from '../../platform/documents/file-name.ts';
import type { JointFinder, JointWithRoot } from '../../platform/http/joint-places.ts';
import type { Writer } from '../../platform/mail/kind.ts';
import type { Attachment } from '../../platform/mail/page.ts';
import { reportTask } from '../../platform/queue/report-route.ts';
import { makeReport } from '../../platform/queue/run-in-worker.ts';
import { background } from '../../platform/queue/worker-pool.ts';
import { readGroundAndCrest } from '../../properties/index.ts';
import { readFamilySnapshots } from '../live/joint-state.ts';
import { headFile } from '../mail/results-mail.ts';
import { writeSummary } from '../mail/summary-mail.ts';
import { findAssembly } from '../store/assembly.repository.ts';
import { endingHead } from './results-writer.ts';

const formats = ['pdf', 'xlsx'] as const;

interface Files {
  store: Store;
  directory: JointFinder;
  /** Signal that aborts the drawing of files when the server stops. */
  signal: AbortSignal;
}

/**
 * Returns the writer of the mails to administrators after an assembly, with the attendance as PDF and Excel. Used
 * by the mail queue.
 */
export function summaryWriter({ store, directory, signal }: Files): Writer {
  const { db } = store;
  const attendances = new Map<number, Promise<Attachment[]>>();

  /** Attendance files of an assembly. Mails written at the same time share the files. */
  function attendanceOf(assemblyId: number, places: readonly JointWithRoot[]): Promise<Attachment[]> {
    const underWay = attendances.get(assemblyId);
    if (underWay !== undefined) return underWay;
    const files = makeFiles(store, signal, assemblyId, places).finally(() => attendances.delete(assemblyId));
    attendances.set(assemblyId, files);
    return files;
  }

  return async ({ id: messageId, assemblyId, userId }) => {
    const assembly = await findAssembly(db, assemblyId);
    const root = assembly && (await directory.find(assembly.rootId));
    if (assembly === undefined || root === undefined) return 'La asamblea no existe.';
    const [person] = await readAdministrators(db, { rootId: root.rootId, userId });
    if (person === undefined) return 'La persona ya no administra la copropiedad, o no está habilitada.';
    const { name, email } = person;
    if (email === null) return 'La persona ya no tiene correo.';
    return {
      to: { name, address: email },
      compose: async () => {
        const places: JointWithRoot[] = [];
        for (const id of await directory.family(root.rootId)) {
          const place = await directory.find(id);
          if (place !== undefined) places.push(place);
        }
        const attachments = await attendanceOf(assemblyId, places);
        const parts = await readFamilySnapshots(db, directory, assembly);
        const face = await readGroundAndCrest(db, root.rootId);
        const heldAt = assembly.closedAt ?? assembly.archivedAt ?? Date.now();
        const head = await endingHead(db, assembly);
        const written = writeSummary({ name, jointName: root.jointName, heldAt, parts, head, face });
        return { ...written, attachments: [...attachments, ...(head === null ? [] : [headFile(head)])] };
      },
      onSent: async (trx, at) => {
        await lockJoint(trx, root.rootId);
        const data = { assemblyId, messageId, userId };
        await appendAudit(trx, { chain: jointChain(root.rootId), actor: 'mail', at }, 'summarySent', data);
      },
    };
  };
}

/** Draws the attendance files one after another: a serving machine can spare one worker. */
async function makeFiles(
  store: Store,
  signal: AbortSignal,
  assemblyId: number,
  places: readonly JointWithRoot[],
): Promise<Attachment[]> {
  const files: Attachment[] = [];
  for (const { jointId, jointName } of places) {
    for (const format of formats) {
      const query = { assemblyId, xlsx: format === 'xlsx' };
      const task = reportTask(assistanceReport, { params: { jointId }, query });
      const { name, mediaType, bytes } = await makeReport(store.address, task, {
        actor: null,
        signal,
        semaphore: background,
      });
      // The joint's name keeps the files apart from files of sectors and other joints.
      const title = name.slice(0, -format.length - 1);
      const filename = fileNameOf(`${title} ${jointName}`, format);
      files.push({ filename, contentType: mediaType, content: Buffer.from(bytes) });
    }
  }
  return files;
}
