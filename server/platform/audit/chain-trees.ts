import { setImmediate as nextTurn } from 'node:timers/promises';
import { fromHex, type Sha256 } from '../../../shared/evidence/bytes.ts';
import {
  consistencyRanges,
  EMPTY_EDGE,
  grow,
  inclusionRanges,
  type LeafRange,
  rootOf,
  rootOfEdge,
} from '../../../shared/evidence/merkle.ts';
import type { Db } from '../db/engine.ts';
import { GrowingCache } from '../lib/growing-cache.ts';
import { readLeavesOf } from './heads.repository.ts';
import { sha256 } from './signing.ts';

/** Maximum number of chains with cached hashes: 32 bytes for each 256 entries of a chain. */
const MOST_CHAINS = 1000;
/** Number of leaves under a cached hash: a power of two. The hashing of as many leaves takes half a millisecond. */
const TILE = 256;
/** Number of cached hashes computed from a single reading of leaves. */
const TILES_A_READING = 16;

/**
 * Makes proofs from the hash trees over audit chains (RFC 6962). A chain of 100,000 entries would take a third of a
 * second of hashing for each proof. So the hash of each full block of 256 leaves is computed once and cached, and
 * other work runs between two blocks. Leaves are only added, so the cached hashes stay right.
 */
export class ChainTrees {
  readonly #db: Db;
  readonly #sha256: Sha256;
  readonly #tile: number;
  readonly #tiles = new GrowingCache<string, readonly Uint8Array[]>({ maxSize: MOST_CHAINS });

  /** @param tile leaves under a cached hash; a test has small blocks. `hash`: a test counts the hashes */
  constructor(db: Db, { tile = TILE, hash = sha256 }: { tile?: number; hash?: Sha256 } = {}) {
    this.#db = db;
    this.#sha256 = hash;
    this.#tile = tile;
  }

  /**
   * Returns the proof of an unchanged beginning: the first `to` entries of a chain begin with the first `from`
   * entries. Null if the tree has fewer than `to` leaves, or `from` is larger than `to`.
   */
  async consistency(chain: string, from: number, to: number): Promise<Uint8Array[] | null> {
    return from > to ? null : this.#roots(chain, to, consistencyRanges(from, to));
  }

  /** Returns the audit path of the entry with the number `index` + 1 in the tree of the first `size` entries. Null if the
   * tree has fewer leaves. */
  inclusion(chain: string, index: number, size: number): Promise<Uint8Array[] | null> {
    return this.#roots(chain, size, inclusionRanges(index, size));
  }

  async #roots(chain: string, size: number, ranges: readonly LeafRange[]): Promise<Uint8Array[] | null> {
    const last = await this.#leaves(chain, { from: size - 1, to: size });
    if (size > 0 && last.length === 0) return null;
    const tiles = await this.#tilesOf(chain, Math.floor(size / this.#tile));
    // The small subtrees of a proof lie in few blocks: each block is read once.
    const blocks = new Map<number, Promise<Uint8Array[]>>();
    const blockAt = (from: number): Promise<Uint8Array[]> => {
      const block = blocks.get(from) ?? this.#leaves(chain, { from, to: Math.min(from + this.#tile, size) });
      blocks.set(from, block);
      return block;
    };
    return Promise.all(ranges.map((range) => this.#rootOf(range, tiles, blockAt)));
  }

  /** Computes the root of a subtree: of the full blocks, then of the further leaves. */
  async #rootOf(
    { from, to }: LeafRange,
    tiles: readonly Uint8Array[],
    blockAt: (from: number) => Promise<Uint8Array[]>,
  ): Promise<Uint8Array> {
    // A subtree smaller than a block lies within a block, and a larger subtree begins with a block.
    const full = to - from < this.#tile ? [] : tiles.slice(from / this.#tile, Math.floor(to / this.#tile));
    const size = full.length * this.#tile;
    const rest = from + size;
    const block = rest - (rest % this.#tile);
    const leaves = rest === to ? [] : (await blockAt(block)).slice(rest - block, to - block);
    const { roots } = grow(this.#sha256, EMPTY_EDGE, full);
    return rootOfEdge(this.#sha256, grow(this.#sha256, { size, roots }, leaves));
  }

  /** Returns the hashes of at least `count` full blocks. */
  #tilesOf(chain: string, count: number): Promise<readonly Uint8Array[]> {
    const isEnough = (tiles: readonly Uint8Array[]) => tiles.length >= count;
    return this.#tiles.get(chain, isEnough, (tiles = []) => this.#extended(chain, tiles, count));
  }

  async #extended(
    chain: string,
    cached: readonly Uint8Array[],
    count: number,
  ): Promise<readonly Uint8Array[]> {
    const tiles = [...cached];
    while (tiles.length < count) {
      const from = tiles.length * this.#tile;
      const to = this.#tile * Math.min(count, tiles.length + TILES_A_READING);
      const leaves = await this.#leaves(chain, { from, to });
      if (leaves.length < to - from) throw new Error(`The tree of ${chain} has no ${to} leaves.`);
      for (let at = 0; at < leaves.length; at += this.#tile) {
        tiles.push(rootOf(this.#sha256, leaves.slice(at, at + this.#tile)));
        await nextTurn();
      }
    }
    return tiles;
  }

  async #leaves(chain: string, range: LeafRange): Promise<Uint8Array[]> {
    if (range.from >= range.to) return [];
    return (await readLeavesOf(this.#db, chain, range)).map((hash) => fromHex(hash) ?? new Uint8Array());
  }
}
