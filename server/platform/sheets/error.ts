/** Reason for refusing a file. */
type SheetErrorCode = 'sheetUnreadable' | 'sheetTooLarge' | 'sheetTooManyRows' | 'sheetEmpty';

/** Unreadable file, with a Spanish instruction for the person. */
export class SheetError extends Error {
  readonly code: SheetErrorCode;

  constructor(code: SheetErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SheetError';
    this.code = code;
  }
}

/** Error for a damaged file without a more precise reason. */
export function damaged(cause?: unknown): SheetError {
  return new SheetError(
    'sheetUnreadable',
    'El archivo está dañado o incompleto. Ábralo en Excel, guárdelo de nuevo como libro de Excel (.xlsx) y vuelva a subirlo.',
    { cause },
  );
}
