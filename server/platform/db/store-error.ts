import { mayPass } from './store-fault.ts';

/** The store cannot be used; the message is one Spanish sentence for whoever starts the server. */
export class StoreError extends Error {
  override name = 'StoreError';
  /** Whether another start may go better, without anybody's help: a database that is away, a disk that is full. */
  readonly mayPass: boolean;

  constructor(message: string, mayPass = false, cause?: unknown) {
    super(message, { cause });
    this.mayPass = mayPass;
  }
}

/** The data folder is missing, is another's, or its disk refuses. */
export function unusableFolder(dataDir: string, cause: unknown): StoreError {
  return new StoreError(
    `No se puede usar la carpeta de datos «${dataDir}»: revise que exista y que se pueda escribir en ella (${cause instanceof Error ? cause.message : String(cause)}).`,
    mayPass(cause),
    cause,
  );
}
