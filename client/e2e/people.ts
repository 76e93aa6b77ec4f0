/** People of the browser tests by role, with the actions of each role on screen. */
import { expect } from 'vitest';
import { PASSWORD } from '../../server/testing/world.ts';
import { Person, type Row } from './person.ts';
import type { Unit, UnitTable } from './tables.ts';

/** Time limit in milliseconds for a page to open after a press, before another press. */
const PRESS_MS = 10_000;

/** File field for a table of units. The page of a joint also has a file field for the crest. */
export const UNITS_INPUT = 'input[type=file][accept*=".csv"]';

const labelOf = (unit: Unit): string => `${unit.apartmentId} - ${unit.owner}`;

/** Member of the platform's staff in a browser test, with the actions on the staff's pages. */
export class Staff extends Person {
  async openFirstUserLink(link: string, who: { username: string; name: string }): Promise<void> {
    await this.goTo(link);
    await this.type('Nombre', who.name);
    await this.type('Nombre de Usuario', who.username);
    await this.type('Contraseña', PASSWORD);
    await this.type('Repita la contraseña', PASSWORD);
    await this.press('Crear usuario');
  }

  /** Creates a joint with the form and opens its page. Returns the joint's id. */
  async createJoint(name: string): Promise<number> {
    await this.open('/Joints');
    await this.page.getByRole('button', { name: 'Crear copropiedad' }).first().click();
    await this.type('Nombre de la copropiedad', name);
    await this.press('Crear');
    await this.page.waitForURL(/\/Joints\/\d+$/);
    return Number(/\d+$/.exec(this.page.url())?.[0]);
  }

  /** Selects a file of units for the preview. Stores no units yet. */
  async previewUnits({ fileName, csv }: Pick<UnitTable, 'fileName' | 'csv'>): Promise<void> {
    const file = { name: fileName, mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await this.page.locator(UNITS_INPUT).setInputFiles(file);
    await this.sees('Filas encontradas');
  }

  /** Returns a figure of the units' preview, found by its label. */
  figure(name: string): Promise<string> {
    return this.page.locator('dl > div', { hasText: name }).locator('dd').innerText();
  }

  /** Selects the joint in the form of an owner, to assign units. */
  async chooseJointOfUnits(joint: string): Promise<void> {
    const card = this.page.getByRole('region', { name: 'Inmuebles en asambleas' });
    await this.chooseIn(card.getByRole('button', { name: /Copropiedad Horizontal$/ }), joint);
  }

  async pickUnit(unit: Unit | undefined): Promise<void> {
    if (unit) await this.pick('Inmuebles', labelOf(unit));
  }

  async createUser(
    who: { username: string; name: string },
    profile: string,
    link: () => Promise<void> = async () => undefined,
  ): Promise<void> {
    await this.open('/Users/new');
    await this.type('Nombre de Usuario', who.username);
    await this.type('Nombre', who.name);
    await this.type('Contraseña', PASSWORD);
    await this.choose('Perfil', profile);
    await link();
    await this.press('Crear usuario');
    await this.isAt('/Users');
    await this.page.getByRole('row', { name: who.username }).waitFor();
  }
}

/** Expected row in a table of answers: label, formatted coefficient sum, number of units. */
interface AnswerRow {
  label: string;
  sum: string;
  units: number;
}

function figures(first: string, rows: readonly AnswerRow[]): Row[] {
  return rows.map(({ label, sum, units }) => ({
    [first]: label,
    Coeficiente: sum,
    Inmuebles: String(units),
  }));
}

/** Operator of an assembly in a browser test, at the registration desk or the panel. */
export class Operator extends Person {
  /**
   * Selects units at the registration desk and enters a person's code. The Enter of the simulated scanner submits.
   */
  async registerAtDoor(units: readonly Unit[], code: string): Promise<void> {
    for (const unit of units) await this.pick('Inmueble', labelOf(unit));
    const box = this.page.getByLabel('Código QR', { exact: true });
    await box.fill(code);
    await box.press('Enter');
    await this.page
      .locator('[data-outcome="registered"]')
      .getByText(units[0]?.apartmentId ?? '')
      .waitFor();
    await expect.poll(() => box.inputValue()).toBe('');
  }

  /** Creates cards on the page of codes and returns to the registration desk. Returns the codes of the server's answer. */
  async issueCodes(): Promise<string[]> {
    await this.follow('Códigos y escarapelas');
    const answered = this.page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/codes'),
    );
    await this.press('Emitir tarjetas');
    const { codes }: { codes: string[] } = await (await answered).json();
    await this.sees(/Tarjetas nuevas: \d+\./);
    await expect.poll(async () => (await this.rows('Códigos emitidos')).length).toBeGreaterThan(0);
    await this.page.goBack();
    await this.isAt('/RegisterQR');
    await this.seesLive('live');
    return codes;
  }

  async toggle(concept: string): Promise<void> {
    await this.choose('Concepto', concept);
    await this.press('Activar/Desactivar');
  }

  async seesAnswers(question: string, expected: readonly AnswerRow[]): Promise<void> {
    await this.seesRows(question, figures('Respuesta', expected));
  }

  /**
   * Writes a question with the default answers and opens the question.
   * @param isWarned true if the form shows a legal warning; the operator then confirms
   */
  async ask(question: string, { isWarned = false } = {}): Promise<void> {
    await this.type('Pregunta', question);
    await this.press('Generar');
    if (isWarned) await this.answer('¿Desea continuar con la pregunta así?', 'Continuar');
    await this.sees('La pregunta ha sido creada con éxito y se encuentra activa.');
  }
}

/** Owner with a phone in a browser test, with the actions on the voting pages. */
export class Owner extends Person {
  async enterAssembly(): Promise<void> {
    await this.follow('Entrar a la asamblea');
    await this.isAt('/LaunchPage');
    await this.seesLive('live');
  }

  async register(): Promise<void> {
    await this.press('Registrar Asistencia');
    await this.sees('El registro fue exitoso.');
  }

  /** Opens the voting page from the waiting page. If a new question moves the link, presses again. */
  async goToVote(): Promise<void> {
    const ballot = this.page.getByRole('radiogroup', { name: 'Su respuesta' });
    const link = this.page.getByRole('link', { name: /^Votar/ }).first();
    for (let tries = 0; tries < 6; tries += 1) {
      await link.or(ballot).first().waitFor();
      if (await ballot.isVisible()) return;
      await link.click({ timeout: PRESS_MS }).catch(() => undefined);
      await ballot.waitFor({ timeout: PRESS_MS }).catch(() => undefined);
    }
    await ballot.waitFor();
  }

  /** Selects an answer on the voting page and confirms the dialog. */
  async vote(answer: string): Promise<void> {
    await this.page.getByRole('radio', { name: answer, exact: true }).check();
    await this.press('Votar');
    await this.answer(`Seleccionó la opción ${answer}. ¿Está seguro de su respuesta?`, 'Sí');
  }

  /** Selects an answer for one of several units on the voting page. */
  async answerFor(apartmentId: string, answer: string): Promise<void> {
    const unit = this.page.getByRole('radiogroup', { name: `Inmueble ${apartmentId}`, exact: true });
    await unit.getByRole('radio', { name: answer, exact: true }).check();
  }

  /** Waits for the thanks after a vote and for the automatic return. */
  async isThanked(): Promise<void> {
    await this.page.getByRole('heading', { name: 'Gracias por su votación.' }).waitFor({ timeout: 60_000 });
    await this.page.waitForURL(`${this.url}/LaunchPage`);
  }
}

/** Wall display, or the page of another viewer without actions, in a browser test. */
export class Screen extends Person {
  /** Waits until the table of a question shows exactly the expected rows, live. */
  async shows(concept: string, expected: readonly AnswerRow[]): Promise<void> {
    await this.seesRows(concept, figures(concept === 'REGISTRO' ? 'Registro' : 'Respuesta', expected));
  }
}
