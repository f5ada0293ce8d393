import { instructionOf, type JsonSchema, type Material, type MessagesRequest, materialOf } from './material.ts';
import { seeded } from './random.ts';

interface Place {
  /** Names of the properties from the root to here. */
  readonly path: readonly string[];
  /** Position in the innermost list. */
  readonly index: number;
  /** The document that the innermost object speaks of. */
  readonly about: Material | undefined;
  /** The passage it speaks of. */
  readonly passage: string;
}

/**
 * Answers a request from its own JSON schema: it knows no prompt. Values follow the names of their properties: what looks
 * like an id is an id of the request, what looks like a quotation is copied from a document, the rest is a sentence.
 */
export function answerOf(request: MessagesRequest, salt: string): unknown {
  return new Writer(request, salt).whole();
}

const SCHEME = /\b(?:arxiv|doi|acl|dblp|s2|openalex|pwc|hn|so|reddit|gh|url|rfc|lib):[^\s,;"()[\]]+/g;

class Writer {
  private readonly root: JsonSchema;
  private readonly material: readonly Material[];
  /** Documents that are records by their id; all of them when none is. */
  private readonly records: readonly Material[];
  private readonly nodes: readonly string[];
  private readonly tensions: readonly string[];
  /** The first block that is no record: what is asked. */
  private readonly brief: string;
  /** Its question, where it has one. */
  private readonly asked: string;
  /** What a block lists, so that questions are not all alike. */
  private readonly phrases: readonly string[];
  private readonly marks: readonly string[];
  private readonly listed: readonly string[];
  private readonly random: () => number;

  constructor(request: MessagesRequest, salt: string) {
    this.root = request.output_config?.format?.schema ?? { type: 'object' };
    this.material = materialOf(request);
    const brief = this.material.find(({ id }) => !id.includes(':'))?.text ?? '';
    const instruction = `${brief}\n${instructionOf(request)}`;
    const all = this.material.map(({ text }) => text).join('\n');
    const records = this.material.filter(({ id }) => id.includes(':'));
    this.brief = brief.replace(/^\w+: /, '');
    this.asked = brief.split('\n').find((line) => line.endsWith('?')) ?? this.brief;
    const listed = this.material.find(({ id, text }) => !id.includes(':') && text.split('; ').length > 8);
    this.phrases = listed?.text.split('; ') ?? [];
    this.records = records.length > 0 ? records : this.material;
    this.nodes = unique(instruction.match(/\bSQ\d+\b/g) ?? []);
    this.tensions = unique(all.match(/\bC\d+\b(?= \()/g) ?? []);
    this.marks = unique(all.match(/^P\d+(?=: )/gm) ?? []);
    this.listed = unique((all.match(SCHEME) ?? []).map((id) => id.replace(/[.:]+$/, '')));
    this.random = seeded(salt);
  }

  whole(): unknown {
    return this.value(this.root, {
      path: [],
      index: 0,
      about: this.records[0],
      passage: this.passage(this.records[0]),
    });
  }

  private value(given: JsonSchema, place: Place): unknown {
    const schema = this.resolved(given);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return this.choice(schema.enum, place);
    if (schema.anyOf) return this.value(schema.anyOf.find((one) => one.type !== 'null') ?? schema.anyOf[0]!, place);
    switch (schema.type) {
      case 'object':
        return this.object(schema, place);
      case 'array':
        return this.list(schema, place);
      case 'string':
        return this.text(place);
      case 'boolean':
        return false;
      case 'integer':
        return 1;
      case 'number':
        return 0.9;
      default:
        return null;
    }
  }

  private resolved(schema: JsonSchema): JsonSchema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : this.resolved(this.root.$defs?.[name] ?? { type: 'null' });
  }

  private object(schema: JsonSchema, place: Place): unknown {
    const about = this.subject(place);
    const inner = { ...place, about, passage: this.passage(about) };
    const members = Object.entries(schema.properties ?? {});
    return Object.fromEntries(
      members.map(([name, member]) => [name, this.value(member, { ...inner, path: [...place.path, name] })]),
    );
  }

  /** Neighbours speak of neighbouring documents, the two sides of a pair of two. */
  private subject({ path, index, about }: Place): Material | undefined {
    const side = path.at(-1) === 'b' ? 1 : 0;
    if (path.at(-1) === 'a' || side === 1) {
      const at = about ? this.records.indexOf(about) : 0;
      return this.records[(at + side) % Math.max(1, this.records.length)];
    }
    const nested = /passages|support/.test(path.at(-1) ?? '');
    return nested ? about : (this.records[index % Math.max(1, this.records.length)] ?? about);
  }

  private list(schema: JsonSchema, place: Place): unknown[] {
    const items = schema.items ?? { type: 'string' };
    const length = this.lengthOf(place);
    return Array.from({ length }, (_, index) => this.value(items, { ...place, index }));
  }

  private lengthOf({ path, about }: Place): number {
    const name = path.at(-1) ?? '';
    if (/^(cites|passages|ids)$/.test(name)) return about ? 1 : 0;
    if (/^(depends_on|axes|concerns|unanswered|readings|missing_perspectives)$/.test(name)) return 0;
    if (/^tensions$/.test(name)) return this.tensions.length;
    if (/^repairs$/.test(name)) return this.marks.length;
    if (/^sections$/.test(name)) return Math.max(1, this.nodes.length);
    if (/^(nodes)$/.test(name)) return 4;
    if (/^(papers|relevance)$/.test(name)) return Math.max(1, this.records.length);
    if (/^(sub_questions|sq)$/.test(name)) return Math.min(1, this.nodes.length);
    return 2 + Math.floor(this.random() * 2);
  }

  private choice(options: readonly unknown[], { path, index }: Place): unknown {
    if (path.at(-1) === 'voice') return options.includes('ours') ? 'ours' : options[0];
    if (path.at(-1) === 'met') return index === 0 ? options[0] : options.at(-1);
    if (/criterion|kind/.test(path.at(-1) ?? '')) return options[index % options.length];
    return options[0];
  }

  private text({ path, index, about, passage }: Place): string {
    const name = path.at(-1) ?? '';
    const parent = path.at(-2) ?? '';
    if (/quote|passage/.test(name)) return passage;
    if (/^(sq|sub_questions)$/.test(name)) return this.nodes[index % Math.max(1, this.nodes.length)] ?? 'SQ1';
    if (name === 'depends_on') return `SQ${index + 1}`;
    if (name === 'id' && parent === 'nodes') return `SQ${index + 1}`;
    if (name === 'id' && parent === 'tensions') return this.tensions[index] ?? 'C1';
    if (name === 'id' && parent === 'repairs') return this.marks[index] ?? 'P1';
    if (/under_read/.test(name)) return this.listed.at(-1 - index) ?? '';
    if (/^(id|ids|paper|papers|cites)$/.test(name))
      return (about ?? this.records[index])?.id ?? this.listed[index] ?? '';
    if (name === 'language') return 'en';
    if (name === 'query') return this.words(this.asked.replace(/^.*known about /, ''), 6);
    if (/^(key|label|name)$/.test(name)) return `part ${index + 1}`;
    if (name === 'question')
      return `What is known about ${this.phrases[index] ?? `part ${index + 1}`} in ${this.words(this.brief, 8)}?`;
    if (/^(restatement|rationale|why|gloss|reason|remark)$/.test(name))
      return `Part ${index + 1} matters for the topic.`;
    return passage === '' ? `Part ${index + 1} is discussed.` : passage;
  }

  private passage(about: Material | undefined): string {
    const passages = about?.passages ?? [];
    return passages[Math.floor(this.random() * passages.length)] ?? '';
  }

  private words(text: string, most: number): string {
    return (text.match(/[\p{L}\p{N}-]+/gu) ?? []).slice(0, most).join(' ');
  }
}

const unique = (items: readonly string[]): string[] => [...new Set(items)];
