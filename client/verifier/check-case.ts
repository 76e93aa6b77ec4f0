import type { ActFacts, TrailEntry } from '../../shared/evidence/acts.ts';
import { fromHex, sameBytes, toHex } from '../../shared/evidence/bytes.ts';
import { EXPEDIENTE, EXPEDIENTE_WITHOUT_HOME, MOST_PAGE_BYTES } from '../../shared/evidence/expediente.ts';
import type { Head } from '../../shared/evidence/head.ts';
import { openingsOf, unheadedEntries } from '../../shared/evidence/headed-entries.ts';
import { EMPTY_EDGE, grow, rootOfEdge } from '../../shared/evidence/merkle.ts';
import { type NoteKey, readKeyLine } from '../../shared/evidence/note.ts';
import { ballotsPath, closingFaults, closingsOf } from './closings.ts';
import {
  decodeText,
  type Fault,
  type Files,
  leafOf,
  linesOf,
  type Manifest,
  manifestOf,
  openHead,
  readJson,
  readTrailEntry,
  sha256,
} from './files.ts';
import { figureFaults, RECORDS, recordFaults } from './records.ts';

/**
 * Checks the files of an expediente (evidence file of an assembly) and returns the faults; empty if all
 * agree.
 * @param outside signed head (signed state of the audit log) from another source, to compare
 */
export function checkCase(files: Files, outside?: string): Fault[] {
  try {
    const faults = findFaults(files, outside);
    return [...new Map(faults.map((fault) => [fault.join('\0'), fault])).values()].sort(byText);
  } catch {
    return [['danado', '']];
  }
}

const MANIFEST = 'scaf,copropiedad,asamblea,titulo,llaves,cabezas,cierres,papeles,archivos';
const FIXED = ['actos.jsonl', 'despues.jsonl', 'hojas.txt'];
/**
 * Files of the checking programs in an expediente. While the documents are in preparation, no act binds the hashes
 * of these files.
 */
const PROGRAMS = ['verificar.html', 'verificar.py', 'LEAME.txt'];
/** Names of acts that make the server write the documents anew. */
const RENEWING = ['assemblyClosed', 'assemblyChanged', 'lotNoted', 'acceptanceNoted'];

const hashOf = (bytes: Uint8Array | undefined): string => toHex(sha256(bytes ?? new Uint8Array()));

/**
 * Reads the manifest of an expediente. Returns null for another format, spacing or field, so no data can be hidden
 * in the file.
 */
function readManifest(files: Files): Manifest | null {
  try {
    const manifest = manifestOf(files);
    const isAsWritten =
      `${JSON.stringify(manifest, null, 1)}\n` ===
      decodeText(files.get('manifiesto.json') ?? new Uint8Array());
    const isKnown =
      Object.keys(manifest).join() === MANIFEST &&
      [EXPEDIENTE, EXPEDIENTE_WITHOUT_HOME].includes(manifest.scaf);
    linesOf(files, 'actos.jsonl');
    return isAsWritten && isKnown ? manifest : null;
  } catch {
    return null;
  }
}

function findFaults(files: Files, outside?: string): Fault[] {
  const manifest = readManifest(files);
  if (manifest === null) return [['manifiesto', '']];
  const { archivos: listed, asamblea: assemblyId } = manifest;
  const faults: Fault[] = [];
  const present = [...files.keys()].filter((name) => name !== 'manifiesto.json');
  for (const name of new Set([...Object.keys(listed), ...present])) {
    const bytes = files.get(name);
    if (bytes === undefined || !Object.hasOwn(listed, name) || hashOf(bytes) !== listed[name])
      faults.push(['archivo', name]);
  }

  const { hashes, acts, others } = readTrail(files, assemblyId, faults);
  const rootAt = rootsOf(hashes);
  const heads = readHeads(manifest, rootAt, faults);
  const fits = ({ size, root }: Head) => size <= hashes.length && sameBytes(rootAt(size), root);
  if (heads.signed.at(-1)?.size !== hashes.length) faults.push(['ultima', '']);
  // The last head must belong to the last headed act of the assembly, and the act must be visible.
  const before = heads.signed.at(-2)?.size ?? 0;
  if (!acts.some(({ seq, facts }) => seq > before && facts.assemblyId === assemblyId))
    faults.push(['ultima', '']);
  faults.push(...hiddenFaults(acts, others));
  for (const { seq } of unheadedEntries(acts, heads.signed)) faults.push(['sincabeza', String(seq)]);
  if (outside) {
    const head = openHead(outside, heads.keys);
    if (head === null) faults.push(['ajena', 'firma']);
    else if (!fits(head)) faults.push(['ajena', 'historia'], ...lostFaults(head, acts, heads.signed));
  }
  faults.push(...closingFaults(files, acts, heads.signed, manifest.cierres));

  const all = [...acts];
  for (const line of linesOf(files, 'despues.jsonl')) {
    const act = readTrailEntry(line, null, assemblyId);
    const last = Math.max(hashes.length, all.at(-1)?.seq ?? 0);
    if (act === null || act.seq <= last || act.facts.assemblyId !== assemblyId)
      faults.push(['acto', String((readJson(line) as unknown[])[2])]);
    else all.push(act);
  }

  const sealed = openingsOf(acts).at(-1)?.facts;
  const names = new Set([
    ...FIXED,
    ...closingsOf(acts).map(({ seq, facts }) => ballotsPath(facts, seq)),
    ...uploadedPaths(files, all, faults),
    ...paperPaths(files, acts, all, manifest.papeles, faults),
    ...(sealed ? ['censo.jsonl'] : []),
    ...Object.keys(RECORDS).map((name) => `registros/${name}.jsonl`),
    ...heads.signed.map(({ size }) => `sellos/${size}.tsr`),
  ]);
  for (const name of present) if (!names.has(name)) faults.push(['archivo', name]);
  if (sealed && hashOf(files.get('censo.jsonl')) !== sealed.roll?.sha256) faults.push(['censo', '']);
  if (sealed && (sealed.jointName ?? manifest.copropiedad) !== manifest.copropiedad)
    faults.push(['asamblea', 'copropiedad']);
  faults.push(...recordFaults(files, all, manifest), ...figureFaults(files, acts, manifest));
  return faults;
}

const HIDDEN = /^\["scaf\/hoja\/2",(\d{1,15}),"([0-9a-f]{64})",(\d{1,15})\]$/;

/**
 * Reads the audit trail of an expediente: hashes of all acts, visible acts of the assembly, and for each hidden act
 * the assembly.
 */
function readTrail(files: Files, assemblyId: number, faults: Fault[]) {
  const leafLines = linesOf(files, 'hojas.txt');
  const lines = linesOf(files, 'actos.jsonl');
  const acts: TrailEntry[] = [];
  const others = new Map<number, number>();
  const hashes = lines.map((line, i) => {
    const seq = i + 1;
    const [, number, hash = '', of] = HIDDEN.exec(line) ?? [];
    const isHidden = Number(number) === seq && Number(of) !== assemblyId;
    if (isHidden) others.set(seq, Number(of));
    else {
      const act = readTrailEntry(line, seq, assemblyId);
      if (act === null) faults.push(['acto', String(seq)]);
      else acts.push(act);
    }
    const leaf = (isHidden ? fromHex(hash) : null) ?? leafOf(line);
    if (leafLines[i] !== toHex(leaf)) faults.push(['acto', String(seq)]);
    return leaf;
  });
  if (leafLines.length > lines.length) faults.push(['ultima', '']);
  return { hashes, acts, others };
}

/** Returns a function from the number of acts to the root hash of the tree. Hashes each act once. */
function rootsOf(hashes: readonly Uint8Array[]): (size: number) => Uint8Array {
  const edges = [EMPTY_EDGE];
  return (size) => {
    for (let at = edges.length - 1; at < size; at++)
      edges.push(grow(sha256, edges[at] ?? EMPTY_EDGE, hashes.slice(at, at + 1)));
    return rootOfEdge(sha256, edges[size] ?? EMPTY_EDGE);
  };
}

/** Reads the signed chain heads by ascending size, and the public keys. Every key must have signed a head. */
function readHeads(
  { llaves, cabezas }: Manifest,
  rootAt: (size: number) => Uint8Array,
  faults: Fault[],
): { signed: Head[]; keys: NoteKey[] } {
  const keyOf = new Map(llaves.flatMap((line) => [[line, readKeyLine(sha256, line)] as const]));
  const keys = [...keyOf.values()].filter((key) => key !== null);
  const signed: Head[] = [];
  const used = new Set<string>();
  for (const note of cabezas) {
    const head = openHead(note, keys);
    if (head === null || head.size <= (signed.at(-1)?.size ?? -1)) {
      faults.push(['firma', String(signed.length + 1)]);
      continue;
    }
    for (const [line, key] of keyOf) if (key !== null && openHead(note, [key]) !== null) used.add(line);
    signed.push(head);
    if (!sameBytes(rootAt(head.size), head.root)) faults.push(['cabeza', String(head.size)]);
  }
  if ([...used].join() !== llaves.join()) faults.push(['llave', '']);
  return { signed, keys };
}

/** Returns faults of acts hidden as acts of other assemblies, if no act of the assembly binds the hiding. */
function hiddenFaults(acts: readonly TrailEntry[], others: ReadonlyMap<number, number>): Fault[] {
  type Binding = ActFacts & { others: readonly (readonly [first: number, last: number, of: number])[] };
  const binding = acts.findLast(({ facts }) => 'others' in facts);
  const { others: runs = [] } = (binding?.facts ?? {}) as Partial<Binding>;
  return Array.from({ length: (binding?.seq ?? 1) - 1 }, (_, i) => i + 1)
    .filter((seq) => others.get(seq) !== runs.find(([first, last]) => first <= seq && seq <= last)?.[2])
    .map((seq) => ['oculto', String(seq)]);
}

/** Returns faults of closings named by the outside chain head but lost in a restore from a copy. */
function lostFaults(outside: Head, acts: readonly TrailEntry[], signed: readonly Head[]): Fault[] {
  if (!acts.some(({ name, at }) => name === 'epochBegan' && at > outside.at)) return [];
  const there = signed.flatMap(({ closings }) => closings);
  return outside.closings
    .filter(
      ({ jointId, conceptId, seq, size, root }) =>
        !there.some(
          (one) =>
            one.jointId === jointId &&
            one.conceptId === conceptId &&
            one.seq === seq &&
            one.size === size &&
            sameBytes(one.root, root),
        ),
    )
    .map(({ jointId, conceptId, seq }) => ['perdido', `${jointId}/${conceptId}/${seq}`]);
}

interface Uploaded extends ActFacts {
  files: readonly { fileId: number; mediaType: string; sha256: string }[];
  powerId: number;
  pageId: number;
  mediaType: string;
  size: number;
  sha256: string;
}

/**
 * Paths of the uploaded files in an expediente: signed actas, and the pages of powers in upload order up to the
 * size limit.
 */
function uploadedPaths(files: Files, acts: readonly TrailEntry[], faults: Fault[]): string[] {
  const paths: string[] = [];
  const add = (fault: 'firmada' | 'hoja', path: string, mediaType: string, hash: string) => {
    const full = `${path}.${mediaType.split('/')[1]}`;
    paths.push(full);
    if (hashOf(files.get(full)) !== hash) faults.push([fault, full]);
  };
  let room = MOST_PAGE_BYTES;
  for (const { name, facts } of acts) {
    const uploaded = facts as Uploaded;
    if (name === 'signedActaPublished') {
      for (const one of uploaded.files)
        add('firmada', `acta-firmada/${one.fileId}`, one.mediaType, one.sha256);
    }
    if (name !== 'powerPageAdded') continue;
    room -= room < 0 ? 0 : uploaded.size;
    if (room >= 0)
      add('hoja', `poderes/${uploaded.powerId}-${uploaded.pageId}`, uploaded.mediaType, uploaded.sha256);
  }
  return paths;
}

/** Paths of the documents bound by the last act `papersMade`. Null if the documents are still in preparation. */
function paperPaths(
  files: Files,
  acts: readonly TrailEntry[],
  all: readonly TrailEntry[],
  paperSeq: number | null,
  faults: Fault[],
): string[] {
  const made = acts.findLast(({ name }) => name === 'papersMade');
  if (paperSeq === null) {
    const isRenewed = all.some(({ seq, name }) => seq > (made?.seq ?? 0) && RENEWING.includes(name));
    if (made !== undefined && !isRenewed) faults.push(['papeles', '']);
    return PROGRAMS;
  }
  if (paperSeq !== made?.seq) {
    faults.push(['papeles', '']);
    return [];
  }
  const { papers } = made.facts as ActFacts & { papers: readonly (readonly [string, string, number])[] };
  return papers.map(([path, hash, size]) => {
    const bytes = files.get(path) ?? new Uint8Array();
    if (hashOf(bytes) !== hash || bytes.length !== size) faults.push(['papel', path]);
    return path;
  });
}

/** Compares two faults for sorting by code points, for the order of verificar.py. */
export function byText(a: Fault, b: Fault): number {
  const [left, right] = [a, b].map((fault) => [...fault.join('\0')].map((sign) => sign.codePointAt(0) ?? 0));
  const at = left?.findIndex((sign, i) => sign !== right?.[i]) ?? -1;
  if (at === -1) return (left?.length ?? 0) - (right?.length ?? 0);
  return (left?.[at] ?? 0) - (right?.[at] ?? -1);
}
