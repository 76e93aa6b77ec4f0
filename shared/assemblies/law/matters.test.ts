import { describe, expect, it } from 'vitest';
import { majorityWords } from '../rule-words.ts';
import { byLawMatters } from './by-law-majorities.ts';
import { type Matter, matters } from './kinds.ts';
import { type Rule, rules } from './majority.ts';
import { asksAsMuch, isOfCommittee, likelyMatter, matterLaw, needOf } from './matters.ts';
import { isBoundByAgenda, questionWarnings, warningWords } from './warnings.ts';

/** Questions as users write, by the matter to recognize. */
const looking: readonly [Matter, readonly string[]][] = [
  [
    'disaffection',
    [
      '¿Aprueba ceder la zona verde al municipio?',
      '¿Aprueba la cesión de la zona verde al municipio de Chía?',
      '¿Autoriza entregar la zona verde al municipio como espacio público?',
      '¿Aprueba donar el lote comunal a la alcaldía?',
      '¿Aprueba transferir la vía interna al Distrito?',
      'Cesión gratuita del parque al IDU',
      '¿Aprueba desafectar y vender la casa del mayordomo?',
      '¿Autoriza la venta de la antigua portería a un particular?',
      '¿Aprueba vender un área común de 20 m²?',
      '¿Está de acuerdo con la venta de los parqueaderos comunales?',
      '¿Aprueba la entrega de las vías internas al municipio?',
      '¿Aprueba regalar el parque a la alcaldía local?',
    ],
  ],
  [
    'optionalExpenses',
    [
      '¿Aprueba instalar paneles solares?',
      '¿Aprueba la instalación de páneles solares en la cubierta?',
      'Compra de un sistema de paneles fotovoltaicos',
      '¿Aprueba la construcción de un salón de eventos?',
      '¿Aprueba construir la cancha de pádel?',
      'Instalación de jacuzzi y sauna',
      '¿Aprueba hacer un parque para perros?',
      'Proyecto de energía solar para zonas comunes',
      '¿Aprueba invertir en paneles solares para las zonas comunes?',
      'Instalación de Paneles Solares',
    ],
  ],
  [
    'extraordinaryFee',
    [
      '¿Aprueba un recaudo extraordinario de $ 50.000 por inmueble?',
      'Recaudos extraordinarios para la fachada',
      '¿Aprueba el cobro de una cuota extra para la fachada?',
      '¿Aprueba una derrama?',
      '¿Aprueba un aporte adicional por única vez para el ascensor?',
      'Expensa extraordinaria para el techo',
      '¿Aprueba la cuota por una sola vez para arreglar el tanque?',
      '¿Aprueba hacer un recaudo extraordinario para la impermeabilización?',
      'Pago extraordinario por inmueble para los ascensores',
    ],
  ],
  [
    'destination',
    [
      '¿Aprueba permitir Airbnb en los apartamentos?',
      '¿Aprueba permitir el alquiler por días?',
      '¿Aprueba autorizar la renta corta en el edificio?',
      '¿Aprueba permitir arriendos temporales tipo Airbnb?',
      '¿Aprueba los alojamientos turísticos en las unidades?',
      '¿Autoriza la vivienda turística en el conjunto?',
      'Permitir hospedaje por plataformas digitales',
      '¿Aprueba que los apartamentos se destinen a vivienda turística?',
      '¿Aprueba prohibir el Airbnb?',
      '¿Aprueba que los locales se conviertan en vivienda?',
      '¿Aprueba permitir estadías cortas?',
      'Autorización de Airbnb',
      '¿APRUEBA PERMITIR EL ARRENDAMIENTO DE APARTAMENTOS POR DÍAS?',
      '¿Aprueba permitir rentas cortas?',
      '¿Se autoriza el hospedaje turístico en los apartamentos?',
    ],
  ],
  [
    'exclusiveUse',
    [
      '¿Aprueba asignar el uso exclusivo del jardín al 101?',
      '¿Aprueba dar en uso exclusivo la terraza?',
      '¿Aprueba la asignación definitiva de los parqueaderos de visitantes?',
      '¿Aprueba asignar en forma permanente un depósito comunal a Local 3?',
      '¿Aprueba que el 601 use de manera exclusiva la azotea?',
      '¿Aprueba la asignación exclusiva de los garajes?',
      '¿Aprueba que el local 2 utilice exclusivamente el antejardín?',
    ],
  ],
  [
    'commonUse',
    [
      '¿Aprueba cambiar el uso de la piscina?',
      '¿Aprueba convertir los parqueaderos de visitantes en zona de juegos?',
      '¿Aprueba quitar la cancha para hacer parqueaderos?',
      '¿Aprueba eliminar la piscina?',
      '¿Aprueba cerrar definitivamente la piscina?',
      '¿Aprueba reemplazar el parque infantil por parqueaderos?',
      '¿Aprueba demoler la portería?',
      '¿Aprueba suprimir la zona de juegos?',
      'Eliminación del parque infantil',
    ],
  ],
  [
    'bylaws',
    [
      '¿Aprueba reformar los estatutos?',
      '¿Aprueba la reforma al reglamento de propiedad horizontal?',
      '¿Aprueba actualizar el RPH?',
      '¿Aprueba modificar el artículo 45 del reglamento?',
      '¿Aprueba modificar la escritura pública 1234?',
      '¿Aprueba reformar el régimen de propiedad horizontal?',
      'Reforma de estatutos para adecuarlos a la ley',
    ],
  ],
  [
    'acquisition',
    [
      '¿Aprueba comprar el lote vecino?',
      '¿Aprueba la adquisición de un apartamento para el celador?',
      '¿Aprueba comprar dos parqueaderos para visitantes?',
    ],
  ],
  [
    'reconstruction',
    [
      '¿Aprueba reconstruir el edificio?',
      '¿Aprueba la reconstrucción de la torre 2 después del sismo?',
      'Reconstrucción total del conjunto',
    ],
  ],
  ['dissolution', ['¿Aprueba disolver y liquidar la persona jurídica?', 'Disolución del conjunto']],
  [
    'bylaws',
    [
      '¿Aprueba modificar los coeficientes?',
      '¿Aprueba la modificación de los coeficientes de copropiedad?',
      'Nueva tabla de coeficientes',
      '¿Está de acuerdo con la reforma estatutaria?',
      'Reforma parcial estatutaria',
      'Modificaciones estatutarias',
      '¿Aprueba el nuevo reglamento de propiedad horizontal?',
      '¿Aprueba modificar los módulos de contribución?',
      'Adecuar el reglamento a la Ley 675',
    ],
  ],
  [
    'disaffection',
    [
      '¿Aprueba la venta de la portería?',
      '¿Autoriza vender el apartamento del celador?',
      'Enajenación de una zona común',
      '¿Aprueba permutar el lote comunal?',
      'Venta del parqueadero de visitantes',
      'Autorizar la venta del lote contiguo de zona verde',
      'Dar en dación en pago la portería',
    ],
  ],
  [
    'exclusiveUse',
    [
      '¿Aprueba asignar los parqueaderos comunes?',
      'Asignación de parqueaderos',
      '¿Aprueba adjudicar la terraza al apartamento 501?',
      'Asignación de los cuartos útiles',
      '¿Aprueba entregar la terraza al 601 para su uso?',
      '¿Aprueba ceder el uso del patio al apto 101?',
    ],
  ],
  [
    'commonUse',
    ['¿Aprueba convertir el salón comunal en oficina?', '¿Aprueba destinar la cancha a parqueaderos?'],
  ],
  [
    'optionalExpenses',
    [
      '¿Aprueba construir un gimnasio?',
      '¿Aprueba la construcción de una piscina?',
      'Montaje de un gimnasio',
      '¿Está de acuerdo con instalar un jacuzzi?',
      'Crear una zona de mascotas',
      '¿Aprueba la construcción del salón social?',
      'Dotación del gimnasio',
      'Adecuar una sala de cine',
      'Ampliar el salón social',
    ],
  ],
  [
    'bylaws',
    [
      '¿Aprueba la reforma del reglamento de propiedad horizontal?',
      '¿APRUEBA LA REFORMA AL REGLAMENTO?',
      'Reforma parcial del reglamento, artículos 12 y 15',
      '¿Está de acuerdo con modificar el artículo 34 del reglamento de propiedad horizontal?',
      'Modificacion de los estatutos',
      '¿Aprueba adicionar el R.P.H.?',
      '¿Aprueba actualizar el reglamento del conjunto?',
    ],
  ],
  [
    'extraordinaryFee',
    [
      '¿Aprueba una cuota extraordinaria para la impermeabilización?',
      '¿Aprueba la CUOTA EXTRA de $ 350.000 por apartamento?',
      'Cuotas extraordinarias para el ascensor, en seis meses',
      '¿Aprueba la expensa extraordinaria?',
      '¿Aprueba una cuota adicional de un millón?',
      '¿Aprueba cobrar una cuota especial para la fachada?',
      '¿Aprueba el aporte extraordinario?',
    ],
  ],
  [
    'extinction',
    [
      '¿Aprueba la extinción de la propiedad horizontal?',
      'Extinguir el régimen de propiedad horizontal',
      '¿Aprueba terminar el régimen de propiedad horizontal?',
      '¿Aprueba acabar con la propiedad horizontal?',
    ],
  ],
  [
    'dissolution',
    ['¿Aprueba la disolución y liquidación de la persona jurídica?', 'Liquidación de la copropiedad'],
  ],
  [
    'disaffection',
    ['¿Aprueba la desafectación del cuarto de basuras?', '¿Aprueba desafectar el parqueadero comunal?'],
  ],
  ['exclusiveUse', ['¿Aprueba asignar la terraza al uso exclusivo del apartamento 601?']],
  ['acquisition', ['¿Aprueba la compra de un local para la administración?', '¿Aprueba adquirir una sede?']],
  [
    'commonUse',
    ['¿Aprueba cambiar el uso del salón comunal a gimnasio?', 'Cambio de destinación de la zona verde'],
  ],
  [
    'destination',
    [
      '¿Aprueba el cambio de destinación de los apartamentos a vivienda turística?',
      '¿Aprueba el cambio de destino del local 1?',
    ],
  ],
  ['optionalExpenses', ['¿Aprueba expensas comunes diferentes de las necesarias?']],
  ['reconstruction', ['¿Aprueba la reconstrucción del edificio?']],
  [
    'election',
    [
      'Elección del consejo de administración',
      '¿Elección de comité de convivencia?',
      'Elección Revisor Fiscal',
    ],
  ],
  ['budget', ['¿Aprueba el presupuesto de ingresos y gastos 2026?', 'Presupuesto del año 2027']],
];

const usual = [
  '¿Aprueba podar la zona verde?',
  '¿Aprueba solicitar al municipio el arreglo de la vía?',
  '¿Aprueba el mantenimiento de los paneles solares?',
  '¿Aprueba el informe de los paneles solares?',
  '¿Aprueba el informe del recaudo extraordinario?',
  '¿Aprueba pedir una cotización de paneles solares?',
  '¿Aprueba multar a quien alquile por días sin registro?',
  '¿Aprueba el registro de huéspedes de Airbnb ante la administración?',
  '¿Aprueba entregar la zona verde podada cada mes?',
  '¿Aprueba el cobro de las cuotas en mora?',
  '¿Aprueba la venta de reciclaje?',
  '¿Aprueba ceder la palabra al abogado?',
  '¿Aprueba el cambio de los ascensores?',
  '¿Aprueba la reparación del ascensor?',
  '¿Aprueba cerrar la piscina los lunes?',
  '¿Aprueba el cierre temporal de la piscina por mantenimiento?',
  '¿Aprueba cambiar el piso de la piscina?',
  '¿Aprueba instalar cámaras?',
  '¿Aprueba instalar un citófono virtual?',
  '¿Aprueba el manual de Airbnb?',
  '¿Aprueba el convenio con el municipio para reciclaje?',
  '¿Aprueba el pago del impuesto predial al municipio?',
  '¿Aprueba demandar al municipio por la zona verde?',
  '¿Aprueba el recaudo de cartera con abogado?',
  '¿Aprueba el informe de recaudo?',
  '¿Aprueba el plan de ahorro de energía?',
  '¿Aprueba cambiar las luminarias por LED solares?',
  '¿Aprueba el horario de entrega de domicilios?',
  '¿Aprueba eliminar la cuota de parqueadero?',
  '¿Aprueba quitar las rejas de la cancha?',
  '¿Aprueba demoler el muro de la cancha?',
  '¿Aprueba el arriendo del salón comunal por días?',
  '¿Aprueba el alquiler de la cancha por horas?',
  '¿Aprueba alquilar el salón social por días?',
  '¿Aprueba comprar los uniformes de los celadores?',
  '¿Aprueba la asignación de tareas al consejo?',
  '¿Aprueba la asignación de recursos para el parque?',
  '¿Aprueba el presupuesto del salón?',
  '¿Aprueba el informe de la visita del municipio?',
  '¿Aprueba reemplazar la puerta del salón comunal?',
  '¿Aprueba reemplazar el piso del gimnasio?',
  '¿Aprueba eliminar la humedad del sótano?',
  '¿Aprueba quitar los avisos de la portería?',
  '¿Aprueba demoler la caseta provisional de obra?',
  '¿Aprueba el reemplazo de la bomba de la piscina?',
  '¿Aprueba reemplazar las tejas de la cubierta?',
  '¿Aprueba tapar los huecos del parqueadero?',
  '¿Aprueba el cierre del salón comunal a las 10?',
  '¿Aprueba la renta del local comunal?',
  '¿Aprueba el alquiler corto del salón?',
  '¿Aprueba la entrega de llaves al municipio?',
  '¿Aprueba entregar las basuras al municipio?',
  '¿Aprueba ceder la palabra al delegado de la alcaldía?',
  '¿Aprueba la transferencia de fondos al acueducto?',
  '¿Aprueba pagar la energía de zonas comunes?',
  '¿Aprueba comprar lámparas solares?',
  '¿Aprueba el sistema de cámaras?',
  '¿Aprueba cobrar tarifa a huéspedes de Airbnb?',
  '¿Aprueba el pago adicional al contador?',
  '¿Aprueba el aporte adicional del seguro?',
  '¿Aprueba los pagos extraordinarios del contador?',
  '¿Aprueba el hotel para la cena de fin de año?',
  '¿Aprueba permitir mascotas en apartamentos?',
  '¿Aprueba permitir visitantes en la piscina?',
  '¿Aprueba permitir el uso del BBQ por días?',
  '¿Aprueba autorizar el alquiler por días de los parqueaderos de visitantes?',
  '¿Aprueba autorizar el alquiler temporal del salón social?',
  '¿Aprueba cerrar el parque por pandemia?',
  '¿Aprueba eliminar zonas de fumadores?',
  '¿Aprueba suprimir el cargo de todero?',
  '¿Aprueba devolver el anticipo al contratista de la terraza?',
  '¿Aprueba que la administración utilice exclusivamente correo electrónico?',
  '¿Aprueba usar exclusivamente la aplicación?',
  '¿Aprueba el reemplazo de los juegos infantiles dañados?',
  '¿Aprueba arreglar la vía con el municipio?',
  '¿Aprueba entregar en comodato la caseta a la policía?',
  '¿Aprueba el orden del día?',
  '¿Aprueba el orden del día propuesto por el consejo?',
  '¿Aprueba el reglamento de la asamblea?',
  '¿Aprueba el reglamento interno de la asamblea?',
  '¿Aprueba modificar el reglamento de uso de la piscina?',
  '¿Aprueba modificar el reglamento interno del comité de convivencia?',
  '¿Aprueba el manual de convivencia?',
  '¿Aprueba la reforma del manual de convivencia?',
  '¿Aprueba elegir a Ana Ruiz como presidenta de la asamblea?',
  '¿Aprueba que el administrador sea el secretario de la asamblea?',
  '¿Aprueba el acta de la asamblea anterior?',
  '¿Aprueba los estados financieros a 31 de diciembre?',
  '¿Aprueba el informe de gestión de la administración?',
  '¿Aprueba el informe de la revisoría fiscal?',
  '¿Aprueba la ejecución presupuestal?',
  '¿Aprueba que el consejo revise el presupuesto en marzo?',
  '¿Aprueba la compra de cámaras para la portería?',
  '¿Aprueba la compra de muebles para el salón comunal?',
  '¿Aprueba comprar un computador para la oficina de administración?',
  '¿Aprueba la reforma del salón social?',
  '¿Aprueba la reforma de la fachada?',
  '¿Aprueba cambiar la empresa de vigilancia?',
  '¿Aprueba el cambio de administrador?',
  '¿Aprueba cambiar la cerradura del local de basuras?',
  '¿Aprueba el cambio de los extintores?',
  '¿Aprueba la compra de extintores para cada edificio?',
  '¿Aprueba el plan de extinción de incendios?',
  '¿Aprueba la liquidación del contrato de aseo?',
  '¿Aprueba la liquidación de intereses de mora?',
  '¿Aprueba la liquidación de la cartera de la copropiedad?',
  '¿Aprueba condonar los intereses de las cuotas extraordinarias?',
  '¿Aprueba el acuerdo de pago de la cuota extraordinaria del 302? Queda en cartera',
  '¿Aprueba destinar el sobrante de la cuota extra, o saldo, al fondo de imprevistos?',
  '¿Aprueba el fondo de imprevistos?',
  '¿Aprueba el aumento de la cuota de administración según el IPC?',
  '¿Aprueba la contratación de la póliza de áreas comunes?',
  '¿Aprueba pintar la fachada del edificio?',
  '¿Aprueba la reconstrucción del muro de cerramiento?',
  '¿Aprueba la impermeabilización de la cubierta?',
  '¿Aprueba que se admitan mascotas en las zonas comunes?',
  '¿Aprueba el horario del gimnasio?',
  '¿Aprueba el uso del salón comunal hasta las 11 p. m.?',
  '¿Aprueba el uso de la piscina por visitantes?',
  '¿Aprueba cambiar el horario de uso de la piscina?',
  '¿Está de acuerdo con instalar un lector de placas?',
  '¿Autoriza al administrador a demandar a la constructora?',
  '¿Aprueba los honorarios del revisor fiscal?',
  '¿Aprueba la propuesta de la empresa de ascensores?',
  '¿Aprueba cerrar la asamblea?',
  '¿Aprueba el informe sobre los coeficientes?',
  '¿Aprueba la reforma del manual de convivencia?',
  '¿Aprueba el mantenimiento de la piscina?',
  '¿Aprueba la venta de licor en el salón comunal?',
  '¿Aprueba asignar un presupuesto al comité?',
  '¿Aprueba construir la rampa de acceso?',
  '¿Aprueba un receso de diez minutos?',
  '¿Aprueba la plancha única para el consejo?',
  '¿Aprueba la proposición del señor Gómez?',
  '¿Ratifica la elección de la comisión verificadora?',
  '¿Aprueba el sorteo de los parqueaderos comunes?',
  '¿Aprueba alquilar el local comunal?',
  '¿Aprueba arrendar la terraza para antenas?',
  '¿Aprueba el cobro por uso de parqueaderos de visitantes?',
  '¿Aprueba el informe de ejecución de la cuota extraordinaria, con informe de obra?',
  '¿Aprueba la multa por mora?',
  '¿Aprueba la sede de la próxima asamblea?',
  '¿Aprueba el cambio de la iluminación del edificio?',
  '¿Aprueba el cambio de administración del conjunto?',
  '¿Desea continuar con la vigilancia física?',
  'Si está de acuerdo, vote Si',
  '¿Aprueba entregar la dotación de la portería?',
  '¿Aprueba el mantenimiento y la dotación de extintores del gimnasio?',
  '¿Aprueba terminar el contrato de la copropiedad con la empresa de aseo?',
  '¿Aprueba la entrega de las llaves del salón comunal al consejo?',
  '¿Aprueba adoptar el reglamento de uso de la piscina?',
  '¿Aprueba el nuevo reglamento interno de mascotas?',
  '¿Aprueba recibir las zonas comunes que entrega la constructora?',
  '¿Aprueba la entrega de las zonas comunes por la constructora?',
  '¿Autoriza al consejo a entregar las zonas comunes a la constructora para reparación?',
  '¿Aprueba adecuar la piscina a la norma?',
  '¿Aprueba ampliar el plazo de pago de la cuota de administración?',
];

describe('matter by the words of a question', () => {
  it.each(looking)('%s', (matter, texts) => {
    for (const text of texts) expect(likelyMatter(text), text).toBe(matter);
  });

  it('usual questions match no matter', () => {
    expect(usual.length).toBeGreaterThan(60);
    for (const text of usual) expect(likelyMatter(text), text).toBeNull();
  });

  it('matching ignores case and accents', () => {
    for (const [matter, texts] of looking) {
      for (const text of texts) {
        expect(likelyMatter(text.toUpperCase())).toBe(matter);
        expect(likelyMatter(text.normalize('NFD').replace(/\p{M}/gu, ''))).toBe(matter);
      }
    }
  });
});

describe('matters and majorities', () => {
  it("each matter has a rule and an article; the ten of art. 46 in the law's order", () => {
    for (const matter of matters) expect(rules).toContain(matterLaw[matter].rule);
    const numbers = matters.flatMap(
      (matter) => /art\. 46, num\. (\d+)$/.exec(matterLaw[matter].source)?.[1] ?? [],
    );
    expect(numbers).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  });

  it('a stricter rule fulfils the rule of a matter', () => {
    const asks = (rule: Rule, needed: Rule) => asksAsMuch({ rule }, { rule: needed });
    expect(asks('unanimous', 'qualified')).toBe(true);
    expect(asks('simple', 'threshold')).toBe(false);
    expect(asks('simple', 'election')).toBe(true);
    expect(asks('perUnit', 'simple')).toBe(false);
    expect(asks('election', 'qualified')).toBe(false);
  });

  it('a higher percentage is stricter, and the roll is a stricter base than the represented', () => {
    const of = (percent: number, base: 'represented' | 'roll') =>
      ({ rule: 'threshold', threshold: { percent, base } }) as const;
    expect(asksAsMuch(of(60, 'represented'), of(60, 'represented'))).toBe(true);
    expect(asksAsMuch(of(59.9999, 'represented'), of(60, 'represented'))).toBe(false);
    expect(asksAsMuch(of(60, 'roll'), of(60, 'represented'))).toBe(true);
    expect(asksAsMuch(of(70, 'represented'), of(51, 'roll'))).toBe(false);
    expect(asksAsMuch({ rule: 'qualified' }, of(70, 'roll'))).toBe(true);
  });

  it('by-laws set the majority within art. 45, never for art. 46 or extinction', () => {
    const own = { threshold: { percent: 60, base: 'represented' as const }, clause: 'artículo 45' };
    const { threshold, clause } = own;
    expect(needOf('budget', { budget: own })).toEqual({ rule: 'threshold', threshold, clause });
    expect(needOf('accounts', { budget: own })).toEqual({ rule: 'simple' });
    expect(needOf('election', { election: { threshold: null, clause } })).toEqual({ rule: 'simple', clause });
    const settable: readonly Matter[] = byLawMatters;
    const everything = Object.fromEntries(matters.map((matter) => [matter, own]));
    for (const matter of matters.filter((one) => !settable.includes(one)))
      expect(needOf(matter, everything), matter).toEqual({ rule: matterLaw[matter].rule });
  });
});

describe('warnings about questions', () => {
  const inRoom = { kind: 'ordinary', mode: 'inPerson', agenda: '1. Quórum\n2. Presupuesto' } as const;
  const warningsOf = (
    question: string,
    more: Partial<Parameters<typeof questionWarnings>[0]> = {},
    meeting: Partial<Parameters<typeof questionWarnings>[1]> = {},
  ) =>
    questionWarnings(
      { question, matter: null, rule: 'simple', agendaItem: null, ...more },
      { ...inRoom, ...meeting },
    );

  it('words of another matter warn once, only if that matter is stricter', () => {
    const reform = '¿Aprueba la reforma del reglamento?';
    expect(warningsOf(reform)).toEqual([{ kind: 'looksLike', matter: 'bylaws' }]);
    expect(warningsOf(reform, { matter: 'other' })).toEqual([{ kind: 'looksLike', matter: 'bylaws' }]);
    expect(warningsOf(reform, { rule: 'qualified' })).toEqual([]);
    expect(warningsOf(reform, { matter: 'bylaws', rule: 'qualified' })).toEqual([]);
    expect(warningsOf(reform, { matter: 'bylaws' })).toEqual([{ kind: 'matterRule', matter: 'bylaws' }]);
    expect(warningsOf('¿Aprueba el presupuesto de gastos?')).toEqual([]);
    expect(warningsOf('¿Aprueba el presupuesto de gastos?', { rule: 'perUnit' })).toEqual([
      { kind: 'looksLike', matter: 'budget' },
    ]);
  });

  it('a point warns if the sent agenda lacks the text of the point', () => {
    const bound = { kind: 'extraordinary', agenda: '1. Quórum\n2. Venta\n3. Presupuesto' } as const;
    const kindsOf = (agendaItem: number | null, meeting: object) =>
      warningsOf('¿Sí?', { agendaItem }, { ...bound, ...meeting }).map(({ kind }) => kind);
    const sent = { sentAgenda: '1. Quórum\n2. Presupuesto' };
    expect([1, 2, 3].map((point) => kindsOf(point, sent))).toEqual([[], ['outsideAgenda'], []]);
    expect(kindsOf(2, {})).toEqual([]);
    expect(kindsOf(2, { ...sent, kind: 'ordinary' })).toEqual([]);
    expect(kindsOf(null, {})).toEqual(['outsideAgenda']);
  });

  it('an extraordinary fee warns of four monthly fees until confirmed as such', () => {
    const fee = '¿Aprueba una cuota extraordinaria?';
    expect(warningsOf(fee, { matter: 'budget' })).toEqual([
      { kind: 'looksLike', matter: 'extraordinaryFee' },
    ]);
    expect(warningsOf(fee, { matter: 'extraordinaryFee' })).toEqual([]);
    expect(warningsOf(fee, { matter: 'largeExtraordinaryFee', rule: 'qualified' })).toEqual([]);
    expect(warningsOf(fee, { matter: 'largeExtraordinaryFee' })).toEqual([
      { kind: 'matterRule', matter: 'largeExtraordinaryFee' },
    ]);
  });

  it('a majority below the by-laws warns with the clause, also for an election', () => {
    const threshold = { percent: 60, base: 'represented' as const };
    const clause = 'artículo 45 del reglamento';
    const byLaws = { budget: { threshold, clause }, election: { threshold: null, clause } };
    const ask = (more: Partial<Parameters<typeof questionWarnings>[0]>) =>
      questionWarnings(
        { question: '¿Sí?', matter: null, rule: 'simple', agendaItem: null, ...more },
        inRoom,
        byLaws,
      );
    const own = { rule: 'threshold' as const, threshold, clause };
    const [warning] = ask({ matter: 'budget' });
    expect(warning).toEqual({ kind: 'matterRule', matter: 'budget', byLaws: own });
    if (warning === undefined) throw new Error('no warning');
    expect(warningWords(warning, { mode: 'inPerson', say: majorityWords })).toEqual({
      question: 'La regla elegida no es la que pide el reglamento.',
      law: '«Presupuesto» se decide por más del 60 % de lo representado (Ley 675 de 2001, art. 45; artículo 45 del reglamento).',
    });
    expect(ask({ matter: 'budget', rule: 'threshold', threshold })).toEqual([]);
    expect(ask({ matter: 'budget', rule: 'qualified' })).toEqual([]);
    expect(ask({ question: '¿Aprueba el presupuesto de gastos?' })).toEqual([
      { kind: 'looksLike', matter: 'budget', byLaws: own },
    ]);
    expect(ask({ matter: 'election', rule: 'election' })).toEqual([
      { kind: 'matterRule', matter: 'election', byLaws: { rule: 'simple', clause } },
    ]);
    expect(ask({ question: 'Elección del consejo de administración' })).toEqual([]);
    expect(ask({ question: 'Elección del consejo de administración', rule: 'election' })).toEqual([
      { kind: 'looksLike', matter: 'election', byLaws: { rule: 'simple', clause } },
    ]);
  });

  it('a council with an even number of seats warns', () => {
    const elect = (question: string, seats?: number) =>
      warningsOf(question, { matter: 'election', rule: 'election', seats }).map(({ kind }) => kind);
    for (const seats of [2, 4, 6]) {
      expect(elect('Elección del consejo de administración', seats)).toEqual(['evenSeats']);
      expect(elect('Elección de los consejeros', seats)).toEqual(['evenSeats']);
      expect(elect('Elección del comité de convivencia', seats)).toEqual(['evenSeats']);
    }
    for (const seats of [1, 3, 5, undefined]) expect(elect('Elección del consejo', seats)).toEqual([]);
    expect(elect('Elección de la comisión verificadora', 2)).toEqual([]);
    expect(elect('Elección del presidente del consejo', 2)).toEqual([]);
  });

  it('only words about the comité de convivencia alone are about the committee', () => {
    const ofCommittee = [
      'Elección del Comité de Convivencia',
      '¿A quiénes elige para el COMITE DE CONVIVENCIA?',
    ];
    expect(ofCommittee.filter((words) => !isOfCommittee(words))).toEqual([]);
    const others = [
      'Elección del consejo de administración',
      'Elección del consejo y del comité de convivencia',
      'Elección del comité de obras',
      'Elección del presidente del comité de convivencia',
    ];
    expect(others.filter(isOfCommittee)).toEqual([]);
  });

  it('a majority of the room in a mixed assembly warns, and an extinction warns', () => {
    const mixed = { mode: 'mixed' as const, agenda: null };
    expect(warningsOf('¿Sí?', { matter: 'bylaws', rule: 'qualified' }, mixed)).toEqual([
      { kind: 'mixedReading' },
    ]);
    expect(warningsOf('¿Sí?', { matter: 'bylaws', rule: 'qualified' })).toEqual([]);
    const [reading] = warningsOf('¿Sí?', { matter: 'bylaws', rule: 'qualified' }, mixed);
    const extinction = warningsOf('¿Sí?', { matter: 'extinction', rule: 'unanimous' });
    expect(extinction).toEqual([{ kind: 'everyOwner' }]);
    const words = [reading, extinction[0]].map((warning) =>
      warning === undefined ? '' : warningWords(warning, { mode: 'mixed', say: majorityWords }).law,
    );
    expect(words[0]).toContain('Ninguna norma lo dice');
    expect(words[1]).toMatch(/coeficiente 0.*acreedores hipotecarios/);
  });

  it('a question outside the agenda warns, if the law binds the meeting to an agenda', () => {
    const outside = [{ kind: 'outsideAgenda' }];
    expect(warningsOf('¿Sí?')).toEqual([]);
    expect(warningsOf('¿Sí?', {}, { kind: 'extraordinary' })).toEqual(outside);
    expect(warningsOf('¿Sí?', {}, { mode: 'virtual' })).toEqual(outside);
    expect(warningsOf('¿Sí?', {}, { mode: 'mixed' })).toEqual(outside);
    expect(warningsOf('¿Sí?', { agendaItem: 2 }, { kind: 'extraordinary' })).toEqual([]);
    expect(warningsOf('¿Sí?', {}, { kind: 'extraordinary', agenda: null })).toEqual([]);
    expect(isBoundByAgenda(inRoom)).toBe(false);
  });
});
