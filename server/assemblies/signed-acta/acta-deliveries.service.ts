import { isDeepStrictEqual } from 'node:util';
import type { FileAnswer } from '../../../shared/api.ts';
import { challengeWords } from '../../../shared/assemblies/law/challenge-days.ts';
import type { ActaDeliveries } from '../../../shared/assemblies/signed-acta/acta-deliveries.api.ts';
import { assemblyName } from '../../../shared/assemblies/words.ts';
import { dateTime } from '../../../shared/format.ts';
import { appendAudit, jointChain } from '../../platform/audit/trail.ts';
import { type Db, lockJoint, readAsOfNow } from '../../platform/db/engine.ts';
import { instantOf } from '../../platform/db/queries.ts';
import { fileName } from '../../platform/documents/file-name.ts';
import { pdf } from '../../platform/documents/pdf.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { singleStops } from '../../platform/mail/page.ts';
import { readGroundAndCrest, readHelpSentence } from '../../properties/index.ts';
import { readChallengeDays } from '../challenge/days.ts';
import type { Letter } from '../credentials/letters.document.ts';
import { readRollOwners, readUserAddresses } from '../mail/roll-owners.repository.ts';
import { withOwnerless } from '../mail/roll-owners.ts';
import type { AssembliesContext } from '../store/act.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import { type ActaPublication, listPublications } from '../store/papers/acta-publications.repository.ts';
import {
  type ActaDelivery,
  newOwnerLink,
  noteActaSigned,
  readActaDeliveries,
} from './owner-links.repository.ts';

/** A joint or sector, and an assembly of the joint. Default: the current assembly. */
interface ActaOfJoint {
  jointId: number;
  assemblyId?: number;
}

/** Service of the deliveries of a published acta: list, printed letters with the personal link, and signatures. */
export function actaDeliveriesService({ store, directory, publicUrl, contact }: AssembliesContext) {
  /** Finds the root joint and its family. To be called before a transaction: the directory reads by itself. */
  async function placeOf({ jointId, assemblyId }: ActaOfJoint) {
    const { rootId } = await requireJoint(directory, jointId);
    const { jointName } = await requireJoint(directory, rootId);
    return { rootId, jointName, assemblyId, family: await directory.family(rootId) };
  }

  return {
    list: async (of: ActaOfJoint): Promise<ActaDeliveries> => {
      const place = await placeOf(of);
      const { receivers, publications } = await readAsOfNow(store.db, (trx) => readReceivers(trx, place));
      const last = publications.at(-1);
      const publishedAt = new Map(publications.map((one) => [one.publicationId, one.publishedAt]));
      return {
        receivers: receivers.map(({ name, apartments, deliveries, isReached }) => {
          const letters = deliveries.filter(
            ({ channel, publicationId }) => channel === 'letter' && publicationId === last?.publicationId,
          );
          return {
            owner: name,
            apartmentIds: [...apartments],
            deliveries: deliveries.map(({ channel, sentAt, state, publicationId }) => ({
              channel,
              at: instantOf(sentAt),
              state,
              formerActa:
                publicationId === last?.publicationId
                  ? null
                  : instantOf(publishedAt.get(publicationId) ?? null),
            })),
            canSign: letters.length > 0 && letters.every(({ signedAt }) => signedAt === null),
            isReached,
          };
        }),
      };
    },

    /** @throws Problem actaFileNotFound, noPapers; actaLettersMoved if a fact of the letters changed while they were made */
    letters: async (of: ActaOfJoint, { actor }: Principal): Promise<FileAnswer> => {
      const place = await placeOf(of);
      const { rootId, jointName } = place;
      const before = await readReceivers(store.db, place);
      const { assembly, publication } = before;
      if (publication === undefined) throw new Problem('actaFileNotFound');
      const { assemblyId } = assembly;
      const { publicationId } = publication;
      // A printed letter without a signature can be printed again: the print may be lost.
      const wanted = withoutProof(before).map((owner) => ({
        ...owner,
        link: newOwnerLink(publicUrl, { assemblyId, apartmentIds: owner.apartments, publicationId }),
      }));
      if (wanted.length === 0) throw new Problem('noPapers');
      const help = await readHelpSentence(store.db, rootId, contact.phone);
      const challenge = await readChallengeDays(store.db, assembly);
      const at = dateTime(new Date(publication.publishedAt).toISOString());
      const paragraphs = [
        `El acta firmada de «${assemblyName(assembly)}» de ${jointName} está a su disposición desde el ${at} (Ley 675 de 2001, art. 47).`,
        ...(publication.place === null ? [] : [`Una copia completa está en: ${publication.place}.`]),
        ...(publication.reason === null ? [] : [`Reemplaza a la anterior. Motivo: ${publication.reason}`]),
        ...(challenge === null ? [] : [challengeWords(challenge)]),
        ...(help === null ? [] : [help]),
      ].map(singleStops);
      const letters = wanted.map(
        ({ name, apartments, link }): Letter => ({
          name: name ?? 'Propietario',
          units: apartments.join(', '),
          place: null,
          subject: 'Acta firmada de la asamblea',
          paragraphs,
          link: link.url,
          signInUrl: '',
          username: null,
          temporaryPassword: null,
        }),
      );
      const face = await readGroundAndCrest(store.db, rootId);
      const data = { paper: 'a4' as const, jointName, face, letters, debtors: null };
      const bytes = await pdf({ kind: 'letters', data }, { actor });
      await store.db.transaction().execute(async (trx) => {
        await lockJoint(trx, rootId);
        const now = await readReceivers(trx, place);
        if (!isDeepStrictEqual(lettersFacts(now), lettersFacts(before)))
          throw new Problem('actaLettersMoved');
        const by = { chain: jointChain(rootId), actor, at: Date.now() };
        for (const { link } of wanted) await link.onLeased(trx, by.at);
        const apartmentIds = wanted.flatMap(({ apartments }) => apartments);
        await appendAudit(trx, by, 'actaLettersPrinted', { assemblyId, apartmentIds });
      });
      const name = fileName('Cartas del acta', jointName, 'pdf');
      return { name, mediaType: 'application/pdf', bytes };
    },

    /** @throws Problem actaFileNotFound, letterNotFound */
    sign: async (of: ActaOfJoint, apartmentId: string, { actor }: Principal): Promise<void> => {
      const { rootId, assemblyId } = await placeOf(of);
      await store.db.transaction().execute(async (trx) => {
        await lockJoint(trx, rootId);
        const { assembly, publication } = await readPublished(trx, { rootId, assemblyId });
        if (publication === undefined) throw new Problem('actaFileNotFound');
        const at = Date.now();
        const signed = { assemblyId: assembly.assemblyId, apartmentId };
        const isNoted = await noteActaSigned(trx, { ...signed, ...publication }, at);
        if (isNoted === undefined) throw new Problem('letterNotFound');
        if (isNoted)
          await appendAudit(trx, { chain: jointChain(rootId), actor, at }, 'actaLetterSigned', signed);
      });
    },
  };
}

type Receivers = Awaited<ReturnType<typeof readReceivers>>;

/** Owners for a letter: without a proof, and without a waiting mail. */
const withoutProof = ({ receivers, publication }: Receivers) =>
  receivers.filter(
    ({ isReached, deliveries }) =>
      !isReached &&
      !deliveries.some((one) => one.isWaiting && one.publicationId === publication?.publicationId),
  );

/** Facts for letters: the publication, and the owners for a letter with their earlier letters. */
const lettersFacts = (of: Receivers) => ({
  publication: of.publication?.publicationId,
  owners: withoutProof(of).map(({ name, apartments, deliveries }) => {
    const letters = deliveries.filter(({ channel }) => channel === 'letter').length;
    return { name, apartments, letters };
  }),
});

/**
 * True for a proof about the last publication: a mail taken by the mail server and not bounced, a signature, or the first use
 * of a link after the publication, also of a link to a replaced acta.
 */
const isProof = (
  { channel, sentAt, bouncedAt, signedAt, openedAt, publicationId }: ActaDelivery,
  last: ActaPublication,
): boolean =>
  (openedAt !== null && openedAt >= last.publishedAt) ||
  (publicationId === last.publicationId &&
    (signedAt !== null || (channel === 'mail' && sentAt !== null && bouncedAt === null)));

interface Place {
  rootId: number;
  assemblyId: number | undefined;
}

/** Reads an assembly, its publications of the acta, and the last publication; undefined before a publication. */
async function readPublished(db: Db, { rootId, assemblyId }: Place) {
  const assembly = await assemblyToRead(db, rootId, assemblyId);
  const publications = (await listPublications(db, [assembly.assemblyId])).get(assembly.assemblyId) ?? [];
  return { assembly, publications, publication: publications.at(-1) };
}

/** Reads the owners on the roll, then the units without a known owner, with the deliveries of all publications. */
async function readReceivers(db: Db, { family, ...place }: Place & { family: readonly number[] }) {
  const published = await readPublished(db, place);
  const { assembly, publication } = published;
  if (publication === undefined) return { ...published, receivers: [] };
  const { assemblyId } = assembly;
  const all = await readActaDeliveries(db, assemblyId);
  const linkedTo = await readUserAddresses(db, family);
  const owners = withOwnerless(await readRollOwners(db, { assemblyId, family }));
  const receivers = owners.map(({ name, apartments, emails, linked }) => {
    const addresses = [...emails, ...linked.flatMap((id) => linkedTo.get(id) ?? [])].map((one) =>
      one.toLowerCase(),
    );
    const deliveries = all.filter(
      ({ apartmentIds, address }) =>
        apartmentIds?.some((id) => apartments.includes(id)) ?? addresses.some((one) => one === address),
    );
    return { name, apartments, deliveries, isReached: deliveries.some((one) => isProof(one, publication)) };
  });
  return { ...published, receivers };
}
