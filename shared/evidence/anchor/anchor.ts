export { anchorQuote, type PreparedText, prepareText } from '../anchor.ts';
