import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toHex, utf8 } from '../../../shared/evidence/bytes.ts';
import { consistencyPath, inclusionPath, leafHash } from '../../../shared/evidence/merkle.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { describeOnBothInAll } from '../../testing/app.ts';
import { inSlices } from '../db/queries.ts';
import { ChainTrees } from './chain-trees.ts';
import { sha256 } from './signing.ts';

const SIZE = 20_000;
const leaves = Array.from({ length: SIZE }, (_, i) => leafHash(sha256, utf8(`entry ${i}`)));
const chain = 'joint:1';
const texts = (path: readonly Uint8Array[] | null) => path?.map(toHex) ?? null;

describeOnBothInAll('proofs of a long chain', (make) => {
  async function world(size = SIZE) {
    const app = await make();
    const rows = leaves.slice(0, size).map((hash, i) => ({ chain, seq: i + 1, hash: toHex(hash) }));
    await inSlices(rows, 200, (some) => app.store.db.insertInto('audit_leaf').values(some).execute());
    return app;
  }

  it('proofs by blocks equal proofs from all leaves, also for concurrent callers', async () => {
    const app = await world(700);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(1, 2, 8, 64, 256),
        fc.array(fc.tuple(fc.nat(700), fc.nat(699)), { minLength: 1, maxLength: 6 }),
        async (tile, pairs) => {
          const trees = new ChainTrees(app.store.db, { tile });
          await Promise.all(
            pairs.map(async ([a, b]) => {
              const [from, to] = [Math.min(a, b), Math.max(a, b)];
              const all = leaves.slice(0, to);
              expect(texts(await trees.consistency(chain, from, to))).toEqual(
                texts(consistencyPath(sha256, all, from)),
              );
              expect(texts(await trees.inclusion(chain, b, Math.max(to, b + 1)))).toEqual(
                texts(inclusionPath(sha256, leaves.slice(0, Math.max(to, b + 1)), b)),
              );
            }),
          );
        },
      ),
      { numRuns: rounds(20) },
    );
    const trees = new ChainTrees(app.store.db);
    expect(await trees.consistency(chain, 3, 701)).toBeNull();
    expect(await trees.consistency(chain, 5, 4)).toBeNull();
    await app.close();
  });

  it('each leaf is hashed once; a later proof hashes few leaves', async () => {
    const app = await world();
    let hashes = 0;
    const trees = new ChainTrees(app.store.db, {
      hash: (bytes) => {
        hashes += 1;
        return sha256(bytes);
      },
    });
    await Promise.all(Array.from({ length: 8 }, () => trees.consistency(chain, 7000, SIZE)));
    expect(hashes).toBeLessThan(SIZE + 8 * 1000);
    for (const [from, to] of [
      [1, 2],
      [6999, 19_999],
      [12_345, 12_346],
      [1, SIZE],
    ] as const) {
      hashes = 0;
      await trees.consistency(chain, from, to);
      expect(hashes).toBeLessThan(1000);
    }
    await app.close();
  });
});
