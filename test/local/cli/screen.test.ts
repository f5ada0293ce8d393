import { expect, it } from 'vitest';
import { drawable, openScreen } from '../../../local/cli/screen.ts';

/** As much of a terminal as the screen uses: cursor up, erase to the end of a line, erase below. */
class Terminal {
  readonly isTTY = true;
  readonly rows = 24;
  columns = 40;
  writes = 0;
  private lines: string[] = [''];
  private at = 0;

  write(text: string): void {
    this.writes++;
    const esc = String.fromCharCode(27);
    for (const part of text.split(new RegExp(`(${esc}\\[[?\\d]*[A-Za-z]|[\\n\\r])`))) {
      const up = new RegExp(`^${esc}\\[(\\d+)A$`).exec(part);
      if (up) this.at -= Number(up[1]);
      else if (part === `${esc}[J`) this.lines.length = this.at;
      else if (part === '\n') {
        this.at++;
        this.lines[this.at] ??= '';
      } else if (part !== '' && part !== '\r' && !part.startsWith(esc)) this.lines[this.at] = part;
      if (part === `${esc}[J`) this.lines[this.at] = '';
    }
  }

  get text(): string[] {
    return this.lines.filter((line) => line !== '');
  }
}

it('draws over what it drew, in one write, and only when something changed', () => {
  const terminal = new Terminal();
  terminal.write('before\n');
  const screen = openScreen(terminal);
  screen.draw(['one', 'two', 'three']);
  const writes = terminal.writes;
  screen.draw(['one', 'two', 'three']);
  expect(terminal.writes).toBe(writes);
  screen.draw(['one', '2']);
  expect(terminal.writes).toBe(writes + 1);
  expect(terminal.text).toEqual(['before', 'one', '2']);
  screen.draw(['a', 'b', 'c', 'd']);
  expect(terminal.text).toEqual(['before', 'a', 'b', 'c', 'd']);
});

it('takes itself away for a question, and starts below it again', () => {
  const terminal = new Terminal();
  const screen = openScreen(terminal);
  screen.draw(['one', 'two']);
  screen.clear();
  terminal.write('? a question\n');
  screen.draw(['three']);
  screen.done();
  terminal.write('the end\n');
  expect(terminal.text).toEqual(['? a question', 'three', 'the end']);
});

it('is opened on a terminal that can be drawn on only', () => {
  expect(drawable({ isTTY: true }, { TERM: 'xterm' })).toBe(true);
  expect(drawable({ isTTY: true }, { TERM: 'dumb' })).toBe(false);
  expect(drawable({}, { TERM: 'xterm' })).toBe(false);
});
