import { Profile } from '../../../shared/profiles.ts';
import type { Chapter } from './guide.ts';

export const operators: Chapter = {
  id: 'operacion',
  title: 'Para quien opera la asamblea y la secretaría',
  profiles: [Profile.operator, Profile.full],
  guides: [
    {
      id: 'preparar',
      title: 'Preparar la asamblea',
      intro: 'Unos días antes, con calma.',
      steps: [
        {
          text: 'En su página de inicio, toque «Preparar y abrir la asamblea», o abra «Asambleas» y después «Preparar». Los pasos que ya están se marcan solos; siga el que está señalado.',
          picture: {
            name: 'prepare',
            alt: 'Página «Preparar la asamblea» con sus ocho pasos, de «Inmuebles» a «Apertura», y los que ya están marcados.',
          },
        },
        {
          text: 'Escriba la fecha, la hora y el lugar en «Fecha, hora y lugar»: van en cada invitación. El orden del día, el presidente y el secretario se escriben en «Asambleas», con «Editar datos».',
        },
        {
          text: 'En «Códigos y escarapelas», cree las escarapelas que faltan y descárguelas para imprimirlas. Imprima también tarjetas QR de reserva.',
          picture: {
            name: 'codes',
            alt: 'Página «Códigos y escarapelas» con el botón «Crear las que faltan» marcado.',
          },
        },
        {
          text: 'En «Generar Pregunta», escriba cada pregunta y sus respuestas, y toque «Guardar como preparada». Así en la reunión solo hay que activarla.',
          picture: {
            name: 'question',
            alt: 'Página «Generar Pregunta» con el texto, las respuestas y las preguntas ya preparadas.',
          },
        },
      ],
    },
    {
      id: 'pantalla',
      title: 'Proyectar el quórum',
      intro: 'La pantalla de la sala se actualiza sola, sin que nadie inicie sesión en ella.',
      steps: [
        {
          text: 'Abra «Quorum», toque «Enlace para pantalla» y después «Copiar enlace». Ábralo en el equipo del proyector.',
          picture: {
            name: 'wall-link',
            alt: 'Ventana «Enlace para pantalla» con el botón «Copiar enlace» marcado.',
          },
        },
        {
          text: 'Si es más fácil escribir que copiar, toque «Crear código» en la misma ventana, abra «Quorum» en el equipo del proyector sin iniciar sesión y escriba los seis números. Sirven durante diez minutos.',
          picture: {
            name: 'wall-code',
            alt: 'Pantalla sin sesión con la casilla «Código de la pantalla» y el botón «Mostrar la asamblea» marcado.',
          },
        },
        {
          text: 'Con «Ver el edificio» la pantalla dibuja cada inmueble del tamaño de su coeficiente, y lo enciende cuando se registra.',
          picture: {
            name: 'wall-building',
            alt: 'El edificio en la pantalla de la sala: una ventana por inmueble, encendidas las de los registrados.',
          },
        },
        {
          text: 'Para quien perdió su correo y su tarjeta, toque «Mostrar QR en la pantalla» en «Panel Asambleas»: con él avisa a la mesa desde su celular. Cuando hayan entrado todos, toque «Quitar QR de la pantalla».',
        },
        {
          text: 'La pantalla muestra el quórum mientras entra la gente y, cuando hay una pregunta abierta, sus votos. En «Pantallas» ve las que están abiertas y las termina.',
          picture: {
            name: 'wall',
            alt: 'Pantalla de la sala: la pregunta abierta, el coeficiente votado, los votos por respuesta y el quórum.',
          },
        },
      ],
    },
    {
      id: 'preguntas',
      title: 'Abrir y cerrar preguntas',
      intro: 'Todo se hace en «Panel Asambleas».',
      steps: [
        {
          text: 'Active el registro de asistencia cuando empiece a llegar la gente. Después, active cada pregunta cuando le llegue el turno. Solo hay una abierta a la vez.',
          picture: {
            name: 'panel-preparing',
            alt: 'Panel de una asamblea que aún no se abre, con el botón «Activar» de una pregunta marcado.',
          },
        },
        {
          text: 'Mire cuántos han votado y toque «Cerrar votación» cuando la presidencia lo diga. El resultado queda fijo, con el quórum de ese momento.',
          picture: {
            name: 'panel',
            alt: 'Panel con una votación abierta y el botón «Cerrar votación» marcado.',
          },
        },
        {
          text: '«Reiniciar» y «Eliminar» piden confirmación, y lo que se anula no se borra: queda con quién, cuándo y por qué.',
        },
      ],
    },
    {
      id: 'cerrar',
      title: 'Cerrar la asamblea',
      intro: 'Al terminar la reunión.',
      steps: [
        {
          text: 'En «Asambleas», toque «Cerrar asamblea» y confirme. Después no se puede registrar ni votar, y no se puede volver a abrir.',
          picture: {
            name: 'close',
            alt: 'Página «Asambleas» de una asamblea abierta, con el botón «Cerrar asamblea» marcado.',
          },
        },
        {
          text: 'El enlace de la grabación y los nombres de la mesa directiva todavía se pueden completar con «Editar datos».',
        },
      ],
    },
    {
      id: 'informes',
      title: 'Informes y borrador de acta',
      intro:
        'Para la administración y la secretaría. En el menú o en su página de inicio, abra «Generar Reportes».',
      steps: [
        {
          text: 'El registro de asistencia de la última asamblea se ve de una vez. Si busca otro, escoja la asamblea y el concepto. Para guardarlo, escoja PDF o Excel y toque «Generar».',
          picture: {
            name: 'reports',
            alt: 'Página «Generar Reportes» con el concepto, el formato y el botón «Generar» marcado.',
          },
        },
        {
          text: 'Un informe largo se prepara en segundo plano y muestra cuánto lleva. Mientras tanto, la asamblea sigue igual de rápida.',
        },
        {
          text: 'El borrador de acta trae todo lo que SCAF sabe de la reunión. La secretaría completa los espacios en blanco, y después se firma.',
        },
      ],
    },
    {
      id: 'despues',
      title: 'Después de la asamblea: resumen, acta y plazos',
      intro:
        'Los plazos están en «Asambleas», en «Después de la asamblea», contados con los festivos de Colombia.',
      steps: [
        {
          text: 'El resumen a la administración sale solo al cerrar: nombre, coeficiente, hora de ingreso y coeficiente acumulado, en PDF y en Excel. El plazo es de tres días hábiles.',
          picture: {
            name: 'after',
            alt: 'Tarjeta «Después de la asamblea» con los plazos del resumen, del acta y de la impugnación.',
          },
        },
        {
          text: 'Si alguno falló, la página dice por qué: corrija el correo en «Usuarios» y toque «Reintentar». Con «Enviar de nuevo» les llega otra vez.',
          picture: {
            name: 'after-failed',
            alt: 'El resumen que no se pudo entregar, con el motivo y el botón «Reintentar» marcado.',
          },
        },
        {
          text: 'Descargue el «Borrador de acta en Word», complete lo que está señalado y fírmelo. Para publicarla hay 20 días hábiles, o 10 si alguien participó a distancia.',
        },
      ],
    },
    {
      id: 'auditoria',
      title: 'Comprobar que nada se cambió',
      intro:
        'Cada acto queda en un registro encadenado, con quién, cuándo y qué. Está en «Asambleas», en «Auditoría».',
      steps: [
        {
          text: 'Toque «Verificar». Si lee «El registro está íntegro.», todo lo guardado coincide con lo que se hizo. Si no, la página dice en qué acto está la diferencia.',
          picture: {
            name: 'audit',
            alt: 'Página «Auditoría» después de verificar, con el botón «Verificar» marcado y el resultado.',
          },
        },
        {
          text: 'Compare la última huella con la que está impresa en los informes y en el acta: si son iguales, son del mismo registro.',
        },
        {
          text: 'Para buscar un acto, escriba el inmueble o la persona, escoja las fechas y toque «Filtrar». Con «Exportar a Excel» lo descarga.',
        },
      ],
    },
  ],
};
