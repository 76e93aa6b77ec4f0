/**
 * Scrolls to the element named by the hash and moves the focus there. Returns false if the element does not exist. A
 * page with late code calls again once ready, with `instant`: the reader has seen no content to glide past.
 */
export function goToHash(hash: string, behavior?: 'instant'): boolean {
  const place = hash === '' ? null : document.getElementById(hash.slice(1));
  place?.scrollIntoView({ behavior });
  place?.focus({ preventScroll: true });
  return place !== null;
}
