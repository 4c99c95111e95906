const VIBRATION_MS = 60;
const TONE_MS = 250;

/** What a person with closed eyes notices. */
export interface PhotoSignal {
  /** At each photo: a vibration, where the device has one. */
  photo(): void;
  /** After the last photo: a tone. */
  end(): void;
}

/** Made at the person's own press: browsers let a page sound only after one. */
export function openSignal(): PhotoSignal {
  const audio = new AudioContext();
  return {
    photo: () => void navigator.vibrate?.(VIBRATION_MS),
    end: () => {
      const tone = audio.createOscillator();
      tone.connect(audio.destination);
      tone.start();
      setTimeout(() => audio.close(), TONE_MS);
    },
  };
}
