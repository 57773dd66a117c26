const REFUSALS = ['not_a_url', 'not_http', 'credentials_in_url', 'not_a_public_name', 'not_a_public_address'] as const
export type Refusal = (typeof REFUSALS)[number]

/**
 * An address that may not be dialled; nothing was sent. The message does not hold the address: it is a stranger's text.
 */
export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED'
  readonly refusal: Refusal

  constructor(refusal: Refusal, options?: { cause: unknown }) {
    super(refusal, options)
    this.name = 'AddressRefused'
    this.refusal = refusal
  }
}

/** A host name that did not resolve; `cause` is the resolver's own error. */
export class NameNotResolved extends Error {
  readonly code = 'NAME_NOT_RESOLVED'

  constructor(options?: { cause: unknown }) {
    super('the host name did not resolve', options)
    this.name = 'NameNotResolved'
  }
}

/** No name server could be reached: connectivity is lost, and nothing is known of the name. */
export class ResolverUnreachable extends Error {
  readonly code = 'RESOLVER_UNREACHABLE'

  constructor(options: { cause: unknown }) {
    super('no name server could be reached', options)
    this.name = 'ResolverUnreachable'
  }
}

/** The body is larger than the caller's cap. What was read is dropped. */
export class ResponseTooLarge extends Error {
  readonly code = 'ANSWER_TOO_LARGE'
  readonly status: number

  constructor(status: number) {
    super('the answer is larger than the cap')
    this.name = 'ResponseTooLarge'
    this.status = status
  }
}

/** The answer came in too many parts, whatever their size. What was read is dropped. */
export class ResponseInTooManyParts extends Error {
  readonly code = 'ANSWER_IN_TOO_MANY_PARTS'
  readonly status: number

  constructor(parts: 'pieces' | 'interim answers' | 'header lines', status: number) {
    super(`the answer has too many ${parts}`)
    this.name = 'ResponseInTooManyParts'
    this.status = status
  }
}

/** The body came in an encoding that was not requested. */
export class UnknownEncoding extends Error {
  readonly code = 'UNKNOWN_ENCODING'
  readonly status: number

  constructor(status: number) {
    super('the answer has an encoding that was not requested')
    this.name = 'UnknownEncoding'
    this.status = status
  }
}

/** More redirects than are followed. */
export class TooManyRedirects extends Error {
  readonly code = 'TOO_MANY_REDIRECTS'
  readonly status: number

  constructor(status: number) {
    super('more redirects than are followed')
    this.name = 'TooManyRedirects'
    this.status = status
  }
}

/** The answer is not HTTP, or ends in the middle; `cause` is the parser's own error. */
export class NotHttp extends Error {
  readonly code = 'NOT_HTTP'

  constructor(options: { cause: unknown }) {
    super('the answer is not HTTP', options)
    this.name = 'NotHttp'
  }
}
