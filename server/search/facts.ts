import { bareText } from '../../shared/bare-text.ts';
import type { FindingKind } from '../../shared/properties/search.api.ts';
import { type Db, readAsOfNow } from '../platform/db/engine.ts';
import { inSlices } from '../platform/db/queries.ts';
import {
  readPowerFacts,
  readQuestionFacts,
  readSearchedJoints,
  readUnitFacts,
  type SearchedJoint,
} from './search.repository.ts';

/** Joints read in one statement: a long statement would delay the votes of other joints. */
const JOINTS_AT_ONCE = 20;
/** Maximum number of units in memory, over all joints: about 60 MB. */
const MOST_UNITS = 100_000;

/** Searched text: as shown, in lower case without accents, and the letters and digits alone. */
export interface SearchText {
  text: string;
  bare: string;
  joined: string;
}

/** Searched text of a fact of a unit. */
export interface NamedText {
  kind: FindingKind;
  of: SearchText;
}

/** Unit with the texts to search in, in the order of `kinds`. */
export interface UnitFacts {
  jointId: number;
  apartmentId: string;
  owner: string;
  texts: readonly NamedText[];
}

/** Facts of a joint with all sectors. */
export interface SearchedFacts {
  joint: SearchedJoint;
  /** Name of the joint as searched text. */
  name: SearchText;
  units: readonly UnitFacts[];
  questions: readonly SearchText[];
}

/** Makes a text searchable: `joined` has the letters and digits alone. */
export function searchText(text: string): SearchText {
  const bare = bareText(text);
  return { text, bare, joined: bare.replace(/[^a-z0-9]+/g, '') };
}

/** Groups rows by a key, in the order of the rows. */
function rowsBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}

const kinds: readonly FindingKind[] = ['unit', 'owner', 'document', 'mail', 'phone', 'proxy'];

const namedTexts = (kind: FindingKind, texts: readonly string[]): NamedText[] =>
  texts.map((text) => ({ kind, of: searchText(text) }));

const listOf = (stored: string | null): string[] => (stored === null ? [] : JSON.parse(stored));

/** Facts of all joints in memory, read again after an act in the joint. */
export class FactStore {
  readonly #db: Db;
  readonly #facts = new Map<number, SearchedFacts>();

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Returns the facts of root joints, by name.
   * @param jointIds ids of joints and sectors; null for all joints
   */
  async of(jointIds: readonly number[] | null): Promise<SearchedFacts[]> {
    const joints = await readSearchedJoints(this.#db, jointIds);
    const changed = joints.filter(
      ({ jointId, lastEntry }) => this.#facts.get(jointId)?.joint.lastEntry !== lastEntry,
    );
    const read = new Map<number, SearchedFacts>();
    await inSlices(changed, JOINTS_AT_ONCE, async (slice) => {
      for (const facts of await this.#read(slice)) read.set(facts.joint.jointId, facts);
    });
    const found = joints.flatMap(({ jointId }) => read.get(jointId) ?? this.#facts.get(jointId) ?? []);
    for (const [jointId, facts] of read) {
      this.#facts.delete(jointId);
      this.#facts.set(jointId, facts);
    }
    this.#forgetOldest();
    return found;
  }

  /** Removes the joints read the longest ago, above the limit of units. */
  #forgetOldest(): void {
    let units = 0;
    for (const facts of this.#facts.values()) units += facts.units.length;
    for (const [jointId, facts] of this.#facts) {
      if (units <= MOST_UNITS) return;
      units -= facts.units.length;
      this.#facts.delete(jointId);
    }
  }

  async #read(joints: readonly SearchedJoint[]): Promise<SearchedFacts[]> {
    const ids = joints.map(({ jointId }) => jointId);
    const { units, proxies, questions } = await readAsOfNow(this.#db, async (trx) => ({
      units: await readUnitFacts(trx, ids),
      proxies: await readPowerFacts(trx, ids),
      questions: await readQuestionFacts(trx, ids),
    }));
    const proxiesOf = rowsBy(proxies, ({ rootId, apartmentId }) => `${rootId} ${apartmentId}`);
    const unitsOf = rowsBy(units, ({ rootId }) => rootId);
    const questionsOf = rowsBy(questions, ({ rootId }) => rootId);
    return joints.map((joint) => {
      const { jointId } = joint;
      const own = new Map<string, UnitFacts>();
      // A unit of a sector is usually in the table of the joint too: the table of the joint, read first, counts.
      // The contacts of both tables are found.
      for (const row of unitsOf.get(jointId) ?? []) {
        const first = own.get(row.apartmentId);
        const contacts = [
          ...namedTexts('mail', listOf(row.emails)),
          ...namedTexts('phone', listOf(row.phones)),
        ];
        const proxies = (proxiesOf.get(`${jointId} ${row.apartmentId}`) ?? []).map(({ name, document }) =>
          document === null ? name : `${name} · ${document}`,
        );
        const texts = [
          ...(first?.texts ?? [
            ...namedTexts('unit', [row.apartmentId]),
            ...namedTexts('owner', [row.owner ?? '']),
            ...namedTexts('document', row.document === null ? [] : [row.document]),
            ...namedTexts('proxy', proxies),
          ]),
          ...contacts,
        ].sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
        const { apartmentId } = row;
        const { jointId: tableId, owner } = first ?? { jointId: row.jointId, owner: row.owner ?? '' };
        own.set(apartmentId, { jointId: tableId, apartmentId, owner, texts });
      }
      return {
        joint,
        name: searchText(joint.jointName),
        units: [...own.values()],
        // Each assembly has the question about the order of the day: a text stands once.
        questions: [...new Set((questionsOf.get(jointId) ?? []).map(({ text }) => text))].map(searchText),
      };
    });
  }
}
