import { mayPass } from './store-fault.ts';

/**
 * Error at the start of the server or of a command: the store cannot be opened or used. The message is a
 * Spanish sentence for the operator of the server.
 */
export class StoreError extends Error {
  override name = 'StoreError';
  /** True if a later start may succeed without a change of the configuration, for example after a full disk. */
  readonly mayPass: boolean;

  constructor(message: string, mayPass = false, cause?: unknown) {
    super(message, { cause });
    this.mayPass = mayPass;
  }
}

/** Returns the Spanish error for a data folder missing, of another program, or not writable. */
export function unusableFolder(dataDir: string, cause: unknown): StoreError {
  return new StoreError(
    `No se puede usar la carpeta de datos «${dataDir}»: revise que exista y que se pueda escribir en ella (${cause instanceof Error ? cause.message : String(cause)}).`,
    mayPass(cause),
    cause,
  );
}
