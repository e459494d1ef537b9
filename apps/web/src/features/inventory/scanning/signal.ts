let audio: AudioContext | undefined;

/** Tells by sound and vibration how a scan ended, so that no one has to look at the screen between two boxes. */
export function signal(success: boolean): void {
  // Phones that cannot vibrate, and browsers in which no one has touched the page, stay silent.
  (navigator as { vibrate?: Navigator['vibrate'] }).vibrate?.(success ? 60 : [90, 60, 90]);
  try {
    audio ??= new AudioContext();
    const [tone, volume, end] = [
      audio.createOscillator(),
      audio.createGain(),
      audio.currentTime + (success ? 0.09 : 0.3),
    ];
    tone.frequency.value = success ? 1_320 : 220;
    tone.type = success ? 'sine' : 'square';
    volume.gain.setValueAtTime(0.15, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, end);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(end);
  } catch {
    // The screen says the same.
  }
}
