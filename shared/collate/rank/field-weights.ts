/** Texts of one document, by field; absent ones are left out. */
export interface Fields {
  readonly title?: string | null | undefined;
  readonly abstract?: string | null | undefined;
  readonly body?: string | null | undefined;
}

export const FIELD_NAMES = ['title', 'abstract', 'body'] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

/** How often one occurrence in a field counts; 0 leaves the field out. */
export type FieldWeights = Readonly<Record<FieldName, number>>;
