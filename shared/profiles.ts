/**
 * Kinds of caller with different rights (specification, section 4: navigation menu types). The session's token
 * carries the number; the number selects the menu. `full`: platform staff; `admin`: administrator or accountant;
 * `operator`: runs assemblies; `qr`: voter with a code; `display`: wall screen; `events`: receptionist.
 */
export const Profile = {
  visitor: 0,
  full: 1,
  admin: 2,
  owner: 3,
  display: 4,
  operator: 5,
  qr: 6,
  events: 7,
} as const;

/** Number of a profile. */
export type Profile = (typeof Profile)[keyof typeof Profile];

/** Profiles that a stored user can have. The profiles visitor, display and qr exist only as sessions. */
export const userProfiles = [
  Profile.full,
  Profile.admin,
  Profile.owner,
  Profile.operator,
  Profile.events,
] as const;

/** Spanish names of the profiles. */
export const profileNames: Record<Profile, string> = {
  0: 'Visitante',
  1: 'Plataforma',
  2: 'Administrador',
  3: 'Propietario',
  4: 'Pantalla',
  5: 'Operador de asamblea',
  6: 'Votante por código QR',
  7: 'Operador de eventos',
};
