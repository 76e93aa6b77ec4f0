import type { FileAnswer } from '../../../shared/api.ts';
import { isMeetingAddress } from '../../../shared/assemblies/facts/meeting-address.ts';
import { agendaLines } from '../../../shared/assemblies/law/agenda.ts';
import { convenerLines } from '../../../shared/assemblies/law/conveners.ts';
import type { PaperSize } from '../../../shared/assemblies/paper.api.ts';
import { calledFor } from '../../../shared/assemblies/words.ts';
import { insertAccess, type NewAccess } from '../../accounts/index.ts';
import { fileName } from '../../platform/documents/file-name.ts';
import { pdf } from '../../platform/documents/pdf.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { singleStops } from '../../platform/mail/page.ts';
import { readByLaws, readGroundAndCrest, readHelpSentence } from '../../properties/index.ts';
import { deliveryOf, insertDeliveries, type NewDelivery } from '../mail/deliveries.repository.ts';
import { accessUrl, type Invitation, isOver, makeInvitation } from '../mail/invitation.ts';
import { kindInWords, modes } from '../mail/invitation-mail.ts';
import { readInvited } from '../mail/invited.repository.ts';
import { joinInvited } from '../mail/joining.ts';
import { noticeFacts, noticePapers, readNotice } from '../mail/notice.ts';
import type { StoredAddress } from '../mail/notice-addresses.ts';
import { type AssembliesContext, runUseCase } from '../store/act.ts';
import { findCurrent } from '../store/assembly.repository.ts';
import { keepPowerLimits } from '../store/power-limits.repository.ts';
import type { Letter } from './letters.document.ts';

/** Maximum length of a link in bytes: any phone can read the printed QR. */
const QR_BYTES = 260;
/** Service to print invitations as letters, for owners without e-mail: a page with a personal link for each. */
export function lettersService(context: AssembliesContext) {
  const { store, directory, publicUrl, sessions, contact } = context;
  return {
    print: async (
      jointId: number,
      selection: { userIds?: readonly string[]; apartmentIds?: readonly string[]; paper?: PaperSize },
      principal: Principal,
    ): Promise<FileAnswer> => {
      const { userIds, apartmentIds, paper = 'a4' } = selection;
      const named = await directory.find(jointId);
      const place = named && (await directory.find(named.rootId));
      const assembly = place && (await findCurrent(store.db, place.rootId));
      if (place === undefined || assembly === undefined) throw new Problem('assemblyNotFound');
      if (isOver(assembly)) throw new Problem('assemblyClosed');
      const assemblyId = assembly.assemblyId;
      const family = await directory.family(place.rootId);
      // Users first: each needs a temporary password. If the letters fail, the new users wait for the next letters.
      const joined = await runUseCase(context, { jointId, by: principal }, (act) =>
        joinInvited(act, { userIds, apartmentIds, by: 'letter' }),
      );
      for (const userId of joined.reach) sessions.reachChanged(userId);
      const people = await readInvited(store.db, { assemblyId, family });
      const isAll = userIds === undefined && apartmentIds === undefined;
      const wanted = isAll ? null : new Set([...(userIds ?? []), ...joined.userIds.map(String)]);
      const invited = people.filter(({ userId, email, address }) =>
        wanted === null ? email === null && address?.kind !== 'text' : wanted.has(String(userId)),
      );
      if (wanted !== null && invited.length < wanted.size) throw new Problem('userNotFound');
      if (invited.length === 0) throw new Problem('noPapers');
      const byLaws = await readByLaws(store.db, place.rootId);
      const face = await readGroundAndCrest(store.db, place.rootId);
      const help = await readHelpSentence(store.db, place.rootId, contact.phone);
      const notice = await readNotice(store.db, assembly);
      const documents = noticePapers(notice.content);
      const made: NewAccess[] = [];
      const letters: Letter[] = [];
      const deliveries: NewDelivery[] = [];
      // In sequence: each letter hashes a password, and sign-ins need the CPU in between.
      for (const person of invited) {
        const of = { person, place, assembly, byLaws, face, help, publicUrl, documents };
        const { invitation, made: secrets } = await makeInvitation(of, 'letter', Date.now());
        made.push(...secrets);
        letters.push(letterOf(invitation, person.address));
        deliveries.push(deliveryOf('letter', invitation.tokenHash, person));
      }
      const { jointName } = place;
      const bytes = await pdf(
        { kind: 'letters', data: { paper, jointName, face, letters, debtors: notice.debtors } },
        { actor: principal.actor },
      );
      await runUseCase(context, { jointId, by: principal }, async (act) => {
        // The assembly was closed or replaced while the letters were made: the links would open nothing.
        if (act.assembly.assemblyId !== assemblyId || act.assembly.closedAt !== null) {
          throw new Problem('assemblyClosed');
        }
        const facts = await noticeFacts(act.trx, assembly);
        // The printed letters have another notice.
        if (facts.noticeSha256 !== notice.sha256) throw new Problem('noticeMoved');
        await insertAccess(act.trx, made, { actor: principal.actor, at: act.at });
        await insertDeliveries(act.trx, { assemblyId, notice, at: act.at }, deliveries);
        const limits = await keepPowerLimits(act.trx, assembly);
        const ids = invited.map(({ userId }) => userId);
        await act.audit('lettersPrinted', {
          userIds: ids,
          newUsers: joined.created,
          ...facts,
          ...limits,
        });
      });
      return {
        name: fileName('Cartas de invitación', jointName, 'pdf'),
        mediaType: 'application/pdf',
        bytes,
      };
    },
  };
}

function letterOf(invitation: Invitation, address: StoredAddress | null): Letter {
  const { jointName, assembly, meeting, name, username, apartments, temporaryPassword, help } = invitation;
  const kind = kindInWords(assembly);
  const titled = assembly.title ? `: ${assembly.title}` : '';
  const second = assembly.call === 2 ? ', en segunda convocatoria' : '';
  const how =
    assembly.mode === 'inPerson'
      ? 'La reunión es presencial. Con el código de abajo puede votar desde su celular.'
      : `${assembly.mode === 'mixed' ? 'Puede asistir en persona o desde su casa. ' : ''}Con el código de abajo registra su asistencia, entra a la reunión y vota.`;
  const called = [...calledFor(assembly), ...convenerLines(assembly.convener)];
  const paragraphs = [
    `Lo invitamos a la ${kind} ${modes[assembly.mode]} de ${jointName}${second}${titled}. ${how}`,
    ...(called.length > 0 ? [`${called.join('. ')}.`] : []),
    ...(invitation.secondCall === null ? [] : [invitation.secondCall]),
    ...(assembly.notice ? [`Convocatoria: ${assembly.notice}`] : []),
    ...(assembly.agenda ? [`Orden del día:\n${agendaLines(assembly.agenda).join('\n')}`] : []),
    ...(invitation.documents.length === 0
      ? []
      : [`Documentos, en su enlace personal: ${invitation.documents.join(', ')}.`]),
    ...(meeting === null
      ? []
      : [
          `Reunión por video: ${isMeetingAddress(meeting.zoomId) ? '' : 'número '}${meeting.zoomId}${meeting.zoomPassword === '' ? '' : `, clave ${meeting.zoomPassword}`}.`,
        ]),
    ...(help === null ? [] : [help]),
  ];
  return {
    name,
    units: apartments,
    place: address?.kind === 'letter' ? address.value : null,
    subject: `Invitación a la ${kind}`,
    paragraphs: paragraphs.map(singleStops),
    link: shortLink(invitation),
    signInUrl: `${invitation.publicUrl}/LogIn`,
    username,
    temporaryPassword,
  };
}

/** Shortens a link for a printed QR: cuts the names in the link, because names are only for display. */
function shortLink({ jointId, jointName, username, token, publicUrl }: Invitation): string {
  const lengths = [jointName.length, 60, 30, 15, 5];
  const links = lengths.map((length) =>
    accessUrl(publicUrl, { jointId, jointName: cutName(jointName, length), username, token, meeting: null }),
  );
  return links.find((link) => link.length <= QR_BYTES) ?? links[links.length - 1] ?? '';
}

/** Cuts a name at a whole character: half a surrogate pair cannot be percent-encoded. */
const cutName = (name: string, length: number): string => [...name].slice(0, length).join('').trim() || '-';
