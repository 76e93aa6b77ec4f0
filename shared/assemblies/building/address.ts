/** Place of a unit in its building, read from the unit's name. */
export interface UnitAddress {
  /** Name of the tower: '2' for '2-403' and 'Torre 2 Apto 403'; '' for a name without a tower. */
  tower: string;
  /** Floor from 1. Null for parking spaces and deposits. */
  floor: number | null;
}

const COMBINING = /[\u0300-\u036f]/g;
/** Parking space or deposit: 'PARQ 07', 'PQ12', 'Depósito 3', 'P-12'. A single letter needs a number below 100. */
const BASEMENT =
  /^(?:(?:PARQ|PARQUEADEROS?|PQ|PAR|GARAJES?|GJ|DEP|DEPOSITOS?|DP|BODEGAS?|BOD|CUARTO UTIL|CU|UTIL)[\s.#-]*\w{1,6}|[PDG][\s-]*\d{1,2})$/;
const TOWER_WORD = '(?:TORRE|TR|BLOQUE|BLQ|BL|INTERIOR|INT|MANZANA|MZ|ETAPA|EDIFICIO|T)';
const UNIT_WORD = '(?:APARTAMENTO|APTO|APT|AP|LOCAL|LC|OFICINA|OF|CASA|UNIDAD)';
/** Tower, then unit: '2-403', 'T2-403', 'Torre 2 Apto 403', 'A101'. */
const IN_TOWER = new RegExp(
  `^(?:${TOWER_WORD}[\\s.-]*)?(\\d{1,2}(?=[\\s-])|[A-Z]{1,8})[\\s-]*(?:${UNIT_WORD}[\\s.-]*)?(\\d{1,4})[A-Z]?$`,
);
/** Unit alone: '403', 'Apto 403'. */
const ALONE = new RegExp(`^(?:${UNIT_WORD}[\\s.-]*)?(\\d{1,4})[A-Z]?$`);

/** Reads tower and floor from the name of a unit. Null for a name without a known form. */
export function addressOf(apartmentId: string): UnitAddress | null {
  const words = apartmentId.normalize('NFD').replace(COMBINING, '').trim().toUpperCase();
  if (BASEMENT.test(words)) return { tower: '', floor: null };
  const alone = ALONE.exec(words);
  if (alone) return { tower: '', floor: floorOf(alone[1]) };
  const within = IN_TOWER.exec(words);
  if (within?.[1] === undefined) return null;
  return { tower: within[1], floor: floorOf(within[2]) };
}

/** Returns the floor in the number of a unit: 403 is on floor 4, 1204 on floor 12; numbers below 100 are on floor 1. */
const floorOf = (number = ''): number => Math.max(1, Math.floor(Number(number) / 100));
