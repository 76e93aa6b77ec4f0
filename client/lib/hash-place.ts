/**
 * Goes to the place on the page that an address's hash names, with keyboard and screen reader where it takes the
 * focus; says whether it is there. A page whose code comes late asks once more when it stands.
 */
export function goToHash(hash: string): boolean {
  const place = hash === '' ? null : document.getElementById(hash.slice(1));
  place?.scrollIntoView();
  place?.focus({ preventScroll: true });
  return place !== null;
}
