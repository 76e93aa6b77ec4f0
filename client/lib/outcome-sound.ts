import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { onSessionEnd } from './session.store.ts';

/**
 * Result of a scan at the door. `registered`: done; `already`: registered before; `blocked`: refused;
 * `pending`: stored for later sending; `asking`: the person must choose units; `gone`: the registration
 * ended.
 */
export type Outcome = 'registered' | 'already' | 'blocked' | 'pending' | 'asking' | 'gone';

interface Tone {
  hz: number;
  /** Start of the tone, in seconds from the start of the sound. `to` is the end. */
  from: number;
  to: number;
}

interface Sound {
  wave: OscillatorType;
  loudness: number;
  tones: readonly Tone[];
}

/**
 * Sounds of the outcomes. Different in melody and length, also for people with poor hearing of high tones: two
 * rising tones; three equal short tones; a low growl; a soft tone; two falling tones; a soft low tone. Each sound is
 * shorter than the interval between two results on the screen.
 */
const sounds: Readonly<Record<Outcome, Sound>> = {
  registered: {
    wave: 'sine',
    loudness: 0.3,
    tones: [
      { hz: 660, from: 0, to: 0.09 },
      { hz: 990, from: 0.09, to: 0.22 },
    ],
  },
  already: {
    wave: 'triangle',
    loudness: 0.35,
    tones: [
      { hz: 520, from: 0, to: 0.07 },
      { hz: 520, from: 0.12, to: 0.19 },
      { hz: 520, from: 0.24, to: 0.31 },
    ],
  },
  blocked: { wave: 'sawtooth', loudness: 0.3, tones: [{ hz: 150, from: 0, to: 0.38 }] },
  pending: { wave: 'sine', loudness: 0.25, tones: [{ hz: 440, from: 0, to: 0.16 }] },
  asking: {
    wave: 'triangle',
    loudness: 0.35,
    tones: [
      { hz: 780, from: 0, to: 0.12 },
      { hz: 390, from: 0.16, to: 0.36 },
    ],
  },
  gone: { wave: 'sine', loudness: 0.3, tones: [{ hz: 280, from: 0, to: 0.3 }] },
};

/** Fade in and out of a tone, in seconds, because an abrupt start or end clicks. */
const EDGE_S = 0.012;

/** Store: `isMuted` is true after the person muted the sounds in this browser, until sign-out. */
export const useMuted = create<{ isMuted: boolean }>()(
  persist((): { isMuted: boolean } => ({ isMuted: false }), { name: 'scaf.muted' }),
);

onSessionEnd(() => useMuted.setState({ isMuted: false }));

let context: AudioContext | null = null;

/**
 * Prepares the sounds at the first press or key, because browsers block sound before. Returns a function to
 * remove the listeners.
 */
export function listenForGesture(): () => void {
  const begin = () => {
    if (typeof AudioContext === 'undefined') return;
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
  };
  const events = ['pointerdown', 'keydown'] as const;
  for (const name of events) document.addEventListener(name, begin, { capture: true, passive: true });
  return () => {
    for (const name of events) document.removeEventListener(name, begin, { capture: true });
  };
}

/**
 * Plays the short sound of a scan's result once, without waiting for the end. Silent if the person muted the
 * sounds, and before the first press or key on the page.
 * @param outcome result of the scan: `registered`, `blocked` and so on have different sounds
 */
export function play(outcome: Outcome): void {
  if (context === null || useMuted.getState().isMuted) return;
  const { wave, loudness, tones } = sounds[outcome];
  const start = context.currentTime;
  const gain = context.createGain();
  gain.gain.value = 0;
  gain.connect(context.destination);
  for (const { hz, from, to } of tones) {
    const tone = context.createOscillator();
    tone.type = wave;
    tone.frequency.value = hz;
    tone.connect(gain);
    gain.gain.setValueAtTime(0, start + from);
    gain.gain.linearRampToValueAtTime(loudness, start + from + EDGE_S);
    gain.gain.setValueAtTime(loudness, start + to - EDGE_S);
    gain.gain.linearRampToValueAtTime(0, start + to);
    tone.start(start + from);
    tone.stop(start + to);
  }
}
