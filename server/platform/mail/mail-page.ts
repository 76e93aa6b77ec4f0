import type { FileAnswer } from '../../../shared/api.ts';
import { singleStops } from '../../../shared/format.ts';

/** What a mail says, with what goes along. */
export interface Written {
  subject: string;
  text: string;
  html: string;
  attachments?: readonly Attachment[];
}

export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** A file as a message carries it. */
export function attachmentOf({ name, mediaType, bytes }: FileAnswer): Attachment {
  return { filename: name, contentType: mediaType, content: Buffer.from(bytes) };
}

/** A part of a mail: a paragraph, a titled list, or a link as a button. */
export type MailPart =
  | { paragraph: string }
  | { title: string; lines: string[] }
  | { link: string; label: string };

/** The parts one below the other, in plain text and in HTML that says the same. */
export function lay(parts: readonly MailPart[]): Pick<Written, 'text' | 'html'> {
  return { text: parts.map(textOf).join('\n\n'), html: page(parts.map(htmlOf).join('\n')) };
}

export const textLines = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '');

function textOf(part: MailPart): string {
  if ('paragraph' in part) return singleStops(part.paragraph);
  if ('link' in part) return part.link;
  return [`${part.title}:`, ...part.lines].join('\n');
}

function htmlOf(part: MailPart): string {
  if ('paragraph' in part) return `<p>${escaped(singleStops(part.paragraph))}</p>`;
  if ('link' in part) {
    const href = escaped(part.link);
    return `<p><a href="${href}" style="${BUTTON}">${escaped(part.label)}</a></p>
<p style="font-size:13px">Si el botón no abre, copie esta dirección en su navegador:<br><span style="word-break:break-all">${href}</span></p>`;
  }
  return `<p><strong>${escaped(part.title)}</strong><br>${part.lines.map(escaped).join('<br>')}</p>`;
}

/** The colour of the house (`client/ui/tokens.css`, --primary). */
const HOUSE = '#0b5563';
const BUTTON = `display:inline-block;padding:12px 20px;background:${HOUSE};color:#ffffff;text-decoration:none;border-radius:6px;font-weight:bold`;

/** No image, no script, nothing fetched: it looks the same everywhere and tells nobody that it was opened. */
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
