import Type, { type Static } from 'typebox';
import { endpoint, Instant, Nullable, reporters } from '../../api.ts';
import { AssemblyQuery } from '../concepts.api.ts';

const Text = Type.String();

/**
 * Part of an acta, in reading order: heading, paragraph, table, blank and so on. PDF, Word and screen show the same
 * parts. A value known only to a person is null and left to write by hand; `blank` is a room for handwriting, with
 * the number of ruled lines on paper.
 */
export const ActaBlock = Type.Union([
  Type.Object({
    kind: Type.Literal('heading'),
    level: Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3)]),
    text: Text,
  }),
  /** Paragraph. `lead`: bold start of the text. `keep`: printed on the page of the next block. */
  Type.Object({
    kind: Type.Literal('paragraph'),
    text: Text,
    lead: Type.Optional(Text),
    keep: Type.Optional(Type.Literal(true)),
  }),
  /** Note for the author of the acta, deleted before signing. */
  Type.Object({ kind: Type.Literal('notice'), text: Text }),
  /** List. `mark`: number or bullet before the item. `below`: lines under the item. */
  Type.Object({
    kind: Type.Literal('list'),
    items: Type.Array(Type.Object({ mark: Text, text: Text, below: Type.Optional(Type.Array(Text)) })),
  }),
  Type.Object({
    kind: Type.Literal('facts'),
    rows: Type.Array(Type.Object({ name: Text, value: Nullable(Text) })),
  }),
  /** Table. `share`: width of a column in relation to the other columns. */
  Type.Object({
    kind: Type.Literal('table'),
    columns: Type.Array(
      Type.Object({ header: Text, share: Type.Number(), isNumber: Type.Optional(Type.Literal(true)) }),
    ),
    rows: Type.Array(Type.Array(Text)),
    total: Type.Optional(Type.Array(Text)),
  }),
  /**
   * QR code. `code`: encoded text. `rows`: cells of the code, '1' is dark. `alt`: description for screen readers.
   */
  Type.Object({ kind: Type.Literal('qr'), code: Text, alt: Text, rows: Type.Array(Text) }),
  Type.Object({ kind: Type.Literal('blank'), name: Text, hint: Text, lines: Type.Integer() }),
  Type.Object({
    kind: Type.Literal('signatures'),
    signers: Type.Array(Type.Object({ name: Nullable(Text), role: Text })),
  }),
]);
export type ActaBlock = Static<typeof ActaBlock>;

/** Draft of an acta (minutes), for display on a screen. */
export const ActaDocument = Type.Object({
  /** Title of the document. */
  title: Text,
  jointName: Text,
  /** Name of the whole joint, if the acta is of a sector. Null otherwise. */
  rootName: Nullable(Text),
  /** Name of the assembly. */
  subject: Text,
  /** Time of this draft. */
  madeAt: Instant,
  /**
   * Last entry of the joint's audit log at that time: name of the log, number of entries, and hash of the last
   * entry in hexadecimal.
   */
  trail: Type.Object({ chain: Text, entries: Type.Integer(), lastHash: Text }),
  blocks: Type.Array(ActaBlock),
});
export type ActaDocument = Static<typeof ActaDocument>;

export const getActa = endpoint('getActa', 'GET /reports/acta/:jointId/screen', {
  priority: 'bulk',
  access: { profiles: reporters, scope: 'paramsJoint' },
  summary: 'The draft of the acta for the screen: the blocks of its PDF and its Word file',
  description: '422 resultsHidden while a question with hidden results is open.',
  query: AssemblyQuery,
  answer: ActaDocument,
});

/** Line of underscores printed in the acta in place of a few words, to be filled in by hand. */
export const HANDWRITTEN = '______________________________';
