import { expect, it } from 'vitest';
import type { After } from '../../../../shared/assemblies/after.api.ts';
import { dayInBogota } from '../../../../shared/days.ts';
import {
  actaDue,
  actaRule,
  afterLine,
  challengeDue,
  isUnsent,
  type Recipient,
  recipientState,
  registeredRule,
  summaryDue,
} from './words.ts';

const ana: Recipient = { name: 'Ana', email: 'ana@correo.co', state: null, sentAt: null, problem: null };
const at = '2026-11-20T03:30:00.000Z';
const after: After = {
  assemblyId: 1,
  heldOn: '2026-11-13',
  remote: false,
  summary: { dueOn: '2026-11-19', sentAt: null, recipients: [ana], mailConfigured: true },
  acta: { dueOn: '2026-12-15', days: 20, business: true },
  challenge: { dueOn: '2027-01-13', publishedDueOn: null, fineDueOn: '2026-12-14' },
};

it('tasks are due until their day has passed, then overdue or over', () => {
  expect(summaryDue(after.summary, '2026-11-19')).toEqual({
    text: 'Debe enviarse a más tardar el 19 de noviembre de 2026.',
    state: 'due',
  });
  expect(summaryDue(after.summary, '2026-11-20').state).toBe('overdue');
  expect(actaDue(after, '2026-12-15').state).toBe('due');
  expect(actaDue(after, '2026-12-16')).toEqual({
    text: 'El plazo venció el 15 de diciembre de 2026.',
    state: 'over',
  });
  expect(challengeDue(after, '2027-01-13').text).toBe(
    'Las decisiones pueden impugnarse hasta el 13 de enero de 2027.',
  );
  expect(challengeDue(after, '2027-01-14')).toEqual({
    text: 'El plazo desde la decisión terminó el 13 de enero de 2027; el de la publicación del acta (art. 49) aún no corre.',
    state: 'due',
  });
  const later = { ...after, challenge: { ...after.challenge, publishedDueOn: '2027-02-10' } };
  expect(challengeDue(later, '2027-02-10')).toEqual({
    text: 'El plazo desde la decisión terminó el 13 de enero de 2027; desde la publicación del acta va hasta el 10 de febrero de 2027.',
    state: 'due',
  });
  expect(challengeDue(later, '2027-02-11').state).toBe('over');
  const rule = registeredRule(after.challenge);
  expect(rule).toMatch(
    /art\. 382.*desde que se publica el acta.*mes siguiente a su comunicación .*art\. 62.*lo más seguro, hasta el 14 de diciembre de 2026/,
  );
  expect(rule).toMatch(/reforma del reglamento o la extinción.*su inscripción\.$/);
  const published = registeredRule({ ...after.challenge, publishedDueOn: '2027-02-10' });
  expect(published).toContain('(Ley 675 de 2001, art. 49) van hasta el 10 de febrero de 2027');
  expect(actaRule(after)).toContain('art. 47');
  expect(actaRule({ ...after, remote: true })).toContain('art. 44');
});

it('a sent summary shows its time in Bogotá, and if it was late', () => {
  expect(dayInBogota(Date.parse(at))).toBe('2026-11-19');
  expect(summaryDue({ ...after.summary, sentAt: at }, '2026-12-01')).toEqual({
    text: 'Enviado el 19 de noviembre de 2026, 22:30.',
    state: 'done',
  });
  expect(summaryDue({ ...after.summary, dueOn: '2026-11-18', sentAt: at }, '2026-12-01').text).toBe(
    'Enviado el 19 de noviembre de 2026, 22:30, después del plazo (18 de noviembre de 2026).',
  );
});

it('a recipient has a text per mail state; only unsent ones with an e-mail can be sent', () => {
  const inState = (state: Recipient['state']) => ({ ...ana, state });
  expect(recipientState(ana)).toBe('Sin enviar');
  expect(recipientState({ ...ana, email: null })).toBe('Sin correo: agréguelo en Usuarios');
  expect(recipientState({ ...inState('sent'), sentAt: at })).toBe(
    'Enviado el 19 de noviembre de 2026, 22:30',
  );
  expect(recipientState({ ...inState('failed'), problem: 'Rechazado (550).' })).toBe(
    'Falló: Rechazado (550).',
  );
  expect(recipientState({ ...inState('sending'), problem: 'Antes falló.' })).toBe('Enviando');
  expect(
    [null, 'queued', 'sending', 'sent', 'failed', 'cancelled'].filter((state) =>
      isUnsent(inState(state as Recipient['state'])),
    ),
  ).toEqual([null, 'failed', 'cancelled']);
  expect(isUnsent({ ...ana, email: null })).toBe(false);
});

it('afterLine joins all deadlines in a line', () => {
  expect(afterLine(after, '2026-11-19')).toBe(
    'Asamblea del 13 de noviembre de 2026: resumen hasta el 19 de noviembre de 2026; acta hasta el 15 de diciembre de 2026; impugnación hasta el 13 de enero de 2027.',
  );
  expect(afterLine({ ...after, summary: { ...after.summary, sentAt: at } }, '2026-11-20')).toContain(
    'resumen enviado',
  );
});
