import Type, { type Static } from 'typebox';
import { DayText, dataKeepers, endpoint, everyone, Id, Instant, Line, Lines, Nullable } from '../api.ts';
import { Profile } from '../profiles.ts';
import { authorisationPurposes, claimChannels, claimKinds, notedChannels } from './claims.ts';

/** Most claims, and most authorisations, in a list. */
export const MOST_RECORDS = 500;

/** Readers of the register of a joint: platform staff and the administrators of the whole joint. */
const ofReaders = {
  profiles: [Profile.full, Profile.admin],
  scope: 'paramsJoint',
  service: 'either',
  root: true,
} as const;
/** Keepers of the register: platform staff, and administrators of the whole joint with the right. */
const ofKeepers = { ...ofReaders, profiles: dataKeepers } as const;
/** Access of an owner to the own part of the register. */
const ofOwner = { profiles: [Profile.owner], scope: 'paramsJoint', service: 'either' } as const;

/** Version of the policy for personal data of a joint. */
const DataPolicy = Type.Object({
  version: Type.Integer(),
  /** Joint as the responsible, with NIT and address. */
  responsible: Type.String(),
  /** Person or office for queries and claims, with mail and phone. */
  contact: Type.String(),
  text: Type.String(),
  publishedAt: Instant,
});
export type DataPolicy = Static<typeof DataPolicy>;

/** Acceptance of the transmission contract with the operator of the server. */
const DataContract = Type.Object({
  version: Type.Integer(),
  /** Representative of the joint. */
  person: Type.String(),
  acceptedAt: Instant,
});
export type DataContract = Static<typeof DataContract>;

/** Authorisation of a person for the policy, kept as proof. */
const Authorisation = Type.Object({
  authorisationId: Type.Integer(),
  person: Type.String(),
  document: Nullable(Type.String()),
  /** Version of the authorised policy. */
  version: Type.Integer(),
  /** `recording`: separate consent for the recording of assemblies. */
  purpose: Type.Enum(authorisationPurposes),
  channel: Type.Enum(claimChannels),
  /** Instant of the authorisation; for a paper or a call: of the record. */
  givenAt: Instant,
  proof: Type.String(),
  withdrawn: Nullable(Type.Object({ at: Instant, reason: Type.String() })),
});
export type Authorisation = Static<typeof Authorisation>;

/** Query or claim of a person, with the legal term and the answer. */
const DataClaim = Type.Object({
  claimId: Type.Integer(),
  kind: Type.Enum(claimKinds),
  person: Type.String(),
  document: Nullable(Type.String()),
  /** Mail address, phone or place for the answer; null for a person with the answer on the own page alone. */
  reach: Nullable(Type.String()),
  channel: Type.Enum(claimChannels),
  text: Type.String(),
  receivedOn: DayText,
  /** Last day for the answer, with the extension. */
  dueOn: DayText,
  extension: Nullable(Type.Object({ at: Instant, reason: Type.String() })),
  answer: Nullable(Type.Object({ at: Instant, text: Type.String() })),
});
export type DataClaim = Static<typeof DataClaim>;

const Person = { person: Line(200), document: Nullable(Line(40)) };
const Purpose = { purpose: Type.Optional(Type.Enum(authorisationPurposes)) };
const ClaimFields = { kind: Type.Enum(claimKinds), text: Lines(2000) };

export const readDataPolicy = endpoint('readDataPolicy', 'GET /joints/:jointId/data-policy', {
  access: everyone,
  summary: 'Published policy for personal data of a joint: the last version, or `version`; and the versions',
  description: '404 policyNotFound without a published policy.',
  query: Type.Object({ version: Type.Optional(Id) }),
  answer: Type.Object({
    jointName: Type.String(),
    policy: DataPolicy,
    versions: Type.Array(Type.Pick(DataPolicy, ['version', 'publishedAt'])),
  }),
});

export const publishDataPolicy = endpoint('publishDataPolicy', 'POST /joints/:jointId/data-policy', {
  access: ofKeepers,
  summary: 'Publish a version of the policy; earlier versions stay readable, and an equal text is no version',
  body: Type.Object({ responsible: Line(200), contact: Line(300), text: Lines(12_000) }),
  status: 201,
  answer: DataPolicy,
});

export const acceptDataContract = endpoint('acceptDataContract', 'POST /joints/:jointId/data-contract', {
  access: ofKeepers,
  summary: 'Accept the transmission contract for a joint; a second time changes nothing',
  description: '409 contractMoved for another version than the last.',
  body: Type.Object({ person: Line(200), version: Id }),
  bodyLimit: 4096,
  answer: DataContract,
});

export const readDataRegister = endpoint('readDataRegister', 'GET /joints/:jointId/data-register', {
  access: ofReaders,
  summary:
    'Policy, contract, queries and claims (open ones first, by the last day), and authorisations of a joint',
  description: `At most ${MOST_RECORDS} claims and authorisations each; \`text\` selects by name or document of the person.`,
  query: Type.Object({ text: Type.Optional(Line(100)) }),
  answer: Type.Object({
    policy: Nullable(DataPolicy),
    contract: Nullable(DataContract),
    claims: Type.Array(DataClaim),
    authorisations: Type.Array(Authorisation),
    /** True if older records were left out. */
    more: Type.Boolean(),
  }),
});

export const noteDataClaim = endpoint('noteDataClaim', 'POST /joints/:jointId/data-claims', {
  access: ofKeepers,
  summary: 'Note a query or claim that came by mail, phone or paper',
  description: 'The term counts business days from the day after the receipt. 400 for a day to come.',
  body: Type.Object({
    ...Person,
    ...ClaimFields,
    reach: Line(200),
    channel: Type.Enum(notedChannels),
    receivedOn: DayText,
  }),
  idempotent: true,
  status: 201,
  answer: DataClaim,
});

export const extendDataClaim = endpoint(
  'extendDataClaim',
  'POST /joints/:jointId/data-claims/:claimId/extension',
  {
    access: ofKeepers,
    summary: 'Extend the term of a query by 5 business days, of a claim by 8, once and before the last day',
    description: '404 claimNotFound; 409 claimAnswered, claimExtended; 422 claimOverdue.',
    params: Type.Object({ jointId: Id, claimId: Id }),
    body: Type.Object({ reason: Line(300) }),
    answer: DataClaim,
  },
);

export const answerDataClaim = endpoint(
  'answerDataClaim',
  'POST /joints/:jointId/data-claims/:claimId/answer',
  {
    access: ofKeepers,
    summary: 'Store the answer to a query or claim; an answer never changes',
    description: '404 claimNotFound; 409 claimAnswered.',
    params: Type.Object({ jointId: Id, claimId: Id }),
    body: Type.Object({ answer: Lines(4000) }),
    answer: DataClaim,
  },
);

export const noteAuthorisation = endpoint('noteAuthorisation', 'POST /joints/:jointId/data-authorisations', {
  access: ofKeepers,
  summary: 'Note an authorisation given on paper, by mail or by phone, with the proof',
  description: '404 policyNotFound without a published policy.',
  body: Type.Object({ ...Person, ...Purpose, channel: Type.Enum(notedChannels), proof: Line(200) }),
  idempotent: true,
  status: 201,
  answer: Authorisation,
});

export const withdrawAuthorisation = endpoint(
  'withdrawAuthorisation',
  'POST /joints/:jointId/data-authorisations/:authorisationId/withdrawal',
  {
    access: ofKeepers,
    summary: 'Note the withdrawal of an authorisation; a second time changes nothing',
    description: '404 authorisationNotFound.',
    params: Type.Object({ jointId: Id, authorisationId: Id }),
    body: Type.Object({ reason: Line(300) }),
    answer: Authorisation,
  },
);

export const readOwnData = endpoint('readOwnData', 'GET /joints/:jointId/own-data', {
  access: ofOwner,
  summary: "The caller's authorisations, queries and claims in a joint, and the policy of today",
  answer: Type.Object({
    policy: Nullable(DataPolicy),
    authorisations: Type.Array(Authorisation),
    claims: Type.Array(DataClaim),
  }),
});

export const authoriseOwnData = endpoint('authoriseOwnData', 'POST /joints/:jointId/own-data/authorisation', {
  access: ofOwner,
  summary:
    'Authorise a version of the policy, or apart the recording of assemblies; a second time changes nothing',
  description: '409 policyMoved for another version than the last.',
  body: Type.Object({ version: Id, ...Purpose }),
  bodyLimit: 4096,
});

export const withdrawOwnData = endpoint('withdrawOwnData', 'POST /joints/:jointId/own-data/withdrawal', {
  access: ofOwner,
  summary: 'Withdraw all own authorisations in a joint, or these of a purpose',
  body: Type.Object({ reason: Line(300), ...Purpose }),
  bodyLimit: 4096,
});

export const fileOwnClaim = endpoint('fileOwnClaim', 'POST /joints/:jointId/own-data/claims', {
  access: ofOwner,
  summary: 'File a query or claim; received today',
  description: '422 tooManyClaims.',
  body: Type.Object(ClaimFields),
  idempotent: true,
  status: 201,
  answer: DataClaim,
});
