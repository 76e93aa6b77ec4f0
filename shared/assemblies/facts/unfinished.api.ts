import Type, { type Static } from 'typebox';
import { assemblyRunners, endpoint, Nullable } from '../../api.ts';
import { QuorumCheck } from '../live.ts';

/** Question of the joint or of a sector. */
const Question = Type.Object({ sectorName: Nullable(Type.String()), conceptId: Type.Integer() });

/** Unfinished matters of an assembly (specification, section 5, rule 28c). */
export const Unfinished = Type.Object({
  /** Open questions: the end closes each with its votes. */
  open: Type.Array(Question),
  /** Elections with a tie that a lot decides. */
  lots: Type.Array(Question),
  /** Elections with people who neither accepted nor declined, by name. */
  acceptances: Type.Array(Type.Object({ ...Question.properties, names: Type.Array(Type.String()) })),
  /** Running check 'Verificar quórum'. */
  check: Nullable(QuorumCheck),
  /** Points of the agenda without an opening or a question: 'number. text'. */
  points: Type.Array(Type.String()),
  /** Phones that wait for the desk. */
  arrivals: Type.Integer(),
  /** Powers without a decision of the desk. */
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
