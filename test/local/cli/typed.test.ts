import { expect, it } from 'vitest';
import { endpointFlag, invocation, typed, userPath } from '../../../local/cli/typed.ts';

it('says what the user types: npm, unless there is a program', () => {
  expect(invocation('/srv/plumbline/local/cli/main.ts')).toBe('npm run -s plumbline --');
  expect(invocation('/usr/local/bin/plumbline')).toBe('plumbline');
});

it('turns hints into commands that can be typed, and leaves the rest alone', () => {
  const words = 'npm run -s plumbline --';
  expect(typed('`plumbline resume a-2026-01-01` goes on.', words)).toBe(
    '`npm run -s plumbline -- resume a-2026-01-01` goes on.',
  );
  expect(typed('plumbline --help and plumbline <command> --help', words)).toBe(
    `${words} --help and ${words} <command> --help`,
  );
  for (const text of ['plumbline · a topic', '/tmp/plumbline list', 'the plumbline runs', 'plumbline listing']) {
    expect(typed(text, words)).toBe(text);
  }
  expect(typed('plumbline list', 'plumbline')).toBe('plumbline list');
});

it('sends hints of a command for a deployed API there as well', () => {
  const url = 'https://a1b2.execute-api.eu-central-1.amazonaws.com/v1/';
  for (const argv of [
    ['run', 'raft', '--endpoint', url],
    ['--endpoint', url, 'list'],
    ['list', `--endpoint=${url}`],
  ]) {
    expect(endpointFlag(argv)).toBe(`--endpoint=${url} `);
  }
  for (const argv of [['list'], ['list', '--endpoint'], ['list', '--endpoint', 'https://x/;rm -r']])
    expect(endpointFlag(argv)).toBe('');
  const flag = endpointFlag(['--endpoint', url]);
  expect(typed('Go on with: plumbline resume raft', 'plumbline', flag)).toBe(
    `Go on with: plumbline --endpoint=${url} resume raft`,
  );
  expect(typed(`Run \`plumbline login --endpoint ${url}\`.`, 'plumbline', flag)).toBe(
    `Run \`plumbline login --endpoint ${url}\`.`,
  );
  expect(typed('plumbline serve, plumbline tools match', 'plumbline', flag)).toBe(
    'plumbline serve, plumbline tools match',
  );
});

it('reads paths from where the user stands, not from where npm runs the script', () => {
  const npm = { npm_lifecycle_event: 'plumbline', INIT_CWD: '/srv/papers' };
  expect(userPath('refs.bib', npm)).toBe('/srv/papers/refs.bib');
  expect(userPath('/abs/refs.bib', npm)).toBe('/abs/refs.bib');
  expect(userPath('refs.bib', { ...npm, npm_lifecycle_event: 'test' })).toBe(`${process.cwd()}/refs.bib`);
});
