declare module '@citation-js/core' {
  export class Cite {
    constructor(data: unknown);
    readonly data: readonly unknown[];
    format(type: string, options?: object): string;
  }
}
declare module '@citation-js/plugin-bibtex';
declare module '@citation-js/plugin-ris';
