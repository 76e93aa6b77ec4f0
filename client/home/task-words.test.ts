import { describe, expect, it } from 'vitest';
import { Profile } from '../../shared/profiles.ts';
import { type Task, taskKinds } from '../../shared/properties/tasks.api.ts';
import { taskDetail, taskLink, taskTitle, taskWhen } from './task-words.ts';

const task = (more: Partial<Task>): Task => ({
  kind: 'monthToIssue',
  at: null,
  count: 1,
  amount: 0,
  month: { year: 2027, month: 3 },
  isOpen: false,
  mayAct: true,
  ...more,
});

describe('words of the tasks of today', () => {
  it.each([
    [null, 'Hoy'],
    ['2027-03-01T23:30:00-05:00', 'Hoy'],
    ['2027-03-02T00:30:00-05:00', 'Mañana'],
    ['2027-03-05T10:00:00-05:00', '4 días'],
    ['2027-02-28T10:00:00-05:00', 'Atrasada'],
  ])('a task at %s is told as %s on 1 March', (at, words) => {
    expect(taskWhen(task({ at }), '2027-03-01')).toBe(words);
  });

  it('an open assembly is told as of now, and a late spreadsheet as late', () => {
    const at = '2027-02-20T10:00:00-05:00';
    expect(taskWhen(task({ kind: 'assembly', at, isOpen: true }), '2027-03-01')).toBe('Ahora');
    expect(taskWhen(task({ kind: 'sheetToReview', at }), '2027-03-01')).toBe('Vencida');
    const due = task({ kind: 'dataClaims', at: '2027-03-01T23:59:00-05:00', count: 2 });
    expect([taskWhen(due, '2027-03-01'), taskWhen(due, '2027-03-02')]).toEqual(['Hoy', 'Vencida']);
    expect(taskTitle(due)).toBe('Responder 2 consultas o reclamos de datos personales');
  });

  it('the title names number and month; a reader without the right gets no order', () => {
    expect(taskTitle(task({}))).toBe('Emitir el mes de marzo de 2027');
    expect(taskTitle(task({ mayAct: false }))).toBe('El mes de marzo de 2027 está listo para emitir');
    expect(taskTitle(task({ kind: 'paymentsWaiting', count: 12 }))).toBe('12 pagos por identificar');
    expect(taskDetail(task({ kind: 'paymentsWaiting', amount: 8_412_300 }))).toBe('$\u00a08.412.300');
  });

  it('each kind has a link for staff, and an administrator without the right has no link to act', () => {
    for (const kind of taskKinds) expect(taskLink(3, task({ kind }), Profile.full)).not.toBeNull();
    expect(taskLink(3, task({ mayAct: false }), Profile.admin)).toBeNull();
    expect(taskLink(3, task({ kind: 'sheetMissing' }), Profile.admin)?.to).toBe('/UserHome#planilla');
  });
});
