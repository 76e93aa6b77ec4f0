import Type, { type Static } from 'typebox';
import {
  assemblyRunners,
  Distinct,
  endpoint,
  FileAnswer,
  Id,
  Instant,
  Line,
  Nullable,
  OptionalLine,
} from '../../api.ts';
import { limits } from '../../limits.ts';
import { Profile } from '../../profiles.ts';
import { AssemblyQuery } from '../concepts.api.ts';

/**
 * Profiles that may download a signed acta (minutes), which must be available to owners (Ley 675, art. 47): owners
 * with an account, administrators and operators. Sessions of codes and displays may not, since anybody may hold a
 * card.
 */
export const actaReaders = [Profile.full, Profile.admin, Profile.owner, Profile.operator] as const;

/**
 * Maximum number of files of a signed acta, and maximum size of a file in bytes, enough for a phone picture or
 * scan.
 */
const MAX_ACTA_FILES = limits.actaFilesFull.most;
/** Maximum size of a file of a signed acta (minutes), in bytes. */
export const MAX_ACTA_FILE_BYTES = 10 * 1024 * 1024;

/** File of a signed acta, without the bytes. */
export const ActaFile = Type.Object({
  fileId: Type.Integer(),
  /** Type of the file: application/pdf, image/jpeg or image/png. */
  mediaType: Type.String(),
  fileName: Type.String(),
  /** Size of the file in bytes. */
  size: Type.Integer(),
  /** SHA-256 of the file's bytes, hexadecimal. */
  sha256: Type.String(),
  keptAt: Instant,
});
export type ActaFile = Static<typeof ActaFile>;

/** Publication of a signed acta to the owners. */
export const PublishedActa = Type.Object({
  publishedAt: Instant,
  reason: Nullable(Type.String()),
  /** Place of the complete copy (Ley 675, art. 47). Null in publications before the field. */
  place: Nullable(Type.String()),
  files: Type.Array(ActaFile),
});
export type PublishedActa = Static<typeof PublishedActa>;

/** Signed acta of an assembly as listed for owners: files of each publication, the last publication is valid. */
export const SignedActa = Type.Object({
  assemblyId: Type.Integer(),
  title: Type.String(),
  /** Time of the assembly's end. Null before the end. */
  endedAt: Nullable(Instant),
  /** Publications of the acta, oldest first. The last is valid. Each publication after the first has a reason. */
  publications: Type.Array(PublishedActa),
  /** Uploaded files without a publication. Only sent to operators. */
  unpublished: Type.Array(ActaFile),
});
export type SignedActa = Static<typeof SignedActa>;

export const listSignedActas = endpoint('listSignedActas', 'GET /joints/:jointId/signedactas', {
  access: { profiles: actaReaders, scope: 'paramsJoint' },
  summary:
    "The signed actas of a joint's assemblies, the newest assembly first; a sector answers with its joint's",
  answer: Type.Array(SignedActa),
});

export const keepActaFile = endpoint('keepActaFile', 'POST /joints/:jointId/signedactafiles', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Keep a file of the signed acta: PDF, JPEG or PNG by its bytes, 10 MB each, forty at most',
  description:
    'Files are never changed or taken away; the same bytes again are the same file. Owners see it once it is published. 422 assemblyNotClosed, actaFileInvalid, actaFilesFull.',
  query: AssemblyQuery,
  upload: true,
  status: 201,
  answer: ActaFile,
});

export const publishSignedActa = endpoint('publishSignedActa', 'POST /joints/:jointId/signedactas', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: "Publish an assembly's signed acta to the owners: the files in order; each address gets a mail",
  description:
    'A signed head binds the files. The same files and place again change nothing; others take the place of the former and want a reason: 422 actaNeedsReason. 404 actaFileNotFound.',
  query: AssemblyQuery,
  body: Type.Object({
    fileIds: Distinct(Id, { minItems: 1, maxItems: MAX_ACTA_FILES }),
    /** Place of the complete copy, shown to every owner. */
    place: Line(300),
    reason: Type.Optional(OptionalLine(500)),
  }),
  answer: SignedActa,
});

export const getActaFile = endpoint('getActaFile', 'GET /joints/:jointId/signedactafiles/:fileId', {
  access: { profiles: actaReaders, scope: 'paramsJoint' },
  summary: 'A file of a signed acta, as uploaded; an unpublished file only for people who run assemblies',
  description: '404 actaFileNotFound.',
  answer: FileAnswer,
  file: true,
});
