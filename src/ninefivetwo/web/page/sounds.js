// Four short sounds, synthesised here: a card played, a trick taken, the user's turn, the end of a deal.
import {settings} from "./settings.js";

let audio = /** @type {AudioContext | null} */ (null), noise = /** @type {AudioBuffer | null} */ (null); // made with the first sound, because browsers allow no audio before a click

/** The parts of each sound. @type {Record<string, Sound[]>} */
const SOUNDS = {
  card: [["noise", 1800, 0, 0.05, 0.5]],
  trick: [["noise", 900, 0, 0.09, 0.35], ["noise", 500, 0.06, 0.14, 0.35]],
  turn: [["tone", 660, 0, 0.12, 0.14], ["tone", 880, 0.1, 0.16, 0.14]],
  end: [["tone", 523, 0, 0.2, 0.14], ["tone", 659, 0.14, 0.2, 0.14], ["tone", 784, 0.28, 0.4, 0.16]],
};

// Play a sound by its name, unless sounds are off or the user has not used the page yet.
export function sound(/** @type {string} */ name) {
  if (!settings.get("sound") || !("AudioContext" in window) || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  for (const [kind, frequency, ...shape] of SOUNDS[name]) {
    const tone = kind === "tone", source = tone ? new OscillatorNode(audio, {frequency, type: "triangle"}) : new AudioBufferSourceNode(audio, {buffer: noise ??= white(audio), loop: true});
    play(audio, source, tone ? source : source.connect(new BiquadFilterNode(audio, {type: "bandpass", frequency, Q: 0.8})), ...shape);
  }
}

/** Play a source with a fast attack and a slow decay. @type {PlaySound} */
function play(context, source, heard, begin, length, loudness) {
  const from = context.currentTime + begin, gain = new GainNode(context, {gain: 0});
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(loudness, from + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
  heard.connect(gain).connect(context.destination);
  source.start(from);
  source.stop(from + length);
}

function white(/** @type {AudioContext} */ context) {
  const made = new AudioBuffer({length: 8192, sampleRate: context.sampleRate});
  made.copyToChannel(Float32Array.from({length: made.length}, () => Math.random() * 2 - 1), 0);
  return made;
}
