import type { Role, RoleName } from '../../shared/agents/role.ts';
import type { Embedder } from '../../shared/collate/embed/port.ts';
import type { RoleCall, RoleRunner } from '../../shared/runtime.ts';

/** What a role answers instead, given its extractive answer; it may also do something to the run meanwhile. */
export type Steer = (answer: never, at: RoleCall, nth: number) => unknown;

/** The extractive roles, some of them steered: for tests that need a run to take a certain way. */
export class SteeredRoles implements RoleRunner {
  readonly calls: { readonly role: RoleName; readonly step: string }[] = [];
  private readonly embedder: Embedder;
  private readonly steers: Partial<Record<RoleName, Steer>>;

  constructor(embedder: Embedder, steers: Partial<Record<RoleName, Steer>>) {
    this.embedder = embedder;
    this.steers = steers;
  }

  async describe(): Promise<string> {
    return 'extractive';
  }

  async run<I, W, O>(role: Role<I, W, O>, input: I, at: RoleCall): Promise<O> {
    this.calls.push({ role: role.name, step: at.step });
    const nth = this.calls.filter((call) => call.role === role.name).length;
    const answer = await role.extract(input, { embedder: this.embedder });
    const steer = this.steers[role.name];
    if (!steer) return answer;
    return (await steer(answer as never, at, nth)) as O;
  }
}

/** Waits until something holds; fails after a while, so that a run that hangs is seen. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + 20_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
