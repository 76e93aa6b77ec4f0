import { Profile } from '../../../shared/profiles.ts';
import type { Chapter } from './guide.ts';

export const owners: Chapter = {
  id: 'propietarios',
  title: 'Para propietarios',
  profiles: [Profile.owner, Profile.qr],
  guides: [
    {
      id: 'entrar',
      title: 'Entrar a la asamblea',
      intro: 'Hay varias maneras de entrar. Use la que le hayan dado; todas sirven en el celular.',
      steps: [
        {
          text: 'Con el correo de invitación: ábralo y toque «Entrar a la asamblea». No necesita usuario ni contraseña. El enlace es personal: no lo reenvíe, porque quien lo abra entra y vota a su nombre.',
        },
        {
          text: 'Con una tarjeta QR o una escarapela: abra la cámara de su celular, apunte al código y toque el aviso que aparece. Sirve después de que la mesa de registro la haya leído.',
        },
        {
          text: 'Con usuario y contraseña: abra la página, toque «Iniciar Sesión», escriba los dos y toque «Aceptar». Si olvidó la contraseña, toque «Olvidé mi contraseña» o pídale una nueva a la administración.',
          picture: {
            name: 'login',
            alt: 'Pantalla «Iniciar sesión» con los campos Nombre de Usuario y Contraseña, y el botón Aceptar marcado.',
          },
        },
        {
          text: 'Sin correo y sin tarjeta: si la pantalla de la sala muestra un código QR, escanéelo, escriba su inmueble y el documento del propietario, y toque «Avisar a la mesa». Cuando ella confirma, su celular entra solo. Si tiene una tarjeta que no se deja escanear, escriba ahí su código.',
          picture: {
            name: 'join',
            alt: 'Página «Ingreso a la asamblea» con el código de la tarjeta, el inmueble, el documento y el botón «Avisar a la mesa» marcado.',
          },
        },
      ],
    },
    {
      id: 'asistencia',
      title: 'Registrar su asistencia',
      intro: 'Su coeficiente cuenta para el quórum desde que se registra, y solo así puede votar.',
      steps: [
        {
          text: 'Entre con su enlace. Si lee «El registro no ha sido activado.», espere: cuando la mesa lo active, la página cambia sola.',
          picture: {
            name: 'register-inactive',
            alt: 'Bienvenida a la asamblea con el aviso «El registro no ha sido activado.» y el enlace «Ver tutoriales».',
          },
        },
        {
          text: 'Toque «Registrar Asistencia». Quedan registrados todos los inmuebles que aparecen en la lista.',
          picture: {
            name: 'register-active',
            alt: 'Bienvenida a la asamblea con el botón «Registrar Asistencia» marcado.',
          },
        },
        {
          text: 'En una asamblea presencial también puede registrarse en la mesa: muestre su escarapela o su documento.',
        },
      ],
    },
    {
      id: 'votar',
      title: 'Votar',
      intro: 'Cada inmueble vota una sola vez por pregunta, y su voto pesa lo que pesa su coeficiente.',
      steps: [
        {
          text: 'Deje abierta la página de la asamblea. Cuando se abre una pregunta, el celular vibra y ella aparece con sus respuestas: toque la suya, o «Votar» para leerla completa.',
          picture: {
            name: 'launch-question',
            alt: 'Página de la asamblea en un celular: los inmuebles del propietario y, abajo, la pregunta abierta con el botón Votar marcado.',
          },
        },
        {
          text: 'Lea la pregunta, toque su respuesta y después «Votar». Si tiene varios inmuebles, puede dar la misma respuesta por todos o respuestas diferentes.',
          picture: {
            name: 'vote-chosen',
            alt: 'Papeleta con la pregunta completa, la respuesta «Si» escogida y el botón Votar marcado.',
          },
        },
        {
          text: 'La página le pregunta si está seguro. Toque «Sí» para enviar su voto, o «No» para cambiarlo. Después de enviarlo no se puede cambiar.',
          picture: {
            name: 'vote-asking',
            alt: 'Pregunta de confirmación con los inmuebles por los que se vota y el botón Sí marcado.',
          },
        },
        {
          text: 'Cuando lea «Gracias por su votación.», su voto quedó guardado. Si la conexión está lenta, no cierre la página: sigue intentando sola, y su voto no se cuenta dos veces.',
          picture: {
            name: 'vote-thanks',
            alt: '«Gracias por su votación.» con los comprobantes de cada inmueble marcados.',
          },
        },
      ],
    },
    {
      id: 'comprobante',
      title: 'Ver su comprobante',
      intro: 'Cada voto tiene un comprobante, que aparece también en el informe de la votación.',
      steps: [
        {
          text: 'El comprobante aparece apenas vota. Puede anotarlo o tomarle una foto a la pantalla.',
        },
        {
          text: 'Para verlo más tarde, vuelva a la página de la asamblea y toque «Ver mis respuestas y comprobantes».',
          picture: {
            name: 'receipts',
            alt: 'Respuestas de un propietario, abiertas con «Ver mis respuestas y comprobantes», con el comprobante marcado.',
          },
        },
      ],
    },
    {
      id: 'practicar',
      title: 'Practicar antes de la asamblea',
      intro: 'La votación de práctica es igual a la verdadera, pero no se envía ni se cuenta.',
      steps: [
        {
          text: 'Abra la página de práctica (al final de la dirección de SCAF, escriba /PruebaQR). Escoja una respuesta y toque «Votar».',
          picture: {
            name: 'practice',
            alt: 'Votación de práctica con las respuestas Si, No y Blanco.',
          },
        },
        {
          text: 'Confirme con «Sí». Puede practicar las veces que quiera.',
          picture: {
            name: 'practice-thanks',
            alt: '«Gracias por su votación.» y el botón «Practicar otra vez».',
          },
        },
      ],
    },
  ],
};
