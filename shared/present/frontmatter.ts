import { Document, isScalar, parse, Scalar, visit } from 'yaml';
import type * as z from 'zod';
import { ArtefactInvalid } from '../contracts/errors.ts';
import { hasOddCharacter } from './escape.ts';

/**
 * A Markdown file of YAML frontmatter and body. Keys keep the order of `data`; strings that YAML could read as something
 * else, or that hold control characters, are quoted by the writer.
 * @param literal keys whose text is written as a `|` block when it is printable
 */
export function withFrontmatter(data: object, body: string, literal: readonly string[] = []): string {
  const document = new Document(data, { aliasDuplicateObjects: false });
  for (const key of literal) {
    const node = document.get(key, true);
    if (isScalar(node) && typeof node.value === 'string' && isPrintable(node.value)) node.type = Scalar.BLOCK_LITERAL;
  }
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && !isPrintable(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return `---\n${document.toString({ lineWidth: 0, indentSeq: true })}---\n\n${body.trimEnd()}\n`;
}

/**
 * Splits a file into its checked frontmatter and its body.
 * @param headings level-1 and level-2 headings that must be there in this order: a file cut while it was written lacks some
 * @throws {ArtefactInvalid} when the file is empty, torn, not YAML, or does not fit the schema
 */
export function readFrontmatter<T>(
  file: string,
  what: string,
  schema: z.ZodType<T>,
  headings: readonly string[],
): { data: T; body: string } {
  const text = file.replace(/\r\n/g, '\n');
  if (text.trim() === '') throw invalid(what, 'the file is empty');
  if (!text.startsWith('---\n')) throw invalid(what, 'it does not start with frontmatter');
  const close = text.indexOf('\n---\n', 3);
  if (close < 0) throw invalid(what, 'its frontmatter is not closed: the file was cut');
  const body = text.slice(close + 5);
  const checked = schema.safeParse(yamlOf(text.slice(4, close + 1), what));
  if (!checked.success) {
    const issue = checked.error.issues[0];
    throw invalid(what, `frontmatter field ${issue?.path.join('.') || '(root)'}: ${issue?.message ?? 'unknown'}`);
  }
  let from = 0;
  for (const heading of headings) {
    const at = `\n${body}`.indexOf(`\n${heading}\n`, from);
    if (at < 0) throw invalid(what, `the part ${heading} is missing: the file was cut`);
    from = at + 1;
  }
  return { data: checked.data, body };
}

/** The JSON of the last fenced block below `heading`. */
export function readFence<T>(body: string, heading: string, what: string, schema: z.ZodType<T>): T {
  const at = `\n${body}`.lastIndexOf(`\n${heading}\n`);
  const open = at < 0 ? -1 : body.indexOf('```json\n', at);
  const close = open < 0 ? -1 : body.indexOf('\n```', open + 8);
  if (close < 0) throw invalid(what, `the data below ${heading} is missing or cut`);
  let value: unknown;
  try {
    value = JSON.parse(body.slice(open + 8, close));
  } catch (cause) {
    throw invalid(what, `the data below ${heading} is not JSON`, cause);
  }
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const issue = checked.error.issues[0];
  throw invalid(what, `field ${issue?.path.join('.') || '(root)'}: ${issue?.message ?? 'unknown'}`);
}

function yamlOf(source: string, what: string): unknown {
  try {
    return parse(source, { maxAliasCount: 0 });
  } catch (cause) {
    throw invalid(what, 'its frontmatter is not YAML', cause);
  }
}

function invalid(what: string, why: string, cause?: unknown): ArtefactInvalid {
  return new ArtefactInvalid(`${what} cannot be used: ${why}. It is written again by the step that made it.`, {
    cause,
  });
}

function isPrintable(text: string): boolean {
  return !hasOddCharacter(text.replace(/\n/g, ' '));
}
