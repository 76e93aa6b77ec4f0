import type { FileAnswer } from '../../../shared/api.ts';
import { unbroken } from '../../../shared/format.ts';
import { type Ground, houseGround } from '../../../shared/properties/colour.ts';
import type { StoredImage } from '../http/images/image.ts';

/** Removes the second point after a name ending with a point: 'Torres P.H.. Lugar' becomes 'Torres P.H. Lugar'. */
export const singleStops = (text: string): string => text.replace(/(?<!\.)\.\.(?!\.)/g, '.');

/** Content of a mail: subject, plain text, HTML, and attached files. */
export interface Written {
  subject: string;
  text: string;
  html: string;
  attachments?: readonly Attachment[];
  /** Crest of the joint, shown at the head of the HTML. */
  crest?: Attachment;
}

/** File attached to a mail. */
export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
  /** Name of the file within the HTML, for a picture shown there. */
  cid?: string;
}

/** Head of a mail: the joint, a line below, and the joint's colour and crest. */
export interface MailHead {
  /** Name of the joint, or 'SCAF' for a mail of the platform. */
  name: string;
  /** Line below the name: the assembly and its day. Empty without a line. */
  line?: string;
  face: MailFace;
}

/** Colour of a joint as a ground with readable text, and the crest. */
export interface MailFace extends Ground {
  crest: StoredImage | null;
}

/** Head of a mail of the platform. */
const PLATFORM: MailHead = { name: 'SCAF', face: { ...houseGround, crest: null } };

/** Converts a file to an attachment. */
export function attachmentOf({ name, mediaType, bytes }: FileAnswer): Attachment {
  return { filename: name, contentType: mediaType, content: Buffer.from(bytes) };
}

/**
 * Part of a mail's text: heading, paragraph, titled list (with a mark for yes, no or neutral), numbered list, link shown
 * as a button, dark block with the day of a meeting, or small text at the end.
 */
export type MailPart =
  | { heading: string }
  | { paragraph: string }
  | { mark: '✓' | '✕' | '·'; title: string; lines: string[] }
  | { title: string; lines: string[] }
  | { agenda: string; lines: string[] }
  | { link: string; label: string }
  | { night: string; day: string | null; lines: string[]; text: string }
  | { small: string };

/** Renders the parts of a mail as plain text and as HTML with the same content, below the head of the joint. */
export function lay(
  parts: readonly MailPart[],
  head: MailHead = PLATFORM,
): Pick<Written, 'text' | 'html' | 'crest'> {
  const { crest } = head.face;
  return {
    text: parts.map(partText).join('\n\n'),
    html: page(head, parts),
    ...(crest !== null && { crest: crestFile(crest) }),
  };
}

const CREST = 'escudo';

const crestFile = ({ mediaType, bytes }: StoredImage): Attachment => ({
  filename: mediaType === 'image/png' ? 'escudo.png' : 'escudo.jpg',
  contentType: mediaType,
  content: Buffer.from(bytes),
  cid: CREST,
});

/** Splits a text into its lines, without empty lines. */
export const textLines = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '');

function partText(part: MailPart): string {
  if ('heading' in part) return part.heading;
  if ('paragraph' in part) return singleStops(part.paragraph);
  if ('small' in part) return singleStops(part.small);
  if ('link' in part) return `${part.label}:\n${part.link}`;
  if ('night' in part) return part.text;
  if ('mark' in part)
    return [`${part.mark} ${part.title}`, ...part.lines.map((line) => `  ${line}`)].join('\n');
  return [`${'agenda' in part ? part.agenda : part.title}:`, ...part.lines].join('\n');
}

/** Padding of all parts at both sides, in pixels. */
const SIDE = 24;
const row = (body: string, style = `padding:8px ${SIDE}px`, name = '') =>
  `<tr><td class="${name}" style="${style}">${body}</td></tr>`;

function htmlOf(part: MailPart): string {
  if ('heading' in part)
    return row(`<h1 style="margin:8px 0;font-size:28px;line-height:36px">${escaped(part.heading)}</h1>`);
  if ('paragraph' in part) return row(escaped(singleStops(part.paragraph)));
  if ('small' in part)
    return row(
      escaped(singleStops(part.small)),
      `padding:6px ${SIDE}px;font-size:14px;line-height:20px`,
      'soft',
    );
  if ('link' in part) {
    const href = escaped(part.link);
    return row(
      `<a href="${href}" class="button" style="${BUTTON}">${escaped(part.label)}</a>`,
      `padding:16px ${SIDE}px`,
    );
  }
  if ('night' in part) return nightRow(part);
  if ('agenda' in part) return agendaRow(part);
  const list = `<strong>${escaped(part.title)}</strong><br>${part.lines.map(escaped).join('<br>')}`;
  if (!('mark' in part)) return row(list);
  const colour = part.mark === '✕' ? 'bad' : 'good';
  return row(
    `<table role="presentation" cellpadding="0" cellspacing="0" width="100%"><tr>
<td class="${colour}" style="width:32px;vertical-align:top;font-weight:bold">${part.mark}</td><td>${list}</td></tr></table>`,
    `padding:12px ${SIDE}px;border-top:1px solid #e4decf`,
    'listed',
  );
}

/** Dark block with the day of a meeting in large letters; the block stays dark in both themes. */
function nightRow({ night, day, lines }: Extract<MailPart, { night: string }>): string {
  const large =
    day === null
      ? ''
      : `<div style="font-size:26px;line-height:34px;font-weight:bold;color:#ffffff">${escaped(day)}</div>`;
  return row(
    `<div style="font-size:14px;color:#b9d3d8">${escaped(night)}</div>${large}${lines.map(escaped).join('<br>')}`,
    `padding:24px ${SIDE}px;background:#06323b;color:#ffffff`,
  );
}

/** Numbered list under a title; a number typed before a line stays the number. */
function agendaRow({ agenda, lines }: Extract<MailPart, { agenda: string }>): string {
  const rows = lines.map((line, i) => {
    const [, number = String(i + 1), text = line] = /^\s*(\d{1,2})\s*[.):-]\s*(.+)$/.exec(line) ?? [];
    return `<tr><td class="soft" style="width:32px;padding:4px 0;vertical-align:top;font-weight:bold">${number}</td><td style="padding:4px 0">${escaped(text)}</td></tr>`;
  });
  return row(
    `<h2 style="margin:16px 0 8px;font-size:20px;line-height:28px">${escaped(agenda)}</h2>
<table role="presentation" cellpadding="0" cellspacing="0" width="100%">${rows.join('\n')}</table>`,
  );
}

/** Colour of acts (`client/ui/tokens.css`, --primary). */
const BUTTON =
  'display:block;padding:16px;background:#0b5563;color:#ffffff;text-align:center;text-decoration:none;border-radius:8px;font-size:19px;font-weight:bold';

/** Colours of a mail, light and dark (`client/ui/tokens.css`). A program without the style shows dark on white. */
const STYLE = `:root{color-scheme:light dark}.soft{color:#48595c}.good{color:#17613a}.bad{color:#a02620}
@media (prefers-color-scheme:dark){.ground{background:#0c1517!important}.sheet{background:#142125!important;color:#edf3f3!important}.soft{color:#b3c3c5!important}.good{color:#84d6a0!important}.bad{color:#ff9d92!important}.button{background:#7cd0dc!important;color:#06262c!important}.sheet .listed{border-color:#2b3c41!important}}`;

/**
 * Builds the HTML page of a mail from tables with inline styles, without scripts or remote content: looks alike in all
 * mail programs, and opening a mail is not tracked. The only picture is the crest, a part of the mail. A signature breaks
 * anywhere: else the mail is wider than a phone.
 */
const page = ({ name, line = '', face }: MailHead, parts: readonly MailPart[]): string =>
  `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(name)}</title><style>${STYLE}</style></head>
<body class="ground" style="margin:0;padding:0;background:#ebe7db">
<table role="presentation" class="ground" cellpadding="0" cellspacing="0" width="100%" style="background:#ebe7db"><tr><td align="center">
<table role="presentation" class="sheet" cellpadding="0" cellspacing="0" width="100%" style="max-width:600px;background:#ffffff;color:#15262a;font-family:'Atkinson Hyperlegible Next',Verdana,Arial,sans-serif;font-size:16px;line-height:24px;text-align:left;word-break:break-word;overflow-wrap:anywhere">
<tr><td style="height:8px;line-height:8px;font-size:0;background:${face.ground}">&nbsp;</td></tr>
${row(headRow({ name, line, face }), `padding:24px ${SIDE}px 8px`)}
${parts.map(htmlOf).join('\n')}
<tr><td style="height:24px"></td></tr>
</table></td></tr></table>
</body></html>`;

/** Crest beside the joint's name and a line. Without a crest: the first letter on the joint's colour. */
function headRow({ name, line, face }: Required<MailHead>): string {
  const mark =
    face.crest === null
      ? `<div style="width:48px;height:48px;line-height:48px;border-radius:8px;background:${face.ground};color:${face.ink};text-align:center;font-size:24px;font-weight:bold">${escaped(name.slice(0, 1))}</div>`
      : `<img src="cid:${CREST}" width="48" height="48" alt="Escudo de ${escaped(name)}" style="border-radius:8px;background:#ffffff">`;
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="width:64px;vertical-align:top">${mark}</td>
<td><strong>${escaped(name)}</strong>${line === '' ? '' : `<br><span class="soft" style="font-size:14px">${escaped(line)}</span>`}</td></tr></table>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string =>
  unbroken(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
