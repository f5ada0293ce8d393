import { cruise, type IReporterOutput } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

/** The import rules of the folder table. A cruise that saw nothing proves nothing: modules are counted. */
const options = await extractDepcruiseOptions('./.dependency-cruiser.cjs');
const result = (await cruise(['shared', 'lambdas', 'statemachine', 'infra', 'local'], options)) as IReporterOutput;
const output = result.output;
if (typeof output === 'string') throw new Error('dependency-cruiser gave text where a result was expected');
const { violations, totalCruised } = output.summary;
for (const violation of violations) {
  console.error(`${violation.rule.name}: ${violation.from} -> ${violation.to}`);
}
console.log(`imports: ${totalCruised} modules, ${violations.length} violation(s)`);
process.exitCode = violations.length > 0 || totalCruised < 100 ? 1 : 0;
