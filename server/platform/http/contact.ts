/** Contact for support, set by the operator of the installation; a null field is not configured. */
export interface Contact {
  email: string | null;
  phone: string | null;
}
