/**
 * Stands in for parts of packages that are named by code which is never reached: turndown (pages are read as they are, not
 * as Markdown) and cssomnom (nobody asks an element for its parsed style sheet). Reaching them is a mistake that shows.
 */
function unused() {
  throw new Error('A part was reached that no bundle carries; see infra/bundle/bundle.ts.');
}

export { unused as default, unused as parse };
