import type { Command } from 'commander';
import type { RunView } from '../../../shared/api/views.ts';
import { drawText } from '../../../shared/plan/draw-text.ts';
import { tasksOf } from '../../../shared/plan/tasks.ts';
import { connect } from '../connect.ts';
import { endpointOf } from '../endpoint.ts';
import { STAGES } from '../progress.ts';
import { questionText } from '../prompt.ts';

export function statusCommand(program: Command): void {
  program
    .command('status')
    .description('where a run is: stage, plan, tasks, questions, cost')
    .argument('<slug>', 'the run')
    .option('--json', 'print the run as JSON')
    .action(async (slug: string, options: { json?: boolean }, command: Command) => {
      const connection = await connect(endpointOf(command));
      try {
        const view = await connection.api.view(slug);
        process.stdout.write(options.json ? `${JSON.stringify(view)}\n` : `${statusText(view)}\n`);
      } finally {
        await connection.close();
      }
    });
}

export function statusText(view: RunView): string {
  const { cursor, budget } = view;
  const ended = view.ended !== null;
  const where = ended
    ? `ended ${view.ended}`
    : `stage ${cursor.stage} ${STAGES[cursor.stage]}, round ${cursor.round}, attempt ${cursor.attempt}`;
  const parts = [
    `${view.request.topic}\n${view.status}${view.reason === null ? '' : ` (${view.reason})`} \u00b7 ${view.request.depth} \u00b7 ${where}`,
    `${budget.used} of ${budget.total} tokens \u00b7 ${budget.calls} model calls \u00b7 $${budget.cost.toFixed(2)}`,
  ];
  if (view.nodes.length > 0) {
    const graph = { root_id: 'root' as const, status: 'executing' as const, nodes: view.nodes };
    parts.push(drawText(graph));
    const tasks = tasksOf(graph, view.request.depth, ended ? 9 : cursor.stage);
    parts.push(tasks.map((task) => `[${task.status === 'done' ? 'x' : ' '}] ${task.subject}`).join('\n'));
  }
  for (const question of view.questions.filter((one) => one.answer === null)) {
    parts.push(`${questionText(question, Date.now())}\n  plumbline answer ${view.slug} ${question.id} <choice>`);
  }
  if (view.status === 'interrupted') parts.push(`Nobody executes it: plumbline resume ${view.slug}`);
  return parts.join('\n\n');
}
