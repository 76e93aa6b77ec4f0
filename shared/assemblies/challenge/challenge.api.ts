import Type, { type Static } from 'typebox';
import { assemblyRunners, endpoint, Id, Instant, Nullable, reporters } from '../../api.ts';
import { MAX_PESOS } from '../../money.ts';
import { AssemblyQuery } from '../concepts.api.ts';
import { ChallengeDays } from '../law/challenge-days.ts';

/** Grounds to challenge the decisions of an assembly, in the order of the panel (Ley 675, Ley 1564 art. 382). */
export const challengeGrounds = [
  'convener',
  'noticeDays',
  'everyOwner',
  'debtors',
  'secondCall',
  'annexes',
  'agenda',
  'dayAndHour',
  'mode',
  'quorum',
  'matterRule',
  'extraordinaryFee',
  'reserveFund',
  'fines',
  'powers',
  'participation',
  'council',
] as const;
export type ChallengeGround = (typeof challengeGrounds)[number];

/** States of a ground: no problem found, a problem found, a fact is missing. */
export const groundStates = ['green', 'red', 'missing'] as const;
export type GroundState = (typeof groundStates)[number];

/** Spanish names of the states of a ground. No name says that an assembly is valid. */
export const groundStateNames: Record<GroundState, string> = {
  green: 'Sin problema encontrado',
  red: 'Problema',
  missing: 'Falta un dato',
};

/** Ground to challenge an assembly, judged from the facts of the assembly. All texts are Spanish sentences. */
export const JudgedGround = Type.Object({
  code: Type.Enum(challengeGrounds),
  /** Name of the ground: 'Quién convocó'. */
  name: Type.String(),
  /** Article: 'Ley 675 de 2001, art. 39'. */
  law: Type.String(),
  /** Ruling of a court. Null without a ruling. */
  ruling: Nullable(Type.String()),
  state: Type.Enum(groundStates),
  reason: Type.String(),
  /** Next step of the operator. Null for a green ground. */
  step: Nullable(Type.String()),
  /** Disagreement of authorities about the law. Null without a disagreement. */
  dispute: Nullable(Type.String()),
});
export type JudgedGround = Static<typeof JudgedGround>;

/** Article and ruling of a ground, as on the page and in the acta. */
export const groundLaw = ({ law, ruling }: JudgedGround): string =>
  ruling === null ? law : `${law}; ${ruling}`;

/** Reason of a state, with the disagreement of authorities, as on the page and in the acta. */
export const groundReason = ({ reason, dispute }: JudgedGround): string =>
  dispute === null ? reason : `${reason} En discusión: ${dispute}`;

const amount = Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: MAX_PESOS })));
const answer = Type.Optional(Nullable(Type.Boolean()));

/** Facts that no other part of SCAF has, declared by an operator. Amounts in whole pesos. Null: unknown. */
export const DeclaredFacts = Type.Object({
  /** True if proof exists that every annex of the notice went out. */
  annexesProved: answer,
  /** True if the notice had the list of owners in arrears. Only for a joint without billing. */
  debtorsEnclosed: answer,
  /** True if the revisor fiscal attests the succession of the communications. */
  isAttested: answer,
  /** True if the by-laws demand the participation of every owner in a virtual or mixed meeting. */
  allMustJoin: answer,
  /**
   * True if proof exists that the members of the council without a unit are delegates of owners. Valid for the members
   * at the declaration: absent again with another member.
   */
  delegatesProved: answer,
  /** Necessary fees of the whole joint in a month. Only for a joint without billing. */
  monthlyFees: amount,
  /** Extraordinary fees of the budget period before this assembly. Only for a joint without billing. */
  extraordinaryFees: amount,
  /** Extraordinary fees proposed to this assembly, as a total. */
  proposedFee: amount,
  /** Ordinary budget of the year. */
  yearBudget: amount,
  /** Charge of the year for the fund of imprevistos. */
  fundCharge: amount,
  /** Balance of the fund of imprevistos. */
  fundBalance: amount,
});
export type DeclaredFacts = Static<typeof DeclaredFacts>;
/** Name of a declared fact. */
export type DeclaredFact = keyof DeclaredFacts;

/** The panel 'Semáforo de impugnación' of an assembly. */
export const Challenge = Type.Object({
  assemblyId: Id,
  /** Grounds now, in the order of the panel. */
  grounds: Type.Array(JudgedGround),
  /** Grounds at the end of the assembly, as in the acta. Null before the end. */
  atEnd: Nullable(Type.Object({ at: Instant, grounds: Type.Array(JudgedGround) })),
  /** Last days to challenge the decisions. Null before the end. */
  days: Nullable(ChallengeDays),
  /** Declared facts, the last value of each. */
  declared: DeclaredFacts,
  /** True if billing gives the fees: `monthlyFees` and `extraordinaryFees` are then not asked. */
  isBilled: Type.Boolean(),
});
export type Challenge = Static<typeof Challenge>;

export const getChallenge = endpoint('getChallenge', 'GET /joints/:jointId/challenge', {
  access: { profiles: reporters, scope: 'paramsJoint' },
  summary: 'Grounds to challenge the assembly, judged from the stored facts; with the state at the end',
  description:
    'For runners and for every administrator of the joint, also without the right `assemblies`. No answer says that an assembly is valid: green means that the server found no problem.',
  query: AssemblyQuery,
  answer: Challenge,
});

export const declareFacts = endpoint('declareFacts', 'PATCH /joints/:jointId/challenge', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Declare facts for the grounds: only the facts to change; null removes a fact',
  description:
    'Every version stays in the trail. After the end the panel shows a declared fact, and the record at the end stays. 409 assemblyReplaced if another assembly is the current one. With `seen`: 409 factsMoved if another person declared the same fact meanwhile.',
  body: Type.Object({
    assemblyId: Id,
    facts: DeclaredFacts,
    /** Facts shown before the change. */
    seen: Type.Optional(DeclaredFacts),
  }),
  answer: Challenge,
});
