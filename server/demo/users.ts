import { Profile } from '../../shared/profiles.ts';
import { type Owner, person } from './people.ts';
import { ANA, BEATRIZ, CAMILO } from './samanes.ts';

/** User of the demonstration. */
export interface DemoUser {
  username: string;
  name: string;
  /** Mail address under `.example`, a domain without delivery. */
  email: string;
  profileId: Profile;
  /** Description printed at every start beside the user name. */
  description: string;
  /** Services of the user in the joints Samanes and Cañón. */
  worksIn?: readonly ('assembly' | 'billing')[];
  /** Owner of the units linked to the user, in every joint. */
  owns?: Owner;
}

/** Demonstration users: a user of each profile and two more owners, so that a vote has several voters. */
export const demoUsers: readonly DemoUser[] = [
  {
    username: 'plataforma',
    name: person(900).name,
    email: 'plataforma@scaf.example',
    profileId: Profile.full,
    description: 'plataforma: todas las copropiedades y todos los menús',
  },
  {
    username: 'admin',
    name: person(901).name,
    email: 'administracion@correo.example',
    profileId: Profile.admin,
    description: 'administrador de Samanes de Peñaflor y de Puerta del Cañón',
    worksIn: ['assembly', 'billing'],
  },
  {
    username: 'propietario',
    name: ANA.name,
    email: 'ana.nunez@correo.example',
    profileId: Profile.owner,
    description: 'propietaria de dos apartamentos con parqueadero y depósito en Samanes',
    owns: ANA,
  },
  {
    username: 'operador',
    name: person(902).name,
    email: 'operador@correo.example',
    profileId: Profile.operator,
    description: 'operador de las asambleas de Samanes y de Puerta del Cañón',
    worksIn: ['assembly'],
  },
  {
    username: 'eventos',
    name: person(903).name,
    email: 'eventos@correo.example',
    profileId: Profile.events,
    description: 'operador de eventos',
  },
  {
    username: 'propietario2',
    name: CAMILO.name,
    email: 'camilo.ibanez@correo.example',
    profileId: Profile.owner,
    description: 'otro propietario, para votar entre varios: Samanes y una oficina en Puerta del Cañón',
    owns: CAMILO,
  },
  {
    username: 'propietario3',
    name: BEATRIZ.name,
    email: 'beatriz.quinones@correo.example',
    profileId: Profile.owner,
    description: 'otra propietaria, para votar entre varios: cinco apartamentos en Samanes',
    owns: BEATRIZ,
  },
];
