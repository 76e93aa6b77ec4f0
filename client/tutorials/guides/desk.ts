import { Profile } from '../../../shared/profiles.ts';
import type { Chapter } from './guide.ts';

export const desk: Chapter = {
  id: 'mesa',
  title: 'Para la mesa de registro',
  profiles: [Profile.operator, Profile.full],
  guides: [
    {
      id: 'registrar',
      title: 'Registrar con escarapela o con tarjeta QR',
      intro: 'Entre con su usuario de operador y abra «Registrar» en el menú.',
      steps: [
        {
          text: 'Con escarapela: léala con el lector de códigos, en cualquier lugar de la página. Quedan registrados su inmueble y los que van con él, como el parqueadero y el depósito.',
          picture: {
            name: 'door',
            alt: 'Página «Registro de Asistencia» con el recuadro del resultado, la lista de inmuebles y el campo Código QR marcado.',
          },
        },
        {
          text: 'Con tarjeta QR: escoja primero los inmuebles en la lista (se buscan por número o por nombre) y después lea la tarjeta. Entréguesela al propietario: con ella vota.',
        },
        {
          text: 'Mire el recuadro grande: verde es registrado; si algo no se pudo, dice qué y por qué. También suena distinto, para no tener que mirarlo siempre.',
        },
        {
          text: 'Si un celular avisó con el QR de la pantalla, aparece con su inmueble y su número: compare el número con el del celular y toque «Confirmar». Ese celular entra a votar solo.',
        },
        {
          text: 'Sin lector, toque «Usar la cámara» o escriba el código que está debajo del QR y toque «Registrar».',
        },
      ],
    },
    {
      id: 'poderes',
      title: 'Registrar con poder',
      intro: 'Cuando alguien viene en nombre de un propietario.',
      steps: [
        {
          text: 'Escoja los inmuebles, marque «Por poder» y escriba el nombre y el documento de quien asiste. Después lea su código.',
          picture: {
            name: 'door-proxy',
            alt: 'Formulario de registro con la casilla «Por poder» marcada y los campos del asistente.',
          },
        },
        {
          text: 'Si esa persona representa a más propietarios de los que permite el reglamento, la página lo advierte. La asamblea decide si el poder vale.',
        },
        {
          text: 'Si después llega el propietario, marque «Llegó el propietario de un inmueble ya registrado» y regístrelo con su propio código.',
        },
      ],
    },
    {
      id: 'cambiar',
      title: 'Consultar, cambiar o retirar un código',
      intro: 'Los tres botones están debajo del formulario de registro.',
      steps: [
        {
          text: '«Consultar Coeficiente» muestra los inmuebles que tiene un código y cuánto suman.',
        },
        {
          text: '«Cambiar QR» pasa todo lo de una tarjeta perdida a otra nueva: el registro, la hora de ingreso y los votos. Nadie vota dos veces.',
          picture: {
            name: 'door-exchange',
            alt: 'Ventana «Cambiar QR» con los campos Código QR anterior y Código QR nuevo.',
          },
        },
        {
          text: '«Retirar QR» es para quien se va: sus inmuebles dejan de contar para el quórum.',
        },
        {
          text: 'Si un inmueble se registró por error, ábralo en «Reversar», escójalo y confirme. Queda anotado quién lo hizo y cuándo.',
          picture: {
            name: 'reverse',
            alt: 'Página «Reversar Registro» con la pregunta de confirmación.',
          },
        },
      ],
    },
    {
      id: 'sin-internet',
      title: 'Si se va el internet',
      intro: 'El registro sigue: nada se pierde.',
      steps: [
        {
          text: 'Siga leyendo códigos. Cada registro queda guardado en el equipo con su hora, y la página dice cuántos están «por enviar».',
          picture: {
            name: 'door-pending',
            alt: 'Registro sin conexión: el aviso amarillo, «por enviar» marcado y la lectura pendiente en la lista.',
          },
        },
        {
          text: 'Cuando vuelve la conexión, se envían solos. Si alguno choca con otra mesa, aparece arriba por su nombre para resolverlo.',
        },
        {
          text: 'No cierre sesión ni borre los datos del navegador mientras haya algo por enviar.',
        },
      ],
    },
    {
      id: 'papeletas',
      title: 'Contar papeletas de votación',
      intro: 'Para quien vota con papel en vez de celular.',
      steps: [
        {
          text: 'Con una pregunta abierta, toque «Conteo de votos» y lea cada papeleta. La respuesta está en el código de la papeleta: a favor, en contra o en blanco.',
          picture: {
            name: 'door-count',
            alt: 'Pestaña «Conteo de votos» marcada, con la pregunta abierta y el campo Papeleta de votación.',
          },
        },
        {
          text: 'Una papeleta leída dos veces se cuenta una sola vez. Si el propietario ya votó con el celular, la página lo dice y su voto no cambia.',
        },
      ],
    },
  ],
};
