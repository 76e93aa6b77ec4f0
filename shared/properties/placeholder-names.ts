import { plainLetters } from './plain-letters.ts';

const wordSet = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Words of a text for an unknown owner. Each text contains at least one. */
const UNKNOWN = wordSet(
  'PENDIENTE PENDIENTES PTE PEND PDTE SIN NO POR NN NNN NINGUNO NINGUNA NADIE DESCONOCIDO DESCONOCIDA DESCONOCIDOS DESCONOCE VACIO VACIA VACANTE DESOCUPADO DESOCUPADA DESHABITADO TRAMITE FULANO FULANA ANONIMO ANONIMA TBD NULL NONE UNKNOWN PRUEBA',
);
/** Pattern of abbreviations for an unknown owner, also syllables of names: the whole text. */
const ABBREVIATION = /^(?:N[ADRS]|S[DN]|X{1,6})$/;
/** Words that name an owner of one unit only with a number ('PROPIETARIO 12'). */
const ROLE = wordSet(
  'PROPIETARIO PROPIETARIA PROPIETARIOS PROPIETARIAS COPROPIETARIO COPROPIETARIOS DUENO DUENA DUENOS TITULAR OTRO OTROS OTRA VARIOS NUEVO NUEVA ACTUAL NOMBRE NOMBRES',
);
/** Words beside an unknown owner. */
const BESIDE = wordSet(
  'DE DEL LA EL LOS LAS A AL EN Y O SE TAL INFORMACION INFO DATO DATOS REGISTRO REGISTRAR REGISTRA REGISTRADO DEFINIR DEFINIDO CONFIRMAR CONFIRMADO CONFIRMACION ACTUALIZAR ACTUALIZACION ASIGNAR ASIGNADO IDENTIFICAR IDENTIFICADO VERIFICAR ESTABLECER DETERMINAR ESCRITURAR ESCRITURA ESCRITURACION ENTREGAR ENTREGA LEGALIZAR LEGALIZACION VENDER VENTA REPORTAR REPORTA REPORTADO INFORMAR INFORMA SUMINISTRA SUMINISTRO SUMINISTRADO TIENE HAY APLICA SABE CONOCE CONOCIDO RESPONDE DISPONIBLE DILIGENCIAR DILIGENCIADO COMPLETAR PROCESO ESTUDIO LLENAR PREGUNTAR INMUEBLE APTO UNIDAD',
);

/**
 * True if a text takes the place of an unknown name: 'PENDIENTE', 'N.N.', 'Sin información', 'Por definir',
 * 'XXX', '-'. Two units with the same text count as units of two owners.
 */
export function isPlaceholderName(name: string): boolean {
  const letters = plainLetters(name);
  const words = letters
    .replace(/\([^)]*\)/g, ' ')
    .replace(/\b([A-Z])[^A-Z0-9]+(?=[A-Z]\b)/g, '$1')
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '');
  const texts = words.filter((word) => !/^\d+$/.test(word));
  if (texts.length === 0) return words.every((word) => /^0+$/.test(word));
  if (texts.every((word) => ABBREVIATION.test(word))) return true;
  if (!texts.every((word) => UNKNOWN.has(word) || ROLE.has(word) || BESIDE.has(word))) return false;
  if (texts.some((word) => UNKNOWN.has(word))) return true;
  return texts.length === words.length && texts.some((word) => ROLE.has(word));
}
