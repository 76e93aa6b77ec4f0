import { mayPass } from './store-fault.ts';

/** The store is unusable. The message is a Spanish sentence for the operator. */
export class StoreError extends Error {
  override name = 'StoreError';
  /** True if a later start may succeed without changes, for example if a database is away or a disk is full. */
  readonly mayPass: boolean;

  constructor(message: string, mayPass = false, cause?: unknown) {
    super(message, { cause });
    this.mayPass = mayPass;
  }
}

/** Returns the error for a data folder that is missing, foreign or refused by its disk. */
export function unusableFolder(dataDir: string, cause: unknown): StoreError {
  return new StoreError(
    `No se puede usar la carpeta de datos «${dataDir}»: revise que exista y que se pueda escribir en ella (${cause instanceof Error ? cause.message : String(cause)}).`,
    mayPass(cause),
    cause,
  );
}
