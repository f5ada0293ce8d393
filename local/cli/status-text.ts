import type { RunView } from '../../shared/api/views.ts';
import { STAGES } from '../../shared/contracts/enums.ts';
import { drawText } from '../../shared/plan/draw-text.ts';
import { tasksOf } from '../../shared/plan/tasks.ts';
import { questionText } from './prompt.ts';

/** Where a run is, for people. */
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
    const tasks = tasksOf(graph, view.request.depth, ended ? 9 : cursor.stage, view.stopped);
    parts.push(tasks.map((task) => `[${task.status === 'done' ? 'x' : ' '}] ${task.subject}`).join('\n'));
  }
  for (const question of view.questions.filter((one) => one.answer === null)) {
    parts.push(
      `${questionText(question, Date.now())}\n  Answer with: plumbline answer ${view.slug} ${question.id} <choice>`,
    );
  }
  if (view.status === 'interrupted') parts.push(`Nobody executes it: plumbline resume ${view.slug}`);
  return parts.join('\n\n');
}
