import Type, { type Static } from 'typebox';
import { ApartmentId, assemblyRunners, endpoint, FileAnswer, Instant, Nullable } from '../../api.ts';
import { AssemblyQuery } from '../concepts.api.ts';

/** Deliveries of a signed acta, also of replaced publications, to every owner on the roll; no owners before a publication. */
export const ActaDeliveries = Type.Object({
  receivers: Type.Array(
    Type.Object({
      /** Null for a unit without a known owner. */
      owner: Nullable(Type.String()),
      apartmentIds: Type.Array(Type.String()),
      /** Mails, then letters. `at`: acceptance by the mail server, or print; `state`: words as in the proof of the notice. */
      deliveries: Type.Array(
        Type.Object({
          channel: Type.Enum(['mail', 'letter']),
          at: Nullable(Instant),
          state: Type.String(),
          /** Instant of the opening, signature or bounce; null for another state. */
          stateAt: Nullable(Instant),
          /** Instant of the publication, for a delivery of a replaced acta; null for the last acta. */
          formerActa: Nullable(Instant),
        }),
      ),
      /** True if a signature can be noted: a letter with the last acta was printed and no letter is signed. */
      canSign: Type.Boolean(),
      /** True with a proof about the last acta: a signature, an opened link, or a mail taken by the mail server and not bounced. */
      isReached: Type.Boolean(),
    }),
  ),
});
export type ActaDeliveries = Static<typeof ActaDeliveries>;

export const listActaDeliveries = endpoint('listActaDeliveries', 'GET /joints/:jointId/actadeliveries', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Owners on the roll, and how and when each got the published acta',
  query: AssemblyQuery,
  answer: ActaDeliveries,
});

export const printActaLetters = endpoint('printActaLetters', 'POST /joints/:jointId/actaletters', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Letters with the personal link to the published acta, a page each; kept as deliveries',
  description:
    'For the owners without a delivered or waiting mail, an opened link or a signature. 404 actaFileNotFound before a publication, 422 noPapers without such an owner, 409 actaLettersMoved if the acta or a delivery changed meanwhile.',
  query: AssemblyQuery,
  answer: FileAnswer,
  file: true,
});

export const noteActaSignature = endpoint('noteActaSignature', 'POST /joints/:jointId/actasignatures', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary:
    "Note an owner's signature on the last printed letter with the acta; a second time changes nothing",
  description: '404 letterNotFound without a printed letter, actaFileNotFound before a publication.',
  query: AssemblyQuery,
  body: Type.Object({ apartmentId: ApartmentId }),
});
