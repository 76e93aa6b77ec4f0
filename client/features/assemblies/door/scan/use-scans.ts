import { type RefObject, useEffect, useRef } from 'react';
import { readScan } from '../../../../../shared/assemblies/code.ts';
import { isSurelyCode, type KeyedScan, KeyRun } from './scan-keys.ts';

interface Listener {
  /** Around the field that codes belong into, while it is on the page. */
  box: RefObject<HTMLElement | null>;
  onScan: (text: string) => void;
}

/** A field that keys of a run went into, as it was when a scan may have begun. */
interface Touched {
  field: Field;
  value: string;
  /** The place of that scan's first key in the run. */
  from: number;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Whoever began to listen last hears alone: a prompt for a code stands before the page that opened it. */
const listeners: Listener[] = [];
const run = new KeyRun();
let touched: Touched[] = [];
/** Where in the run the last scan may have begun. */
let began = 0;
/** The second key of scanners that end with carriage return and line feed presses nothing either. */
let endedAt = Number.NEGATIVE_INFINITY;
const SECOND_END_MS = 50;

/**
 * Hears every scan while the page is open, whatever has the focus: a scanner's keys are collected before any
 * field or button gets them, and its Enter calls `onScan` instead of pressing anything. Signs that a person
 * types outside of any text field go to the code field; what stands in one of the other fields stays, unless a
 * scanner put it there. Returns the ref to put around the code field.
 */
export function useScans<Box extends HTMLElement = HTMLDivElement>(
  onScan: (text: string) => void,
): RefObject<Box | null> {
  const box = useRef<Box>(null);
  const latest = useRef(onScan);
  useEffect(() => {
    latest.current = onScan;
  });
  useEffect(() => {
    const listener: Listener = { box, onScan: (text) => latest.current(text) };
    if (listeners.length === 0) begin();
    listeners.push(listener);
    return () => {
      listeners.splice(listeners.indexOf(listener), 1);
      if (listeners.length === 0) end();
    };
  }, []);
  return box;
}

/** A code that came another way, from the camera: whoever hears the scanner gets it, a prompt before the page. */
export function hearScan(text: string): void {
  listeners.at(-1)?.onScan(text);
}

function begin(): void {
  // The first to hear of a key, ahead of React's own listeners.
  window.addEventListener('keydown', onKey, { capture: true });
  window.addEventListener('pointerdown', forget, { capture: true });
}

function end(): void {
  window.removeEventListener('keydown', onKey, { capture: true });
  window.removeEventListener('pointerdown', forget, { capture: true });
  forget();
}

function forget(): void {
  run.forget();
  touched = [];
}

function onKey(event: KeyboardEvent): void {
  const listener = listeners.at(-1);
  if (!listener) return;
  if (event.key === 'Enter') {
    onEnter(event, listener);
    return;
  }
  const sign = signOf(event);
  if (sign === null) {
    // Shift comes with every capital; anything else is a person's.
    if (event.key.length > 1 && !MODIFIERS.has(event.key)) forget();
    return;
  }
  if (event.repeat) return;
  const place = run.take({ sign, at: event.timeStamp });
  if (place === 0) touched = [];
  began = place ?? began;
  const field = fieldOf(document.activeElement);
  if (field) note(field);
  else if (sign !== ' ' && !isChoosing(document.activeElement)) lead(event, listener);
}

const MODIFIERS = new Set(['Shift', 'AltGraph', 'CapsLock', 'Process', 'Unidentified']);

/** The sign a key writes; null where it writes none, or is part of a shortcut. */
function signOf(event: KeyboardEvent): string | null {
  if (event.isComposing) return null;
  const isAltGraph = event.getModifierState('AltGraph');
  if (!isAltGraph && (event.ctrlKey || event.altKey || event.metaKey)) return null;
  // A scanner set to another keyboard sends an apostrophe for a hyphen, which some layouts wait with.
  if (event.key === 'Dead') return "'";
  return event.key.length === 1 ? event.key : null;
}

/** No text field has the focus: the code field gets it, and with it the sign that is just being typed. */
function lead(event: KeyboardEvent, { box }: Listener): void {
  const field = codeField(box.current);
  field?.focus();
  if (field && document.activeElement === field) {
    note(field);
    return;
  }
  // Behind a dialog the field cannot be reached. The sign is in the run; it must not choose in a list meanwhile.
  event.preventDefault();
  event.stopImmediatePropagation();
}

function onEnter(event: KeyboardEvent, { box, onScan }: Listener): void {
  const swallow = () => {
    event.preventDefault();
    event.stopImmediatePropagation();
    endedAt = event.timeStamp;
  };
  if (event.repeat || event.isComposing) return;
  const field = fieldOf(document.activeElement);
  const inCode = field !== null && box.current?.contains(field) === true;
  const isScan = ({ text }: KeyedScan) =>
    inCode ? readScan(text) !== null : field === null || isSurelyCode(text);
  const scan = run.scansAt(event.timeStamp).find(isScan);
  if (scan !== undefined) {
    swallow();
    // The field as it was first, last: what a person wrote before the scan stays.
    for (const was of touched.filter(({ from }) => from >= scan.from).reverse()) write(was.field, was.value);
    forget();
    // A list that the keys opened closes with the focus; a dialog keeps its own.
    if (field && !inCode && !field.closest('dialog, [role="dialog"]')) codeField(box.current)?.focus();
    onScan(scan.text);
    return;
  }
  if (event.timeStamp - endedAt < SECOND_END_MS) {
    swallow();
    return;
  }
  // A person's, or a scan that nobody can read: what stands in the field is what was meant.
  forget();
  if (!inCode || field.value.trim() === '') return;
  swallow();
  onScan(field.value);
}

function note(field: Field): void {
  const isNoted = touched.some((one) => one.field === field && one.from === began);
  if (!isNoted) touched.push({ field, value: field.value, from: began });
}

/** Puts a value back as a person would, so that React hears of it. */
function write(field: Field, value: string): void {
  if (field.value === value) return;
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

const codeField = (box: HTMLElement | null): HTMLInputElement | null => box?.querySelector('input') ?? null;

/** What takes text as it is typed; a checkbox is an input too, and does not. */
function fieldOf(element: Element | null): Field | null {
  if (element instanceof HTMLTextAreaElement) return element;
  if (!(element instanceof HTMLInputElement)) return null;
  return ['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'file', 'color'].includes(element.type)
    ? null
    : element;
}

/** An open list is searched by typing; a scan that falls into it is heard all the same. */
const isChoosing = (element: Element | null): boolean =>
  element?.closest('[role="listbox"], [role="menu"], [role="option"]') != null;
