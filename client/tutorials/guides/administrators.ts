import { Profile } from '../../../shared/profiles.ts';
import type { Chapter } from './guide.ts';

export const administrators: Chapter = {
  id: 'administracion',
  title: 'Para la administración de la plataforma',
  profiles: [Profile.full],
  guides: [
    {
      id: 'usuarios',
      title: 'Crear usuarios',
      intro: 'Propietarios, administradores, operadores: cada persona con un usuario propio.',
      steps: [
        {
          text: 'En el menú «Plataforma», abra «Usuarios» y toque «Crear usuario». Escriba sus datos y escoja el perfil: de él depende lo que puede ver.',
          picture: {
            name: 'user-new',
            alt: 'Formulario «Crear usuario» con el perfil Propietario escogido.',
          },
        },
        {
          text: 'Escoja sus copropiedades y, si es propietario, sus inmuebles. El correo electrónico es necesario para invitarlo.',
        },
      ],
    },
    {
      id: 'invitaciones',
      title: 'Enviar las invitaciones',
      intro: 'Cada propietario recibe por correo un enlace personal, la convocatoria y el orden del día.',
      steps: [
        {
          text: 'En «Asambleas», abra «Invitaciones» y toque «Enviar invitaciones». A quien ya la recibió no le llega otra, salvo que lo pida con «Enviar de nuevo».',
          picture: {
            name: 'invitations',
            alt: 'Página «Invitaciones» con la pregunta que confirma el envío por correo.',
          },
        },
        {
          text: 'A quien no tiene correo, imprímale la carta: trae el mismo enlace en un código QR.',
        },
      ],
    },
  ],
};
