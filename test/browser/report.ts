import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { renderReport } from '../../shared/present/report/report.ts';
import { sampleDocument } from '../shared/report/document.ts';

/**
 * Opens reports in headless Chromium: `node test/browser/report.ts [report.html…] [--out FOLDER]`, without a report a sample and
 * a hostile one. For a desktop, a phone, the
 * dark and paper it looks for what axe finds serious, sideways scrolling, blocked or loaded resources, citations that a
 * keyboard cannot unfold, and writes a picture of each. Exit 1 when anything is found, 2 when there is no browser.
 */
const VIEWS = [
  { name: 'desktop', viewport: { width: 1360, height: 900 }, colorScheme: 'light', media: 'screen' },
  { name: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'light', media: 'screen' },
  { name: 'dark', viewport: { width: 1024, height: 800 }, colorScheme: 'dark', media: 'screen' },
  { name: 'phone-dark', viewport: { width: 360, height: 740 }, colorScheme: 'dark', media: 'screen' },
  { name: 'print', viewport: { width: 794, height: 1123 }, colorScheme: 'light', media: 'print' },
] as const;
/** Pictures of taller pages are cut: the browser cannot take them. */
const TALLEST = 15_000;
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const args = process.argv.slice(2);
const outAt = args.indexOf('--out');
const out = resolve(outAt < 0 ? '.plumbline/screenshots' : args[outAt + 1]!);
const reports = args.filter((_, at) => outAt < 0 || (at !== outAt && at !== outAt + 1));

process.exitCode = await main();

async function main(): Promise<number> {
  const executablePath = process.env.CHROMIUM ?? BROWSERS.find(existsSync);
  if (executablePath === undefined) {
    console.error('No Chromium was found. Install one (Debian: apt-get install chromium) or name it in CHROMIUM.');
    return 2;
  }
  await mkdir(out, { recursive: true });
  if (reports.length === 0) reports.push(...(await samples()));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  let problems = 0;
  try {
    for (const [at, path] of reports.entries())
      for (const view of VIEWS) problems += await check(browser, path, view, at);
  } finally {
    await browser.close();
  }
  console.log(problems === 0 ? `No problem in ${reports.length} report(s).` : `${problems} problem(s).`);
  return problems === 0 ? 0 : 1;
}

/** Without a report to look at: our sample, and the same with hostile text in every field. */
async function samples(): Promise<string[]> {
  const hostile = `<script>alert(1)</script> "'></title><iframe src="https://evil.example"> ${'\u202e'}${'long '.repeat(300)}${'x'.repeat(900)}`;
  const paths = [join(out, 'sample.html'), join(out, 'hostile.html')];
  await writeFile(paths[0]!, await renderReport(sampleDocument()));
  await writeFile(paths[1]!, await renderReport(sampleDocument((text) => `${text} ${hostile}`)));
  return paths;
}

async function check(browser: Browser, path: string, view: (typeof VIEWS)[number], at: number): Promise<number> {
  const context = await browser.newContext({ viewport: view.viewport, colorScheme: view.colorScheme });
  const page = await context.newPage();
  const found: string[] = [];
  page.on('console', (message) => found.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => found.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith('file:')) found.push(`loads ${request.url()}`);
  });
  await page.goto(pathToFileURL(resolve(path)).href);
  await page.emulateMedia({ media: view.media, colorScheme: view.colorScheme });
  found.push(...(await sideways(page)));
  found.push(...(await axe(page)));
  const stem = join(out, `${at}-${basename(path, '.html')}-${view.name}`);
  const height = Math.min(TALLEST, await page.evaluate(() => document.documentElement.scrollHeight));
  await page.screenshot({
    path: `${stem}.png`,
    clip: { x: 0, y: 0, width: view.viewport.width, height },
    fullPage: true,
  });
  if (view.media === 'screen') {
    found.push(...(await unfold(page)));
    await page.evaluate(() => {
      for (const one of [...document.querySelectorAll('details')].slice(0, 12)) one.open = true;
    });
    found.push(...(await sideways(page)), ...(await axe(page)));
    await page.screenshot({
      path: `${stem}-open.png`,
      clip: { x: 0, y: 0, ...view.viewport, height: 2400 },
      fullPage: true,
    });
  } else {
    await page.pdf({ path: `${stem}.pdf`, format: 'A4' });
  }
  for (const problem of found) console.log(`${basename(path)} ${view.name}: ${problem}`);
  console.log(`${basename(path)} ${view.name}: ${found.length} problem(s)`);
  await context.close();
  return found.length;
}

/** The page must not be wider than its window; regions that scroll by themselves may be. */
function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll('*')].filter(
      (one) => one.getBoundingClientRect().right > clientWidth + 1 && one.closest('.scroll') === null,
    );
    return [
      `scrolls sideways (${scrollWidth} > ${clientWidth}): ${wide
        .slice(0, 3)
        .map((one) => one.outerHTML.slice(0, 80))
        .join(' | ')}`,
    ];
  });
}

async function axe(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations, passes } = await page.evaluate(
    () => (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run() as Promise<AxeResults>,
  );
  // A check that looked at nothing would find nothing.
  if (passes.length < 10) return [`axe checked ${passes.length} rules only`];
  return violations.map(
    (one) => `axe ${one.impact} ${one.id}: ${one.help} (${one.nodes.length}): ${one.nodes[0]?.html.slice(0, 140)}`,
  );
}

/** The first citation opens by the keyboard alone, and its passage can then be seen. */
async function unfold(page: Page): Promise<string[]> {
  const first = page.locator('details.cite').first();
  if ((await first.count()) === 0) return [];
  await first.locator('summary').focus();
  await page.keyboard.press('Enter');
  const visible = await first.locator('.evidence').isVisible();
  await page.keyboard.press('Enter');
  const hidden = !(await first.locator('.evidence').isVisible());
  return visible && hidden ? [] : ['a citation does not unfold by the keyboard'];
}
