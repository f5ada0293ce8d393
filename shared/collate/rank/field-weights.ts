/** Texts of one document, by field; absent ones are left out. */
export interface Fields {
  readonly title?: string | null;
  readonly abstract?: string | null;
  readonly body?: string | null;
}

export const FIELD_NAMES = ['title', 'abstract', 'body'] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

/** How often one occurrence in a field counts. */
export type FieldWeights = Readonly<Record<FieldName, number>>;
