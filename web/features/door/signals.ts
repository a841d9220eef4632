import type { DoorAnswer } from './door-list.ts';

type Kind = DoorAnswer['kind'];

/** Hertz and seconds, one after the other. */
const tones: Record<Kind, readonly (readonly [pitch: number, length: number])[]> = {
  in: [[1_050, 0.12]],
  already: [
    [520, 0.12],
    [520, 0.12],
  ],
  waiting: [
    [520, 0.12],
    [390, 0.2],
  ],
  unknown: [[190, 0.5]],
  undone: [[700, 0.08]],
};
const shakes: Record<Kind, number[]> = {
  in: [70],
  already: [60, 70, 60],
  waiting: [60, 70, 200],
  unknown: [400],
  undone: [40],
};

let context: AudioContext | undefined;

/** Unlocks sound: browsers allow it only after a press on the page. */
export function allowSound(): void {
  try {
    context ??= new AudioContext();
    void context.resume();
  } catch {
    // No sound: colour, text and vibration remain.
  }
}

/** Signals a result by sound and vibration. */
export function signal(kind: Kind): void {
  navigator.vibrate?.(shakes[kind]);
  if (context?.state !== 'running') return;
  let at = context.currentTime;
  for (const [pitch, length] of tones[kind]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = pitch;
    tone.type = kind === 'unknown' ? 'square' : 'sine';
    volume.gain.setValueAtTime(0.25, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length + 0.05;
  }
}
