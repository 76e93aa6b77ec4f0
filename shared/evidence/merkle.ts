import { joinBytes, type Sha256, sameBytes } from './bytes.ts';

/*
 * Merkle trees by RFC 6962 (section 2.1), over SHA-256. A leaf is hashed after a zero byte and a node after a one
 * byte, so a node never passes as a leaf. Hashes are 32 bytes.
 */

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** Computes the hash of a leaf of a hash tree. The leaf is the bytes of a vote's or audit entry's line. */
export const leafHash = (sha256: Sha256, leaf: Uint8Array): Uint8Array => sha256(joinBytes(LEAF, leaf));

const nodeHash = (sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(joinBytes(NODE, left, right));

/** Size and root hash of a hash tree (Merkle tree). Any change of a leaf or of the order changes the root. */
export interface TreeHead {
  /** Number of leaves. */
  size: number;
  /** Hash of the root, 32 bytes. */
  root: Uint8Array;
}

/**
 * State of a growing hash tree (Merkle tree), enough to add leaves: the roots of the full subtrees, largest first.
 * The earlier leaves are not needed.
 */
export interface Edge {
  /** Number of leaves. */
  size: number;
  /** Hashes of the full subtrees, 32 bytes each, largest subtree first. */
  roots: readonly Uint8Array[];
}

/** State of a hash tree before the first leaf. Start value for `grow`. */
export const EMPTY_EDGE: Edge = { size: 0, roots: [] };

/**
 * Adds leaves to a hash tree and returns the new state of the tree; `rootOfEdge` gives the root.
 * @param leaves hashes of the leaves, in order
 */
export function grow(sha256: Sha256, edge: Edge, leaves: Iterable<Uint8Array>): Edge {
  let { size } = edge;
  const roots = [...edge.roots];
  for (const leaf of leaves) {
    let node = leaf;
    // Each trailing one bit of the size is a full subtree, completed by the new leaf to the next larger subtree.
    for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) {
      const left = roots.pop();
      if (left === undefined) throw new Error('The edge has too few roots for its size.');
      node = nodeHash(sha256, left, node);
    }
    roots.push(node);
    size += 1;
  }
  return { size, roots };
}

/**
 * Computes the root (32 bytes) of a hash tree from the state returned by `grow`. For an empty tree: the hash of
 * zero bytes.
 */
export function rootOfEdge(sha256: Sha256, { roots }: Edge): Uint8Array {
  return (
    roots.reduceRight<Uint8Array | null>(
      (right, left) => (right === null ? left : nodeHash(sha256, left, right)),
      null,
    ) ?? sha256(new Uint8Array())
  );
}

/**
 * Computes the root (32 bytes) of a hash tree.
 * @param leaves hashes of the leaves, in order
 */
export const rootOf = (sha256: Sha256, leaves: readonly Uint8Array[]): Uint8Array =>
  rootOfEdge(sha256, grow(sha256, EMPTY_EDGE, leaves));

/** Returns the largest power of two below a size of 2 or more: the split of a tree. */
function dividedAt(size: number): number {
  let k = 1;
  while (2 * k < size) k *= 2;
  return k;
}

/** Leaves of a subtree of a hash tree: from position `from` (0 is the first leaf) up to, not including, `to`. */
export interface LeafRange {
  from: number;
  to: number;
}

/**
 * Returns the subtrees of a hash tree for the audit path of a leaf (RFC 6962, section 2.1.1), nearest first: the roots
 * of the subtrees are the path. Each subtree begins at a multiple of the subtree's size rounded up to a power of two.
 * @param size number of leaves of the tree
 * @throws RangeError if the leaf does not exist
 */
export function inclusionRanges(index: number, size: number): LeafRange[] {
  if (!(index >= 0 && index < size)) throw new RangeError(`no leaf ${index} of ${size}`);
  const ranges: LeafRange[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + dividedAt(to - from);
    if (index < middle) {
      ranges.push({ from: middle, to });
      to = middle;
    } else {
      ranges.push({ from, to: middle });
      from = middle;
    }
  }
  return ranges.reverse();
}

/** Computes the root of a part of the leaves of a hash tree. */
const rootIn =
  (sha256: Sha256, leaves: readonly Uint8Array[]) =>
  ({ from, to }: LeafRange): Uint8Array =>
    rootOf(sha256, leaves.slice(from, to));

/**
 * Returns the audit path of a leaf in a hash tree: the sibling hashes up to the root, nearest first. A
 * verifier computes the root from leaf and path.
 * @throws RangeError if the leaf does not exist
 */
export const inclusionPath = (sha256: Sha256, leaves: readonly Uint8Array[], index: number): Uint8Array[] =>
  inclusionRanges(index, leaves.length).map(rootIn(sha256, leaves));

/**
 * Returns the root of a hash tree, and for each leaf the path (sibling hashes up to the root) as proof of the leaf.
 * Faster than `inclusionPath` for all leaves: hashes each node once.
 */
export function inclusionPaths(
  sha256: Sha256,
  leaves: readonly Uint8Array[],
): { root: Uint8Array; paths: Uint8Array[][] } {
  const paths: Uint8Array[][] = leaves.map(() => []);
  const rootFrom = (from: number, to: number): Uint8Array => {
    const [only] = leaves.slice(from, from + 1);
    if (only === undefined) return rootOf(sha256, []);
    if (to - from === 1) return only;
    const middle = from + dividedAt(to - from);
    const [left, right] = [rootFrom(from, middle), rootFrom(middle, to)];
    for (let i = from; i < to; i++) paths[i]?.push(i < middle ? right : left);
    return nodeHash(sha256, left, right);
  };
  return { root: rootFrom(0, leaves.length), paths };
}

/**
 * Computes the root (32 bytes) of a hash tree from a leaf and the leaf's path of sibling hashes, to check if the
 * tree has the leaf. Null if path and position do not fit.
 * @param of hash of the leaf, position of the leaf (`index` from 0), number of leaves (`size`), and path
 */
export function rootByPath(
  sha256: Sha256,
  { leaf, index, size, path }: { leaf: Uint8Array; index: number; size: number; path: readonly Uint8Array[] },
): Uint8Array | null {
  if (!(Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size)) return null;
  // RFC 9162, section 2.1.3.2.
  let node = leaf;
  let at = index;
  let last = size - 1;
  for (const beside of path) {
    if (last === 0) return null;
    if (at % 2 === 1 || at === last) {
      node = nodeHash(sha256, beside, node);
      while (at % 2 === 0 && at !== 0) {
        at /= 2;
        last = Math.floor(last / 2);
      }
    } else node = nodeHash(sha256, node, beside);
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? node : null;
}

/**
 * Returns the subtrees of a hash tree for the proof of an earlier state (RFC 6962, section 2.1.2): the roots of the
 * subtrees are the proof. Each subtree begins at a multiple of the subtree's size rounded up to a power of two.
 * @param earlier number of leaves of the earlier state. `size`: number of leaves of the tree
 * @throws RangeError for an earlier state larger than the tree
 */
export function consistencyRanges(earlier: number, size: number): LeafRange[] {
  if (!(earlier >= 0 && earlier <= size)) throw new RangeError(`no size ${earlier} of ${size}`);
  if (earlier === 0 || earlier === size) return [];
  const ranges: LeafRange[] = [];
  let [from, to] = [0, size];
  while (earlier < to) {
    const middle = from + dividedAt(to - from);
    if (earlier <= middle) {
      ranges.push({ from: middle, to });
      to = middle;
    } else {
      ranges.push({ from, to: middle });
      from = middle;
    }
  }
  // The verifier has the root of the earlier state, so a last subtree from the first leaf on is left out.
  if (from > 0) ranges.push({ from, to });
  return ranges.reverse();
}

/**
 * Returns the proof of an earlier state of a hash tree: no leaf among the first `size` leaves was changed or
 * removed. The proof is a list of hashes, to be checked by `extendsTree`.
 * @param leaves hashes of all leaves
 * @throws RangeError for a size larger than the tree
 */
export const consistencyPath = (sha256: Sha256, leaves: readonly Uint8Array[], size: number): Uint8Array[] =>
  consistencyRanges(size, leaves.length).map(rootIn(sha256, leaves));

/**
 * True if a proof shows the leaves of an older hash tree unchanged at the beginning of a newer tree.
 * @param path hashes from `consistencyPath`
 */
export function extendsTree(
  sha256: Sha256,
  older: TreeHead,
  newer: TreeHead,
  path: readonly Uint8Array[],
): boolean {
  if (older.size > newer.size || older.size < 0) return false;
  if (older.size === newer.size) return path.length === 0 && sameBytes(older.root, newer.root);
  if (older.size === 0) return path.length === 0 && sameBytes(older.root, sha256(new Uint8Array()));
  // RFC 9162, section 2.1.4.2.
  const isPower = older.size === dividedAt(older.size + 1);
  const [first, ...rest] = isPower ? [older.root, ...path] : path;
  if (first === undefined) return false;
  let at = older.size - 1;
  let last = newer.size - 1;
  while (at % 2 === 1) {
    at = (at - 1) / 2;
    last = Math.floor(last / 2);
  }
  let was = first;
  let is = first;
  for (const beside of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      was = nodeHash(sha256, beside, was);
      is = nodeHash(sha256, beside, is);
      while (at % 2 === 0 && at !== 0) {
        at /= 2;
        last = Math.floor(last / 2);
      }
    } else is = nodeHash(sha256, is, beside);
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && sameBytes(was, older.root) && sameBytes(is, newer.root);
}
