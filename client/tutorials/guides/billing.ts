import { Profile } from '../../../shared/profiles.ts';
import type { Chapter } from './guide.ts';

export const billing: Chapter = {
  id: 'facturacion',
  title: 'Para quien factura',
  profiles: [Profile.full],
  guides: [
    {
      id: 'mes',
      title: 'De la planilla a las cuentas de cobro',
      intro: 'En el menú «Plataforma», abra «Facturación» y escoja la copropiedad.',
      steps: [
        {
          text: 'Cargue la planilla, o toque «Abrir» en la que envió la administración: la columna «Plazo» dice hasta qué día hay que entregar las cuentas.',
          picture: {
            name: 'billing',
            alt: 'Las planillas de una copropiedad, cada una con su plazo, y el botón «Abrir» de la que espera marcado.',
          },
        },
        {
          text: 'Escoja el mes y revise qué es cada columna: un cobro, un saldo anterior, un total para comprobar, o nada. Los errores se muestran con su fila y su columna; mientras haya uno, no se carga nada.',
          picture: {
            name: 'billing-reading',
            alt: 'Las columnas de una planilla, cada una con lo que contiene y cómo se toma.',
          },
        },
        {
          text: 'Toque «Cargar el mes» y revise la relación: así quedarían las cuentas, con los intereses, y todavía no se ha cobrado nada. Si algo está mal, toque «Descartar el mes y su planilla».',
        },
        {
          text: 'Revise la fecha de emisión y la de vencimiento; si la de vencimiento ya pasó, la página lo dice y pide confirmarlo. Diga si las cuentas se envían por correo a los propietarios, toque «Emitir» y confirme. No se puede deshacer.',
          picture: {
            name: 'billing-issue',
            alt: 'Un mes cargado, con sus fechas, la casilla del correo y el botón «Emitir» marcado.',
          },
        },
        {
          text: 'Al terminar, toque «Descargar las cuentas (PDF)», o «Cuentas para papel preimpreso» si la copropiedad tiene su formato. La relación ya salió por correo a la administración.',
          picture: {
            name: 'billing-issued',
            alt: 'Un mes emitido, con sus números y el botón «Descargar las cuentas (PDF)» marcado.',
          },
        },
      ],
    },
    {
      id: 'corregir',
      title: 'Corregir sin borrar',
      intro: 'Un mes emitido no se cambia. Se corrige con un movimiento nuevo, que dice por qué.',
      steps: [
        {
          text: 'En «Facturación», abra «Correcciones» y escoja «Cobro» para aumentar lo que el inmueble debe, o «Nota crédito» para disminuirlo. Escriba el motivo y toque «Registrar».',
          picture: {
            name: 'corrections',
            alt: 'Página «Correcciones» con el tipo, el inmueble, el valor, el motivo y el botón «Registrar» marcado.',
          },
        },
        {
          text: '«Condonación» perdona intereses o capital porque una asamblea lo decidió: pide el acta, y nunca perdona más de lo que se debe.',
        },
        {
          text: 'Si una cuenta de cobro entera está mal, abra el mes y toque «Anular» en ella: conserva su número, y lo que cobró deja de deberse.',
          picture: {
            name: 'bill-annul',
            alt: 'Pregunta para anular una cuenta de cobro, con el campo del motivo.',
          },
        },
      ],
    },
    {
      id: 'intereses',
      title: 'Intereses de mora y tasas',
      intro: 'En «Facturación», abra «Configuración». Vale desde la próxima emisión.',
      steps: [
        {
          text: 'Cada mes, en «Tasa máxima legal (toda la plataforma)» escriba de qué mes es, cuánto es y la resolución, y toque «Registrar la tasa máxima». Vale solo en su mes: si falta la de un mes con mora, la emisión se detiene hasta que la registre, o marque ese mes sin intereses.',
          picture: {
            name: 'legal-rates',
            alt: 'Tabla de la tasa máxima legal y el botón «Registrar la tasa máxima» marcado.',
          },
        },
        {
          text: 'Si la asamblea decidió una tasa menor, o no cobrar intereses, escoja «Una propia» o «Sin intereses», nombre el acta y toque «Registrar la tasa». Cada mes se usa la menor de las dos.',
        },
        {
          text: 'Los días de gracia, si las multas causan intereses, el descuento por pronto pago y el redondeo al peso están arriba, en la misma página. Toque «Guardar».',
        },
      ],
    },
  ],
};
