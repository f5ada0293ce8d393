import { EXIT } from './exit.ts';

/** npm hands on the signal that the terminal has sent to everybody already: a second one this soon is the same key. */
const SAME_KEY_MS = 150;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ctrl-C once stops cleanly; twice ends at once. A closed terminal counts as once. */
export class Interruption {
  private at: number | null = null;
  private readonly onCaught: () => void;
  private readonly handle = (signal: NodeJS.Signals): void => this.on(signal);

  private constructor(onCaught: () => void) {
    this.onCaught = onCaught;
    for (const signal of SIGNALS) process.on(signal, this.handle);
  }

  /** @param onCaught called at the first signal */
  static listen(onCaught: () => void = () => {}): Interruption {
    return new Interruption(onCaught);
  }

  get caught(): boolean {
    return this.at !== null;
  }

  stop(): void {
    for (const signal of SIGNALS) process.off(signal, this.handle);
  }

  private on(signal: NodeJS.Signals): void {
    const now = performance.now();
    if (this.at === null) {
      this.at = now;
      this.onCaught();
    } else if (signal !== 'SIGHUP' && now - this.at > SAME_KEY_MS) process.exit(EXIT.interrupted);
  }
}
