export { type Anchoring, anchorQuote, type PreparedText, prepareText } from '../anchor.ts';
