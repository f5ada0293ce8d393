import { decodeXML } from 'entities';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { asList, asObject, type JsonObject } from './json.ts';

/** Elements whose inner mark-up matters or loses its order when parsed: kept as they stand. */
const RAW = ['*.title', '*.abstract', '*.summary'];

/**
 * An XML document as nested objects: prefixes removed, attributes under `@name`, every value a string (an id is no number),
 * entities not yet decoded.
 *
 * @returns null when it is not well formed, or defines entities of its own (no source needs to; bombs do)
 */
export function parseXml(xml: string): JsonObject | null {
  if (/<!ENTITY/i.test(xml)) return null;
  const clean = xml.replace(/<!DOCTYPE[^>[]*>/i, '');
  if (XMLValidator.validate(clean) !== true) return null;
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
    trimValues: false,
    stopNodes: RAW,
  });
  return asObject(parser.parse(clean)) ?? null;
}

/** The first text of an element, entities decoded; null when it is missing or blank. */
export function xmlText(node: unknown): string | null {
  const first = asList(node)[0];
  const raw = typeof first === 'string' ? first : asObject(first)?.['#text'];
  if (typeof raw !== 'string') return null;
  const text = decodeXML(raw);
  return text.trim() === '' ? null : text;
}

/** An element's raw inner mark-up, not decoded. */
export function xmlRaw(node: unknown): string | null {
  const first = asList(node)[0];
  const raw = typeof first === 'string' ? first : asObject(first)?.['#text'];
  if (typeof raw !== 'string' || raw.trim() === '') return null;
  return raw.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, '$1');
}

/** An attribute, entities decoded. */
export function xmlAttribute(node: unknown, name: string): string | null {
  const value = asObject(node)?.[`@${name}`];
  return typeof value === 'string' && value.trim() !== '' ? decodeXML(value) : null;
}
