/** File types allowed for a page of a power, each with the first bytes of the file. */
const signatures = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
] as const;

/**
 * Finds the media type of an uploaded page of a power of attorney from the first bytes: PDF, JPEG or PNG. Null for
 * other files; the file name does not matter.
 */
export function readPageType(bytes: Uint8Array): (typeof signatures)[number][0] | null {
  const signature = signatures.find(([, first]) => first.equals(bytes.subarray(0, first.length)));
  return signature?.[0] ?? null;
}
