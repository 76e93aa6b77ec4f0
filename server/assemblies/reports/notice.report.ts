import { channelNames } from '../../../shared/assemblies/invitations.api.ts';
import { convenerNames } from '../../../shared/assemblies/law/conveners.ts';
import { noticeByOf } from '../../../shared/assemblies/law/ordinary-day.ts';
import { noticeReport } from '../../../shared/assemblies/reports.api.ts';
import { modeNames } from '../../../shared/assemblies/words.ts';
import { shortDay } from '../../../shared/days.ts';
import { count, dateTime } from '../../../shared/format.ts';
import type { Db } from '../../platform/db/engine.ts';
import { defineReport, paperAndBook } from '../../platform/documents/define-report.ts';
import { type ReportLayout, table } from '../../platform/documents/report-layout.ts';
import { countFact, instantFact, textFact } from '../../platform/documents/table.ts';
import { JointDirectory } from '../../properties/index.ts';
import { lastMailByUser } from '../mail/assembly-mail.repository.ts';
import {
  type NoticeDelivery,
  readNoticeVersions,
  readNotifiedOwners,
} from '../mail/deliveries.repository.ts';
import { deliveryState, toldAt, withoutDelivery } from '../mail/deliveries.ts';
import { addressWords, type StoredAddress } from '../mail/notice-addresses.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import { assemblyGround, clockOf } from './assembly-layout.ts';
import { type ReportGround, readGround } from './heading.ts';
import type { ReportHeading } from './rows.ts';

type Version = Awaited<ReturnType<typeof readNoticeVersions>>[number];

/** Owner of the roll with a delivery; or without a delivery, with the reason as `state`. */
interface DeliveryRow {
  owner: string;
  apartments: readonly string[];
  delivery: NoticeDelivery | null;
  state: string;
  /** Registered address at the instant of the delivery, now without a delivery; null without a registered address. */
  registered: StoredAddress | null;
}

interface NoticeReading {
  heading: ReportHeading;
  convener: string | null;
  noticeBy: string | null;
  versions: readonly Version[];
  rows: readonly DeliveryRow[];
  /** Number of owners on the roll, and of owners with a proved delivery (`toldAt`). */
  owners: number;
  reached: number;
}

/** Reads the deliveries of an assembly's notices to the owners of the roll, as of now. */
export async function readNoticeReport(
  trx: Db,
  { heading, where: { assemblyId }, rootId }: Pick<ReportGround, 'heading' | 'where' | 'rootId'>,
): Promise<NoticeReading> {
  const assembly = await assemblyToRead(trx, rootId, assemblyId);
  const family = await new JointDirectory(trx).family(rootId);
  const mails = await lastMailByUser(trx, 'invitation', assemblyId);
  const owners = await readNotifiedOwners(trx, { assemblyId, family });
  const rows = owners.flatMap(({ name, apartments, linked, deliveries, registeredAt }): DeliveryRow[] => {
    const owner = name ?? 'Sin propietario conocido';
    if (deliveries.length > 0)
      return deliveries.map((delivery) => ({
        owner,
        apartments,
        delivery,
        state: deliveryState(delivery).state,
        registered: registeredAt(delivery.sentAt),
      }));
    const mail = linked.map((id) => mails.get(id)).find((one) => one !== undefined);
    const state = withoutDelivery(mail);
    return [{ owner, apartments, delivery: null, state, registered: registeredAt(Date.now()) }];
  });
  const noticeBy = noticeByOf(assembly);
  return {
    heading,
    convener: assembly.convener === null ? null : convenerNames[assembly.convener],
    noticeBy: noticeBy === null ? null : shortDay(noticeBy),
    versions: await readNoticeVersions(trx, assemblyId),
    rows,
    owners: owners.length,
    reached: owners.filter(({ deliveries, registeredAt }) =>
      deliveries.some((one) => toldAt(one, registeredAt(one.sentAt)) !== null),
    ).length,
  };
}

/** Layout of the proof of the notice: versions of the notice, and every delivery (docs/why/notice.md). */
export function noticeLayout(reading: NoticeReading): ReportLayout {
  const { heading, convener, noticeBy, versions, rows, owners, reached } = reading;
  // A user linked to two owners has a row for each.
  const sent = [...new Set(rows.flatMap(({ delivery }) => delivery ?? []))];
  const bounced = sent.filter(({ bouncedAt }) => bouncedAt !== null);
  const first = sent.length === 0 ? null : Math.min(...sent.map(({ sentAt }) => sentAt));
  const ground = assemblyGround(heading, []);
  return {
    ...ground,
    title: 'Constancia de Convocatoria',
    clock: clockOf([...sent.map(({ sentAt }) => sentAt), ...versions.map(({ madeAt }) => madeAt)]),
    facts: [
      ...ground.facts,
      textFact('Convocó', convener ?? 'No se indicó'),
      ...(noticeBy === null ? [] : [textFact('Último día para convocar (art. 39)', noticeBy)]),
      instantFact('Primera entrega', first, 'Sin entregas'),
      countFact('Propietarios', owners),
      countFact('Con entrega', reached),
      countFact('Sin entrega', owners - reached),
      countFact('Enlaces abiertos', sent.filter(({ openedAt }) => openedAt !== null).length),
      ...(bounced.length === 0 ? [] : [countFact('Rebotes', bounced.length)]),
      countFact('Cartas firmadas', sent.filter(({ signedAt }) => signedAt !== null).length),
    ],
    parts: [versionsTable(versions), deliveriesTable(rows, versions)],
  };
}

const calledOf = ({ content: { scheduledAt } }: Version): string | null =>
  scheduledAt === null ? null : dateTime(new Date(scheduledAt).toISOString());

/** Lists the hashes of a version and of its documents. */
const hashesOf = ({ sha256, content: { files = [] } }: Version): string =>
  [
    `Huella (SHA-256): ${sha256}`,
    ...files.map((file) => `Documento «${file.fileName}», huella ${file.sha256}`),
  ].join('\n');

const versionsTable = (versions: readonly Version[]) =>
  table<Version>({
    name: 'Convocatorias',
    title: 'Lo que se convocó',
    rows: versions,
    empty: 'No se ha enviado la convocatoria.',
    size: 8,
    lineAfter: hashesOf,
    columns: [
      { title: 'Versión', kind: 'number', width: 36, value: (one) => versions.indexOf(one) + 1 },
      { title: 'Primera entrega', kind: 'instant', width: 60, value: ({ madeAt }) => madeAt },
      { title: 'Citada para', kind: 'text', width: 70, value: calledOf, none: 'Sin fecha' },
      {
        title: 'Lugar y modalidad',
        kind: 'text',
        width: 90,
        value: ({ content }) => content.place,
        small: ({ content }) => modeNames[content.mode],
        none: 'Sin lugar',
      },
      {
        title: 'Orden del día',
        kind: 'text',
        width: 150,
        value: ({ content }) => content.agenda,
        none: 'Sin orden del día',
      },
      {
        title: 'Propietarios en mora',
        kind: 'text',
        width: 70,
        value: ({ content: { debtors } }) =>
          debtors && `${count(debtors.count)} a corte de ${shortDay(debtors.asOf)}`,
        none: 'Sin listado',
      },
      { title: 'Huella (SHA-256)', kind: 'text', value: ({ sha256 }) => sha256 },
      {
        title: 'Documentos',
        kind: 'text',
        value: ({ content: { files = [] } }) =>
          files.map((one) => `${one.fileName} (${one.sha256})`).join('; '),
      },
      { title: 'Segunda convocatoria', kind: 'text', value: ({ content }) => content.secondCall },
    ],
  });

function deliveriesTable(rows: readonly DeliveryRow[], versions: readonly Version[]) {
  const versionOf = ({ delivery }: DeliveryRow): number | null => {
    const at = versions.findIndex(({ sha256 }) => sha256 === delivery?.noticeSha256);
    return at === -1 ? null : at + 1;
  };
  return table<DeliveryRow>({
    name: 'Entregas',
    title: `Entregas (${count(rows.filter(({ delivery }) => delivery !== null).length)})`,
    rows,
    empty: 'El censo no tiene propietarios.',
    size: 8,
    columns: [
      {
        title: 'Propietario',
        kind: 'text',
        width: 110,
        value: ({ owner }) => owner,
        small: ({ apartments }) => apartments.join(', '),
      },
      { title: 'Inmuebles', kind: 'text', value: ({ apartments }) => apartments.join(', ') },
      {
        title: 'Medio',
        kind: 'text',
        width: 100,
        value: ({ delivery }) => delivery && channelNames[delivery.channel],
        small: ({ delivery, registered }) =>
          [delivery?.address, registered && `Registrada: ${addressWords(registered)}`]
            .filter(Boolean)
            .join('. '),
      },
      { title: 'Dirección', kind: 'text', value: ({ delivery }) => delivery?.address ?? null },
      {
        title: 'Dirección registrada',
        kind: 'text',
        value: ({ registered }) => registered && addressWords(registered),
        none: 'Sin registrar',
      },
      { title: 'Versión', kind: 'number', width: 36, value: versionOf },
      { title: 'Enviado', kind: 'instant', width: 58, value: ({ delivery }) => delivery?.sentAt ?? null },
      {
        title: 'Respuesta del servidor',
        kind: 'text',
        width: 110,
        value: ({ delivery }) => delivery?.answer ?? null,
      },
      {
        title: 'Rebotó',
        kind: 'instant',
        width: 58,
        value: ({ delivery }) => delivery?.bouncedAt ?? null,
        small: ({ delivery }) => delivery?.bounce ?? '',
      },
      { title: 'Abrió', kind: 'instant', width: 58, value: ({ delivery }) => delivery?.openedAt ?? null },
      { title: 'Firmó', kind: 'instant', value: ({ delivery }) => delivery?.signedAt ?? null },
      { title: 'Estado', kind: 'text', width: 72, value: ({ state }) => state },
    ],
  });
}

export default defineReport(noticeReport, {
  read: async (trx, { params, query }) =>
    readNoticeReport(trx, await readGround(trx, { ...params, ...query })),
  formats: paperAndBook(noticeLayout),
});
