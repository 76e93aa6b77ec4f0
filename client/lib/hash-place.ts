/** Decodes percent escapes in a part of an address. Returns text with invalid escapes unchanged: '100%'. */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the decoded text after the '#' of an address. */
export const hashText = (hash: string): string => decodedPart(hash.slice(1));

/**
 * Scrolls to the element named by the URL's hash and moves the focus there. Returns false if the element does not
 * exist. A page with code loaded later calls again once ready, with `instant` to jump without a scroll animation.
 * @param hash hash of the address: '#pagos'
 */
export function goToHash(hash: string, behavior?: 'instant'): boolean {
  const place = hash === '' ? null : document.getElementById(hash.slice(1));
  place?.scrollIntoView({ behavior });
  place?.focus({ preventScroll: true });
  return place !== null;
}
