import type { Invitation } from '../assemblies/invitation.ts';

/** The parts of a message that its receiver reads. */
export interface Written {
  subject: string;
  text: string;
  html: string;
}

export const kinds = { ordinary: 'ordinaria', extraordinary: 'extraordinaria' } as const;
export const modes = { inPerson: 'presencial', virtual: 'virtual', mixed: 'mixta' } as const;

/** A part of the letter: a paragraph, a titled list, or the link. */
type Part = { paragraph: string } | { title: string; lines: string[] } | { link: string; label: string };

/** The invitation as a mail, in plain text and in HTML that says the same. */
export function writeInvitation(invitation: Invitation): Written {
  const { jointName, assembly, name } = invitation;
  const kind = `asamblea ${kinds[assembly.kind]}`;
  const parts = partsOf(invitation, kind);
  return {
    subject: `Invitación a la ${kind} de ${jointName}`,
    text: [`Señor(a) ${name}:`, ...parts.map(textOf), closing(jointName)].join('\n\n'),
    html: page(
      [
        `<p>Señor(a) ${escaped(name)}:</p>`,
        ...parts.map(htmlOf),
        `<p>${escaped(closing(jointName))}</p>`,
      ].join('\n'),
    ),
  };
}

function partsOf(invitation: Invitation, kind: string): Part[] {
  const { jointName, assembly, apartments, link } = invitation;
  const titled = assembly.title ? `: ${assembly.title}` : '';
  const second = assembly.call === 2 ? ', en segunda convocatoria' : '';
  const parts: Part[] = [
    { paragraph: `Lo invitamos a la ${kind} ${modes[assembly.mode]} de ${jointName}${second}${titled}.` },
  ];
  if (assembly.notice) parts.push({ title: 'Convocatoria', lines: linesOf(assembly.notice) });
  if (assembly.agenda) parts.push({ title: 'Orden del día', lines: linesOf(assembly.agenda) });
  if (apartments.length > 0) parts.push({ title: 'Sus inmuebles', lines: [apartments.join(', ')] });
  parts.push(
    { paragraph: howToTakePart(assembly.mode) },
    { link, label: 'Entrar a la asamblea' },
    {
      paragraph:
        'El enlace es personal: no lo reenvíe, porque quien lo abra entra y vota a su nombre. Sirve hasta que se cierre la asamblea, también en segunda convocatoria.',
    },
  );
  if (invitation.meeting !== null) parts.push(meetingOf(invitation.meeting));
  parts.push(signInOf(invitation));
  return parts;
}

function howToTakePart(mode: Invitation['assembly']['mode']): string {
  if (mode === 'inPerson') {
    return 'La reunión es presencial. Con su enlace personal puede votar desde su celular:';
  }
  const where = mode === 'mixed' ? 'Puede asistir en persona o desde su casa. ' : '';
  return `${where}Con su enlace personal registra su asistencia, entra a la reunión y vota, desde el celular o el computador:`;
}

function meetingOf({ zoomId, zoomPassword }: NonNullable<Invitation['meeting']>): Part {
  return {
    title: 'La reunión por video',
    lines: [
      "Abra su enlace y elija 'Ingresar a la reunión'. Si la aplicación se lo pide:",
      `Número de la reunión: ${zoomId}`,
      ...(zoomPassword === '' ? [] : [`Clave de la reunión: ${zoomPassword}`]),
    ],
  };
}

function signInOf({ username, temporaryPassword, publicUrl }: Invitation): Part {
  const lines = [`También puede ingresar en ${publicUrl}/LogIn`, `Usuario: ${username}`];
  if (temporaryPassword === null) lines.push('Contraseña: la suya de siempre.');
  else {
    lines.push(
      `Contraseña temporal: ${temporaryPassword}`,
      "Sirve durante 30 días. Cámbiela por una propia en 'Cambiar contraseña'.",
    );
  }
  return { title: 'Su usuario', lines };
}

const closing = (jointName: string): string =>
  `Este mensaje se envió por encargo de la administración de ${jointName}. Nadie le pedirá su enlace ni su contraseña. Si no esperaba este mensaje, bórrelo y avise a la administración.`;

export const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '');

function textOf(part: Part): string {
  if ('paragraph' in part) return part.paragraph;
  if ('link' in part) return part.link;
  return [`${part.title}:`, ...part.lines].join('\n');
}

function htmlOf(part: Part): string {
  if ('paragraph' in part) return `<p>${escaped(part.paragraph)}</p>`;
  if ('link' in part) {
    const href = escaped(part.link);
    return `<p><a href="${href}" style="${BUTTON}">${escaped(part.label)}</a></p>
<p style="font-size:13px">Si el botón no abre, copie esta dirección en su navegador:<br><span style="word-break:break-all">${href}</span></p>`;
  }
  return `<p><strong>${escaped(part.title)}</strong><br>${part.lines.map(escaped).join('<br>')}</p>`;
}

const BUTTON =
  'display:inline-block;padding:12px 20px;background:#1d4f91;color:#ffffff;text-decoration:none;border-radius:6px;font-weight:bold';

/** No image, no script, nothing fetched: it looks the same everywhere and tells nobody that it was opened. */
const page = (body: string): string =>
  `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:16px;background:#ffffff;color:#1c1c1c;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:600px;margin:0 auto">
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
