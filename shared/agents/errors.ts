import { PlumblineError } from '../contracts/errors.ts';

/** A model's answer fits the schema but not the role's rules; the message is the reason given on the second try. */
export class AnswerRejected extends PlumblineError {}
