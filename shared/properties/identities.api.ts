import Type, { type Static } from 'typebox';
import { assemblyRunners, endpoint, Nullable } from '../api.ts';

/**
 * Answers of an administrator to a question about the identity of owners (see `identityKinds`). `same`,
 * `different`: the same person or not; `onePerson`, `several`: persons in a text; `noted`: not an identity
 * document; `unnamed`: not a name.
 */
export const identityAnswers = ['same', 'different', 'onePerson', 'several', 'noted', 'unnamed'] as const;
export type IdentityAnswer = (typeof identityAnswers)[number];

/** Button labels of the answers about identity. */
export const identityWords: Record<IdentityAnswer, string> = {
  same: 'Es la misma persona',
  different: 'Son personas distintas',
  onePerson: 'Es una persona',
  several: 'Son varias personas',
  noted: 'No es un documento',
  unnamed: 'No es un nombre',
};
/** True if a value is an answer about identity. */
export const isIdentityAnswer = (value: unknown): value is IdentityAnswer =>
  identityAnswers.some((answer) => answer === value);

/**
 * Kinds of questions about the identity of owners in a table of units. `documents`: a name with several
 * documents; `names`: a document with several names; `cell`: several names in a text; `placeholder`: a
 * document without digits; `nameless`: a text for an unknown owner ('N.N.').
 */
export const identityKinds = ['documents', 'names', 'cell', 'placeholder', 'nameless'] as const;

/**
 * Question to an administrator about the identity of owners in a table of units, with the units concerned
 * and the answer.
 */
export const IdentityQuestion = Type.Object({
  /** Key of the question, to send with the answer. */
  question: Type.String(),
  kind: Type.Enum(identityKinds),
  units: Type.Array(
    Type.Object({
      apartmentId: Type.String(),
      owner: Type.String(),
      /** Identity documents of the owners, as written. Null if unknown. */
      ownerDocument: Nullable(Type.String()),
    }),
  ),
  /** Answer of an administrator. Null before an answer, and again after a change of the owners. */
  answer: Nullable(Type.Enum(identityAnswers)),
});
export type IdentityQuestion = Static<typeof IdentityQuestion>;

const description =
  'Questions come from the roll of the current assembly and its sectors: one name with several documents or only some, one document with several names, a cell that may name one person or several, a text that is no document, a text that is no name. Until an answer, perhaps one person counts as one owner for plurality, votes per owner and limits of powers (docs/why/identities.md).';

export const listIdentities = endpoint('listIdentities', 'GET /joints/:jointId/identities', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: "Persons on the current assembly's roll that may be the same person",
  description,
  answer: Type.Array(IdentityQuestion),
});

export const answerIdentity = endpoint('answerIdentity', 'POST /joints/:jointId/identities', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Answer which entries are the same person, before the assembly opens',
  description: `${description} 404 identityUnknown if the roll asks no such question; 422 identitiesSettled once the assembly is open: its roll is corrected instead.`,
  body: Type.Object({ question: Type.String({ maxLength: 500 }), answer: Type.Enum(identityAnswers) }),
  status: 200,
  answer: Type.Array(IdentityQuestion),
});
