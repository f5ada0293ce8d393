import { PlumblineError } from '../contracts/errors.ts';

/** A provider's turn does not come within the few seconds a handler may wait; the state machine tries again later. */
export class SourceBusy extends PlumblineError {
  override readonly retryable = true;
  override readonly waiting = true;
  readonly provider: string;
  /** Milliseconds after which it is worth trying again. */
  readonly waitMs: number;

  constructor(provider: string, waitMs: number) {
    super(
      `${provider} is busy: all its turns of the next seconds are taken. Try again in ${Math.ceil(waitMs / 1000)} s.`,
    );
    this.provider = provider;
    this.waitMs = waitMs;
  }
}

/** An address that must not be fetched: not https, or private, loopback, link-local, reserved or a metadata service. */
export class AddressForbidden extends PlumblineError {}

/** A response was longer, unpacked, than the caller allows. */
export class ResponseTooLarge extends PlumblineError {}

/** Redirects went on, or led where none may lead. */
export class RedirectRefused extends PlumblineError {}

/** No complete response within the time given. */
export class SourceTimeout extends PlumblineError {
  override readonly retryable = true;
}

/** The host could not be reached, or hung up. */
export class SourceUnreachable extends PlumblineError {
  override readonly retryable = true;
}

/** The caller gave up: its deadline passed or its run was cancelled. */
export class RequestAbandoned extends PlumblineError {}

/** A configured address or secret cannot be used; says which one. */
export class SourceMisconfigured extends PlumblineError {}
