import { ERASED_TEXT } from '../platform/audit/erasable.ts';

/** Columns of a table about persons. Each person is written 'name document address', with '-' for a missing column. */
export interface PersonColumns {
  /** Columns of the primary key. */
  key: readonly string[];
  persons: readonly string[];
  /** Columns with JSON: objects with names and documents inside. */
  json: readonly string[];
  /** True for rows about the owner of a unit: an equal name at another unit may be another person. */
  isOfUnit: boolean;
  /** False if the user of a row is another person: an owner gives a power to the named person. */
  isOfUser: boolean;
  /** Columns emptied by an erasure, with the new texts, or 'row' to delete rows. Null for records with a duty to keep the texts. */
  erased: Readonly<Record<string, string | null>> | 'row' | null;
  /** Kind of the erased records in the answer, in Spanish. */
  erasedAs: string;
  /** True if an erasure also reaches rows with a text, an address or the user of the person in any column. */
  isByText: boolean;
  /** True if a row perhaps of another current owner stays. */
  isPerhapsOther: boolean;
}

const about = (
  key: string,
  persons: readonly string[],
  more: Partial<Omit<PersonColumns, 'key' | 'persons'>> = {},
): PersonColumns => ({
  key: key.split(' '),
  persons,
  json: [],
  isOfUnit: false,
  isOfUser: true,
  erased: null,
  erasedAs: 'Contactos y documentos anotados en otros registros',
  isByText: false,
  isPerhapsOther: false,
  ...more,
});

/** Name in place of an erased name. */
export const ERASED_NAME = 'Persona suprimida';

const OWNER = 'owner_name owner_document';
const ofUnit = { isOfUnit: true };
const ofCollection = { erasedAs: 'Canales y recordatorios de cobro' };
const ofAnswers = { erasedAs: 'Respuestas sobre identidades y cargos retirados' };

/**
 * Columns with a person, by table, besides the table of owners and the users: a search finds, and an erasure repeated after a restore
 * knows, a person by these records alone. A new column with texts needs a place here, or a decision in `columns.test.ts`.
 */
export const personColumns: Readonly<Record<string, PersonColumns>> = {
  annulment: about('annulment_id', [], { json: ['record'] }),
  answer: about('assembly_id joint_id concept_id answer_id', ['description'], { json: ['names'] }),
  arrival: about('arrival_id', ['- document'], { erased: { document: null, typed_unit: null } }),
  assembly: about('assembly_id', ['president', 'secretary'], { json: ['convening_units'] }),
  attendance: about('assembly_id joint_id apartment_id', ['attendee_name attendee_document']),
  barred_person: about('barred_id', ['name document'], {
    ...ofAnswers,
    erased: { name: ERASED_NAME, document: null },
    isPerhapsOther: true,
  }),
  bill: about('joint_id bill', [OWNER], ofUnit),
  contact_channel: about('joint_id channel_id', ['person person address'], {
    ...ofCollection,
    erased: { person: ERASED_TEXT, address: ERASED_TEXT, proof: ERASED_TEXT },
  }),
  data_authorisation: about('joint_id authorisation_id', ['person document']),
  data_claim: about('joint_id claim_id', ['person document reach']),
  data_contract: about('joint_id version', ['person']),
  debtors_list: about('list_id', [], { json: ['debtors'] }),
  delivery: about('delivery_key', ['- - address'], {
    erased: { address: null, answer: null },
    isByText: true,
    erasedAs: 'Direcciones de entregas de la convocatoria',
  }),
  identity_answer: about('joint_id at', [], { json: ['cells'], erased: 'row', ...ofAnswers, isByText: true }),
  joint: about('joint_id', ['fiscal_auditor']),
  mail_message: about('message_id', ['- - to_address'], {
    erased: { to_address: ERASED_TEXT, problem: null, bounce: null, next_at: null, leased_until: null },
    erasedAs: 'Mensajes de correo',
  }),
  notice_address: about('joint_id address_id', [`${OWNER} value`], {
    ...ofUnit,
    erased: { value: ERASED_TEXT, proof: ERASED_TEXT },
    erasedAs: 'Direcciones de notificaciones',
    isPerhapsOther: true,
  }),
  payment: about('joint_id payment', ['payer']),
  power: about('power_id', [
    'granter_name granter_document',
    'holder_name holder_document',
    'substitute_name substitute_document',
  ]),
  power_draft: about('assembly_id user_id', [], {
    json: ['content'],
    isOfUser: false,
    erased: 'row',
    isByText: true,
    erasedAs: 'Borradores de poderes',
  }),
  power_proof: about('power_id', [], { json: ['content'] }),
  proposal: about('assembly_id proposal_id', ['author_name']),
  receipt: about('joint_id receipt', ['owner_name'], ofUnit),
  reminder: about('joint_id reminder_id', ['name person'], {
    ...ofCollection,
    erased: { person: ERASED_TEXT, name: ERASED_NAME, body: ERASED_TEXT },
  }),
  roll_correction: about('correction_id', [], { json: ['before', 'after'] }),
  roll_entry: about('assembly_id joint_id apartment_id version', [OWNER], ofUnit),
  roll_unit: about('assembly_id joint_id apartment_id', [OWNER], ofUnit),
  turn: about('assembly_id turn_id', ['speaker']),
  user_former_name: about('user_id until', ['name']),
};
