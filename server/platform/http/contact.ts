/** Support contact of the installation; null if not configured. */
export interface Contact {
  email: string | null;
  phone: string | null;
}
