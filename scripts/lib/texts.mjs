/** Sentences that the scripts print: Spanish for operators, English for developers. */
const TEXTS = {
  installing: {
    es: 'Instalando las dependencias (la primera vez tarda unos minutos)…',
    en: 'Installing dependencies…',
  },
  building: { es: 'Compilando…', en: 'Building…' },
  waiting: {
    es: 'Otro proceso está preparando esta misma carpeta; se espera a que termine…',
    en: 'Another process is preparing this same folder; waiting for it…',
  },
  compiler: {
    es: 'No se pudo compilar una dependencia: hacen falta un compilador de C++, make y Python 3 (en Debian o Ubuntu: apt-get install g++ make python3).',
    en: 'A dependency could not be compiled: a C++ compiler, make and Python 3 are needed (on Debian or Ubuntu: apt-get install g++ make python3).',
  },
  network: {
    es: 'No se pudieron descargar las dependencias: revise la conexión a internet de esta máquina e intente de nuevo.',
    en: 'Dependencies could not be downloaded: check the internet connection of this machine and try again.',
  },
  noNpm: {
    es: 'No se encontró npm, que viene con Node.js y hace falta para instalar las dependencias.',
    en: 'npm was not found; it comes with Node.js and is needed to install the dependencies.',
  },
  install: {
    es: 'No se pudieron instalar las dependencias; lo que dijo npm está arriba.',
    en: 'Dependencies could not be installed; what npm said is above.',
  },
  build: {
    es: 'No se pudo compilar el programa; el detalle está arriba.',
    en: 'The program could not be built; the details are above.',
  },
  restarting: {
    es: 'El servidor terminó de forma inesperada; se inicia de nuevo.',
  },
  crashLoop: {
    es: 'El servidor terminó cinco veces seguidas apenas iniciado y no se inicia más: revise los mensajes anteriores y vuelva a ejecutar npm start.',
  },
};

/** Error with the reason why an installation or a build failed. */
export class SetupFault extends Error {
  constructor(code, output = '') {
    super(TEXTS[code].en);
    this.code = code;
    this.output = output;
  }
}

export function text(code, language) {
  return TEXTS[code][language];
}

/** Returns the sentence to print for an error; before the sentence, the output of the failed program if useful. */
export function sentenceOf(error, language) {
  if (!(error instanceof SetupFault)) return error instanceof Error ? error.message : String(error);
  return [error.output.trim(), text(error.code, language)].filter(Boolean).join('\n\n');
}
