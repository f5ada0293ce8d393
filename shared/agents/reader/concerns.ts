import type { ReaderInput } from '../inputs.ts';

/** The reader's own remarks on what the text does not allow one to trust; nothing here is the paper's. */
export function concerns(
  input: ReaderInput,
  quotable: number,
  found: { readonly evaluation: number; readonly results: number; readonly limitations: number },
): string[] {
  const { paper, text } = input;
  const remarks: string[] = [];
  if (paper.retracted || paper.withdrawn) remarks.push('The record is marked as retracted or withdrawn.');
  if (text.text.trim() === '') return [...remarks, 'The stored text is empty; nothing could be read.'];
  if (quotable === 0) {
    return [
      ...remarks,
      `No sentence of the stored text (${text.text.trim().length} characters) can be quoted; nothing was taken from it.`,
    ];
  }
  if (text.access === 'abstract')
    remarks.push('Only the abstract could be read: method and evaluation are known as far as it tells them.');
  if (text.truncated) remarks.push('The conversion of the text was cut; later sections may be missing.');
  if (found.evaluation === 0) remarks.push('No evaluation was found in the text.');
  else if (found.results === 0) remarks.push('An evaluation is mentioned, but no result with a number was found.');
  if (found.limitations === 0) remarks.push('The authors name no limitation in the text that was read.');
  return remarks;
}
