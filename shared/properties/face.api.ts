import Type, { type Static } from 'typebox';
import { assemblyWatchers, endpoint, Nullable, staff } from '../api.ts';

const Colour = Type.String({ minLength: 7, maxLength: 7, pattern: '^#[0-9a-fA-F]{6}$' });

/** Help for the owners of a joint: a phone, else the name of the administrator. Both are null if unknown. */
const Help = Type.Object({ phone: Nullable(Type.String()), administrator: Nullable(Type.String()) });
export type Help = Static<typeof Help>;

/**
 * Colour and crest of a joint (co-owned property), shared by the sectors, for screens, mails and papers, and the
 * help for owners.
 */
export const JointFace = Type.Object({
  /** Colour chosen by the staff, '#rrggbb'. Null without a colour. */
  colour: Nullable(Colour),
  /** Colour as a ground for text, and the colour of readable text, by `groundOf` (colour.ts). */
  ground: Type.String(),
  ink: Type.String(),
  /** Crest as a `data:` URL of a PNG or JPEG. Null without a crest. */
  crest: Nullable(Type.String()),
  help: Help,
});
export type JointFace = Static<typeof JointFace>;

export const getFace = endpoint('getFace', 'GET /joints/:jointId/face', {
  access: { profiles: assemblyWatchers, scope: 'paramsJoint', service: 'either' },
  summary: 'Colour and crest of a joint, and the help for owners',
  answer: JointFace,
});

export const changeFace = endpoint('changeFace', 'PATCH /joints/:jointId/face', {
  access: { profiles: staff, scope: 'paramsJoint', service: 'either' },
  summary: 'Change the colour of a joint; null takes the colour away',
  description: 'With `seen`: 409 factsMoved if another person changed the colour meanwhile.',
  body: Type.Object({
    colour: Nullable(Colour),
    /** Colour shown before the change. */
    seen: Type.Optional(Type.Object({ colour: Nullable(Colour) })),
  }),
  answer: JointFace,
});

export const setCrest = endpoint('setCrest', 'POST /joints/:jointId/crest', {
  access: { profiles: staff, scope: 'paramsJoint', service: 'either' },
  summary: "Set a joint's crest",
  description:
    'One file, PNG or JPEG by the bytes, at most 40 KB and 256 pixels a side. A PNG is stored on white, a JPEG without the metadata of cameras. 422 logoInvalid, crestTooLarge.',
  status: 201,
  answer: JointFace,
  upload: true,
});

export const removeCrest = endpoint('removeCrest', 'DELETE /joints/:jointId/crest', {
  access: { profiles: staff, scope: 'paramsJoint', service: 'either' },
  summary: "Take a joint's crest away",
});
