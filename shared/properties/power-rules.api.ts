import Type, { type Static } from 'typebox';
import { endpoint, Line, ListMark, Nullable, OptionalLine, reporters, unitKeepers } from '../api.ts';

/**
 * Roles that by-laws may bar from representing other owners. Ley 675 is silent. By analogy, Código de Comercio art.
 * 185 bars administrators and employees in office, except for units of their own.
 */
export const barredRoles = ['administrator', 'council', 'fiscalAuditor', 'employee'] as const;
export type BarredRole = (typeof barredRoles)[number];

/** Spanish names of the roles barred from representing other owners. */
export const barredRoleNames: Record<BarredRole, string> = {
  administrator: 'administrador',
  council: 'miembro del consejo de administración',
  fiscalAuditor: 'revisor fiscal',
  employee: 'empleado',
};

/** Person barred from representing other owners, with the role. */
export const BarredPerson = Type.Object({
  name: Line(200),
  /** Identity document. Null if unknown. */
  document: Nullable(OptionalLine(40)),
  role: Type.Enum(barredRoles),
});
export type BarredPerson = Static<typeof BarredPerson>;

/**
 * Codes of objections to a power of attorney: more owners than the joint's limit (`limit`), too large a share of
 * the coefficient (`share`), barred person (`barred`), a granter different from the owner (`otherOwner`), and a
 * person without a document (`noDocument`).
 */
export const powerWarningCodes = ['limit', 'share', 'barred', 'otherOwner', 'noDocument'] as const;
/** Objection to a power of attorney, as shown to the reviewer. */
export const PowerWarning = Type.Object({
  code: Type.Enum(powerWarningCodes),
  /** Spanish sentence about the objection. */
  message: Type.String(),
  /** True if the joint refuses the power because of the objection. */
  blocks: Type.Boolean(),
});
export type PowerWarning = Static<typeof PowerWarning>;

/**
 * Treatment of powers signed on the phone: accepted at once, checked by the desk first, or refused, for by-laws with
 * personal presentation ('presentación personal').
 */
export const phonePowerRules = ['accepted', 'checked', 'refused'] as const;
export type PhonePowerRule = (typeof phonePowerRules)[number];

/** Spanish names of the treatments of powers from the phone. */
export const phonePowerRuleNames: Record<PhonePowerRule, string> = {
  accepted: 'Quedan aceptados al firmarlos',
  checked: 'Quedan pendientes: los revisa la mesa, o quien la copropiedad nombró',
  refused: 'No se reciben: el reglamento exige presentación personal',
};

const RuleFields = {
  /** Maximum number of owners represented by a person (`proxyLimit` of the joint). Null: no limit. */
  limit: Nullable(Type.Integer({ minimum: 1, maximum: 1000 })),
  /** True to refuse powers beyond the limit. False: only warn. `shareBlocks` and `barredBlocks` work alike. */
  limitBlocks: Type.Boolean(),
  /** Maximum percentage of the assembly's roll represented by a person with powers, two decimals. Null: no limit. */
  share: Nullable(Type.Number({ minimum: 0.01, maximum: 100 })),
  shareBlocks: Type.Boolean(),
  barredBlocks: Type.Boolean(),
  barred: Type.Array(BarredPerson, { maxItems: 100 }),
  /** User names of the persons that check powers: no other person accepts or rejects a power. Absent or empty: the desk. */
  checkers: Type.Optional(Type.Array(OptionalLine(60), { maxItems: 20 })),
  /** Treatment of powers signed on the phone. See `phonePowerRules`. */
  phonePowers: Type.Enum(phonePowerRules),
  /** Hours before the assembly's scheduled time of the last power from the phone. Null: until the opening. */
  phonePowerHours: Nullable(Type.Integer({ minimum: 1, maximum: 720 })),
};

/** Limits of powers kept for a convened assembly: a change of the by-laws counts from the next assembly. */
export const PowerLimits = Type.Object({
  limit: Nullable(Type.Integer()),
  share: Nullable(Type.Number()),
});
export type PowerLimits = Static<typeof PowerLimits>;

/** Rules of a joint (co-owned property) about powers of attorney. */
export const PowerRules = Type.Object({
  ...RuleFields,
  /** Limits of the convened assembly, if other than the limits of the joint: the joint's count from the next assembly. */
  convened: Type.Optional(PowerLimits),
});
export type PowerRules = Static<typeof PowerRules>;

/** Body to change the rules about powers of attorney: only the fields to change. */
export const PowerRuleChanges = Type.Partial(Type.Object(RuleFields));
export type PowerRuleChanges = Static<typeof PowerRuleChanges>;

const SeenRules = Type.Partial(Type.Object({ ...RuleFields, checkers: ListMark, barred: ListMark }));

export const getPowerRules = endpoint('getPowerRules', 'GET /joints/:jointId/powerrules', {
  access: { profiles: reporters, scope: 'paramsJoint' },
  summary: 'Limits of powers of attorney and barred persons, for the joint and the sectors',
  answer: PowerRules,
});

export const changePowerRules = endpoint('changePowerRules', 'PATCH /joints/:jointId/powerrules', {
  access: { profiles: unitKeepers, scope: 'paramsJoint' },
  summary: 'Change the limits of powers of attorney; `barred` is the whole list',
  description:
    'Existing powers stay. `limit` and `share` count from the next assembly: a convened assembly keeps its limits (`convened`). `limit` is the `proxyLimit` of the joint. With `seen`: 409 factsMoved if another person changed the same rule meanwhile. 422 powerCheckerUnknown for a name in `checkers` without a user able to decide powers in the joint. Limits come from by-laws: Ley 675 de 2001 has no limit.',
  body: Type.Object({
    ...PowerRuleChanges.properties,
    /** Values shown before the change. */
    seen: Type.Optional(SeenRules),
  }),
  answer: PowerRules,
});
