import styles from './landing.module.css';

interface Service {
  title: string;
  text: string;
  points: readonly string[];
  /** What the client needs for it. */
  needs?: string;
}

const services: readonly Service[] = [
  {
    title: 'Asambleas virtuales',
    text: 'Ordinarias y extraordinarias, desde la web y con cada voto ponderado por su coeficiente.',
    points: [
      'Control de quorum y de votaciones, reportados con fecha y hora.',
      'Usuario y contraseña propios para cada propietario, con un correo de instrucciones y enlaces.',
      'Grabación de la reunión, para que la administración redacte el acta.',
    ],
    needs:
      'Se necesita un computador con Windows 7 o posterior, el navegador Chrome, buen internet (se recomiendan al menos 10 Mbps) y el programa de teleconferencia que le indicaremos.',
  },
  {
    title: 'Asambleas presenciales',
    text: 'Una escarapela por propietario, con nombre, inmueble, coeficiente y código de barras.',
    points: [
      'Al leer el código se registra la asistencia y se suma el coeficiente.',
      'Escarapelas de votación a favor, en contra y en blanco.',
      'Cada copropietario se registra una vez y vota una sola vez por pregunta.',
      'A los tres días hábiles, un resumen por correo con nombre, coeficiente, hora de ingreso y acumulado.',
    ],
  },
  {
    title: 'Facturación',
    text: 'Usted envía la hoja de cálculo con los cobros del mes; en tres días recibe las facturas.',
    points: [
      'Una factura por inmueble, con desprendible para el propietario y para la entidad financiera.',
      'Relación de facturas con pagos, cuotas vencidas, intereses, cuotas, multas, saldos a favor y total.',
      'El mismo informe para el contador, que concilia la cartera.',
      'Consulta en el portal de estados de cuenta, relación de facturas y cartera por edades.',
    ],
  },
];

/** 'Nuestros Servicios': the three of them. */
export function Services() {
  return (
    <section id="nuestros-servicios" className={styles.bandTinted} aria-labelledby="servicios">
      <div className={styles.inner}>
        <h2 id="servicios" className={styles.title}>
          Nuestros Servicios
        </h2>
        <div className={styles.services}>
          {services.map((service, at) => (
            <article key={service.title} className={styles.service}>
              <p className={styles.number} aria-hidden="true">
                {at + 1}
              </p>
              <h3>{service.title}</h3>
              <p>{service.text}</p>
              <ul>
                {service.points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
              {service.needs && <p className={styles.needs}>{service.needs}</p>}
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}
