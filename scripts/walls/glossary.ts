/** Word of the project with a single meaning. Texts are Markdown. */
export interface Term {
  /** Word in code, comments and documents. */
  term: string;
  /** Word on the Spanish screens. Missing if no screen has the word. */
  spanish?: string;
  meaning: string;
  /** Names in code for the thing. */
  code?: readonly string[];
  /** Words, or groups of words (`bill line`), that exported names for the thing must not contain. */
  synonyms?: readonly string[];
  /** Exported names allowed to contain a synonym: in another sense, or required by the specification. */
  allowed?: readonly string[];
  /** Word that only names of the thing may contain. `owners` lists the exported names. */
  owns?: string;
  owners?: readonly string[];
}

/** Words of the project, in the order of docs/start/glossary.md. After a change run `npm run glossary`. */
export const glossary: readonly Term[] = [
  {
    term: 'joint',
    spanish: 'conjunto, copropiedad',
    meaning:
      'co-owned property: tenant of all data. A **sectorial joint** has **sectors**, the joints inside the sectorial joint',
    code: ['Joint'],
    synonyms: ['condo', 'condominium', 'tenant', 'joint place', 'powers place'],
  },
  {
    term: 'apartment, **unit**',
    spanish: 'inmueble, unidad',
    meaning:
      "owned part of a joint with a coefficient. `apartmentId` is the unit's name in the specification's calls; prose says unit",
    code: ['UnitOfJoint'],
    synonyms: ['flat', 'inmueble'],
  },
  { term: 'kind', spanish: 'tipo', meaning: 'vivienda, local, parqueadero, depósito, otro' },
  { term: 'main unit', spanish: 'inmueble principal', meaning: 'main unit of a parking space or store room' },
  {
    term: 'coefficient',
    spanish: 'coeficiente',
    meaning: 'share of the unit, an integer of 10⁻⁹ (`Nano`)',
    code: ['Nano', 'sumNano'],
  },
  {
    term: 'owner',
    spanish: 'propietario',
    meaning: 'person who owns a unit, dated; several people may own a unit together',
    code: ['groupByOwner'],
    synonyms: ['proprietor', 'landlord', 'shareholder'],
  },
  {
    term: 'owner without a user',
    spanish: 'propietario sin usuario',
    meaning: 'owner invited without a user: the user comes with the invitation',
  },
  {
    term: 'holder',
    spanish: 'quien responde por la unidad',
    meaning: 'user or code that answers for a registered unit now',
  },
  {
    term: 'device',
    meaning:
      'means of an owner to answer: an account, a badge or a card; all devices of an owner are one person',
    code: ['OwnerDevice'],
  },
  { term: 'attendee', spanish: 'asistente', meaning: 'person present, by name, for the holder' },
  {
    term: 'power (of attorney)',
    spanish: 'poder',
    meaning:
      "an owner's permission to be represented. Not 'proxy', a server between others; the specification's `proxyLimit` keeps the name",
    code: ['Power'],
    synonyms: ['proxy', 'mandate'],
    allowed: ['readProxyLimit', 'setProxyLimit'],
  },
  {
    term: 'granter, holder of a power',
    spanish: 'quien da, quien recibe el poder; apoderado',
    meaning: 'owner of the unit, and representative of the owner',
  },
  {
    term: 'barred person',
    spanish: 'persona impedida',
    meaning: 'person barred by the by-laws from representing others',
  },
  {
    term: 'roll',
    spanish: 'listado de la asamblea',
    meaning: 'units, owners and coefficients as of the opening',
    code: ['RollUnit'],
    synonyms: ['census'],
  },
  { term: 'assembly', spanish: 'asamblea', meaning: 'one meeting of a joint: prepared, open, closed' },
  {
    term: 'attendance, registration',
    spanish: 'registro, asistencia',
    meaning: 'presence of a unit; concept 1 of the specification',
  },
  {
    term: 'quorum',
    spanish: 'quórum',
    meaning: "registered coefficient against the roll's",
    code: ['quorumWords'],
  },
  {
    term: 'concept',
    spanish: 'concepto',
    meaning:
      "the specification's word in calls: attendance (1) or a **question**; in billing, a kind of charge. Prose says question or charge concept",
    code: ['CountedQuestion', 'ChargeConcept'],
    synonyms: ['motion'],
  },
  { term: 'answer', spanish: 'respuesta', meaning: 'one choice of a question' },
  {
    term: 'vote',
    spanish: 'voto',
    meaning: "a unit's answer with the counted coefficient",
    code: ['UnitVote', 'VoteToStore', 'KeyedVotes', 'AssemblyRecord'],
    synonyms: ['unit ballot', 'ballot row', 'ballot unit', 'keyed ballot', 'owners ballot'],
  },
  {
    term: 'pending vote',
    meaning: 'votes confirmed by a person and stored in the browser until the server answers',
    code: ['PendingVote'],
    synonyms: ['vote act'],
  },
  {
    term: 'vote request',
    spanish: 'papeleta',
    meaning: "one person's request with the votes of several units",
    code: ['voteOutbox'],
  },
  {
    term: 'ballot',
    spanish: 'papeleta',
    meaning: "a unit's vote as a leaf of a closing's tree, without the voter's name",
    code: ['BallotLeaf', 'BallotTree'],
    owns: 'ballot',
    owners: [
      'BallotBox',
      'BallotLeaf',
      'BallotTree',
      'ClosedBallots',
      'KeptBallotTree',
      'ballotInTrail',
      'ballotLine',
      'ballotTreeOf',
      'ballotUnderHead',
      'ballotsPath',
      'castBallots',
      'keepBallotTree',
      'readBallotLine',
      'readBallotTrees',
      'readBallots',
      'treeOfBallots',
    ],
  },
  {
    term: 'ballot box',
    spanish: 'urna',
    meaning: 'gathers votes that arrive together and commits them as one batch',
    code: ['BallotBox'],
    synonyms: ['urn'],
  },
  { term: 'tally', spanish: 'conteo', meaning: "sums of a question's votes" },
  { term: 'result', spanish: 'resultado', meaning: "the tally judged by the question's rule" },
  {
    term: 'interval',
    meaning: 'of a question: from an opening to the closing; a reopening adds an interval',
  },
  {
    term: 'capacity',
    spanish: 'calidad',
    meaning: 'role of an attendee: propietario, copropietario, representante legal, apoderado, delegado',
  },
  { term: 'verdict', meaning: "word for a closed question's result, with the share and the line to pass" },
  {
    term: 'hidden results',
    spanish: 'resultados ocultos',
    meaning: 'answers stay hidden from everybody until the question closes; the turnout is visible',
  },
  {
    term: 'countdown',
    spanish: 'cuenta regresiva',
    meaning: 'seconds to the announced closing of an open question; closes nothing',
  },
  {
    term: 'seat',
    spanish: 'puesto',
    meaning: 'place to be filled by an election; **vacant** (*sin proveer*): not filled',
  },
  { term: 'list', spanish: 'plancha', meaning: 'names in order, voted together', synonyms: ['slate'] },
  {
    term: 'quotient',
    spanish: 'cuociente',
    meaning: "valid votes by seats; **remainder** (*residuo*): the rest of a list's votes",
  },
  {
    term: 'lot',
    spanish: 'sorteo',
    meaning: 'decides between equals, drawn in public and noted',
    synonyms: ['raffle', 'lottery'],
  },
  {
    term: 'alternate',
    spanish: 'suplente',
    meaning: 'successor, in order, of an elected person who does not accept',
  },
  {
    term: 'receipt of a vote',
    spanish: 'comprobante de voto',
    meaning: "the voter's record of a vote. **Cash receipt** is billing's *recibo de caja*",
    synonyms: ['voucher'],
  },
  {
    term: 'code',
    spanish: 'código',
    meaning: 'credential on a card; registers and votes for the assigned units',
  },
  {
    term: 'badge',
    spanish: 'escarapela',
    meaning: 'worn by an owner and scanned at the door. **Voting badge**: raised and counted',
    code: ['BadgeScan'],
    synonyms: ['scanned ballot'],
  },
  {
    term: 'arrival, announcement',
    spanish: 'aviso',
    meaning: "a unit and a document sent by a phone to the desk by the wall's QR, to be confirmed",
  },
  { term: 'ticket', meaning: "secret of a phone, needed to get the session of the phone's announcement" },
  {
    term: 'access link',
    spanish: 'enlace de acceso',
    meaning: "link in an invitation's mail that opens a session",
  },
  {
    term: 'wall, wall display',
    spanish: 'pantalla',
    meaning: 'the screen in the hall, with a session of its own (*display*)',
  },
  { term: 'panel', spanish: 'panel', meaning: "the operator's page to run the assembly" },
  { term: 'door', spanish: 'puerta, registro', meaning: 'place for scanning people in' },
  { term: 'desk', spanish: 'mesa', meaning: "an event's registration place" },
  {
    term: 'launch page',
    spanish: 'inicio de la asamblea',
    meaning: "a signed-in owner's page of the evening",
  },
  { term: 'acta, minutes', spanish: 'acta', meaning: 'the record of the meeting; its room is `minutes/`' },
  {
    term: 'trail, audit entry',
    spanish: 'bitácora, acto',
    meaning: 'hash chain of acts, and one act',
    code: ['appendAudit'],
  },
  {
    term: 'act',
    spanish: 'acto',
    meaning: 'an audit entry with parsed facts. A function that changes the store is a **use case**',
    owns: 'act',
    owners: [
      'ActFacts',
      'ActsPage',
      'AssemblyAct',
      'DEMO_ACT',
      'JointAct',
      'OtherActs',
      'actOfEntry',
      'actWord',
      'actWords',
      'actsOf',
      'billingActsReport',
      'checkBillingActs',
      'listBillingActs',
      'makeBillingActs',
      'otherActs',
      'readActs',
      'readAssemblyActs',
      'readOtherActs',
    ],
  },
  {
    term: 'head',
    spanish: 'cabeza',
    meaning: 'signed lines over all acts of a joint until a moment (docs/why/evidence.md)',
  },
  {
    term: 'root',
    spanish: 'raíz',
    meaning: "hash for all leaves of a tree: of acts, or of a closing's ballots",
    code: ['rootOf'],
  },
  {
    term: 'seal',
    spanish: 'palabras del cierre',
    meaning: "a closing's root and the four words of the root",
  },
  { term: 'finding', meaning: "mismatch in a joint's heads noticed and reported by a browser" },
  {
    term: 'own pack',
    spanish: 'prueba con sus verificadores',
    meaning: "an owner's own proof as a self-contained .zip",
  },
  { term: 'revision', meaning: "a joint's counter of changes; grows by commit" },
  {
    term: 'epoch',
    meaning: 'identity of the store: a restored store has a new epoch, and clients begin anew',
  },
  {
    term: 'ledger',
    spanish: 'libro',
    meaning: "charges, receipts, allocations and credits of a unit's account",
  },
  { term: 'account', spanish: 'cuenta', meaning: 'of a unit, in the ledger. A person has a **user**' },
  {
    term: 'extract',
    spanish: 'extracto',
    meaning: "a bank's list of incoming and outgoing money of an account",
  },
  {
    term: 'proposal, its ground',
    spanish: 'propuesta',
    meaning: 'possible payer of a payment, and the evidence; posts nothing until a person confirms',
  },
  {
    term: 'bill, invoice',
    spanish: 'cuenta de cobro',
    meaning: "a unit's debt for a month: *bill* in the ledger, *invoice* the printed form",
    code: ['Invoice'],
    synonyms: ['bill line', 'invoice line'],
  },
  { term: 'relation', spanish: 'relación', meaning: "a month's bills in one table" },
  {
    term: 'month',
    spanish: 'mes',
    meaning: "a month's charges: **draft** (*borrador*) until the issue (*emitido*)",
  },
  { term: 'credit', spanish: 'saldo a favor', meaning: 'money not yet allocated to a debt' },
  { term: 'balance', spanish: 'saldo', meaning: 'debt of an account as of a day' },
  { term: 'aging', spanish: 'cartera por edades', meaning: 'debts by days overdue' },
  {
    term: 'late interest',
    spanish: 'intereses de mora',
    meaning: "on overdue debts, by month's rate and legal ceiling",
    code: ['InterestItem', 'NetInterest'],
    synonyms: ['interest line', 'net line', 'new line'],
  },
  {
    term: 'way of interest',
    spanish: 'forma de liquidar los intereses',
    meaning:
      'days with late interest: `days` (*por días de mora*), `balance` (*un mes sobre el saldo vencido*), `fullMonths` (*por meses completos*)',
  },
  {
    term: 'ceiling',
    spanish: 'tasa máxima legal',
    meaning: '1.5 × current bank interest, of one month, with its resolution',
  },
  { term: 'stretch', meaning: 'days, both ends included, with interest on the same capital' },
  {
    term: 'accrued interest',
    spanish: 'intereses causados sin facturar',
    meaning: 'interest until a day, not yet on a bill',
  },
  {
    term: 'draft, template, sheet',
    spanish: 'borrador, plantilla, hoja',
    meaning: 'prepared month; empty spreadsheet to fill in; one table of a spreadsheet',
  },
  {
    term: 'semaphore',
    meaning: 'limits the number of running tasks; the rest wait in order',
    code: ['PrioritySemaphore', 'BoundedSemaphore'],
    synonyms: ['worker line', 'turnstile'],
  },
  {
    term: 'keyed mutex',
    meaning: 'one task at a time per key',
    code: ['KeyedMutex', 'SqliteMutex'],
    synonyms: ['turn', 'turns'],
  },
  { term: 'lease', meaning: 'holder of a piece of background work, with the end time' },
  {
    term: 'worker',
    meaning: 'process or thread of the server for one piece of work at a time',
    code: ['inWorker', 'HostedWorker'],
  },
  { term: 'port', meaning: 'interface declared by a lower room and implemented by a higher room' },
  { term: 'problem', meaning: 'a refusal with a stable code, a status and a Spanish sentence' },
  {
    term: 'use case',
    meaning: 'a change of the store in one transaction with its audit entry and changed joints',
    code: ['UseCase', 'UseCaseContext'],
    synonyms: ['books act', 'act place'],
  },
  {
    term: 'store transaction',
    meaning: 'a function that the store runs in one transaction by its name, also in another thread',
    code: ['StoreTransaction'],
    synonyms: ['work', 'works'],
  },
  { term: 'batch', meaning: 'votes or statements committed together (group commit)', code: ['Batch'] },
  {
    term: 'log position',
    meaning: 'number of a commit log and the offset inside',
    code: ['LogPosition'],
    synonyms: ['log place'],
  },
];
