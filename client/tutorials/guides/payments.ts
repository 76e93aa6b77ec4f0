import { Profile } from '../../../shared/profiles.ts';
import type { Chapter } from './guide.ts';

export const payments: Chapter = {
  id: 'pagos',
  title: 'Para quien registra los pagos',
  profiles: [Profile.full],
  guides: [
    {
      id: 'registrar-pagos',
      title: 'Registrar pagos',
      intro:
        'En el menú «Plataforma», abra «Pagos» y escoja la copropiedad. Cada pago hace su recibo de caja.',
      steps: [
        {
          text: 'En «Uno por uno», escoja el inmueble, escriba el valor y la fecha del pago, y toque «Registrar el pago». La página muestra el recibo y a qué se aplicó: primero intereses, luego lo más antiguo.',
          picture: {
            name: 'payment',
            alt: 'Pestaña «Uno por uno» con el inmueble, el valor, la fecha y el botón «Registrar el pago» marcado.',
          },
        },
        {
          text: 'En «Archivo», cargue el del banco (Asobancaria 2001) o una planilla. Revise lo que contiene y toque «Importar». Si el mismo archivo llega dos veces, no se repite ningún pago.',
          picture: {
            name: 'payment-file',
            alt: 'Un archivo de pagos antes de importarlo: cuántos trae, su valor y el error de una fila.',
          },
        },
        {
          text: 'Escriba siempre la fecha en que se pagó, aunque sea de un mes ya emitido: si el pago ahorra intereses que se cobraron, se le abonan.',
        },
      ],
    },
    {
      id: 'por-identificar',
      title: 'Consignaciones por identificar',
      intro: 'Dinero que llegó sin que se sepa de qué inmueble es. Cuenta en los recaudos desde que llega.',
      steps: [
        {
          text: 'En «Pagos», abra «Por identificar». Cuando sepa de quién es una, toque «Identificar».',
          picture: {
            name: 'unidentified',
            alt: 'Consignaciones por identificar, con el botón «Identificar» de una marcado.',
          },
        },
        {
          text: 'Escoja el inmueble y toque «Hacer el recibo». Conserva la fecha del banco.',
          picture: {
            name: 'unidentified-assign',
            alt: 'Ventana «Identificar la consignación» con el inmueble y el botón «Hacer el recibo» marcado.',
          },
        },
      ],
    },
    {
      id: 'anular-recibo',
      title: 'Anular un recibo de caja',
      intro: 'Si el pago no existió, o se le puso a otro inmueble.',
      steps: [
        {
          text: 'En «Pagos», abra «Recibos», escoja el mes y toque «Anular» en el recibo. Diga si el dinero llegó: «Sí» lo deja por identificar; «No», si el pago no existió.',
          picture: {
            name: 'receipt-annul',
            alt: 'Pregunta para anular un recibo de caja, con «¿El dinero llegó?» y el campo del motivo.',
          },
        },
        {
          text: 'El recibo conserva su número y queda como anulado, con quién y por qué. Lo que había pagado se debe otra vez.',
        },
      ],
    },
  ],
};
