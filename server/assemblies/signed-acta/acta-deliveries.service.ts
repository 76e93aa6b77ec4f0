import { isDeepStrictEqual } from 'node:util';
import type { FileAnswer } from '../../../shared/api.ts';
import { challengeWords } from '../../../shared/assemblies/law/challenge-days.ts';
import type { ActaDeliveries } from '../../../shared/assemblies/signed-acta/acta-deliveries.api.ts';
import { assemblyName } from '../../../shared/assemblies/words.ts';
import { dateTime } from '../../../shared/format.ts';
import { appendAudit, jointChain } from '../../platform/audit/trail.ts';
import { type Db, lockJoint, readAsOfNow } from '../../platform/db/engine.ts';
import { instantOf } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { fileName } from '../../platform/documents/file-name.ts';
import { pdf } from '../../platform/documents/pdf.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { groupBy } from '../../platform/lib/group-by.ts';
import { singleStops } from '../../platform/mail/page.ts';
import { readGroundAndCrest, readHelpSentence } from '../../properties/index.ts';
import { readChallengeDays } from '../challenge/days.ts';
import type { Letter } from '../credentials/letters.document.ts';
import { deliveryState, isWaiting, withoutDelivery } from '../mail/deliveries.ts';
import { readAddressedOwners } from '../mail/roll-owners.repository.ts';
import type { AssembliesContext } from '../store/act.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import { listPublications } from '../store/papers/acta-publications.repository.ts';
import { copyWords } from './acta-mail.ts';
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
      const former = new Map(publications.slice(0, -1).map((one) => [one.publicationId, one.publishedAt]));
      return {
        receivers: receivers.map(({ owner, apartmentIds, deliveries, letters, isReached }) => ({
          owner,
          apartmentIds,
          deliveries: deliveries.map((one) => deliveryToApi(one, former.get(one.publicationId) ?? null)),
          canSign: letters.length > 0 && letters.every(({ signedAt }) => signedAt === null),
          isReached,
        })),
      };
    },

    /** @throws Problem actaFileNotFound, noPapers; actaLettersMoved if a fact of the letters changed while they were made */
    letters: async (of: ActaOfJoint, { actor }: Principal): Promise<FileAnswer> => {
      const place = await placeOf(of);
      const { rootId, jointName } = place;
      const { assembly, publication, withoutProof } = await readReceivers(store.db, place);
      if (publication === undefined) throw new Problem('actaFileNotFound');
      const { assemblyId } = assembly;
      const { publicationId } = publication;
      // A printed letter without a signature can be printed again: the print may be lost.
      if (withoutProof.length === 0) throw new Problem('noPapers');
      const links = withoutProof.map(({ apartmentIds }) =>
        newOwnerLink(publicUrl, { assemblyId, apartmentIds, publicationId }),
      );
      const help = await readHelpSentence(store.db, rootId, contact.phone);
      const challenge = await readChallengeDays(store.db, assembly);
      const at = dateTime(new Date(publication.publishedAt).toISOString());
      const paragraphs = [
        `El acta firmada de «${assemblyName(assembly)}» de ${jointName} está a su disposición desde el ${at} (Ley 675 de 2001, art. 47).`,
        ...copyWords(publication),
        ...(challenge === null ? [] : [challengeWords(challenge)]),
        ...(help === null ? [] : [help]),
      ].map(singleStops);
      const letters = withoutProof.map(
        ({ owner, apartmentIds }, index): Letter => ({
          name: owner ?? 'Propietario',
          units: apartmentIds,
          place: null,
          subject: 'Acta firmada de la asamblea',
          paragraphs,
          link: links[index]?.url ?? '',
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
        if (
          now.publication?.publicationId !== publicationId ||
          !isDeepStrictEqual(now.withoutProof, withoutProof)
        )
          throw new Problem('actaLettersMoved');
        const by = { chain: jointChain(rootId), actor, at: Date.now() };
        for (const { onLeased } of links) await onLeased(trx, by.at);
        const apartmentIds = withoutProof.flatMap((one) => one.apartmentIds);
        await appendAudit(trx, by, 'actaLettersPrinted', { assemblyId, apartmentIds });
      });
      const name = fileName('Cartas del acta', jointName, 'pdf');
      return { name, mediaType: 'application/pdf', bytes };
    },

    /** @throws Problem actaFileNotFound, letterNotFound */
    sign: async (of: ActaOfJoint, apartmentId: string, { actor }: Principal): Promise<void> => {
      const place = await placeOf(of);
      const chain = jointChain(place.rootId);
      await store.db.transaction().execute(async (trx) => {
        await lockJoint(trx, place.rootId);
        const { assembly, publication, receivers } = await readReceivers(trx, place);
        if (publication === undefined) throw new Problem('actaFileNotFound');
        const owner = receivers.find(({ apartmentIds }) => apartmentIds.includes(apartmentId));
        const tokenHash = owner?.letters.at(-1)?.tokenHash;
        if (!tokenHash) throw new Problem('letterNotFound');
        if (owner?.letters.some(({ signedAt }) => signedAt !== null)) return;
        const at = Date.now();
        await noteActaSigned(trx, tokenHash, at);
        const { assemblyId } = assembly;
        await appendAudit(trx, { chain, actor, at }, 'actaLetterSigned', { assemblyId, apartmentId });
      });
    },
  };
}

/** @param formerAt instant of the publication of a replaced acta; null for the last acta */
function deliveryToApi(delivery: ActaDelivery, formerAt: Millis | null) {
  const { channel, sentAt, mail } = delivery;
  const { state, at } = deliveryState(delivery);
  return {
    channel,
    at: instantOf(sentAt),
    // The owner may open a mail of an unsure attempt before the sending.
    state: at === null ? withoutDelivery(mail) : state === 'Carta impresa' ? `${state}, sin firma` : state,
    stateAt: at === sentAt ? null : instantOf(at),
    formerActa: instantOf(formerAt),
  };
}

/**
 * True for a proof about a publication: a mail taken by the mail server and not bounced, a signature, or an opening of the
 * publication by any link, also by a link to a replaced acta.
 */
const isProof = ({ channel, sentAt, bouncedAt, signedAt, ...of }: ActaDelivery, id: number): boolean =>
  of.openedIds.includes(id) ||
  (of.publicationId === id &&
    (signedAt !== null || (channel === 'mail' && sentAt !== null && bouncedAt === null)));

/**
 * Reads the owners on the roll, then the units without a known owner, with the deliveries of all publications, and the letters of
 * the last. `withoutProof`: owners for a letter, without a proof and without a waiting mail.
 */
async function readReceivers(
  db: Db,
  { rootId, family, ...of }: { rootId: number; assemblyId: number | undefined; family: readonly number[] },
) {
  const assembly = await assemblyToRead(db, rootId, of.assemblyId);
  const { assemblyId } = assembly;
  const publications = (await listPublications(db, [assemblyId])).get(assemblyId) ?? [];
  const publication = publications.at(-1);
  if (publication === undefined)
    return { assembly, publications, publication, receivers: [], withoutProof: [] };
  const id = publication.publicationId;
  const deliveriesTo = deliveriesByPlace(await readActaDeliveries(db, assemblyId));
  const receivers = (await readAddressedOwners(db, { assemblyId, family })).map((one) => {
    const deliveries = deliveriesTo([...one.apartments, ...one.addresses.map(({ key }) => key)]);
    return {
      owner: one.name,
      apartmentIds: one.apartments,
      deliveries,
      letters: deliveries.filter(
        ({ channel, publicationId }) => channel === 'letter' && publicationId === id,
      ),
      isReached: deliveries.some((delivery) => isProof(delivery, id)),
    };
  });
  const withoutProof = receivers.filter(
    ({ isReached, deliveries }) =>
      !isReached && !deliveries.some(({ mail, publicationId }) => isWaiting(mail) && publicationId === id),
  );
  return { assembly, publications, publication, receivers, withoutProof };
}

/** Returns a function with the deliveries to some units or addresses, in their order: each delivery is read once, not for each owner. */
function deliveriesByPlace(all: readonly ActaDelivery[]) {
  const placed = all.flatMap((one, index) =>
    (one.apartmentIds ?? [one.address]).map((place) => ({ place, index })),
  );
  const byPlace = groupBy(placed, ({ place }) => place);
  return (places: readonly string[]): ActaDelivery[] => {
    const own = new Set(places.flatMap((place) => byPlace.get(place) ?? []).map(({ index }) => index));
    return [...own].sort((a, b) => a - b).flatMap((index) => all[index] ?? []);
  };
}
