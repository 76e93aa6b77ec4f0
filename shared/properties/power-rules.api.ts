import Type, { type Static } from 'typebox';
import { endpoint, Line, Nullable, OptionalLine, reporters, staff } from '../api.ts';

/**
 * Whom by-laws bar from representing others. Ley 675 de 2001 is silent; Código de Comercio art. 185, by analogy, bars
 * administrators and employees while they hold their post, beyond what is their own.
 */
export const barredRoles = ['administrator', 'council', 'fiscalAuditor', 'employee'] as const;
export type BarredRole = (typeof barredRoles)[number];

export const barredRoleNames: Record<BarredRole, string> = {
  administrator: 'administrador',
  council: 'miembro del consejo de administración',
  fiscalAuditor: 'revisor fiscal',
  employee: 'empleado',
};

export const BarredPerson = Type.Object({
  name: Line(200),
  document: Nullable(OptionalLine(40)),
  role: Type.Enum(barredRoles),
});
export type BarredPerson = Static<typeof BarredPerson>;

/** What speaks against a power: limits of the joint, who is barred, and what a checker has to look at. */
export const powerWarningCodes = ['limit', 'share', 'barred', 'otherOwner', 'noDocument'] as const;
export const PowerWarning = Type.Object({
  code: Type.Enum(powerWarningCodes),
  /** A Spanish sentence. */
  message: Type.String(),
  /** The joint refuses it. */
  blocks: Type.Boolean(),
});
export type PowerWarning = Static<typeof PowerWarning>;

const RuleFields = {
  /** True: what goes beyond the limit is refused; false: it is warned of. So of the others. */
  limitBlocks: Type.Boolean(),
  /** Percent of the roll's coefficient that one person may represent by power, two decimals; null: no limit. */
  share: Nullable(Type.Number({ minimum: 0.01, maximum: 100 })),
  shareBlocks: Type.Boolean(),
  barredBlocks: Type.Boolean(),
  barred: Type.Array(BarredPerson, { maxItems: 100 }),
};

export const PowerRules = Type.Object({
  /** Most owners that one person may represent (`proxyLimit` of the joint); null: no limit. */
  limit: Nullable(Type.Integer()),
  ...RuleFields,
});
export type PowerRules = Static<typeof PowerRules>;

export const PowerRuleChanges = Type.Partial(Type.Object(RuleFields));
export type PowerRuleChanges = Static<typeof PowerRuleChanges>;

export const getPowerRules = endpoint('getPowerRules', 'GET /joints/:jointId/powerrules', {
  access: { profiles: reporters, scope: 'paramsJoint' },
  summary: "A joint's limits of powers of attorney, and who may not hold any: of the joint with its sectors",
  answer: PowerRules,
});

export const changePowerRules = endpoint('changePowerRules', 'PATCH /joints/:jointId/powerrules', {
  access: { profiles: staff, scope: 'paramsJoint' },
  summary: 'Change what limits powers of attorney; `barred` is the whole list',
  description:
    'What stands already stays. `proxyLimit` is changed with the joint. Ley 675 de 2001 sets no limit: by-laws do.',
  body: PowerRuleChanges,
  answer: PowerRules,
});
