import { bareText } from '../../bare-text.ts';
import { type ByLawMajorities, byLawMatters } from './by-law-majorities.ts';
import type { Matter } from './kinds.ts';
import type { Rule, Threshold } from './majority.ts';

/** Requirements of the law for a legal matter (subject) of a question: Spanish name, required rule, and source. */
export interface MatterLaw {
  /** Name of the matter: 'Presupuesto'. */
  name: string;
  /** Rule of decision that the law requires for the matter. */
  rule: Rule;
  /** Article of the law as text for screens and reports: 'art. 46'. */
  source: string;
}

const qualified = (number: number, name: string): MatterLaw => ({
  name,
  rule: 'qualified',
  source: `Ley 675 de 2001, art. 46, num. ${number}`,
});

/** Spanish name, required rule and legal source for each legal matter (subject) of a question. */
export const matterLaw: Record<Matter, MatterLaw> = {
  budget: { name: 'Presupuesto', rule: 'simple', source: 'Ley 675 de 2001, arts. 38, num. 4, y 45' },
  accounts: {
    name: 'Estados financieros o informes',
    rule: 'simple',
    source: 'Ley 675 de 2001, arts. 38, num. 2, y 45',
  },
  extraordinaryFee: {
    name: 'Cuota extraordinaria de hasta cuatro expensas necesarias mensuales',
    rule: 'simple',
    source: 'Ley 675 de 2001, arts. 45 y 46, num. 2',
  },
  election: {
    name: 'Elección o nombramiento',
    rule: 'election',
    source: 'Ley 675 de 2001, arts. 38, num. 5, y 45, y el reglamento',
  },
  nonEconomic: {
    name: 'Asunto sin contenido económico, en vivienda',
    rule: 'perUnit',
    source: 'Ley 675 de 2001, art. 37, y sentencia C-522 de 2002',
  },
  other: { name: 'Otra', rule: 'simple', source: 'Ley 675 de 2001, art. 45' },
  commonUse: qualified(1, 'Cambio de destinación de bienes comunes, o menor uso y goce de ellos'),
  largeExtraordinaryFee: qualified(
    2,
    'Cuotas extraordinarias de más de cuatro expensas necesarias mensuales',
  ),
  optionalExpenses: qualified(3, 'Expensas comunes diferentes de las necesarias'),
  exclusiveUse: qualified(4, 'Uso exclusivo de un bien común'),
  bylaws: qualified(5, 'Reforma del reglamento o los estatutos'),
  disaffection: qualified(6, 'Desafectación de un bien común no esencial'),
  reconstruction: qualified(7, 'Reconstrucción del edificio destruido en el 75 % o más'),
  destination: qualified(8, 'Cambio de destinación de los bienes privados'),
  acquisition: qualified(9, 'Adquisición de inmuebles'),
  dissolution: qualified(10, 'Liquidación y disolución'),
  extinction: {
    name: 'Extinción de la propiedad horizontal',
    rule: 'unanimous',
    source: 'Ley 675 de 2001, art. 9, num. 2',
  },
};

/**
 * Returns the Spanish name of a legal matter with the article of law, for reports: 'Reforma del reglamento o los
 * estatutos (Ley 675 de 2001, art. 46, num. 5)'.
 */
export const matterWords = (matter: Matter): string =>
  `${matterLaw[matter].name} (${matterLaw[matter].source})`;

/**
 * Majority required for a legal matter, for example 70 % for a change of the by-laws: set by the law, or by a
 * clause of the by-laws.
 */
export interface Need {
  /** Rule that decides. */
  rule: Rule;
  /** Percentage to exceed, for the rule `threshold`. */
  threshold?: Threshold;
  /** Clause of the by-laws. Absent for majorities of the law. */
  clause?: string;
}

/**
 * Returns the majority required for a matter in a joint (co-owned property): (1) the majority of the by-laws, if
 * the law permits another (Ley 675, art. 45); (2) the majority of the law.
 * @param byLaws majorities of the joint's by-laws, by matter
 */
export function needOf(matter: Matter, byLaws: ByLawMajorities): Need {
  const settable = byLawMatters.find((one) => one === matter);
  const own = settable && byLaws[settable];
  if (own === undefined) return { rule: matterLaw[matter].rule };
  const { threshold, clause } = own;
  return threshold === null ? { rule: 'simple', clause } : { rule: 'threshold', threshold, clause };
}

/**
 * True if the majority chosen for a question is exactly the majority required for the matter: same rule, percentage
 * and base.
 */
export const isTheNeeded = (chosen: Need, needed: Need): boolean =>
  chosen.rule === needed.rule &&
  chosen.threshold?.percent === needed.threshold?.percent &&
  chosen.threshold?.base === needed.threshold?.base;

/**
 * True if the majority chosen for a question is at least as strict as the majority required for the matter;
 * otherwise a warning is shown. A percentage of the whole roll is at least as strict as the same percentage of the
 * represented units. Rules of equal votes only match themselves. Any majority may also elect, unless the by-laws
 * require more.
 */
export function asksAsMuch(chosen: Need, needed: Need): boolean {
  if (chosen.rule === 'threshold' && needed.rule === 'threshold' && chosen.threshold && needed.threshold) {
    const isBaseAsMuch = chosen.threshold.base === 'roll' || needed.threshold.base === 'represented';
    return isBaseAsMuch && chosen.threshold.percent >= needed.threshold.percent;
  }
  const ladder: readonly Rule[] = ['simple', 'threshold', 'qualified', 'unanimous'];
  const [height, least] = [
    ladder.indexOf(chosen.rule),
    needed.rule === 'election' ? 0 : ladder.indexOf(needed.rule),
  ];
  return chosen.rule === needed.rule || (height >= 0 && least >= 0 && height >= least);
}

const comparable = (text: string): string =>
  bareText(text)
    .replace(/[^a-z0-9%]+/g, ' ')
    .trim();

/** Pattern of articles and similar words between a verb and the object. */
const JOINING =
  '(?:(?:de|del|a|al|el|la|los|las|en|un|una|unos|unas|otro|otra|nuevo|nueva|antiguo|antigua|dos|tres|y|total|parcial|gratuita|definitiva|permanente|nuestro|nuestra|actual|su|sus) )*';
const PROPERTY =
  '(?:regimen de propiedad horizontal|propiedad horizontal|copropiedad|conjunto|edificio|persona juridica)';
/** Pattern of names of the by-laws, excluding rules of a pool, a committee or the meeting. */
const BYLAWS =
  '(?:estatutos?|r ?p ?h|regimen de propiedad horizontal|escritura(?: publica)?|reglamento(?: general)? (?:de propiedad horizontal|de (?:la )?copropiedad|del (?:conjunto|edificio))|reglamento(?: general)?(?! (?:general|de|del|para|interno|sobre)))\\b';

/** Pattern of common goods that a joint may sell, assign or use in another way. */
const COMMON =
  '(?:bien(?:es)? comun(?:es)?|zonas?|areas?|salon(?:es)?|canchas?|parque|jardin(?:es)?|antejardin(?:es)?|terrazas?|cubiertas?|azotea|piscina|porteria|caseta|patios?|gimnasio|lobby|corredor(?:es)?|pasillos?|sotano|voladizo|lotes? (?:comun(?:es)?|comunal(?:es)?|contiguos?|de (?:la )?zona)|(?:apartamento|apto|vivienda|casa|cuarto) (?:del?|para) (?:la |el )?(?:celador|portero|porteria|mayordomo|conserje|vigilancia|basuras?)|(?:parqueaderos?|garajes?|depositos?|celdas?|locales|local) (?:comun(?:es)?|comunal(?:es)?|de visitantes))';
/** Pattern of amenities: necessary expenses do not include works on amenities. */
const AMENITY =
  '(?:gimnasio|piscina|salon (?:social|comunal|de (?:juegos|eventos))|canchas?|sauna|turco|jacuzzi|spa|b ?b ?q|asador(?:es)?|asaderos?|coworking|teatrino|sala de (?:cine|juegos)|juegos infantiles|parque infantil|ludoteca|kioscos?|quioscos?|pergolas?|zonas? humedas?|zona (?:b ?b ?q|de (?:mascotas|juegos))|parque (?:de|para) (?:mascotas|perros)|cafeteria|guarderia|capilla|oratorio|huerta|mirador|fuente|minimercado)';

/** Pattern of authorities that receive common goods: a transfer to an authority takes the goods out of the property. */
const AUTHORITY =
  '(?:municipio|alcaldia|distrito|gobernacion|departamento administrativo|secretaria|estado|nacion|idu|car|espacio publico|acueducto)';
/** Pattern of solar power plants: investments beyond necessary expenses. Excludes lamps. */
const SOLAR =
  '(?:paneles (?:solares|fotovoltaicos)|panel (?:solar|fotovoltaico)|energia (?:solar|fotovoltaica)|(?:sistemas?|plantas?|granja) (?:solar(?:es)?|fotovoltaic[oa]s?))';
/** Pattern of short lodging for tourists in private units. A rental of common goods is not meant. */
const SHORT_STAY =
  '(?:air ?bnb|booking|(?:alquiler|arriendo|arrendamiento|renta)(?:es|s)?(?: de (?:los |las )?(?:apartamentos|aptos|casas|unidades|inmuebles|viviendas))? (?:por (?:dias|noches|temporadas?)|temporal(?:es)?|vacacional(?:es)?|turistic[oa]s?|de corta (?:estancia|estadia|duracion)|cort[oa]s?)|(?:vivienda|viviendas|hospedaje|alojamiento|apartamento|uso)s? (?:turistic[oa]s?|vacacional(?:es)?)|(?:hospedaje|alojamiento)s? (?:por|en|mediante|a traves de) (?:dias|plataformas?)|(?:estadia|estancia)s? cortas?|hoteler[oa]s?|hostal(?:es)?)';

/** Patterns of the words of each matter, strictest matter first. */
const looks: readonly [Matter, RegExp][] = [
  [
    'extinction',
    new RegExp(
      `\\b(?:acabar|terminar|terminacion|fin)(?: con)? ${JOINING}(?:regimen de )?propiedad horizontal\\b|\\b(?:extincion|extinguir|extinga) ${JOINING}${PROPERTY}\\b`,
    ),
  ],
  [
    'dissolution',
    new RegExp(
      `\\b(?:disolucion|disolver|liquidacion|liquidar) (?:y (?:liquidacion|disolucion|liquidar|disolver) )?${JOINING}${PROPERTY}\\b`,
    ),
  ],
  [
    'bylaws',
    new RegExp(
      `\\b(?:reforma|reformar|reformas|modificacion|modificaciones|modificar|cambio|cambios|cambiar|actualizacion|actualizar|adecuacion|adecuar|adaptar|adopcion|adoptar|expedir|sustituir|adicion|adicionar|derogar|enmienda)(?: (?:parcial|total|integral|general|de los articulos?|del articulo|al articulo|a los articulos?|el articulo|los articulos)(?: [0-9]+)*(?: y [0-9]+)?)* ${JOINING}${BYLAWS}`,
    ),
  ],
  [
    'bylaws',
    /\b(?:reformas?|modificacion(?:es)?|enmiendas?) (?:\w+ )?(?:estatutarias?|reglamentarias?)\b|\b(?:modificar|modificacion|cambiar|cambio|ajustar|ajuste|corregir|correccion|actualizar|actualizacion|recalcular|recalculo|redistribuir|redistribucion|adoptar|nuevos?|nueva) (?:(?:de|del|a|al|los|las|el|la|en|tabla|modulos?|y|su|sus) )*coeficientes?\b/,
  ],
  [
    'bylaws',
    new RegExp(
      `\\b(?:nuevos? (?:estatutos?|r ?p ?h|reglamento (?:de propiedad horizontal|de (?:la )?copropiedad))|(?:modificar|modificacion|cambiar|cambio|ajustar|ajuste|actualizar|nuevos) ${JOINING}modulos? de contribucion)\\b`,
    ),
  ],
  ['disaffection', /\bdesafect/],
  [
    'disaffection',
    new RegExp(
      `\\b(?:ceder|cesion|entregar|entrega|transferir|transferencia|traspasar|traspaso|regalar|devolver) ${JOINING}(?:${COMMON}|vias?|calles?|alamedas?)\\b.*\\b(?:al?|el|la|del|para) ${AUTHORITY}\\b`,
    ),
  ],
  [
    'disaffection',
    new RegExp(
      `\\b(?:venta|vender|vendan?|enajenar|enajenacion|permuta|permutar|donar|donacion|(?:dar en )?dacion en pago|escriturar|transferir|transferencia) ${JOINING}${COMMON}\\b`,
    ),
  ],
  [
    'exclusiveUse',
    new RegExp(
      `\\buso(?: y goce)? exclusivo\\b|\\buso y goce (?:privado|particular)\\b|\\b(?:use|usar|utilice|utilizar|disfrute|asignacion|asignar) (?:de (?:manera|forma) )?exclusiv[ao](?:mente)? ${JOINING}(?:${COMMON}|parqueaderos?|garajes?|celdas?|depositos?)\\b`,
    ),
  ],
  [
    'exclusiveUse',
    new RegExp(
      `\\b(?:asignar|asignacion|asigne|adjudicar|adjudicacion|ceder|cesion|entregar(?=.* uso\\b))(?: el uso)?(?: (?:en|de) forma (?:permanente|definitiva))? ${JOINING}(?:${COMMON}|parqueaderos?|garajes?|celdas?|depositos?|cuartos? util(?:es)?)\\b`,
    ),
  ],
  ['reconstruction', new RegExp(`\\breconstru(?:ccion|ir) ${JOINING}(?:${PROPERTY}|torre)\\b`)],
  [
    'acquisition',
    new RegExp(
      `\\b(?:compra|comprar|adquisicion|adquirir) ${JOINING}(?:inmuebles?|apartamentos?|locales|local|lotes?|casas?|predios?|bien(?:es)? rai(?:z|ces)|sede|terrenos?|oficinas?|parqueaderos?|garajes?)\\b`,
    ),
  ],
  [
    'commonUse',
    new RegExp(
      `\\b(?:cambio|cambiar|modificar|modificacion) ${JOINING}(?:destinacion|destino|uso) ${JOINING}(?:bien(?:es)? comun(?:es)?|zonas?|areas?|salon|cancha|parque|jardin(?:es)?|terraza|cubierta|piscina|porteria)\\b`,
    ),
  ],
  [
    'destination',
    new RegExp(
      `\\b(?:cambio|cambiar|modificar|modificacion) ${JOINING}(?:destinacion(?: generica)?|destino|uso) ${JOINING}(?:unidades|bienes (?:privados|de dominio particular)|apartamentos?|locales|local|inmuebles?|viviendas?)\\b`,
    ),
  ],
  [
    'destination',
    new RegExp(
      `^(?!.*\\b(?:registro|multas?|multar|manual|informe|tarifa|parqueaderos?|salon|bicicletas?)\\b).*\\b(?:permitir|permita|permitan|permiso|autorizar|autorice|autoriza|autorizacion|prohibir|prohiba|prohibicion|aprueba|admitir|admita|dest(?:inar|inen|inacion)|limitar|regular|habilitar)\\b.*\\b${SHORT_STAY}\\b`,
    ),
  ],
  [
    'destination',
    /\b(?:(?:apartamento|aptos?|local|unidad|vivienda|casa|oficina|inmueble)(?:e?s)?) se (?:conviertan?|destinen?|usen?|transformen?)\b/,
  ],
  [
    'commonUse',
    new RegExp(
      `\\b(?:quitar|eliminar|eliminacion|suprimir|supresion|clausurar|cerrar definitivamente|cierre definitivo|cerrar para siempre|demoler|demolicion|(?:reemplazar|reemplazo|sustituir|cambiar)(?=.* por (?:un|una|el|la|los|las|mas)? ?(?:parqueaderos?|garajes?|locales|local|depositos?|oficinas?|bodegas?))|tapar|rellenar) (?!${JOINING}(?:cuota|cobro|rejas?|muros?|piso))${JOINING}(?:${COMMON}|parque infantil|${AMENITY})(?! (?:cuotas?|cobros?|provisional(?:es)?|de fumadores))\\b`,
    ),
  ],
  [
    'commonUse',
    new RegExp(`\\b(?:convertir|conversion|transformar|transformacion|destinar) ${JOINING}${COMMON}\\b`),
  ],
  [
    'optionalExpenses',
    new RegExp(
      `\\b(?:construir|construya|construccion|edificar|levantar|montar|montaje|instalar|instalacion|hacer|crear|creacion|dotar|dotacion|adecua(?:r|cion de)(?= una? )|ampliar|ampliacion) ${JOINING}${AMENITY}\\b`,
    ),
  ],
  [
    'optionalExpenses',
    new RegExp(
      `^(?!.*\\b(?:mantenimiento|limpieza|reparacion|informe|cotizacion|estudio|garantia)).*\\b(?:instalar|instalacion|comprar|compra|adquirir|adquisicion|montar|montaje|poner|construir|construccion|proyecto|implementar|implementacion|inversion|invertir) (?:\\w+ ){0,4}${SOLAR}\\b`,
    ),
  ],
  ['optionalExpenses', /\bexpensas?(?: comunes)? (?:diferentes|distintas|no necesarias)\b/],
  [
    'extraordinaryFee',
    // Excludes effects of an earlier fee.
    /^(?!.*\b(?:cartera|condon|intereses|acuerdos? de pago|sobrante|saldo|recaud(?!os? extra)|ejecucion|informe)).*\b(?:cuotas? extra(?:s|ordinarias?)?|(?:expensas?|aportes?|cobros?|recaudos?|contribucion(?:es)?) (?:extraordinari[ao]s?|adicional(?:es)? por (?:una sola|unica) vez)|cuotas? por (?:una sola|unica) vez|pagos? extraordinarios? por (?:inmueble|unidad|apartamento|coeficiente|propietario)|cuotas? (?:adicional(?:es)?|especial(?:es)?)|derrama)\b/,
  ],
  [
    'election',
    /^(?:eleccion|elegir|elija|elijan|designacion|nombramiento|escoger|votacion para elegir)\b.*\b(?:consejo|comite|revisor|administradora?|junta|delegados?|presidente|secretari)/,
  ],
  ['budget', /\bpresupuesto (?:de ingresos|de gastos|anual|general|para|del? (?:ano|20\d\d|vigencia))\b/],
];

/**
 * True if the words of a question are about the members of the council (consejo) or of the comité de convivencia,
 * not about a single office like president. Used to warn about an even number of seats.
 */
export function isOfCouncil(question: string): boolean {
  const text = comparable(question);
  return (
    /\b(?:consej|comite de convivencia)/.test(text) &&
    !/\b(?:presidente|secretari[oa]|tesorer[oa]) d/.test(text)
  );
}

/** True if the words of a question are about the members of the comité de convivencia alone, not of the council. */
export const isOfCommittee = (question: string): boolean =>
  isOfCouncil(question) && !/\bconsej/.test(comparable(question));

/**
 * Guesses the legal matter from the Spanish words of a question: 'presupuesto' gives `budget`. Ignores accents,
 * case and punctuation. Null without a match. Only used for a warning.
 */
export function likelyMatter(question: string): Matter | null {
  const text = comparable(question);
  return looks.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
