import type { FileAnswer } from '../../../shared/api.ts';

/** Removes the second point after a name ending with a point: 'Torres P.H.. Lugar' becomes 'Torres P.H. Lugar'. */
export const singleStops = (text: string): string => text.replace(/(?<!\.)\.\.(?!\.)/g, '.');

/** Content of a mail: subject, plain text, HTML, and attached files. */
export interface Written {
  subject: string;
  text: string;
  html: string;
  attachments?: readonly Attachment[];
}

/** File attached to a mail. */
export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** Converts a file to an attachment. */
export function attachmentOf({ name, mediaType, bytes }: FileAnswer): Attachment {
  return { filename: name, contentType: mediaType, content: Buffer.from(bytes) };
}

/**
 * Part of a mail's text: heading, paragraph, titled list (with a mark for yes, no or neutral), or link
 * shown as a button.
 */
export type MailPart =
  | { heading: string }
  | { paragraph: string }
  | { mark: '✓' | '✕' | '·'; title: string; lines: string[] }
  | { title: string; lines: string[] }
  | { link: string; label: string };

/** Renders the parts of a mail as plain text and as HTML with the same content. */
export function lay(parts: readonly MailPart[]): Pick<Written, 'text' | 'html'> {
  return { text: parts.map(partText).join('\n\n'), html: page(parts.map(htmlOf).join('\n')) };
}

/** Splits a text into its lines, without empty lines. */
export const textLines = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '');

function partText(part: MailPart): string {
  if ('heading' in part) return part.heading;
  if ('paragraph' in part) return singleStops(part.paragraph);
  if ('link' in part) return part.link;
  if ('mark' in part)
    return [`${part.mark} ${part.title}`, ...part.lines.map((line) => `  ${line}`)].join('\n');
  return [`${part.title}:`, ...part.lines].join('\n');
}

function htmlOf(part: MailPart): string {
  if ('heading' in part)
    return `<h1 style="margin:0 0 16px;font-size:28px;line-height:1.2">${escaped(part.heading)}</h1>`;
  if ('paragraph' in part) return `<p>${escaped(singleStops(part.paragraph))}</p>`;
  if ('link' in part) {
    const href = escaped(part.link);
    return `<p><a href="${href}" style="${BUTTON}">${escaped(part.label)}</a></p>
<p style="font-size:13px">Si el botón no abre, copie esta dirección en su navegador:<br><span style="word-break:break-all">${href}</span></p>`;
  }
  const list = `<strong>${escaped(part.title)}</strong><br>${part.lines.map(escaped).join('<br>')}`;
  if (!('mark' in part)) return `<p>${list}</p>`;
  const colour = part.mark === '✕' ? '#a12622' : HOUSE;
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;border-top:1px solid #d5d5cf"><tr>
<td style="width:32px;padding:12px 0;vertical-align:top;color:${colour};font-weight:bold">${part.mark}</td>
<td style="padding:12px 0">${list}</td></tr></table>`;
}

/** Colour of the brand (`client/ui/tokens.css`, --primary). */
const HOUSE = '#0b5563';
const BUTTON = `display:inline-block;padding:12px 20px;background:${HOUSE};color:#ffffff;text-decoration:none;border-radius:6px;font-weight:bold`;

/**
 * Builds the HTML page of a mail without images, scripts or remote content: looks equal in all mail programs, and
 * opening a mail is not tracked.
 */
const page = (body: string): string =>
  `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:16px;background:#ffffff;color:#1c1c1c;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:600px;margin:0 auto">
<p style="margin:0 0 16px;padding-bottom:8px;border-bottom:3px solid ${HOUSE};color:${HOUSE};font-size:20px;font-weight:bold;letter-spacing:1px">SCAF</p>
${body}
</div>
</body></html>`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
