import { needsRoom } from '../../shared/assemblies/law/majority.ts';
import { defined } from '../../shared/defined.ts';
import type { ActFacts, TrailEntry } from '../../shared/evidence/acts.ts';
import { fromBase64, sameBytes } from '../../shared/evidence/bytes.ts';
import {
  askedBefore,
  type Closed,
  type ClosingTold,
  closingTold,
  isOf,
  type StatedQuestion,
} from '../../shared/evidence/closing-told.ts';
import type { Head } from '../../shared/evidence/head.ts';
import { type Opened, openingsOf } from '../../shared/evidence/headed-entries.ts';
import type { BallotLeaf } from '../../shared/evidence/leaves.ts';
import { rootOf } from '../../shared/evidence/merkle.ts';
import { correctedIn, votesIn } from '../../shared/evidence/replayed.ts';
import {
  type Fault,
  type Files,
  leafOf,
  linesOf,
  readBallots,
  readJson,
  recordKey,
  sha256,
} from './files.ts';
import { recordRows, standingVotes } from './record-rows.ts';
import { typedFaults } from './typed.ts';

type ClosingFacts = Closed & { jointId: number; conceptId: number };

/**
 * Returns the audit entries of questions' closings with stored votes, each with the number of the entry (`seq`), in
 * the order of the audit trail.
 */
export const closingsOf = (acts: readonly TrailEntry[]): { seq: number; facts: ClosingFacts }[] =>
  acts
    .filter(({ name, facts }) => name === 'conceptDeactivated' && (facts as Closed).ballots)
    .map(({ seq, facts }) => ({ seq, facts: facts as ClosingFacts }));

/**
 * Returns the path of the ballots of a question's closing among the files of an expediente:
 * 'votos/7-3-120.jsonl'.
 * @param seq number of the closing's audit entry
 */
export const ballotsPath = ({ jointId, conceptId }: ClosingFacts, seq: number): string =>
  `votos/${jointId}-${conceptId}-${seq}.jsonl`;

/**
 * Checks the closings and reopenings of questions in an expediente: the counted votes must fit the signed root hash
 * and give the announced result. Returns the faults; empty if all agree.
 * @param acts acts of the audit trail, oldest first
 * @param signed signed heads of the audit trail
 * @param stated closings as written in the manifest
 */
export function closingFaults(
  files: Files,
  acts: readonly TrailEntry[],
  signed: readonly Head[],
  stated: readonly ClosingTold[],
): Fault[] {
  const faults: Fault[] = [];
  const expected: ClosingTold[] = [];
  for (const { seq, facts } of closingsOf(acts)) {
    const { jointId, conceptId, result } = facts;
    const where = `${jointId}/${conceptId}/${seq}`;
    const path = ballotsPath(facts, seq);
    const lines = files.has(path) ? linesOf(files, path) : [];
    const root = rootOf(sha256, lines.map(leafOf));
    const isSigned = signed.some(({ closings }) =>
      closings.some(
        (one) =>
          one.jointId === jointId &&
          one.conceptId === conceptId &&
          one.seq === seq &&
          one.size === lines.length &&
          sameBytes(one.root, root),
      ),
    );
    const bound = fromBase64(String(facts.ballots?.root));
    const isBound = facts.ballots?.size === lines.length && bound !== null && sameBytes(bound, root);
    if (!isBound || !isSigned) faults.push(['votos', where]);
    const ballots = readBallots(lines);
    if (ballots === null) {
      faults.push(['votos', where]);
      continue;
    }
    const written = ballots.map(({ receipt, unit, answerId, coefficient, kind, remote, at, choices = '' }) =>
      JSON.stringify([receipt, unit, answerId, coefficient, kind, remote, at, choices]),
    );
    const standing = standingVotes(acts, seq, facts);
    const isTwice = new Set(written).size !== written.length;
    if (isTwice || written.sort().join() !== standing.sort().join()) faults.push(['actos', where]);
    const question = askedBefore(acts, facts, seq);
    if (!isGround(files, acts, { seq, facts }, question, ballots)) faults.push(['fundamento', where]);
    if (question?.votePer === 'owner' && !areOwners(files, acts, { seq, facts }, question, ballots))
      faults.push(['propietarios', where]);
    const closing = { jointId, conceptId, seq };
    // The announcement follows from the votes alone. Lots and declined seats come later.
    const atClosing = closingTold(acts, closing, ballots, false).estado;
    const announced = result?.status ?? null;
    if (atClosing !== null && announced !== null && !mayBeTold(announced, atClosing))
      faults.push(['anunciado', where]);
    expected.push(closingTold(acts, closing, ballots));
  }
  for (const act of acts) {
    if (act.name !== 'conceptActivated' || isSetAside(files, acts, act)) continue;
    faults.push(['apartados', `${act.facts.jointId}/${act.facts.conceptId}/${act.seq}`]);
  }
  faults.push(...typedFaults(acts));
  for (const one of expected) {
    const found = stated.findLast(({ acto }) => acto === one.acto);
    if (JSON.stringify(found) !== JSON.stringify(one))
      faults.push(['resultado', `${one.copropiedad}/${one.pregunta}/${one.acto}`]);
  }
  const seqs = (closings: readonly ClosingTold[]) => closings.map(({ acto }) => acto).join();
  if (seqs(stated) !== seqs(expected)) faults.push(['cierre', '']);
  return faults;
}

/**
 * True if the closing may have announced the status `announced` for a computed `status`. Before indicative votes
 * existed, closings announced the result of the majority rule.
 */
const mayBeTold = (announced: string, status: string): boolean =>
  announced === status ||
  (status === 'indicative' && ['approved', 'rejected', 'elected', 'tied'].includes(announced));

/** Rows of the assembly's roll by unit name: owner, document, kind and coefficient. */
type Roll = Map<string, readonly [owner: string, document: string | null, kind: string, coefficient: number]>;

/** Returns the assembly's roll of the opening with the given corrections applied. */
function rollOf(files: Files, corrected: ReadonlyMap<string, unknown[]>): Roll {
  const roll: Roll = new Map();
  for (const line of linesOf(files, 'censo.jsonl')) {
    const [joint, unit, ...row] = readJson(line) as unknown[];
    const name = recordKey(joint, unit);
    roll.set(name, (corrected.get(name) ?? row) as never);
  }
  return roll;
}

/**
 * Returns for each unit of an owner with several units an id of the owner, from the opening and later corrections.
 * Null if no act names owners.
 */
function personsAt(acts: readonly TrailEntry[], until: number, jointId: number): Map<string, string> | null {
  const before = acts.filter(({ seq }) => seq <= until);
  const opening = before.findLast(
    ({ name, facts }) => name === 'assemblyOpened' && (facts as Opened).persons,
  );
  if (opening === undefined) return null;
  const { roll, persons: groups = [] } = opening.facts as Opened;
  if (!roll?.joints.includes(jointId)) return null;
  const persons = new Map<string, string>();
  for (const one of groups) {
    if (one.jointId === jointId) for (const unit of one.units) persons.set(unit, one.units[0] ?? unit);
  }
  for (const act of before) {
    if (act.name !== 'rollCorrected' || act.seq < opening.seq) continue;
    for (const { jointId: joint, apartmentId, personWith } of correctedIn(act)) {
      if (joint !== jointId || personWith === undefined) continue;
      const alone = `${apartmentId} ${act.seq}`;
      persons.set(apartmentId, personWith === null ? alone : (persons.get(personWith) ?? personWith));
    }
  }
  return persons;
}

type Closing = { seq: number; facts: ClosingFacts };

/** True if the closing groups units by owner as the assembly's roll does at the time of the votes. */
function areOwners(
  files: Files,
  acts: readonly TrailEntry[],
  { seq, facts }: Closing,
  { perUnitKinds = [] }: StatedQuestion,
  ballots: readonly BallotLeaf[],
): boolean {
  const { owners = [], jointId, conceptId } = facts;
  const counted = new Set(ballots.filter(({ kind }) => perUnitKinds.includes(kind)).map(({ unit }) => unit));
  const listed = owners.flat();
  if (new Set(listed).size !== listed.length || !listed.every((unit) => counted.has(unit))) return false;
  if (owners.some((units) => units.length < 2)) return false;
  const since = openingsOf(acts).at(-1)?.seq;
  if (since === undefined) return true;
  const theirVotes = acts
    .filter((act) => act.seq <= seq && act.name === 'votes')
    .flatMap((act) =>
      votesIn(act)
        .filter(([joint, concept]) => joint === jointId && concept === conceptId)
        .map(([, , unit]) => ({ unit, at: act.seq })),
    );
  if (personsAt(acts, seq, jointId) !== null) {
    const persons = new Map<string, string>();
    const personsAtVotes = new Map(
      [...new Set(theirVotes.map(({ at }) => at))].map((at) => [at, personsAt(acts, at, jointId)]),
    );
    for (const { unit, at } of theirVotes) persons.set(unit, personsAtVotes.get(at)?.get(unit) ?? unit);
    const groups = new Map<string, string[]>();
    for (const unit of counted) {
      const person = persons.get(unit) ?? unit;
      groups.set(person, [...(groups.get(person) ?? []), unit]);
    }
    const inOrder = (all: Iterable<readonly string[]>) =>
      JSON.stringify(
        [...all].map((units) => [...units].sort()).sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
      );
    return inOrder(owners) === inOrder([...groups.values()].filter(({ length }) => length > 1));
  }
  return areLikelyOwners(files, acts, { jointId, owners, since, theirVotes, counted });
}

/**
 * Checks the owners of a closing as `areOwners` does, for acts without owner ids: compares documents, else names,
 * without a table of letters.
 */
function areLikelyOwners(
  files: Files,
  acts: readonly TrailEntry[],
  question: {
    jointId: number;
    owners: readonly (readonly string[])[];
    since: number;
    theirVotes: readonly { unit: string; at: number }[];
    counted: ReadonlySet<string>;
  },
): boolean {
  const { jointId, owners, since, theirVotes, counted } = question;
  const roll = rollOf(files, new Map());
  const corrections = acts.filter(({ name, seq }) => name === 'rollCorrected' && seq > since);
  const seen = new Map<string, readonly [string, string | null]>();
  for (const { unit, at } of theirVotes) {
    while ((corrections[0]?.seq ?? at) < at) {
      for (const one of corrections.splice(0, 1).flatMap(correctedIn)) {
        const row = [one.owner, one.ownerDocument, one.kind, one.coefficient] as const;
        roll.set(recordKey(one.jointId, one.apartmentId), row);
      }
    }
    seen.delete(unit);
    const row = at > since ? roll.get(recordKey(jointId, unit)) : undefined;
    if (row !== undefined) seen.set(unit, [row[0], row[1]]);
  }
  const groups = new Map(owners.flatMap((units) => units.map((unit) => [unit, units[0] ?? unit])));
  const [ownerOf, groupOf] = [new Map<string, string>(), new Map<string, string>()];
  const isSame = (map: Map<string, string>, key: string, value: string) => {
    if (!map.has(key)) map.set(key, value);
    return map.get(key) === value;
  };
  for (const [unit, [name, document]] of seen) {
    if (!counted.has(unit)) continue;
    const papers = bareParts(document ?? '', asciiUpper);
    const owner = papers ? `d ${papers}` : `n ${bareParts(name, bare)}`;
    const group = groups.get(unit) ?? unit;
    // Each group has a single owner, and each document or identical name a single group.
    if (!isSame(ownerOf, group, owner)) return false;
    if (owner !== 'n ' && !isSame(groupOf, papers ? owner : `n ${name}`, group)) return false;
  }
  return true;
}

const SPACES = '[\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]+';
const BETWEEN = new RegExp(`${SPACES}/${SPACES}`);

/** Normalizes a name or document for comparison: removes punctuation and sorts the parts. */
const bareParts = (text: string, spelled: (part: string) => string): string =>
  text
    .split(BETWEEN)
    .map((part) => spelled(part).replace(/[^0-9A-Z]/g, ''))
    .filter((part) => part !== '')
    .sort()
    .join('+');
const bare = (name: string): string => name.normalize('NFD').toUpperCase().normalize('NFD');
const asciiUpper = (document: string): string => document.replace(/[a-z]/g, (sign) => sign.toUpperCase());

/**
 * True if a reopened question set aside exactly the votes of absent units and of units with a changed coefficient
 * or kind.
 */
function isSetAside(files: Files, acts: readonly TrailEntry[], { seq, facts }: TrailEntry): boolean {
  const { jointId, conceptId, setAside } = facts as ActFacts & { setAside?: readonly string[] };
  const since = openingsOf(acts).at(-1)?.seq;
  if (setAside === undefined || since === undefined || since > seq) return true;
  const before = acts.filter((act) => act.seq < seq);
  const { rule, votePer } = askedBefore(acts, facts, seq) ?? {};
  const isByUnit = rule === 'perUnit';
  const hadOtherOwner = otherOwnersSince(before, { jointId, conceptId });
  const { asistencia, votos, censo } = recordRows(before);
  const roll = rollOf(files, censo);
  const expected = [...votos].flatMap(([key, [, coefficient, , , , kind]]) => {
    const [joint, concept, unit] = JSON.parse(key);
    if (joint !== jointId || concept !== conceptId) return [];
    const now = roll.get(recordKey(joint, unit));
    const isOther = now === undefined || now[3] !== coefficient || (isByUnit && now[2] !== kind);
    if (isByUnit && votePer === 'owner' && hadOtherOwner(unit)) return [unit];
    return isOther || !asistencia.has(recordKey(joint, unit)) ? [unit] : [];
  });
  return JSON.stringify([...setAside].sort()) === JSON.stringify(expected.sort());
}

/** Returns a test for units of a question: true if a correction after the vote gave the unit to another owner. */
function otherOwnersSince(
  acts: readonly TrailEntry[],
  { jointId, conceptId }: Pick<ActFacts, 'jointId' | 'conceptId'>,
): (unit: string) => boolean {
  const changed = new Set<string>();
  for (const act of acts) {
    for (const [joint, concept, unit] of act.name === 'votes' ? votesIn(act) : []) {
      if (joint === jointId && concept === conceptId) changed.delete(unit);
    }
    for (const one of act.name === 'rollCorrected' ? correctedIn(act) : []) {
      if (one.jointId === jointId && one.otherPerson === true) changed.add(one.apartmentId);
    }
  }
  return (unit) => changed.has(unit);
}

/**
 * True if the base of a closing (represented units, coefficients, owners) agrees with the acts and the assembly's
 * roll.
 */
function isGround(
  files: Files,
  acts: readonly TrailEntry[],
  { seq, facts }: Closing,
  question: StatedQuestion | null,
  ballots: readonly BallotLeaf[],
): boolean {
  const { jointId, interval = 1, base } = facts;
  const openings = openingsOf(acts);
  if (openings.length === 0 || openings.some((opening) => opening.seq > seq)) return true;
  const { asistencia, censo, asamblea } = recordRows(acts.filter((act) => act.seq < seq));
  const isOfJoint = ([name]: readonly [string, unknown]) => JSON.parse(name)[0] === jointId;
  const roll: Roll = new Map([...rollOf(files, censo)].filter(isOfJoint));
  const there: Roll = new Map();
  for (const name of [...asistencia].filter(isOfJoint).map(([key]) => key)) {
    const row = roll.get(name);
    if (row === undefined) return false;
    there.set(name, row);
  }
  // If every reopening set votes aside, each counted vote belongs to a represented unit and has the unit's
  // coefficient.
  const areSetAside = acts
    .filter((act) => act.seq < seq && act.name === 'conceptActivated' && isOf(act, facts))
    .filter((act) => interval > 1 && act.facts.interval === interval)
    .every((act) => (act.facts as { setAside?: unknown }).setAside !== undefined);
  const weighsOther = ({ unit, coefficient }: BallotLeaf) =>
    there.get(recordKey(jointId, unit))?.[3] !== coefficient;
  if (areSetAside && ballots.some(weighsOther)) return false;
  const sum = (units: Roll) => [...units.values()].reduce((so, row) => so + row[3], 0);
  const { perUnitKinds } = question ?? {};
  const counted: Roll = new Map([...there].filter(([, row]) => perUnitKinds?.includes(row[2])));
  const isOfOwners = question?.votePer === 'owner';
  const stated: Record<string, unknown> = {
    apartments: there.size,
    coefficient: sum(there),
    total: sum(roll),
    ...defined({ dwellings: perUnitKinds && !isOfOwners ? counted.size : undefined }),
  };
  for (const name of ['call', 'mode']) {
    const field = asamblea.get(recordKey(name));
    if (field !== undefined) stated[name] = field[0];
  }
  const isOfRoom = needsRoom(question?.rule ?? null) && ballots.some(({ remote }) => remote !== 0);
  // Closings older than the rule state the mode of the assembly.
  if (stated.mode === 'inPerson' && isOfRoom && base.mode === 'mixed') stated.mode = 'mixed';
  if (Object.entries(stated).some(([name, value]) => Reflect.get(base, name) !== value)) return false;
  const persons = personsAt(acts, seq, jointId);
  const isOfSo = (units: Roll, many: number) => {
    if (persons === null) return mayBeOfSo(units, many);
    const ids = [...units.keys()].map((name): string => JSON.parse(name)[1]);
    return new Set(ids.map((unit) => persons.get(unit) ?? unit)).size === many;
  };
  return isOfSo(there, base.owners) && (!isOfOwners || isOfSo(counted, base.dwellings));
}

/**
 * True if `many` is a plausible number of owners of the units: at least the number of different normalized names,
 * at most the number of different spellings.
 */
function mayBeOfSo(units: Roll, many: number): boolean {
  const [least, most] = [new Set<string>(), new Set<string>()];
  for (const [unit, [name, document]] of units) {
    const papers = bareParts(document ?? '', asciiUpper);
    const letters = bareParts(name, bare);
    const isBlank = name.split(BETWEEN).every((part) => part.trim() === '');
    least.add(papers ? `d ${papers}` : isBlank ? `u ${unit}` : `n ${letters}`);
    most.add(papers ? `d ${papers}` : letters ? `n ${name}` : `u ${unit}`);
  }
  return least.size <= many && many <= most.size;
}
