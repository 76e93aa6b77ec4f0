import { Profile } from '../../../shared/profiles.ts';
import type { Chapter } from './guide.ts';

export const events: Chapter = {
  id: 'eventos',
  title: 'Para quien organiza eventos',
  profiles: [Profile.events, Profile.full],
  guides: [
    {
      id: 'preparar-evento',
      title: 'Preparar un evento y su lista',
      intro: 'Con su usuario de eventos, unos días antes.',
      steps: [
        {
          text: 'En el menú, abra «Eventos», toque «Crear evento» y escriba su nombre y su fecha.',
          picture: {
            name: 'event-new',
            alt: 'Ventana «Crear evento» con el nombre, la fecha y el botón «Crear».',
          },
        },
        {
          text: 'Cargue la lista de participantes en Excel o CSV: identificación y nombre. Revise lo que se leyó y toque «Importar». Las filas con errores se muestran; corríjalas en su archivo y cárguelo de nuevo.',
          picture: {
            name: 'event-list',
            alt: 'Una lista de participantes antes de importarla, con lo que hay que corregir en ella.',
          },
        },
        {
          text: 'A quien falte, agréguelo con «Agregar participante». Puede cargar la lista otra vez: nadie queda repetido.',
        },
      ],
    },
    {
      id: 'recibir',
      title: 'Recibir a los participantes',
      intro: 'Pueden atender varias mesas a la vez: cada persona queda registrada una sola vez.',
      steps: [
        {
          text: 'En el menú, abra «Registrar Asistencia» y escoja el evento. Lea la identificación con el lector, o escríbala y toque «Registrar».',
          picture: {
            name: 'event-desk',
            alt: 'Página «Registrar Asistencia» con el nombre de quien llegó y el campo «Identificación del participante» marcado.',
          },
        },
        {
          text: 'Mire el recuadro: dice el nombre de quien llegó, o «Ya estaba registrado» con la hora. Si no está en la lista, toque «Agregar participante».',
          picture: {
            name: 'event-unknown',
            alt: 'Alguien que no está en la lista del evento, con el botón «Agregar participante» marcado.',
          },
        },
      ],
    },
    {
      id: 'informe-evento',
      title: 'Descargar el registro de asistencia',
      intro: 'Durante el evento o después.',
      steps: [
        {
          text: 'En el menú, abra «Generar Reportes», escoja el evento y el formato, y toque «Generar».',
          picture: {
            name: 'event-report',
            alt: 'Página «Generar Reportes» de eventos, con el evento, el formato y el botón «Generar» marcado.',
          },
        },
        {
          text: 'El archivo se llama «Registro de Asistencia» y trae a quienes asistieron, con la hora a la que llegaron.',
        },
      ],
    },
  ],
};
