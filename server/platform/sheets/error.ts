/** Error code for refusing a spreadsheet file. */
type SheetErrorCode = 'sheetUnreadable' | 'sheetTooLarge' | 'sheetTooManyRows' | 'sheetEmpty';

/** Error for a spreadsheet file that cannot be read, with a Spanish instruction for the user. */
export class SheetError extends Error {
  readonly code: SheetErrorCode;

  constructor(code: SheetErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SheetError';
    this.code = code;
  }
}

/** Returns the error for a damaged spreadsheet file without a more precise reason. */
export function damaged(cause?: unknown): SheetError {
  return new SheetError(
    'sheetUnreadable',
    'El archivo está dañado o incompleto. Ábralo en Excel, guárdelo de nuevo como libro de Excel (.xlsx) y vuelva a subirlo.',
    { cause },
  );
}
