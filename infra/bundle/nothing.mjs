/** Stands in for kinds of charts that no report draws (see infra/bundle/bundle.ts): Vega registers whatever is exported. */
export {};
