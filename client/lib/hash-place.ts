/**
 * Goes to the place on the page that an address's hash names, with keyboard and screen reader where it takes the
 * focus; says whether it is there. A page whose code comes late asks once more when it stands, and goes there at
 * once: nobody has seen yet what it would glide past.
 */
export function goToHash(hash: string, behavior?: 'instant'): boolean {
  const place = hash === '' ? null : document.getElementById(hash.slice(1));
  place?.scrollIntoView({ behavior });
  place?.focus({ preventScroll: true });
  return place !== null;
}
