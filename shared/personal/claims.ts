/** Query (Ley 1581 de 2012, art. 14) and claim (art. 15). */
export const claimKinds = ['query', 'claim'] as const;
export type ClaimKind = (typeof claimKinds)[number];

/** Ways of a claim or an authorisation to the joint: the owner's own page, or noted by the joint's staff. */
export const claimChannels = ['page', 'mail', 'phone', 'paper'] as const;
export type ClaimChannel = (typeof claimChannels)[number];

/** Ways noted by the joint's staff: all but the owner's own page. */
export const notedChannels = ['mail', 'phone', 'paper'] as const;
export type NotedChannel = (typeof notedChannels)[number];

/** Legal terms in business days: the answer, and a single extension with reasons. */
export const claimTerms: Readonly<Record<ClaimKind, { days: number; extension: number; article: number }>> = {
  query: { days: 10, extension: 5, article: 14 },
  claim: { days: 15, extension: 8, article: 15 },
};

/** Spanish names of the kinds. */
export const claimKindNames: Readonly<Record<ClaimKind, string>> = { query: 'Consulta', claim: 'Reclamo' };

/** Spanish names of the ways. */
export const claimChannelNames: Readonly<Record<ClaimChannel, string>> = {
  page: 'Página del propietario',
  mail: 'Correo',
  phone: 'Teléfono',
  paper: 'Papel',
};

/** Purposes of an authorisation: the policy, or the recording of an assembly (voice and image are sensitive data). */
export const authorisationPurposes = ['policy', 'recording'] as const;
export type AuthorisationPurpose = (typeof authorisationPurposes)[number];

/** Spanish names of the purposes of an authorisation. */
export const authorisationPurposeNames: Record<AuthorisationPurpose, string> = {
  policy: 'Tratamiento de datos',
  recording: 'Grabación de la asamblea',
};
