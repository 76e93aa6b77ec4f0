import Type, { type Static } from 'typebox';
import { assemblyRunners, endpoint, Id, Instant, Lines, Nullable } from '../../api.ts';
import { AssemblyQuery } from '../concepts.api.ts';

/** Maximum number of characters of the secretary's text on a point of the agenda: two printed pages. */
export const LONGEST_POINT_TEXT = 6000;

/** Body limit in bytes: new and former text, four bytes per character. */
const POINT_TEXT_LIMIT = 128 * 1024;

const PointNumber = Type.Integer({ minimum: 1, maximum: 200 });

/** Text of the secretary on a point of the agenda (specification, section 17, rule 2a), printed in the acta. */
export const PointText = Type.Object({
  /** Number of the point at the time of writing. */
  point: PointNumber,
  /** Text of the point in the agenda at the time of writing. */
  title: Type.String(),
  text: Type.String(),
  at: Instant,
  /** Name of the person who wrote last. */
  by: Type.String(),
});
export type PointText = Static<typeof PointText>;

export const listPointTexts = endpoint('listPointTexts', 'GET /joints/:jointId/pointtexts', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: "Texts of the secretary on the agenda's points, the last version of each",
  query: AssemblyQuery,
  answer: Type.Array(PointText),
});

export const writePointText = endpoint('writePointText', 'PATCH /joints/:jointId/pointtexts', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Write the text of the secretary on a point of the agenda',
  description:
    'Every version stays in the trail; the acta prints the last. 422 agendaItemUnknown for a point that the agenda does not have, assemblyEnded after the end. 409 assemblyReplaced if another assembly is the current one; 409 factsMoved if the stored text is neither `seen` nor the new text.',
  body: Type.Object({
    assemblyId: Id,
    point: PointNumber,
    text: Lines(LONGEST_POINT_TEXT),
    /** Text before the change, as the person saw. Null for a point without a text. */
    seen: Nullable(Lines(LONGEST_POINT_TEXT)),
  }),
  bodyLimit: POINT_TEXT_LIMIT,
  answer: PointText,
});
