import billing from './art/billing.svg';
import inPerson from './art/in-person.svg';
import virtual from './art/virtual.svg';

/** One of the three services, as the page describes it. */
export interface Service {
  id: 'virtual' | 'inPerson' | 'billing';
  /** What one gets to see of it, drawn: the open question, the badge, the invoice. The same by day and by night. */
  art: string;
  title: string;
  /** What it is, in one sentence. */
  text: string;
  points: readonly string[];
  /** A list with a heading of its own: what the client needs, or what a report brings. */
  list: { title: string; items: readonly (readonly [name: string, text?: string])[] };
}

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
