import Type, { type Static } from 'typebox';
import { assemblyRunners, endpoint, everyone, Id, Instant, Line, Nullable } from '../api.ts';

/** Digits of a code that is typed at a wall. */
export const DISPLAY_CODE_DIGITS = 6;
/** How long such a code opens screens. */
export const DISPLAY_CODE_MINUTES = 10;

export const createDisplayCode = endpoint('createDisplayCode', 'POST /joints/:jointId/displaycodes', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Make a six-digit code that opens /Quorum for this joint where it is typed, for ten minutes',
  description: 'It opens one screen. It is shown this once: the store keeps a keyed hash.',
  tag: 'assemblies',
  status: 201,
  answer: Type.Object({ code: Type.String(), expiresAt: Instant }),
});

export const openDisplay = endpoint('openDisplay', 'POST /auth/display', {
  entry: true,
  access: everyone,
  summary: 'Open a wall display (profile 4) with a six-digit code',
  description:
    'An unknown, an expired and a spent code have one answer, displayCodeInvalid. After five wrong ones of a network in 15 minutes the codes that stand are over for it, and a new one works; after ten each further try waits, 30 seconds at most: 429 with Retry-After; after a thousand of all networks the codes that stand are over for the joint that the page names, or for pages that name none, and a new one works.',
  body: Type.Object({ code: Line(20), jointId: Type.Optional(Id) }),
  bodyLimit: 1024,
  answer: Type.Object({ jwt: Type.String(), jointId: Type.Integer() }),
});

/** A wall display that stands: a link, which may be open on several screens, or a screen that a code opened. */
export const Display = Type.Object({
  displayId: Type.String(),
  /** The joint or the sector that it shows. */
  jointId: Type.Integer(),
  by: Type.Union([Type.Literal('link'), Type.Literal('code')]),
  openedAt: Instant,
  /** Who made the link or the code; null of links older than this list. */
  madeBy: Nullable(Type.String()),
  /** Rounded to minutes; null where nobody opened it yet. */
  seenAt: Nullable(Instant),
  /** A screen shows it live at this moment. */
  isLive: Type.Boolean(),
  /** The browser and the system that showed it last, in words. */
  device: Nullable(Type.String()),
  expiresAt: Instant,
});
export type Display = Static<typeof Display>;

export const listDisplays = endpoint('listDisplays', 'GET /joints/:jointId/displays', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'The wall displays of a joint and its sectors that stand, the newest first',
  tag: 'assemblies',
  answer: Type.Array(Display),
});

export const endDisplay = endpoint('endDisplay', 'DELETE /joints/:jointId/displays/:displayId', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'End a wall display: its screens go dark at once, in every process',
  tag: 'assemblies',
});
