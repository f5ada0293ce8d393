import { asList, asObject, asText, at, type JsonObject } from './json.ts';
import { classify, classifyHtml, failed, type ParseContext, type Parsed, type SourceResponse } from './outcome.ts';
import type { RetryAdvice } from './retry.ts';
import { MAX_PARSED_BYTES, sniff, textOf, unpacked } from './sniff.ts';

const TRANSIENT: RetryAdvice = { kind: 'transient', waitMs: null };

/** What a provider's answers look like. */
export interface Reading {
  /** Name used in notes. */
  readonly provider: string;
  /** The failure inside a JSON body, when it is one: its message, and its own status where the body carries it. */
  errorOf?(json: unknown): { readonly message: string; readonly status?: number } | null;
  /** A provider's own classes of failure, tried before the common ones. */
  special?(response: SourceResponse, message: string, now: number): Parsed | null;
  /** An empty body; some services throttle that way. */
  readonly emptyIsThrottled?: boolean;
}

/**
 * Reads a JSON answer: bytes are looked at before they are parsed, failures are classified, and only an answer that is one
 * reaches `handle`. Never throws, whatever the bytes are.
 */
export function readJson(
  response: SourceResponse,
  reading: Reading,
  context: ParseContext,
  handle: (json: unknown) => Parsed,
): Parsed {
  return guarded(reading.provider, () => {
    const opened = open(response, reading, context);
    if ('outcome' in opened) return opened;
    const { kind, text } = opened;
    if (kind !== 'json') return unexpected(response, kind, text, reading, context, 'JSON');
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      if (response.status !== null && response.status >= 400) return refusal(response, '', reading, context);
      return failed('error', `${reading.provider} sent JSON that cannot be read (cut off or damaged)`, TRANSIENT);
    }
    const failure = reading.errorOf?.(json) ?? commonError(json);
    if (response.status !== null && response.status >= 400) {
      // A body that names its own class is more exact than the status: Crossref answers a bad cursor with 404.
      const status = failure?.status ?? response.status;
      return refusal({ ...response, status }, failure?.message ?? messageOf(json) ?? '', reading, context);
    }
    if (failure) {
      const status = failure.status ?? (response.status === 200 ? null : response.status);
      return refusal({ ...response, status }, failure.message, reading, context);
    }
    return handle(json);
  });
}

/** Reads an XML answer; like `readJson`, with the text given to `handle`. */
export function readXml(
  response: SourceResponse,
  reading: Reading,
  context: ParseContext,
  handle: (xml: string) => Parsed,
): Parsed {
  return guarded(reading.provider, () => {
    const opened = open(response, reading, context);
    if ('outcome' in opened) return opened;
    if (opened.kind !== 'xml') return unexpected(response, opened.kind, opened.text, reading, context, 'XML');
    return handle(opened.text);
  });
}

/** What kind of body it is, for providers that answer in several. */
export function kindOf(response: SourceResponse): ReturnType<typeof sniff> {
  const body = unpacked(response.body);
  return body === undefined ? 'binary' : sniff(body);
}

type Opened = { readonly kind: ReturnType<typeof sniff>; readonly text: string };

function open(response: SourceResponse, reading: Reading, context: ParseContext): Opened | Parsed {
  const body = unpacked(response.body);
  if (body === undefined)
    return failed('error', `${reading.provider} sent a packed body that cannot be unpacked`, TRANSIENT);
  if (body.byteLength > MAX_PARSED_BYTES) {
    return failed('error', `${reading.provider} sent ${body.byteLength} bytes, more than any answer has`, {
      kind: 'never',
      waitMs: null,
    });
  }
  const kind = sniff(body);
  if (kind === 'empty') {
    if (response.status !== null && response.status >= 400) return refusal(response, '', reading, context);
    if (reading.emptyIsThrottled) {
      return failed('throttled', `${reading.provider} sent an empty body, its way of refusing`, {
        kind: 'burst',
        waitMs: null,
      });
    }
    return failed('error', `${reading.provider} sent an empty body`, TRANSIENT);
  }
  return { kind, text: kind === 'binary' || kind === 'pdf' ? '' : textOf(body, response.contentType) };
}

function unexpected(
  response: SourceResponse,
  kind: Opened['kind'],
  text: string,
  reading: Reading,
  context: ParseContext,
  wanted: string,
): Parsed {
  if (kind === 'html') {
    return (
      reading.special?.(response, text.slice(0, 200_000), context.now) ??
      classifyHtml(response, text, reading.provider, context.now)
    );
  }
  if (kind === 'json') {
    const json = parsedOrNull(text);
    return refusal(
      response,
      reading.errorOf?.(json)?.message ?? messageOf(json) ?? `JSON instead of ${wanted}`,
      reading,
      context,
    );
  }
  const message = kind === 'text' ? text.trim().slice(0, 300) : `${kind} instead of ${wanted}`;
  if (kind === 'xml' && (response.status === null || response.status < 400)) {
    const inside = /<(?:Message|message|error|title)[^>]*>([^<]{1,300})</.exec(text)?.[1];
    return refusal({ ...response, status: null }, inside ?? message, reading, context);
  }
  return refusal(response.status === 200 ? { ...response, status: null } : response, message, reading, context);
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null; // only its message would have been used
  }
}

function refusal(response: SourceResponse, message: string, reading: Reading, context: ParseContext): Parsed {
  return (
    reading.special?.(response, message, context.now) ??
    classify(response, message.slice(0, 300), reading.provider, context.now)
  );
}

/** An object that says nothing but that it failed. */
function commonError(json: unknown): { message: string; status?: number } | null {
  const object = asObject(json);
  if (!object) return null;
  const keys = Object.keys(object);
  const isBare = keys.every((key) =>
    /^(?:error|errors|message|messages|detail|code|status|statusCode|documentation_url|type|name|reason|success|tag|request_?id|time|timestamp|path|trace_?id|hint|url)$/i.test(
      key,
    ),
  );
  if (!isBare || keys.length === 0 || !keys.some((key) => /^(?:error|errors|message|detail)$/i.test(key))) return null;
  const message = messageOf(object);
  if (message === null) return null;
  const status = [object.code, object.status, object.statusCode, object.error]
    .map(statusIn)
    .find((value) => value !== undefined);
  return status === undefined ? { message } : { message, status };
}

function statusIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^[45]\d\d$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && number >= 400 && number < 600 ? number : undefined;
}

/** The sentence in an error body, wherever services put it. */
export function messageOf(json: unknown): string | null {
  const object: JsonObject | undefined = asObject(json);
  if (!object) return typeof json === 'string' ? json : null;
  const parts = [
    asText(object.error),
    asText(at(object, 'error', 'message')) ?? asText(at(object, 'error', 'detail')),
    asText(at(object, 'error', 'code')),
    asText(object.message) ?? asText(at(object, 'message', 'message')),
    asText(object.detail) ?? asText(at(object, 'detail', 'error')),
    ...(Array.isArray(object.detail) ? object.detail : []).slice(0, 3).map((item) => asText(at(item, 'msg'))),
    ...asList(object.errors)
      .slice(0, 3)
      .map((item) => asText(at(item, 'message')) ?? asText(item)),
  ];
  const text = [...new Set(parts.filter((part): part is string => part !== null))].join(' ');
  return text === '' ? null : text.slice(0, 500);
}

/** A parser's own mistake becomes an error of this answer, named as such, and never takes the run down. */
function guarded(provider: string, work: () => Parsed): Parsed {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failed('error', `${provider} sent an answer of an unknown shape (${reason})`, {
      kind: 'never',
      waitMs: null,
    });
  }
}
