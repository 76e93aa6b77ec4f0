import Type, { type Static } from 'typebox';
import { assemblyRunners, endpoint, everyone, Id, Instant, Line, Nullable } from '../api.ts';

/** Number of digits of the code for opening a wall display. */
export const DISPLAY_CODE_DIGITS = 6;
/** Minutes until the code of a wall display expires. */
export const DISPLAY_CODE_MINUTES = 10;

export const createDisplayCode = endpoint('createDisplayCode', 'POST /joints/:jointId/displaycodes', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Make a six-digit code to open /Quorum for the joint on a screen, within ten minutes',
  description: 'Opens a single screen. The code is shown only in this answer: the store has a keyed hash.',
  tag: 'assemblies',
  status: 201,
  answer: Type.Object({ code: Type.String(), expiresAt: Instant }),
});

export const openDisplay = endpoint('openDisplay', 'POST /auth/display', {
  entry: true,
  access: everyone,
  summary: 'Open a wall display (profile 4) with a six-digit code',
  description:
    'Unknown, expired and spent codes all get displayCodeInvalid. Limits in 15 minutes: after five wrong codes from a network the valid codes end for the network, and a new code works; after ten, each further try waits up to 30 seconds (429 with Retry-After); after a thousand from all networks the valid codes end for the named joint (or for pages without a joint), and a new code works.',
  body: Type.Object({ code: Line(20), jointId: Type.Optional(Id) }),
  bodyLimit: 1024,
  answer: Type.Object({ jwt: Type.String(), jointId: Type.Integer() }),
});

/**
 * Wall display with access at present: a link, possibly open on several screens, or a screen opened by a
 * code. As listed for operators.
 */
export const Display = Type.Object({
  displayId: Type.String(),
  /** Joint or sector on the display. */
  jointId: Type.Integer(),
  /** Way to open the display: a secret link, or a six-digit code typed at the screen. */
  by: Type.Union([Type.Literal('link'), Type.Literal('code')]),
  openedAt: Instant,
  /** User who made the link or the code; null for older links. */
  madeBy: Nullable(Type.String()),
  /** Time of the last use, rounded to minutes. Null before the first use. */
  seenAt: Nullable(Instant),
  /** True if a screen has a live connection now. */
  isLive: Type.Boolean(),
  /** Browser and system of the last use, as text. */
  device: Nullable(Type.String()),
  /** End of the display's access. */
  expiresAt: Instant,
});
export type Display = Static<typeof Display>;

export const listDisplays = endpoint('listDisplays', 'GET /joints/:jointId/displays', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Valid wall displays of a joint and of the sectors, newest first',
  tag: 'assemblies',
  answer: Type.Array(Display),
});

export const endDisplay = endpoint('endDisplay', 'DELETE /joints/:jointId/displays/:displayId', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'End a wall display: its screens go dark at once, in every process',
  tag: 'assemblies',
});
