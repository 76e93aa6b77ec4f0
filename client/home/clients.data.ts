import aqueduct from './clients/arcos.svg';
import canopy from './clients/copa.svg';
import leaf from './clients/hoja.svg';
import lake from './clients/lago.svg';
import hill from './clients/loma.svg';
import sunrise from './clients/oriente.svg';
import courtyard from './clients/patio.svg';
import plaza from './clients/plaza.svg';
import gate from './clients/portal.svg';
import towers from './clients/torres.svg';

/** Client of the company, shown on the landing page. */
export interface Client {
  name: string;
  /** URL of the logo, from an import at the top of the file. */
  logo: string;
}

/** True if the page calls the names and logos below examples. */
export const areExamples = true;

/** Clients shown on the landing page. */
export const clients: readonly Client[] = [
  { name: 'Torres del Parque Alto', logo: towers },
  { name: 'Conjunto El Roble', logo: canopy },
  { name: 'Reserva del Lago', logo: lake },
  { name: 'Casas de la Loma', logo: hill },
  { name: 'Balcones de Oriente', logo: sunrise },
  { name: 'Portal de San Martín', logo: gate },
  { name: 'Patios de Santa Inés', logo: courtyard },
  { name: 'Jardines de la Sabana', logo: leaf },
  { name: 'Centro Comercial La Plaza', logo: plaza },
  { name: 'Arcos del Acueducto', logo: aqueduct },
];
