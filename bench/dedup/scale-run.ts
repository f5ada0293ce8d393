import { readFileSync } from 'node:fs';
import { dedupTool, recordOf } from '../../shared/collate/match/tool.ts';
import { jsonLine } from '../../shared/text/json-line.ts';

/**
 * Runs `tools dedup` over one file in a process of its own, so that time and memory are the tool's alone.
 * Prints `{"seconds":…,"megabytes":…,"clusters":[…]}`; seconds are processor time.
 */
const text = readFileSync(process.argv[2]!, 'utf8');
const before = process.cpuUsage();
const records = text.split('\n').flatMap((line) => (line === '' ? [] : [recordOf(jsonLine(line))]));
const { lines } = dedupTool(records);
const { user, system } = process.cpuUsage(before);
const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
const clusters = lines.map(({ cluster }) => cluster);
process.stdout.write(JSON.stringify({ seconds: (user + system) / 1e6, megabytes, clusters }));
