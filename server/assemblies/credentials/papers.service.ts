import type { FileAnswer } from '../../../shared/api.ts';
import type { SiteUnit } from '../../../shared/assemblies/building/site.ts';
import { groupedCode } from '../../../shared/assemblies/code.ts';
import type { PaperSize } from '../../../shared/assemblies/paper.api.ts';
import { formatCoefficient, type Nano } from '../../../shared/coefficient.ts';
import { limits } from '../../../shared/limits.ts';
import { appendAudit, jointChain } from '../../platform/audit/trail.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, lockJoint } from '../../platform/db/engine.ts';
import { fileName } from '../../platform/documents/file-name.ts';
import { pdf } from '../../platform/documents/pdf.ts';
import { type JointWithRoot, requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { groupBy } from '../../platform/lib/group-by.ts';
import { ensureWithin } from '../../platform/limits/limits.ts';
import { listStoredUnits, readGroundAndCrest } from '../../properties/index.ts';
import { findCurrent, type StoredAssembly } from '../store/assembly.repository.ts';
import { listStandingCodes } from '../store/attendance/codes.repository.ts';
import { readRollFacts } from '../store/roll/roll.repository.ts';
import type { PapersInput } from './papers.documents.ts';

/** Request for a document to print. */
interface Order {
  jointId: number;
  paper?: PaperSize;
  /** Instant of the common issue of the codes. Default: all valid codes. */
  lot?: string;
  /** Number of a part of a document that is too large, from 1. Default: the whole document. */
  part?: number;
}
interface BadgeOrder extends Order {
  apartmentId?: string;
}
interface VotingOrder extends BadgeOrder {
  of?: 'badges' | 'cards';
}

/**
 * Service to print badges, cards and letters as PDF, from codes and links already made. Makes no new codes, so the
 * same print is possible again after the closing of the assembly.
 */
export function papersService({ store, directory, publicUrl }: Context) {
  /** Reads the joint, the joint's name for the paper, and the requested codes. */
  async function prepare({ jointId, lot }: Order) {
    const place = await requireJoint(directory, jointId);
    const root = await requireJoint(directory, place.rootId);
    const standing = await listStandingCodes(store.db, place.rootId);
    const codes =
      lot === undefined ? standing : standing.filter(({ issuedAt }) => issuedAt === Date.parse(lot));
    return { place, jointName: root.jointName, codes };
  }

  /** Returns the requested badges with the data of their units, in the order of the table. */
  async function orderedBadges(order: BadgeOrder) {
    const { place, jointName, codes } = await prepare(order);
    const assembly = await findCurrent(store.db, place.rootId);
    const all = await readBadgeUnits(store.db, assembly, await directory.family(place.rootId));
    const units = all.filter((unit) => isWithin(unit, place) && isAsked(unit, order));
    const codesOf = groupBy(codes, ({ badgeOf }) => badgeOf);
    const badges = units.flatMap((unit) =>
      (codesOf.get(unit.apartmentId) ?? []).map(({ code }) => ({ ...unit, code })),
    );
    return { place, jointName, badges, all };
  }

  async function orderedCards(order: Order) {
    const { place, jointName, codes } = await prepare(order);
    return { place, jointName, cards: codes.filter(({ badgeOf }) => badgeOf === null) };
  }

  /** Makes the PDF and records the printing in the joint's audit trail, without the codes. */
  async function print(
    input: PapersInput,
    made: { name: string; place: JointWithRoot; order: BadgeOrder; quantity: number },
    principal: Principal,
    signal: AbortSignal,
  ): Promise<FileAnswer> {
    const { name, place, order, quantity } = made;
    if (quantity === 0) throw new Problem('noPapers');
    const bytes = await pdf(input, { signal, actor: principal.actor });
    const { apartmentId, lot, part } = order;
    const data = { what: input.kind, quantity, paper: input.data.paper, apartmentId, lot, part };
    const chain = jointChain(place.rootId);
    await store.db.transaction().execute(async (trx) => {
      await lockJoint(trx, place.rootId);
      await appendAudit(trx, { chain, actor: principal.actor, at: Date.now() }, 'papersPrinted', data);
    });
    return { name, mediaType: 'application/pdf', bytes };
  }

  async function cardHolders(order: BadgeOrder) {
    const { cards, ...where } = await orderedCards(order);
    // A card has no unit: an order for a unit has no cards.
    const ownerless = order.apartmentId === undefined ? cards : [];
    const holders = ownerless.map(({ code }) => ({ label: 'Tarjeta', name: groupedCode(code), code }));
    return { ...where, holders };
  }

  async function badgeHolders(order: BadgeOrder) {
    const { badges, ...where } = await orderedBadges(order);
    const holders = badges.map(({ apartmentId, code }) => ({ label: 'Inmueble', name: apartmentId, code }));
    return { ...where, holders };
  }

  const urlOf = (code: string): string => `${publicUrl}/VoteQR/${code}`;
  const coefficientOf = (coefficient: Nano): string => formatCoefficient(coefficient);

  return {
    cards: async (order: Order, principal: Principal, signal: AbortSignal): Promise<FileAnswer> => {
      const { place, jointName, cards } = await orderedCards(order);
      const paper = order.paper ?? 'a4';
      const rows = partOf(cards, order).map(({ code }) => ({ code, url: urlOf(code) }));
      const made = { name: paperName('Tarjetas QR', jointName, order), place, order, quantity: rows.length };
      const face = await readGroundAndCrest(store.db, place.rootId);
      return print({ kind: 'cards', data: { paper, jointName, face, cards: rows } }, made, principal, signal);
    },

    badges: async (order: BadgeOrder, principal: Principal, signal: AbortSignal): Promise<FileAnswer> => {
      const { place, jointName, badges, all } = await orderedBadges(order);
      const paper = order.paper ?? 'a4';
      const rows = partOf(badges, order).map(({ apartmentId, owner, coefficient, code }) => ({
        apartmentId,
        owner,
        coefficient: coefficientOf(coefficient),
        code,
        url: urlOf(code),
      }));
      const made = { name: paperName('Escarapelas', jointName, order), place, order, quantity: rows.length };
      const face = await readGroundAndCrest(store.db, place.rootId);
      const data = { paper, jointName, face, badges: rows, units: drawnOf(all) };
      return print({ kind: 'badges', data }, made, principal, signal);
    },

    votingBadges: async (
      order: VotingOrder,
      principal: Principal,
      signal: AbortSignal,
    ): Promise<FileAnswer> => {
      const { place, jointName, ...found } =
        order.of === 'cards' ? await cardHolders(order) : await badgeHolders(order);
      const holders = partOf(found.holders, order);
      const paper = order.paper ?? 'a4';
      const name = paperName('Papeletas de Votación', jointName, order);
      const made = { name, place, order, quantity: holders.length };
      return print({ kind: 'votingBadges', data: { paper, jointName, holders } }, made, principal, signal);
    },
  };
}

/**
 * Returns the requested rows of a document. Checks the number of rows before a worker starts. @throws Problem
 * documentTooLarge
 */
function partOf<T>(all: readonly T[], { part }: Order): readonly T[] {
  const { most } = limits.documentTooLarge;
  if (part !== undefined) return all.slice((part - 1) * most, part * most);
  ensureWithin('documentTooLarge', all.length);
  return all;
}

const paperName = (title: string, jointName: string, { part }: Order): string =>
  fileName(title, part === undefined ? jointName : `${jointName} parte ${part}`, 'pdf');

/** True if the joint may print the badge of a unit: a sector prints only badges of its own units. */
const isWithin = (unit: BadgeUnit, { jointId, rootId }: JointWithRoot): boolean =>
  jointId === rootId || unit.jointIds.has(jointId);

const isAsked = (unit: BadgeUnit, { apartmentId }: BadgeOrder): boolean =>
  apartmentId === undefined || unit.apartmentId === apartmentId;

/** Returns the units for the drawing of the building, without owners. */
const drawnOf = (units: readonly BadgeUnit[]): SiteUnit[] =>
  units.map(({ apartmentId, coefficient }) => ({ apartmentId, coefficient: Number(coefficient) }));

interface BadgeUnit {
  apartmentId: string;
  /** Name of the owner; '' if unknown. */
  owner: string;
  /** Coefficient in the root joint; for a unit that only a sector has, in the sector. */
  coefficient: Nano;
  /** Ids of the joint and sectors that have the unit. */
  jointIds: ReadonlySet<number>;
}

/**
 * Reads the units for badges, each unit once, in the order of the table. During an assembly reads the corrected
 * roll; after the closing, the table of units for the next assembly. Skips retired units. `family` has the joint
 * first, then its sectors.
 */
async function readBadgeUnits(
  db: Db,
  assembly: StoredAssembly | undefined,
  family: readonly number[],
): Promise<BadgeUnit[]> {
  const units = new Map<string, BadgeUnit & { jointIds: Set<number> }>();
  for (const jointId of family) {
    const here =
      assembly === undefined || assembly.closedAt !== null
        ? (await listStoredUnits(db, jointId)).filter((unit) => !unit.retired)
        : await readRollFacts(db, { assemblyId: assembly.assemblyId, jointIds: [jointId] });
    for (const { apartmentId, owner, coefficient } of here) {
      const listed = units.get(apartmentId);
      if (listed) listed.jointIds.add(jointId);
      else units.set(apartmentId, { apartmentId, owner, coefficient, jointIds: new Set([jointId]) });
    }
  }
  return [...units.values()];
}
