import { type RefObject, useEffect, useRef } from 'react';
import { readScan } from '../../../../../shared/assemblies/code.ts';
import { isSurelyCode, type KeyedScan, KeyRun, quietAfter } from './keys.ts';

interface Listener {
  /** Element that contains the code field. */
  box: RefObject<HTMLElement | null>;
  onScan: (text: string) => void;
  /** True for a text that is complete without an ending key. */
  isWhole: (text: string) => boolean;
}

/** Text field that received keys of a possible scan, with its value before the first key. */
interface Touched {
  field: Field;
  value: string;
  /** Index of the scan's first key in the key sequence. */
  from: number;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Components that want scans. Only the newest gets a scan, so an open dialog hides the page behind. */
const listeners: Listener[] = [];
const run = new KeyRun();
let touched: Touched[] = [];
/** Index in the key sequence of the first key of the last possible scan. */
let began = 0;
/** Time of the last Enter. Scanners that end with CR and LF send a second Enter, dropped too. */
let endedAt = Number.NEGATIVE_INFINITY;
const SECOND_END_MS = 50;
/** Time of the last scan that ended without a key. An Enter or Tab soon after belongs to the same slow scanner. */
let restedAt = Number.NEGATIVE_INFINITY;
const LATE_END_MS = 500;
let rest: ReturnType<typeof setTimeout> | undefined;

/**
 * Hook of the desk's page: calls `onScan` with the text of every scan of a hand scanner, in any focused field.
 * Returns the ref for the element with the code field: keys typed outside of text fields go there; other fields do
 * not keep scanned text.
 * @param isWhole true for a text complete without a final Enter. Must not change between renders.
 */
export function useScans<Box extends HTMLElement = HTMLDivElement>(
  onScan: (text: string) => void,
  isWhole = isSurelyCode,
): RefObject<Box | null> {
  const box = useRef<Box>(null);
  const latest = useRef(onScan);
  useEffect(() => {
    latest.current = onScan;
  });
  useEffect(() => {
    const listener: Listener = { box, onScan: (text) => latest.current(text), isWhole };
    if (listeners.length === 0) begin();
    listeners.push(listener);
    return () => {
      listeners.splice(listeners.indexOf(listener), 1);
      if (listeners.length === 0) end();
    };
  }, [isWhole]);
  return box;
}

/**
 * Passes a code read by the camera to the component with `useScans`, the listener to scans; with several
 * components, to the newest.
 * @param text text of the code
 */
export function hearScan(text: string): void {
  listeners.at(-1)?.onScan(text);
}

function begin(): void {
  // Captures keys ahead of React's listeners.
  window.addEventListener('keydown', onKey, { capture: true });
  window.addEventListener('pointerdown', forget, { capture: true });
}

function end(): void {
  window.removeEventListener('keydown', onKey, { capture: true });
  window.removeEventListener('pointerdown', forget, { capture: true });
  forget();
}

function forget(): void {
  clearTimeout(rest);
  run.forget();
  touched = [];
}

function onKey(event: KeyboardEvent): void {
  const listener = listeners.at(-1);
  if (!listener) return;
  clearTimeout(rest);
  if (event.key === 'Enter' || event.key === 'Tab') {
    onEnd(event, listener);
    return;
  }
  const sign = signOf(event);
  if (sign === null) {
    // Shift comes with capitals; other keys come from a person.
    if (event.key.length > 1 && !MODIFIERS.has(event.key)) forget();
    return;
  }
  if (event.repeat) return;
  rest = setTimeout(onRest, quietAfter(performance.now() - event.timeStamp));
  const place = run.take({ sign, at: event.timeStamp });
  if (place === 0) touched = [];
  began = place ?? began;
  const field = fieldOf(document.activeElement);
  if (field) note(field);
  else if (sign !== ' ' && !isChoosing(document.activeElement)) lead(event, listener);
}

const MODIFIERS = new Set(['Shift', 'AltGraph', 'CapsLock', 'Process', 'Unidentified']);

/** Character of a pressed key. Null for keys without a character and for shortcuts. */
function signOf(event: KeyboardEvent): string | null {
  if (event.isComposing) return null;
  const isAltGraph = event.getModifierState('AltGraph');
  if (!isAltGraph && (event.ctrlKey || event.altKey || event.metaKey)) return null;
  // A scanner set to another keyboard sends an apostrophe for a hyphen: a dead key in some layouts.
  if (event.key === 'Dead') return "'";
  return event.key.length === 1 ? event.key : null;
}

/** Moves the focus to the code field, so that the field receives the current character. */
function lead(event: KeyboardEvent, { box }: Listener): void {
  const field = codeField(box.current);
  field?.focus();
  if (field && document.activeElement === field) {
    note(field);
    return;
  }
  // A dialog blocks the focus. The run has the character; the event must not select in a list.
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Takes a whole code of a scanner that sends no Enter and no Tab. Keys that waited with a busy page come first. */
function onRest(): void {
  rest = setTimeout(takeRested);
}

function takeRested(): void {
  const listener = listeners.at(-1);
  const scan = listener && run.wholeCodeAt(performance.now(), listener.isWhole);
  if (!listener || scan === undefined) return;
  restedAt = performance.now();
  finish(scan, listener);
}

function onEnd(event: KeyboardEvent, listener: Listener): void {
  const { box, onScan } = listener;
  const swallow = () => {
    event.preventDefault();
    event.stopImmediatePropagation();
    endedAt = event.timeStamp;
  };
  if (event.repeat || event.isComposing) return;
  const field = fieldOf(document.activeElement);
  const inCode = field !== null && box.current?.contains(field) === true;
  const isTab = event.key === 'Tab';
  const isScan = ({ text }: KeyedScan) =>
    inCode ? readScan(text) !== null : (field === null && !isTab) || isSurelyCode(text);
  const scan = run.scansAt(event.timeStamp).find(isScan);
  if (scan !== undefined) {
    swallow();
    finish(scan, listener);
    return;
  }
  if (event.timeStamp - endedAt < SECOND_END_MS || event.timeStamp - restedAt < LATE_END_MS) {
    restedAt = Number.NEGATIVE_INFINITY;
    swallow();
    return;
  }
  // Enter of a person, or an unreadable scan: the value of the field counts.
  forget();
  if (isTab || !inCode || field.value.trim() === '') return;
  swallow();
  onScan(field.value);
}

/** Removes the keys of a scan from the fields, then reports the scan. */
function finish(scan: KeyedScan, { box, onScan }: Listener): void {
  const field = fieldOf(document.activeElement);
  const inCode = field !== null && box.current?.contains(field) === true;
  // Restores the fields in reverse order, so that text typed before the scan stays.
  for (const was of touched.filter(({ from }) => from >= scan.from).reverse()) write(was.field, was.value);
  forget();
  // Closes a list opened by the keys. A dialog keeps the focus.
  if (field && !inCode && !field.closest('dialog, [role="dialog"]')) codeField(box.current)?.focus();
  onScan(scan.text);
}

function note(field: Field): void {
  const isNoted = touched.some((one) => one.field === field && one.from === began);
  if (!isNoted) touched.push({ field, value: field.value, from: began });
}

/** Sets the value of a text field and fires an input event, so that React notices. */
function write(field: Field, value: string): void {
  if (field.value === value) return;
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

const codeField = (box: HTMLElement | null): HTMLInputElement | null => box?.querySelector('input') ?? null;

/**
 * Returns the element if the user can type text there, else null. A checkbox is an input too, but takes no text.
 */
function fieldOf(element: Element | null): Field | null {
  if (element instanceof HTMLTextAreaElement) return element;
  if (!(element instanceof HTMLInputElement)) return null;
  return ['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'file', 'color'].includes(element.type)
    ? null
    : element;
}

/**
 * True if the element lies in an open drop-down list that is searched by typing. Scans are still received there.
 */
const isChoosing = (element: Element | null): boolean =>
  element?.closest('[role="listbox"], [role="menu"], [role="option"]') != null;
