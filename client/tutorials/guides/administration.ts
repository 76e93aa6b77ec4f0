import { Profile } from '../../../shared/profiles.ts';
import type { Chapter } from './guide.ts';

export const administration: Chapter = {
  id: 'copropiedad',
  title: 'Para la administración de la copropiedad y su contador',
  profiles: [Profile.admin],
  guides: [
    {
      id: 'planilla',
      title: 'Enviar la planilla del mes',
      intro: 'Una hoja de Excel con los cobros de cada inmueble. Las cuentas se entregan en tres días.',
      steps: [
        {
          text: 'En su página de inicio, busque «Enviar la planilla del mes» y toque «Descargar plantilla»: trae los inmuebles de su copropiedad. También sirve la hoja que ya usa.',
          picture: {
            name: 'sheet-send',
            alt: 'Página de inicio de una administradora, con la tarjeta «Enviar la planilla del mes» marcada.',
          },
        },
        {
          text: 'Escriba una columna por cada cobro: cuota de administración, cuota extra, multa. Si trae una columna de totales, se comprueba que sumen.',
        },
        {
          text: 'Toque «Elegir archivo» o arrastre la planilla. Verá hasta qué día se entregan las cuentas; si se equivocó, toque «Descartar» y envíe otra.',
        },
        {
          text: 'Cuando el mes se emite, la relación de facturas le llega por correo en PDF y en Excel, y su planilla pasa a «Planillas anteriores» como «Emitida».',
        },
      ],
    },
    {
      id: 'cinco-informes',
      title: 'Los cinco informes de facturación',
      intro: 'Están en el menú. Todos se descargan en PDF o en Excel.',
      steps: [
        {
          text: 'En «Relación de Facturas» se ve de una vez el último mes; puede escoger otro. Para guardarla, escoja el formato y toque «Generar»: una fila por inmueble con saldo anterior, pagos, intereses, cuotas y total. Con «Cuentas de cobro del mes» las descarga todas en un PDF.',
          picture: {
            name: 'report-relation',
            alt: 'Página «Relación de Facturas» con el año, el mes, el formato y el botón «Generar» marcado.',
          },
        },
        {
          text: '«Cartera por Edades» dice cuánto debe cada inmueble y desde hace cuántos días. «Morosos» trae las cuotas vencidas de cada uno, desde cuándo, el capital y los intereses.',
        },
        {
          text: '«Estados de Cuenta» trae todos los movimientos de un inmueble. En él y en los dos anteriores puede escribir una fecha en «A corte de»: sale como estaban los libros ese día; sin fecha, como están hoy.',
          picture: {
            name: 'report-age',
            alt: 'Página «Cartera por Edades» con el campo «A corte de» marcado.',
          },
        },
        {
          text: '«Recaudos del Mes» trae los pagos que se contaron en el mes, cada uno con su recibo, y las consignaciones que todavía no se sabe de quién son.',
        },
      ],
    },
    {
      id: 'certificados',
      title: 'Certificado de deuda y paz y salvo',
      intro: 'Salen de los mismos libros que las cuentas, con la fecha de hoy, para que usted los firme.',
      steps: [
        {
          text: 'En el menú, abra «Estados de Cuenta» y escoja el inmueble. Debajo de sus movimientos aparecen sus certificados.',
          picture: {
            name: 'certificates',
            alt: 'Página «Estados de Cuenta» con un inmueble escogido y el botón «Certificado de deuda» marcado.',
          },
        },
        {
          text: 'Toque «Certificado de deuda»: trae cada cuota vencida con sus intereses (Ley 675 de 2001, art. 48). Si no hay nada vencido, la página lo dice, y el que sale es el «Paz y salvo».',
        },
      ],
    },
    {
      id: 'contabilidad',
      title: 'Movimientos para la contabilidad',
      intro: 'Para pasar el mes al programa contable sin digitarlo otra vez.',
      steps: [
        {
          text: 'En «Recaudos del Mes», baje hasta «Movimientos para contabilidad», escoja año y mes y toque «Descargar CSV».',
          picture: {
            name: 'accounting',
            alt: 'Página «Recaudos del Mes» con la sección «Movimientos para contabilidad» marcada.',
          },
        },
        {
          text: 'El archivo trae una fila por movimiento: cobros, intereses, pagos, descuentos y notas, con su fecha, su documento y su inmueble. Se abre en Excel.',
        },
      ],
    },
  ],
};
