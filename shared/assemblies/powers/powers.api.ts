import Type, { type Static } from 'typebox';
import {
  ApartmentId,
  assemblyRunners,
  CoefficientNumber,
  Distinct,
  endpoint,
  FileAnswer,
  Id,
  Instant,
  Line,
  Lines,
  Nullable,
  OptionalLine,
  reporters,
} from '../../api.ts';
import { limits } from '../../limits.ts';
import { ImportProblem } from '../../properties/apartments.api.ts';
import { PowerWarning } from '../../properties/power-rules.api.ts';
import { SheetAccount } from '../../sheet-account.ts';
import { AssemblyQuery } from '../concepts.api.ts';

/**
 * Origins of a power of attorney: `typed` from paper, `imported` from a spreadsheet, brought to the `door`
 * without an earlier entry, or signed by the owner on the `phone`.
 */
export const powerOrigins = ['typed', 'imported', 'door', 'phone'] as const;
export type PowerOrigin = (typeof powerOrigins)[number];

/**
 * States of a power of attorney: entered (`pending`), accepted, `used` (accepted, and a unit is registered with the
 * power), rejected, or ended (`revoked`).
 */
export const powerStates = ['pending', 'accepted', 'used', 'rejected', 'revoked'] as const;
export type PowerState = (typeof powerStates)[number];

/**
 * Reasons for the end of a power of attorney for a unit: the owner arrived, a revocation, or a newer power.
 */
export const powerEnds = ['arrived', 'revoked', 'replaced'] as const;
export type PowerEnd = (typeof powerEnds)[number];

const PersonName = Line(200);
const Document = Nullable(OptionalLine(40));
const PowerPerson = Type.Object({ name: Type.String(), document: Nullable(Type.String()) });

const PowerPage = Type.Object({
  pageId: Type.Integer(),
  mediaType: Type.String(),
  fileName: Type.String(),
  /** Size of the file in bytes. */
  size: Type.Integer(),
  /** SHA-256 of the file's bytes, hexadecimal. */
  sha256: Type.String(),
});
export type PowerPage = Static<typeof PowerPage>;

/**
 * Power of attorney as listed for the operator: owner (granter), representative (holder), units, state and scanned
 * pages.
 */
export const Power = Type.Object({
  powerId: Type.Integer(),
  /** Owner represented by another person. */
  granter: PowerPerson,
  /** Representative of the owner. */
  holder: PowerPerson,
  /** Substitute for an absent representative. */
  substitute: Type.Optional(PowerPerson),
  units: Type.Array(
    Type.Object({
      apartmentId: Type.String(),
      /** Owner of the unit as on the assembly's roll. `coefficient` is also as on the roll. */
      owner: Type.String(),
      coefficient: CoefficientNumber,
      /** End of the power for this unit. Null while the power is valid or pending for the unit. */
      end: Nullable(
        Type.Object({
          at: Instant,
          /** Name of the user. */
          by: Type.String(),
          /** Reason: the owner arrived, a revocation, or a newer power. */
          how: Type.Enum(powerEnds),
          reason: Nullable(Type.String()),
        }),
      ),
      /** True if the unit is now registered with this power. */
      isRegistered: Type.Boolean(),
    }),
  ),
  /** Sum of the coefficients of the units. */
  coefficient: CoefficientNumber,
  /** Typed from paper, imported from a spreadsheet, brought to the door, or signed on the phone. */
  origin: Type.Enum(powerOrigins),
  /** Owner's instructions to the representative about votes, in words. Null without instructions. */
  instructions: Nullable(Type.String()),
  enteredAt: Instant,
  /** Name of the user who entered the power. `decidedBy` names the user who accepted or rejected the power. */
  enteredBy: Type.String(),
  /** Pending, accepted, used, rejected or revoked. See `powerStates`. */
  state: Type.Enum(powerStates),
  decidedAt: Nullable(Instant),
  decidedBy: Nullable(Type.String()),
  /** Reason of the rejection or revocation. Null without a reason. */
  reason: Nullable(Type.String()),
  /** Scanned pages of the paper. */
  pages: Type.Array(PowerPage),
  /** Warnings, for example about a limit of powers per person. */
  warnings: Type.Array(PowerWarning),
  /** Units owned by the proxy. A scan of a badge of an own unit finds the power at the desk. */
  holderUnits: Type.Array(Type.String()),
});
export type Power = Static<typeof Power>;

/** Maximum number of units of a power of attorney. */
export const MAX_POWER_UNITS = 200;
/** Maximum number of characters of the owner's voting instructions in a power of attorney. */
export const MAX_INSTRUCTIONS = 1000;

/** Body of the request to enter a power of attorney on paper, typed at the desk. */
export const NewPower = Type.Object({
  /** Person who gives the power. Default: owner of the first unit on the assembly's roll. */
  granter: Type.Optional(Type.Object({ name: PersonName, document: Type.Optional(Document) })),
  /** Person who represents the owner. */
  holder: Type.Object({ name: PersonName, document: Type.Optional(Document) }),
  /** Substitute for an absent representative (C.Co. art. 184). */
  substitute: Type.Optional(Type.Object({ name: PersonName, document: Type.Optional(Document) })),
  apartmentIds: Distinct(ApartmentId, { minItems: 1, maxItems: MAX_POWER_UNITS }),
  /** Owner's instructions about votes, in words. */
  instructions: Type.Optional(Nullable(Lines(MAX_INSTRUCTIONS))),
  /** True if the paper was checked on entry: the power is accepted at once. */
  accept: Type.Optional(Type.Boolean()),
  /** True if the paper was brought to the door. */
  atDoor: Type.Optional(Type.Boolean()),
});
export type NewPower = Static<typeof NewPower>;

/** Decisions of the operator about a power of attorney: accept, reject, or revoke an accepted power. */
export const powerDecisions = ['accept', 'reject', 'revoke'] as const;
export type PowerDecision = (typeof powerDecisions)[number];

/** Maximum number of scanned pages of a power of attorney. */
export const MAX_POWER_PAGES = limits.powerPagesFull.most;
/** Maximum size of a scanned page of a power of attorney, in bytes. */
export const MAX_POWER_PAGE_BYTES = 10 * 1024 * 1024;

export const listPowers = endpoint('listPowers', 'GET /joints/:jointId/powers', {
  priority: 'bulk',
  access: { profiles: reporters, scope: 'paramsJoint' },
  summary: "An assembly's powers of attorney, in the order in which they were entered",
  query: AssemblyQuery,
  answer: Type.Array(Power),
});

export const enterPower = endpoint('enterPower', 'POST /joints/:jointId/powers', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Enter a power from its paper, before the evening or at the door; pending until it is accepted',
  description:
    "The joint's limits warn, or refuse: 422 powerBlocked with the warnings. 422 powerToOwner if the holder owns a unit of the power. With `accept` the rules of accepting apply too. 404 apartmentNotFound for units not on the roll.",
  body: NewPower,
  status: 201,
  answer: Power,
});

export const decidePowers = endpoint('decidePowers', 'POST /joints/:jointId/powerdecisions', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Accept, reject or revoke powers: all named powers, or no power',
  description:
    'Accepting ends the former power of a unit. 409 alreadyRegistered if a unit is registered; 409 powerDecided; 422 powerBlocked; 403 powerNotChecker. Rejecting and revoking need a reason (powerNeedsReason). Revoking frees the units registered with the power, and annuls the votes of the units on an open question.',
  body: Type.Object({
    powerIds: Type.Array(Id, { minItems: 1, maxItems: 2000 }),
    decision: Type.Enum(powerDecisions),
    reason: Type.Optional(OptionalLine(500)),
  }),
  answer: Type.Array(Power),
});

/** Answer to an uploaded spreadsheet of powers of attorney: the rows read, and every problem by row and column. */
export const PowersReport = Type.Object({
  /** True if all rows were stored. */
  committed: Type.Boolean(),
  /** Name of the sheet read. Null without a readable sheet. */
  sheet: Nullable(Type.String()),
  /** Powers read from the file, a power per row. */
  rows: Type.Array(
    Type.Object({
      /** Row number of the spreadsheet program, from 1. */
      row: Type.Integer(),
      apartmentIds: Type.Array(Type.String()),
      granter: PowerPerson,
      holder: PowerPerson,
      instructions: Nullable(Type.String()),
    }),
  ),
  /** Errors and warnings by row and column. */
  problems: Type.Array(ImportProblem),
  /** Count of every cell of the file: read, or skipped with a reason. */
  account: SheetAccount,
});
export type PowersReport = Static<typeof PowersReport>;

export const importPowers = endpoint('importPowers', 'POST /joints/:jointId/powers/import', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Sheet of powers: a preview with every problem, or with `commit=true` all rows or no row',
  description:
    'Columns: units, granter, holder and their documents. Each row is a power, pending until it is accepted; the same power again, of the same units to the same person, is an error.',
  query: Type.Object({ commit: Type.Optional(Type.Boolean()) }),
  upload: true,
  answer: PowersReport,
});

export const addPowerPage = endpoint('addPowerPage', 'POST /joints/:jointId/powers/:powerId/pages', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Keep a page of a power: PDF, JPEG or PNG by its bytes, 10 MB each, ten at most',
  description: 'Pages are never changed or taken away. 422 powerPageInvalid, powerPagesFull.',
  upload: true,
  status: 201,
  answer: PowerPage,
});

export const getPowerPage = endpoint('getPowerPage', 'GET /joints/:jointId/powers/:powerId/pages/:pageId', {
  access: { profiles: reporters, scope: 'paramsJoint' },
  summary: 'A page of a power, as it was uploaded',
  answer: FileAnswer,
  file: true,
});
