import Type, { type Static } from 'typebox';
import { assemblyRunners, endpoint, Nullable } from '../../api.ts';
import { QuorumCheck } from '../live.ts';

/** Question of the joint, or of the sector with a name. */
const UnfinishedQuestion = Type.Object({ sectorName: Nullable(Type.String()), conceptId: Type.Integer() });

/**
 * Matters to finish before the end of an assembly, shown to the operator in the dialog before the end
 * (specification, section 5, rule 28c).
 */
export const Unfinished = Type.Object({
  /** Open questions. The end of the assembly closes each question with the votes cast. */
  open: Type.Array(UnfinishedQuestion),
  /** Elections with a tie, still without a lot. */
  lots: Type.Array(UnfinishedQuestion),
  /** Elections with elected people who neither accepted nor declined, with the names. */
  acceptances: Type.Array(
    Type.Object({ ...UnfinishedQuestion.properties, names: Type.Array(Type.String()) }),
  ),
  /** Running check of the quorum ('Verificar quórum'). Null without a check. */
  check: Nullable(QuorumCheck),
  /** Points of the agenda never opened and without a question: 'number. text'. */
  points: Type.Array(Type.String()),
  /** Spanish names of the empty facts that the acta must state (Ley 675, art. 47): 'el presidente'. */
  facts: Type.Array(Type.String()),
  /** Number of phones that wait for the desk. */
  arrivals: Type.Integer(),
  /** Number of powers still without a decision of the desk. */
  powers: Type.Integer(),
});
export type Unfinished = Static<typeof Unfinished>;

export const getUnfinished = endpoint('getUnfinished', 'GET /joints/:jointId/assemblies/current/unfinished', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Unfinished matters of the current assembly, shown before the closing',
  description:
    'The end is refused for no matter of the list. Lots and acceptances can be noted after the end.',
  answer: Unfinished,
});
