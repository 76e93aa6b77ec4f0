import { Profile } from '../../../shared/profiles.ts';
import type { Chapter } from './guide.ts';

export const ownAccount: Chapter = {
  id: 'cuenta',
  title: 'Para propietarios: su cuenta de administración',
  profiles: [Profile.owner],
  guides: [
    {
      id: 'cuanto-debo',
      title: 'Consultar qué debe y por qué',
      intro: 'Entre con su usuario y su contraseña. Todo empieza en su página de inicio.',
      steps: [
        {
          text: 'En su página de inicio, busque «Sus cuentas de administración»: dice cuánto debe, y hasta cuándo puede pagar o desde cuándo está vencido.',
          picture: {
            name: 'own-owed',
            alt: 'Página de inicio en un celular, con lo que se debe marcado y, debajo, los enlaces de la cuenta.',
          },
        },
        {
          text: 'Toque «¿Por qué debo esto?». Se abre su última cuenta de cobro. Las anteriores están en «Cuentas de Cobro»: en la que quiera entender, toque «¿Por qué debo esto?».',
          picture: {
            name: 'own-bills',
            alt: 'Cuentas de Cobro de un inmueble en un celular, con el botón «¿Por qué debo esto?» marcado.',
          },
        },
        {
          text: 'Toque cualquier valor para abrirlo. Verá qué se cobró, cuándo vence, qué pagos se le abonaron y, si hay intereses de mora, sobre cuánto y a qué tasa.',
          picture: {
            name: 'own-why',
            alt: 'El valor de los intereses de mora, abierto: de qué cuota son, de qué mes, sobre cuánto y a qué tasa.',
          },
        },
        {
          text: 'Si algo no está bien, escriba a la administración y dele el número de la cuenta de cobro. Una cuenta emitida no se cambia: se corrige con un movimiento nuevo, que usted también ve.',
        },
      ],
    },
    {
      id: 'mis-cuentas',
      title: 'Descargar sus cuentas de cobro y sus recibos',
      intro: 'En el menú de arriba. En el celular, ábralo con las tres rayas.',
      steps: [
        {
          text: 'En «Cuentas de Cobro», escoja PDF o Excel y toque «Exportar» en el mes que necesita. El archivo se llama como la cuenta, con su número.',
          picture: {
            name: 'own-export',
            alt: 'Cuentas de Cobro de un inmueble en un celular, con el botón «Exportar» marcado.',
          },
        },
        {
          text: 'En «Recibos de Caja» está cada pago que llegó. Toque «Exportar» para descargar el recibo: dice cuánto fue a intereses y cuánto a lo demás.',
          picture: {
            name: 'own-receipts',
            alt: 'Recibos de Caja de un inmueble en un celular, con el botón «Exportar» marcado.',
          },
        },
        {
          text: 'Si tiene varios inmuebles, escójalo primero en «Inmueble». Un parqueadero o un depósito puede estar en la cuenta de su apartamento.',
        },
      ],
    },
    {
      id: 'mi-estado',
      title: 'Ver todos sus movimientos',
      intro: 'El estado de cuenta trae cada cobro y cada pago, con el saldo que quedó después.',
      steps: [
        {
          text: 'En el menú, abra «Estado de Cuenta». Arriba está lo que debe, o su saldo a favor; debajo, los movimientos en orden, el último al final.',
          picture: {
            name: 'own-statement',
            alt: 'Estado de Cuenta en un celular: lo que se debe, los totales y el botón «Descargar estado de cuenta» marcado.',
          },
        },
        {
          text: 'Para guardarlo o imprimirlo, escoja PDF o Excel y toque «Descargar estado de cuenta». Trae lo mismo que muestra la pantalla.',
        },
        {
          text: 'Si no tiene nada vencido, aparece también «Paz y salvo»: tóquelo para descargarlo. Lo firma la administración.',
        },
      ],
    },
  ],
};
