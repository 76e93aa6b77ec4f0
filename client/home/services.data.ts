import billing from './art/billing.svg';
import inPerson from './art/in-person.svg';
import virtual from './art/virtual.svg';

/** Service shown on the landing page. */
export interface Service {
  id: 'virtual' | 'inPerson' | 'billing';
  /** Drawing of the service: an open question, a badge, or an invoice. Equal in the light and dark themes. */
  art: string;
  title: string;
  /** Description of the service in a sentence. */
  text: string;
  points: readonly string[];
  /** List with a heading: requirements for the client, or contents of a report. */
  list: { title: string; items: readonly (readonly [name: string, text?: string])[] };
}

/** Services shown on the landing page. */
export const services: readonly Service[] = [
  {
    id: 'virtual',
    art: virtual,
    title: 'Asambleas virtuales',
    text: 'Ordinarias y extraordinarias, en una plataforma web, con quórum y votaciones ponderados por el coeficiente de propiedad.',
    points: [
      'El quórum y los votos se informan con fecha y hora.',
      'Cada propietario recibe un usuario y una contraseña únicos, y un correo con las instrucciones, los enlaces y sus credenciales.',
      'La asamblea se graba, para que la administración redacte el acta.',
    ],
    list: {
      title: 'Qué se necesita',
      items: [
        ['Computador', 'con Windows 7 o posterior'],
        ['Navegador', 'Chrome'],
        ['Internet', 'bueno: se recomiendan al menos 10 Mbps'],
        ['Teleconferencia', 'el programa que le recomendaremos más adelante'],
      ],
    },
  },
  {
    id: 'inPerson',
    art: inPerson,
    title: 'Asambleas presenciales',
    text: 'Cada propietario recibe una escarapela con su nombre, el número de su inmueble, su coeficiente y un código de barras.',
    points: [
      'Al leer el código de barras queda registrada la asistencia y se suma el coeficiente.',
      'Las papeletas de votación distinguen a favor, en contra y en blanco.',
      'Cada copropietario se registra una vez, y vota una sola vez por pregunta.',
    ],
    list: {
      title: 'En los tres días hábiles siguientes, un resumen por correo con',
      items: [['Nombre del copropietario'], ['Coeficiente'], ['Hora de ingreso'], ['Coeficiente acumulado']],
    },
  },
  {
    id: 'billing',
    art: billing,
    title: 'Facturación',
    text: 'Usted envía la hoja de cálculo con los cobros del mes. En tres días recibe una factura por inmueble y la relación de facturas.',
    points: [
      'La factura va en un formato preimpreso de dos partes: una para el propietario y otra para la entidad financiera.',
      'La relación llega también al contador, que concilia con ella la cartera.',
      'Después, la administración consulta en el portal los estados de cuenta, la relación de facturas y la cartera por edades, entre otros.',
    ],
    list: {
      title: 'La relación de facturas trae, de cada propietario',
      items: [
        ['Pago del mes anterior'],
        ['Número de cuotas vencidas'],
        ['Intereses de mora'],
        ['Intereses del mes'],
        ['Cuota de administración'],
        ['Cuotas extraordinarias o multas'],
        ['Detalle de los cobros adicionales'],
        ['Saldo a favor, si lo hay'],
        ['Total a pagar'],
      ],
    },
  },
];
