import { toHex, utf8 } from '../../../shared/evidence/bytes.ts';
import { date } from '../../../shared/format.ts';
import { sha256 } from '../../platform/audit/signing.ts';
import type { Db } from '../../platform/db/engine.ts';
import { readByLaws } from '../../properties/index.ts';
import {
  assemblyToRead,
  parseUnits,
  readAssemblyFacts,
  type StoredAssembly,
} from '../store/assembly.repository.ts';
import { type KeptFile, listAssemblyFiles } from '../store/papers/assembly-files.repository.ts';
import { hashOfDebtors, readDebtorsLists, type StoredDebtors } from '../store/roll/debtors.repository.ts';
import { secondCallNotice } from './second-call.ts';

/** A notice (convocatoria) with everything that the owners are told, as stored and hashed. */
export interface NoticeContent
  extends Pick<StoredAssembly, 'kind' | 'mode' | 'call' | 'title' | 'agenda' | 'notice'>,
    Pick<StoredAssembly, 'scheduledAt' | 'place' | 'convener'> {
  scaf: 'convocatoria/1';
  conveningUnits: ReturnType<typeof parseUnits>;
  /** SEQUENCE field of the calendar entry. */
  sequence: number;
  /** Sentence of art. 41; null in the second call. */
  secondCall: string | null;
  /** Documents of the notice, with size in bytes and SHA-256. */
  files: { fileName: string; size: number; sha256: string }[];
  /** Day and hash of the list of owners in arrears (Ley 675, art. 39 par. 2); null without a list. */
  debtors: { asOf: string; count: number; sha256: string } | null;
}

/**
 * Version of a notice: the content, the content as JSON, the SHA-256 of the JSON, hexadecimal, and the list of owners in
 * arrears.
 */
export interface NoticeVersion {
  content: NoticeContent;
  text: string;
  sha256: string;
  debtors: StoredDebtors | null;
}

/**
 * Reads the notice of an assembly as it is now. A sent notice never changes: a changed notice is another version
 * with another hash.
 */
export async function readNotice(db: Db, assembly: StoredAssembly): Promise<NoticeVersion> {
  const { assemblyId, rootId, kind, mode, call, title, agenda, notice, scheduledAt, place } = assembly;
  const debtors = (await readDebtorsLists(db, assemblyId)).notice;
  const files = await readNoticeFiles(db, assemblyId);
  const content: NoticeContent = {
    scaf: 'convocatoria/1',
    kind,
    mode,
    call,
    title,
    agenda,
    notice,
    scheduledAt,
    place,
    convener: assembly.convener,
    conveningUnits: parseUnits(assembly.conveningUnits),
    sequence: assembly.callSequence,
    secondCall: secondCallNotice(assembly, await readByLaws(db, rootId)),
    files: files.map(({ fileName, size, sha256: hash }) => ({ fileName, size, sha256: hash })),
    debtors: debtors && {
      asOf: debtors.asOf,
      count: debtors.debtors.length,
      sha256: hashOfDebtors(debtors.debtors),
    },
  };
  const text = JSON.stringify(content);
  return { content, text, sha256: hashOf(text), debtors };
}

/**
 * Names the papers of a notice, for mails and letters: the documents, and the list of owners in arrears. A mail has no
 * name of a debtor: the list is in the owner's session and on paper (the specification, section 14, rule 6).
 */
export function noticePapers({ files, debtors }: NoticeContent): string[] {
  const names = files.map(({ fileName }) => fileName);
  if (debtors === null) return names;
  const nobody = debtors.count === 0 ? ': ninguno' : '';
  return [...names, `Propietarios en mora al ${date(`${debtors.asOf}T12:00:00Z`)}${nobody}`];
}

/** Returns the facts of the notice for the audit entry of a sending: the assembly, art. 41, and the version's hash. */
export async function noticeFacts(
  db: Db,
  { rootId, assemblyId }: Pick<StoredAssembly, 'rootId' | 'assemblyId'>,
) {
  const stored = await assemblyToRead(db, rootId, assemblyId);
  const { content, sha256 } = await readNotice(db, stored);
  const { secondCall } = content;
  return { assembly: await readAssemblyFacts(db, assemblyId), secondCall, noticeSha256: sha256 };
}

/** Lists the documents of an assembly's notice, in the order of upload. */
export const readNoticeFiles = async (db: Db, assemblyId: number): Promise<KeptFile[]> =>
  (await listAssemblyFiles(db, [assemblyId], 'notice')).get(assemblyId) ?? [];

const hashOf = (text: string): string => toHex(sha256(utf8(text)));
