/** A client's place on the landing page. The names and marks are made up until the real ones are given. */
export interface Client {
  name: string;
  /** Which of the drawn marks stands for it. */
  mark: 'towers' | 'tree' | 'wave' | 'roof' | 'sun' | 'arch' | 'peak' | 'leaf' | 'grid' | 'bridge';
}

export const clients: readonly Client[] = [
  { name: 'Torres del Parque Alto', mark: 'towers' },
  { name: 'Conjunto El Roble', mark: 'tree' },
  { name: 'Reserva del Lago', mark: 'wave' },
  { name: 'Casas de la Loma', mark: 'roof' },
  { name: 'Balcones de Oriente', mark: 'sun' },
  { name: 'Portal de San Martín', mark: 'arch' },
  { name: 'Mirador del Cerro', mark: 'peak' },
  { name: 'Jardines de la Sabana', mark: 'leaf' },
  { name: 'Centro Comercial La Plaza', mark: 'grid' },
  { name: 'Puente Real', mark: 'bridge' },
];
