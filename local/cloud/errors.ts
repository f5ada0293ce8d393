import { PlumblineError } from '../../shared/contracts/errors.ts';

/** Another process owns the home: this one becomes its client. */
export class HomeInUse extends PlumblineError {}

/** The home was deleted, moved or replaced while this process owned it. */
export class HomeLost extends PlumblineError {}

/** The home could not be made or locked. */
export class HomeUnusable extends PlumblineError {}
