/**
 * Runs before each test file: refuses a call for a second connection inside a transaction. The call would wait for
 * the connection of its own transaction: SQLite has only one, and the server would stall for ever. Inside a
 * transaction no look-up of a joint comes from the cache, because a cached look-up hides the call.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { TransactionBuilder } from 'kysely';
import { StoreLanes } from '../../platform/db/lanes.ts';
import { JointDirectory } from '../../properties/index.ts';

interface OpenTransaction {
  /** Queue of the connection of the transaction; null until the connection is taken. */
  lanes: StoreLanes | null;
  isOver: boolean;
}

const MARK = Symbol.for('scaf.one-connection');
const open = new AsyncLocalStorage<OpenTransaction>();

/** Returns the transaction around the caller; undefined outside of a transaction. */
function around(): OpenTransaction | undefined {
  const transaction = open.getStore();
  return transaction?.isOver === false ? transaction : undefined;
}

/** Replaces a method of a class by a method made from the original. */
function wrap<T extends object, K extends keyof T>(
  prototype: T,
  name: K,
  made: (original: T[K]) => T[K],
): void {
  prototype[name] = made(prototype[name]);
}

// Files of a worker share the modules.
if (!Object.hasOwn(StoreLanes, MARK)) {
  Object.defineProperty(StoreLanes, MARK, { value: true });
  wrap(
    TransactionBuilder.prototype,
    'execute',
    (execute) =>
      function (this: TransactionBuilder<unknown>, callback) {
        const transaction: OpenTransaction = { lanes: null, isOver: false };
        return open
          .run(transaction, () => execute.call(this, callback))
          .finally(() => {
            transaction.isOver = true;
          }) as never;
      },
  );
  wrap(
    StoreLanes.prototype,
    'take',
    (take) =>
      function (this: StoreLanes, lane, isBack) {
        const transaction = around();
        if (transaction?.lanes === this && isBack !== true) {
          throw new Error('A second connection inside a transaction: use the transaction, or read before.');
        }
        if (transaction !== undefined) transaction.lanes ??= this;
        return take.call(this, lane, isBack);
      },
  );
  wrap(
    JointDirectory.prototype,
    'find',
    (find) =>
      function (this: JointDirectory, jointId) {
        if (around() !== undefined) this.forget(jointId);
        return find.call(this, jointId);
      },
  );
}
