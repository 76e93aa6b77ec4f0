import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import type { VerifierParts } from '../../../client/verifier/main.ts';
import type { Rule } from '../../../shared/assemblies/law/majority.ts';
import { decidingMode } from '../../../shared/assemblies/tally.ts';
import { nano } from '../../../shared/coefficient.ts';
import { defined } from '../../../shared/defined.ts';
import { toHex, utf8 } from '../../../shared/evidence/bytes.ts';
import { MOST_PAGE_BYTES } from '../../../shared/evidence/expediente.ts';
import { type ClosingRoot, type HeadMoment, headText } from '../../../shared/evidence/head.ts';
import { type BallotLeaf, ballotLine, type EntryLeaf, entryLine } from '../../../shared/evidence/leaves.ts';
import { leafHash, rootOf } from '../../../shared/evidence/merkle.ts';
import { keyLine } from '../../../shared/evidence/note.ts';
import { ownerKey } from '../../../shared/properties/person.ts';
import { type Signer, sha256 } from '../../platform/audit/signing.ts';
import { zipOf } from '../../platform/lib/zip.ts';
import { Random } from '../../testing/random.ts';
import { assemblyOf, otherActs } from '../store/papers/other-acts.repository.ts';
import { VERIFIERS } from '../store/papers/verifiers.ts';
import { rootOfLines } from '../store/tally/ballot-trees.repository.ts';
import type { Case } from './expediente.ts';

/** Units connected from home at an opening of a random assembly, as in the acts. */
const connectedAlone = { connected: 1, connectedUnits: ['101'] };
/** Number without ids, as in acts of older versions. */
const connectedUntold = { connected: 1 };

/**
 * Returns a random generator for tests: `below` is the bound, and the result is a whole number from 0 to `below` -
 * 1. The same seed gives the same numbers.
 */
export function drawn(seed: number): (below: number) => number {
  const random = new Random(seed);
  return (below) => Math.floor(random.next() * below);
}

const JOINT = 7;
const SECTOR = 8;
const ASSEMBLY = 3;
const CHAIN = `joint:${JOINT}`;
const ORIGIN = 'scaf.ejemplo.co/joint/7';
const rules = ['simple', 'perUnit', 'qualified', 'election', 'threshold', 'unanimous'] as const;
const CARD = 'QR-0123456789abcdef';
const DESK = 'user:5';

const PAPERS = ['acta.pdf', 'acta.docx', 'anexos/asistencia-7.pdf', ...VERIFIERS];
const paperBytes = (path: string, of: number | null): Uint8Array => utf8(`${path} ${of}`);

interface Unit {
  joint: number;
  unit: string;
  owner: string;
  document: string | null;
  coefficient: number;
  kind: string;
}

/** A random assembly, recorded both as audit entries and as rows of the tables. */
class MadeUp {
  readonly draw: (below: number) => number;
  readonly entries: EntryLeaf[] = [];
  readonly heads: Case['heads'][number][] = [];
  readonly closings: Case['closings'][number][] = [];
  readonly annulments: unknown[][] = [];
  readonly powers: unknown[][] = [];
  readonly intervals: unknown[][] = [];
  readonly grounds: unknown[][] = [];
  readonly presence: unknown[][] = [];
  /**
   * Questions by joint and question. The last two fields are the attendance at the last closing, and the deletion.
   */
  readonly questions = new Map<string, unknown[]>();
  /** Scanned pages of powers, by path. */
  readonly pages = new Map<string, Uint8Array>();
  pageBytes = 0;
  readonly versions = new Map<Unit, number>();
  readonly here = new Map<string, [Unit, unknown[]]>();
  readonly votes = new Map<string, { ballot: Omit<BallotLeaf, 'salt'>; key: string; row: unknown[] }>();
  readonly units: Unit[];
  readonly facts: Record<string, string | number | null> = {
    kind: 'ordinary',
    mode: 'mixed',
    call: 1,
    title: 'Asamblea ordinaria',
    agenda: null,
    notice: null,
    scheduledAt: null,
    place: 'Salón',
    president: null,
    secretary: null,
    recordingUrl: null,
  };
  at: number;
  epoch = 1;
  /** Number of the audit entry that binds (names with hashes) the papers; null before the papers are made. */
  bound: number | null = null;
  /** False facts to write into the audit entries of closings. */
  wrong: object = {};
  connected: object = connectedAlone;
  /** True to make reopenings keep a vote that a right reopening sets aside. */
  isForgetful = false;
  readonly #signers: readonly Signer[];

  constructor(seed: number, ...signers: readonly Signer[]) {
    this.draw = drawn(seed);
    this.#signers = signers;
    this.at = Date.UTC(2026, 10, 25, 18) + this.draw(1e6);
    this.units = Array.from({ length: 3 + this.draw(10) }, (_, i) => ({
      joint: i % 4 === 3 ? SECTOR : JOINT,
      unit: `${101 + i}`,
      // Some owners have several units, with the same document or, without a document, the same name.
      owner: `DUEÑO ${this.draw(2) === 0 ? this.draw(3) : this.draw(1e6)} Ñúñez`,
      document: this.draw(3) === 0 ? `52.00${this.draw(3)}` : null,
      coefficient: this.draw(2) === 0 ? 1e9 : 1 + this.draw(20e9),
      kind: this.draw(3) === 0 ? 'local' : 'vivienda',
    }));
  }

  roll(): unknown[][] {
    return this.units.map(({ joint, unit, owner, document, kind, coefficient }) => [
      ...[joint, unit, owner, document, kind, coefficient],
    ]);
  }

  act(act: string, facts: object, assemblyId: number | null = ASSEMBLY): number {
    this.at += 1 + this.draw(60_000);
    const { at } = this;
    const entry = { chain: CHAIN, seq: this.entries.length + 1, at, actor: DESK, act };
    const data = JSON.stringify({ ...defined({ assemblyId: assemblyId ?? undefined }), ...facts });
    this.entries.push({ ...entry, data, hash: toHex(sha256(utf8(`${act} ${at}`))) });
    return entry.seq;
  }

  hashes(): Uint8Array[] {
    return this.entries.map((entry) => leafHash(sha256, utf8(entryLine(entry))));
  }

  head(moment: HeadMoment, made: readonly ClosingRoot[] = []): void {
    const { at, epoch } = this;
    const signer = this.#signers[Math.min(epoch, this.#signers.length) - 1];
    if (signer === undefined) throw new Error('nobody signs');
    const key = keyLine(sha256, { name: ORIGIN, publicKey: signer.publicKey });
    const tree = { size: this.entries.length, root: rootOf(sha256, this.hashes()) };
    const text = headText({ ...tree, origin: ORIGIN, moment, at, epoch, closings: made });
    this.heads.push({ ...tree, moment, at, epoch, key, note: signer.sign(text, ORIGIN) });
  }

  register(units: readonly Unit[]): void {
    const byProxy = this.draw(2) === 1;
    const capacity = byProxy ? 'proxy' : 'owner';
    const attendee = byProxy ? { name: 'Élida', document: '123' } : null;
    const remote =
      this.facts.mode === 'virtual' || (this.facts.mode === 'mixed' && this.draw(2) === 0) ? 1 : 0;
    const rows = units.map(({ joint, unit, coefficient }) => [joint, unit, coefficient, capacity, remote]);
    this.act('registered', { holder: CARD, attendee, byProxy, units: rows });
    for (const one of units) {
      const who = [attendee?.name ?? null, attendee?.document ?? null, byProxy ? 1 : 0];
      this.here.set(`${one.joint}/${one.unit}`, [
        one,
        [CARD, this.at, ...who, capacity, one.coefficient, remote],
      ]);
    }
  }

  leave(one: Unit): void {
    const [, row] = this.here.get(`${one.joint}/${one.unit}`) ?? [one, null];
    if (row === null) return;
    this.here.delete(`${one.joint}/${one.unit}`);
    this.act('freed', { how: 'reversed', reason: 'Salió', units: [[one.joint, one.unit]], votes: [] });
    this.annulments.push([one.joint, 1, one.unit, 'reversed', this.at, 'Salió', DESK, ...row.slice(0, 5)]);
  }

  /** Casts a unit's vote; in an election by names sometimes for several names. */
  vote(one: Unit, conceptId: number, answers: readonly string[], byNames: boolean): void {
    const { joint, unit, owner, document, coefficient, kind } = one;
    const isNamed = byNames && this.draw(2) === 0;
    const answerId = isNamed ? 5 : 1 + this.draw(conceptId % 2 === 0 ? answers.length : 1);
    const choices = isNamed ? `${1 + this.draw(2)},5` : undefined;
    const receipt = `${1000 + this.draw(9000)}-${unit}${conceptId}`;
    const remote = this.draw(2);
    const rest = [answerId, coefficient, receipt, CARD, DESK, kind, remote];
    const named = choices === undefined ? [] : [choices];
    const mark = this.draw(4) === 0 ? { typedFromPaper: true } : {};
    this.act('votes', { votes: [[joint, conceptId, unit, ...rest, ...named]], ...mark });
    const { at } = this;
    if ('typedFromPaper' in mark) this.typed(joint, conceptId, { answerId, coefficient });
    const where = { assemblyId: ASSEMBLY, jointId: joint, conceptId, unit, owner };
    const cast = { answerId, answer: answers[answerId - 1] ?? '', coefficient, kind, remote, at, receipt };
    this.votes.set(`${joint}/${conceptId}/${unit}`, {
      ballot: { ...where, ...cast, ...defined({ choices }) },
      key: ownerKey(owner, document, unit),
      row: [joint, conceptId, unit, ...rest, choices ?? '', at],
    });
  }

  /** Records the typing of one vote on paper. */
  typed(jointId: number, conceptId: number, vote: { answerId: number; coefficient: number }): void {
    const sum = { apartments: 1, coefficient: vote.coefficient };
    const sums = [{ conceptId, voteId: vote.answerId, paper: sum, typed: sum, isDifferent: false }];
    const questions = [{ conceptId, at: new Date(this.at).toISOString(), votes: 1 }];
    const facts = { jointId, units: 0, questions, sums, differences: 0 };
    this.act('paperTyped', { ...facts, typedFromPaper: true });
  }

  annul(name: string): void {
    const vote = this.votes.get(name);
    if (vote === undefined) return;
    this.votes.delete(name);
    const { jointId, conceptId, unit: apartmentId, answerId, coefficient, receipt, at } = vote.ballot;
    this.act('voteAnnulled', { jointId, conceptId, apartmentId, reason: 'error' });
    const annulledVote = [CARD, at, answerId, coefficient, receipt];
    this.annulments.push([
      jointId,
      conceptId,
      apartmentId,
      'reversed',
      this.at,
      'error',
      DESK,
      ...annulledVote,
    ]);
  }

  /** Lets an owner give a power for some units. The power is accepted, rejected or left undecided, and may end. */
  power(units: readonly Unit[]): void {
    const powerId = this.powers.length + 1;
    const [granter, holder] = [
      { name: units[0]?.owner ?? '', document: null },
      { name: 'Élida Ruiz', document: '52123' },
    ];
    const powerFacts = { powerId, units: units.map(({ unit }) => unit) };
    this.act('powerEntered', { ...powerFacts, granter, holder, origin: 'typed', instructions: null });
    const entered = [granter.name, null, holder.name, holder.document, 'typed', null, this.at, DESK];
    const fate = this.draw(4);
    let decided: unknown[] = ['pending', null, null, null];
    let end: unknown[] = [null, null, null, null];
    if (fate === 1) {
      this.act('powerRejected', { ...powerFacts, reason: 'Sin firma' });
      decided = ['rejected', this.at, DESK, 'Sin firma'];
    } else if (fate > 1) {
      this.act('powerAccepted', powerFacts);
      decided = ['accepted', this.at, DESK, null];
    }
    if (fate === 3) {
      this.act('powerEnded', { ...powerFacts, how: 'revoked', reason: 'Lo pidió' });
      decided = ['revoked', ...decided.slice(1, 3), 'Lo pidió'];
      end = [this.at, DESK, 'revoked', 'Lo pidió'];
    }
    for (let pageId = 10 * powerId; this.draw(2) === 0; pageId++) {
      const bytes = utf8(`%PDF-1.7 ${this.draw(1e9)}`);
      // Some sizes are so large that later pages do not fit.
      const size = this.draw(4) === 0 ? 60_000_000 : bytes.length;
      const page = { mediaType: 'application/pdf', fileName: 'Poder.pdf', size };
      this.pageBytes += size;
      this.act('powerPageAdded', { powerId, pageId, ...page, sha256: toHex(sha256(bytes)) });
      if (this.pageBytes <= MOST_PAGE_BYTES) this.pages.set(`poderes/${powerId}-${pageId}.pdf`, bytes);
    }
    for (const { unit } of units) {
      this.powers.push([powerId, unit, ...entered, ...decided, fate === 2 ? 1 : 0, ...end]);
    }
  }

  /** Records the opening of a question at the instant of the last act. */
  opened(jointId: number, conceptId: number, interval: number): void {
    const why = interval === 1 ? null : 'Error';
    this.intervals.push([jointId, conceptId, interval, this.at, DESK, why, null, null, null]);
    this.presence.push([jointId, conceptId, 'opened', this.at, 1, null, null, null, null, null, ['101']]);
  }

  /** Opens a question again. Sets aside the votes of units that left or got another coefficient. */
  reopen(jointId: number, conceptId: number, interval: number, rule: string, isOfOwners: boolean): void {
    const away = [...this.votes.values()].filter(({ ballot, key }) => {
      const one = this.units.find(({ joint, unit }) => joint === jointId && unit === ballot.unit);
      if (ballot.jointId !== jointId || ballot.conceptId !== conceptId || one === undefined) return false;
      const { owner, document, unit, coefficient, kind } = one;
      if (isOfOwners && ownerKey(owner, document, unit) !== key) return true;
      const isSame = coefficient === ballot.coefficient && (rule !== 'perUnit' || kind === ballot.kind);
      return !this.here.has(`${jointId}/${unit}`) || !isSame;
    });
    const setAside = away.map(({ ballot }) => ballot.unit);
    if (this.isForgetful) setAside.splice(0, 1);
    this.act('conceptActivated', {
      jointId,
      conceptId,
      interval,
      reason: 'Error',
      ...this.connected,
      setAside,
    });
    for (const unit of setAside) {
      const name = `${jointId}/${conceptId}/${unit}`;
      const { row } = this.votes.get(name) ?? { row: [] };
      this.votes.delete(name);
      const [, , , answerId, coefficient, receipt] = row;
      const annulledVote = [CARD, row.at(-1), answerId, coefficient, receipt];
      this.annulments.push([jointId, conceptId, unit, 'setAside', this.at, 'Error', DESK, ...annulledVote]);
    }
  }

  /** Deletes a closed question, and so annuls its votes. */
  remove(jointId: number, conceptId: number): void {
    const reason = this.draw(2) === 0 ? 'Mal redactada' : null;
    const theirs = [...this.votes].filter(
      ([, { ballot }]) => ballot.jointId === jointId && ballot.conceptId === conceptId,
    );
    this.act('conceptDeleted', { jointId, conceptId, reason, votes: theirs.length });
    for (const [name, { ballot, row }] of theirs) {
      this.votes.delete(name);
      const [, , , answerId, coefficient, receipt] = row;
      const annulledVote = [CARD, row.at(-1), answerId, coefficient, receipt];
      this.annulments.push([
        jointId,
        conceptId,
        ballot.unit,
        'deleted',
        this.at,
        reason,
        DESK,
        ...annulledVote,
      ]);
    }
    this.questions.get(`${jointId}/${conceptId}`)?.splice(-1, 1, [this.at, DESK, reason]);
  }

  /** Sells a unit or changes its coefficient, with a new entry of the assembly's roll. */
  correct(one: Unit): void {
    const keyOf = () => ownerKey(one.owner, one.document, one.unit);
    const before = keyOf();
    if (this.draw(2) === 0) one.owner = `${one.owner} Y OTRO`;
    else one.coefficient += 1 + this.draw(1e6);
    this.versions.set(one, 1 + (this.versions.get(one) ?? 1));
    const { joint: jointId, unit: apartmentId, owner, document: ownerDocument, kind, coefficient } = one;
    const person = before === keyOf() ? {} : { otherPerson: true };
    const now = { jointId, apartmentId, owner, ownerDocument, kind, coefficient, ...person };
    this.act('rollCorrected', { corrections: [1], roll: [now] });
  }

  close(jointId: number, conceptId: number, interval: number, isOfOwners: boolean): void {
    const { draw } = this;
    const ballots = [...this.votes.values()].flatMap(({ ballot }) =>
      ballot.jointId === jointId && ballot.conceptId === conceptId ? [ballot] : [],
    );
    const lines = ballots.map((ballot) => ballotLine({ ...ballot, salt: `sal${draw(1e9)}` }));
    const theirs = this.units.filter(({ joint }) => joint === jointId);
    const there = [...this.here.values()].flatMap(([one]) => (one.joint === jointId ? [one] : []));
    const sum = (units: readonly Unit[]) => units.reduce((so, { coefficient }) => so + coefficient, 0);
    const ownersIn = (units: readonly Unit[]) =>
      new Set(units.map(({ owner, document, unit }) => ownerKey(owner, document, unit))).size;
    const dwellings = there.filter(({ kind }) => kind === 'vivienda');
    const base = {
      apartments: there.length,
      coefficient: sum(there),
      dwellings: isOfOwners ? ownersIn(dwellings) : dwellings.length,
      owners: ownersIn(there),
      call: this.facts.call,
      total: sum(theirs),
      isBlankApart: true,
      mode: this.closingMode(jointId, conceptId, ballots),
      ...this.wrong,
    };
    const root = rootOfLines(lines);
    const size = lines.length;
    const seq = this.act('conceptDeactivated', {
      jointId,
      conceptId,
      base,
      interval,
      votes: size,
      connected: 0,
      ...defined({ owners: isOfOwners ? this.ownersOfSeveral(jointId, conceptId) : undefined }),
      ballots: { size, root },
    });
    this.intervals.at(-1)?.splice(6, 3, this.at, DESK, size);
    const { apartments, coefficient, owners, total, call, mode } = base;
    const here = [apartments, coefficient, owners, total, call];
    this.presence.push([jointId, conceptId, 'closed', this.at, 0, ...here, []]);
    const decided = [apartments, coefficient, base.dwellings, owners, call, total, mode];
    this.questions.get(`${jointId}/${conceptId}`)?.splice(-2, 1, decided);
    for (const one of there)
      this.grounds.push([jointId, conceptId, seq, one.unit, this.versions.get(one) ?? 1]);
    this.closings.push({ jointId, conceptId, seq, size, assemblyId: ASSEMBLY, root, lines });
    const hashes = lines.map((line) => leafHash(sha256, utf8(line)));
    this.head('cierre', [{ jointId, conceptId, seq, size, root: rootOf(sha256, hashes) }]);
  }

  /** Returns the mode at a closing; for half of the questions as closed before the rule of `decidingMode`. */
  closingMode(jointId: number, conceptId: number, ballots: readonly Omit<BallotLeaf, 'salt'>[]): string {
    const mode = String(this.facts.mode);
    const rule = this.questions.get(`${jointId}/${conceptId}`)?.[3] as Rule;
    const votes = ballots.map(({ coefficient, remote }) => ({
      coefficient: nano(coefficient),
      inRoom: nano(remote === 0 ? coefficient : 0),
    }));
    return conceptId % 2 === 0 ? decidingMode(rule, mode, votes) : mode;
  }

  /** Returns groups of units with counted ballots that had the same owner at the vote. */
  ownersOfSeveral(jointId: number, conceptId: number): string[][] {
    const groups = new Map<string, string[]>();
    for (const { ballot, key } of this.votes.values()) {
      const { unit, kind } = ballot;
      if (ballot.jointId === jointId && ballot.conceptId === conceptId && kind === 'vivienda')
        groups.set(key, [...(groups.get(key) ?? []), unit]);
    }
    return [...groups.values()].filter(({ length }) => length > 1);
  }

  /** Adds a later act that belongs in the papers, so papers made before are out of date. */
  change(): void {
    this.act('assemblyChanged', { fields: ['notice'], assembly: { ...this.facts } });
    this.bound = null;
  }

  /** Makes papers and adds the audit entry that binds the papers by hash, under a signed head. */
  makePapers(): void {
    const papers = PAPERS.map((path) => {
      const bytes = paperBytes(path, this.entries.length + 1);
      return [path, toHex(sha256(bytes)), bytes.length];
    });
    this.bound = this.act('papersMade', { papers, others: otherActs(this.entries, ASSEMBLY) });
    this.head('papeles');
  }

  secondCall(): void {
    this.act('secondCall', { jointIds: [JOINT, SECTOR] });
    this.facts.call = 2;
    for (const [one, row] of this.here.values()) {
      this.annulments.push([one.joint, 1, one.unit, 'secondCall', this.at, null, DESK, ...row.slice(0, 5)]);
    }
    this.here.clear();
    this.register(this.units.filter(() => this.draw(4) > 0));
  }
}

/**
 * Makes a random assembly as the input of an expediente (file of evidence): powers, a sector, departures, annulled
 * votes, corrections, reopenings, second call. With two signers also a restore; afterwards the second signer signs.
 */
export function randomCase(seed: number, ...signers: readonly Signer[]): Case {
  return caseOf(new MadeUp(seed, ...signers), signers.length);
}

/**
 * Makes a random assembly with false signed closings, for tests of the verifiers: the fields of `wrong` replace
 * figures of each closing and so contradict the acts and the roll.
 */
export function caseOnFalseGround(seed: number, wrong: object, signer: Signer): Case {
  const made = new MadeUp(seed, signer);
  made.wrong = wrong;
  return caseOf(made, 1);
}

/**
 * Makes a random assembly with acts of an older version, for tests of the verifiers: the acts have only the number
 * of connected units, not the units.
 */
export function caseOfUntoldConnections(seed: number, signer: Signer): Case {
  const made = new MadeUp(seed, signer);
  made.connected = connectedUntold;
  return caseOf(made, 1);
}

/**
 * Makes a random assembly with a false reopening, for tests of the verifiers: the reopening keeps a vote that must
 * no longer count. Null if the random assembly has no reopening with votes to set aside.
 */
export function caseOfKeptVotes(seed: number, signer: Signer): Case | null {
  const whole = new MadeUp(seed, signer);
  caseOf(whole, 1);
  if (!whole.annulments.some((row) => row[3] === 'setAside')) return null;
  const made = new MadeUp(seed, signer);
  made.isForgetful = true;
  return caseOf(made, 1);
}

function caseOf(made: MadeUp, epochs: number): Case {
  const { draw, units, facts } = made;
  facts.mode = (['inPerson', 'mixed', 'virtual'] as const)[draw(3)] ?? 'mixed';
  made.act('assemblyOpened', {}, 2);
  made.act('assemblyClosed', {}, 2);
  const roll = linesAsFile(made.roll());
  const joints = [...new Set(units.map(({ joint }) => joint))];
  const seal = { joints, units: units.length, sha256: toHex(sha256(roll)) };
  made.act('assemblyOpened', { jointName: 'Prueba', assembly: { ...facts }, roll: seal });
  const openedAt = made.at;
  made.head('apertura');
  if (draw(2) === 0) made.power(units.slice(0, 1 + draw(2)));
  if (draw(2) === 0) made.power(units.slice(2, 3));
  // Sometimes too few units for a quorum, or units of a single owner.
  const missing = draw(5) === 0 ? 2 : 8;
  for (const jointId of joints)
    made.register(units.filter(({ joint }) => joint === jointId && draw(missing) > 0));

  for (let conceptId = 2; conceptId < 3 + draw(3); conceptId++) {
    const jointId = draw(4) === 0 ? SECTOR : JOINT;
    const rule = rules[draw(rules.length)] ?? 'simple';
    const question = {
      jointId,
      conceptId,
      description: `¿Aprueba ${conceptId}?`,
      active: 1,
      rule,
      matter: (['bylaws', 'extinction', 'budget', null] as const)[draw(4)] ?? null,
      ...made.connected,
    };
    const isOfOwners = rule === 'perUnit' && draw(2) === 0;
    const perUnit =
      rule === 'perUnit'
        ? { perUnitKinds: ['vivienda'], ...defined({ votePer: isOfOwners ? 'owner' : undefined }) }
        : {};
    const base = draw(2) === 0 ? 'roll' : 'represented';
    const threshold = rule === 'threshold' ? { threshold: { millionths: draw(700_001), base } } : {};
    const blankAnswerId = rule === 'election' ? 3 : null;
    const answers = ['Si', 'No', 'Blanco'];
    const seats = rule === 'election' && draw(3) > 0 ? 2 + draw(3) : null;
    const method = draw(2) === 0 ? 'nominal' : 'quotient';
    if (seats !== null) answers.push('Tercera', 'Cuarta');
    const lists = answers.map((answer, i) => (i === 2 ? [] : [`${answer} 1`, `${answer} 2`].slice(draw(2))));
    const names = method === 'quotient' ? lists : null;
    const election = seats === null ? {} : { seats, method, names };
    made.act('conceptCreated', {
      ...question,
      ...perUnit,
      ...threshold,
      ...election,
      approvingAnswerId: 1,
      blankAnswerId,
      answers,
    });
    made.questions.set(`${jointId}/${conceptId}`, [
      ...[jointId, conceptId, question.description, rule, 1, blankAnswerId],
      ...[threshold.threshold?.millionths ?? null, threshold.threshold?.base ?? null],
      ...[question.matter, null, null, 0],
      ...(seats === null ? [null, null, null] : [seats, method, names]),
      answers,
      ...(rule === 'perUnit' ? [isOfOwners ? 'owner' : 'unit', ['vivienda']] : [null, null]),
      ...[null, null],
    ]);
    for (let closing = 0; closing <= draw(2); closing++) {
      const number = closing + 1;
      if (number > 1) {
        const some = units[draw(units.length)];
        if (some !== undefined && draw(3) === 0) made.correct(some);
        const away = units[draw(units.length)];
        if (away !== undefined && draw(2) === 0) made.leave(away);
        made.reopen(jointId, conceptId, number, rule, isOfOwners);
      }
      made.opened(jointId, conceptId, number);
      for (const one of units) {
        const name = `${jointId}/${conceptId}/${one.unit}`;
        if (
          made.here.has(`${one.joint}/${one.unit}`) &&
          one.joint === jointId &&
          !made.votes.has(name) &&
          draw(3) > 0
        )
          made.vote(one, conceptId, answers, seats !== null && method === 'nominal');
      }
      const [gone] = made.votes.keys();
      if (gone !== undefined && draw(3) === 0) made.annul(gone);
      const interval = closing + 1;
      made.close(jointId, conceptId, interval, isOfOwners);
      // Order of the draw, in any tie.
      if (seats !== null && draw(2) === 0) {
        made.act('lotNoted', { jointId, conceptId, interval, order: [4, 2, 5, 1], how: 'Papeles' });
      }
      // Some elected people and successors accept or decline. The last answer counts.
      while (seats !== null && draw(3) > 0) {
        const [answerId = 1, place] = [[1, 2, 4, 5][draw(4)], method === 'nominal' ? 1 : 1 + draw(2)];
        const isPerson = method === 'nominal' || place <= (lists[answerId - 1]?.length ?? 0);
        const acceptance = draw(3) === 0 ? 'accepted' : 'declined';
        if (isPerson)
          made.act('acceptanceNoted', { jointId, conceptId, interval, answerId, place, acceptance });
      }
    }
    if (conceptId % 2 === 0) {
      made.act('agendaItemMoved', { jointId, conceptId, agendaItem: conceptId });
      made.questions.get(`${jointId}/${conceptId}`)?.splice(10, 1, conceptId);
    }
    if (draw(4) === 0) made.remove(jointId, conceptId);
    const some = units[draw(units.length)];
    if (some !== undefined && draw(3) === 0) made.correct(some);
    if (some !== undefined && draw(3) === 0) made.leave(some);
    if (facts.call === 1 && draw(5) === 0) made.secondCall();
    if (made.epoch < epochs) {
      made.epoch += 1;
      const copiedAt = new Date(made.at - 60_000).toISOString();
      made.act('epochBegan', { epoch: made.epoch, copiedAt, reason: 'Se dañó el disco' }, null);
      made.head('epoca');
    }
  }
  const isOver = draw(2) === 0;
  if (isOver) made.act('assemblyClosed', {});
  const closedAt = isOver ? made.at : null;
  if (isOver) made.head('fin');
  if (draw(2) === 0) made.act('signedActaFileKept', {}, 2);
  const isMade = isOver && draw(4) > 0;
  if (isMade) made.makePapers();
  const isRenewed = isMade && draw(3) === 0;
  if (isRenewed) made.change();
  if (isRenewed && draw(2) === 0) made.makePapers();
  const actas = new Map<string, Uint8Array>();
  for (let fileId = 1; isOver && draw(2) === 0; fileId++) {
    const bytes = utf8(`%PDF-1.7 ${draw(1e9)}`);
    const file = { fileId, mediaType: 'application/pdf', fileName: 'Acta.pdf', size: bytes.length };
    made.act('signedActaPublished', {
      files: [{ ...file, sha256: toHex(sha256(bytes)) }],
      reason: fileId === 1 ? null : 'Faltaba una hoja',
      place: 'Portería',
      addresses: 2,
      others: otherActs(made.entries, ASSEMBLY),
    });
    made.head('acta');
    actas.set(`acta-firmada/${fileId}.pdf`, bytes);
  }
  // An expediente ends with the last head over an act of the assembly; a restore may sign a later head.
  const isOwn = ({ data }: EntryLeaf) => assemblyOf(data) === ASSEMBLY;
  const end = made.heads.findLastIndex(({ size: last }, i) =>
    made.entries.slice(made.heads[i - 1]?.size ?? 0, last).some(isOwn),
  );
  const heads = made.heads.slice(0, end + 1);
  const size = heads.at(-1)?.size ?? 0;
  if (!isOver && draw(2) === 0) made.act('countdownSet', { jointId: JOINT, conceptId: 2, seconds: 30 });
  const records = {
    asistencia: [...made.here.values()].map(([{ joint, unit }, row]) => [joint, unit, ...row]),
    votos: [...made.votes.values()].map(({ row }) => row),
    anulaciones: made.annulments,
    censo: made.roll(),
    asamblea: Object.entries({ ...facts, openedAt, closedAt }),
    poderes: made.powers,
    intervalos: made.intervals,
    cierres: made.grounds,
    preguntas: [...made.questions.values()],
    presencia: made.presence,
  };
  return {
    jointName: 'Prueba',
    assemblyId: ASSEMBLY,
    title: String(facts.title),
    entries: made.entries.slice(0, size),
    later: made.entries.slice(size).filter(isOwn),
    leaves: made.hashes().slice(0, size).map(toHex),
    heads,
    closings: made.closings,
    papers: made.bound,
    files: new Map([
      ['censo.jsonl', roll],
      ...actas,
      ...made.pages,
      ...Object.entries(records).map(
        ([name, rows]) => [`registros/${name}.jsonl`, linesAsFile(rows)] as const,
      ),
      ...(made.bound === null ? VERIFIERS : PAPERS).map(
        (name) => [name, paperBytes(name, made.bound)] as const,
      ),
    ]),
  };
}

const linesAsFile = (rows: readonly unknown[]): Uint8Array =>
  utf8(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

/** Folder of the verifiers: programs for outside experts to check the evidence. */
const verifiers = new URL('./verifiers/', import.meta.url);

/** Loads the script of `verificar.html` (verifier for browsers) in a context without network or page, for tests. */
export function openVerifier(): VerifierParts {
  const html = readFileSync(new URL('verificar.html', verifiers), 'utf8');
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(html) ?? [];
  const context = createContext({
    TextEncoder,
    TextDecoder,
    atob,
    btoa,
    Blob,
    DecompressionStream,
    crypto,
    // Both sides use the same classes for bytes, as in a browser.
    Uint8Array,
    ArrayBuffer,
    DataView,
  });
  runInContext(script, context);
  return Reflect.get(context, 'verificar');
}

export const hasPython = spawnSync('python3', ['--version']).status === 0;

/**
 * Python program that checks many files in a single process and prints the faults that `verificar.py` finds in each
 * file.
 */
const DRIVER = `
import importlib.util, json, sys, zipfile
spec = importlib.util.spec_from_file_location("verificar", sys.argv[1])
verificar = importlib.util.module_from_spec(spec)
sys.dont_write_bytecode = True
spec.loader.exec_module(verificar)
answers = []
for one in json.load(open(sys.argv[2], encoding="utf-8")):
    if "proof" in one:
        pack = {name: text.encode() for name, text in one["proof"].items()}
        answers.append(verificar.check_own_pack(pack, one.get("key", ""), one.get("outside"))[0])
        continue
    try:
        files = verificar.files_of(one["path"])
    except (ValueError, zipfile.BadZipFile):
        answers.append([["danado", ""]])
        continue
    found = verificar.check_case(files, one.get("outside"))
    if "promise" in one:
        found = list(verificar.check_promise(files, one["promise"]))
    if "stamps" in one:
        wrong, good, _ = verificar.check_stamps(files, one["stamps"] or None)
        found = [wrong, [[where, who] for where, _, who in good]]
    answers.append(found)
print(json.dumps(answers))
`;

/** Runs the verifier `verificar.py` on the files of one expediente, and returns the faults found, for tests. */
export async function faultsInPython(files: ReadonlyMap<string, Uint8Array>): Promise<unknown> {
  const tmp = mkdtempSync(join(tmpdir(), 'scaf-verified-'));
  writeFileSync(join(tmp, 'expediente.zip'), await zipOf(files));
  const [found] = inPython(tmp, [{ path: join(tmp, 'expediente.zip') }]);
  rmSync(tmp, { recursive: true });
  return found;
}

/**
 * Runs the verifier `verificar.py` on a list of cases, for tests. A case is the `path` of a .zip, or the files of a
 * `proof` of a vote. Returns the faults of each case.
 */
export function inPython(tmp: string, list: readonly object[]): unknown[] {
  const path = join(tmp, 'list.json');
  writeFileSync(path, JSON.stringify(list));
  const script = new URL('verificar.py', verifiers).pathname;
  const run = spawnSync('python3', ['-c', DRIVER, script, path], { encoding: 'utf8', maxBuffer: 1e9 });
  if (run.stderr !== '') throw new Error(run.stderr);
  return JSON.parse(run.stdout);
}
