/** Why a file is refused. */
type SheetErrorCode = 'sheetUnreadable' | 'sheetTooLarge' | 'sheetTooManyRows' | 'sheetEmpty';

/** A file that cannot be read, with a Spanish sentence that says what to do about it. */
export class SheetError extends Error {
  readonly code: SheetErrorCode;

  constructor(code: SheetErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SheetError';
    this.code = code;
  }
}

/** For what no more precise sentence is known of. */
export function damaged(cause?: unknown): SheetError {
  return new SheetError(
    'sheetUnreadable',
    'El archivo está dañado o incompleto. Ábralo en Excel, guárdelo de nuevo como libro de Excel (.xlsx) y vuelva a subirlo.',
    { cause },
  );
}
