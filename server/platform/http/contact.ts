/** Whom the users of an installation write to or call; null where it names nobody. */
export interface Contact {
  email: string | null;
  phone: string | null;
}
