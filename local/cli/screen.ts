import { painter, takesColour } from './paint.ts';
import { widthOf } from './width.ts';

/** A part of the terminal that is drawn over and over, in place. */
export interface Screen {
  draw(lines: readonly string[]): void;
  /** Takes the drawing away, so that something else can be written. */
  clear(): void;
  /** Leaves the drawing where it is. */
  done(): void;
}

/** What a screen needs of a terminal's stream. */
export interface TerminalStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
}

const ESC = '\u001b[';
/** Terminals that know it show what is in between at once; others pass it over. */
const [TOGETHER, SHOWN] = [`${ESC}?2026h`, `${ESC}?2026l`];
const [HIDE, SHOW] = [`${ESC}?25l`, `${ESC}?25h`];
const [END_OF_LINE, BELOW] = [`${ESC}K`, `${ESC}J`];

/** Whether a stream can be drawn on: a dumb terminal shows every escape as it stands, and gets plain lines. */
export const drawable = (stream: { readonly isTTY?: boolean }, environment: NodeJS.ProcessEnv = process.env): boolean =>
  stream.isTTY === true && environment.TERM !== 'dumb';

/** Lines are written over the ones before, never onto an emptied screen: nothing flickers. */
export function openScreen(stream: TerminalStream): Screen {
  const paint = painter(takesColour(stream));
  let drawn: readonly string[] = [];
  const show = (): void => {
    stream.write(SHOW);
  };

  /** Rows that the drawing takes now: a narrowed terminal has wrapped its lines. */
  const height = (): number => {
    const { columns } = sizeOf(stream);
    return drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0);
  };
  const up = (): string => (drawn.length === 0 ? '' : `\r${ESC}${height()}A`);

  return {
    draw: (lines) => {
      if (lines.length === drawn.length && lines.every((line, at) => line === drawn[at])) return;
      if (drawn.length === 0) process.once('exit', show);
      const text = lines.map((line) => `${paint(line)}${END_OF_LINE}\n`).join('');
      stream.write(`${TOGETHER}${HIDE}${up()}${text}${BELOW}${SHOWN}`);
      drawn = [...lines];
    },
    clear: () => {
      if (drawn.length === 0) return;
      stream.write(`${up()}${BELOW}${SHOW}`);
      drawn = [];
      process.off('exit', show);
    },
    done: () => {
      if (drawn.length === 0) return;
      show();
      drawn = [];
      process.off('exit', show);
    },
  };
}

/** Its size now; what does not say counts as 80 by 24. */
export const sizeOf = (stream: TerminalStream): { columns: number; rows: number } => ({
  columns: stream.columns || 80,
  rows: stream.rows || 24,
});
