/**
 * `RETRACTED: …`, `[Withdrawn] …`, `Retracted article: …`: how publishers mark the title of a work that is no longer to be relied on.
 * A notice about another work (`Retraction notice to …`) is not meant.
 */
export function isRetractedTitle(title: string | null): boolean {
  return /^\s*(?:[[(]\s*(?:retracted|withdrawn)(?: article| paper)?\s*[\])]|(?:retracted|withdrawn)(?: article| paper)?\s*[:.–—-])/i.test(
    title ?? '',
  );
}
