export const REFUSALS = [
  'not_a_url',
  'not_http',
  'credentials_in_url',
  'not_a_public_name',
  'not_a_public_address',
] as const
export type Refusal = (typeof REFUSALS)[number]

/**
 * An address we may not dial. Nothing was sent. The address itself stays out of the message: it is a stranger's text.
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

/** No name server could be asked: our own line, not the name. */
export class ResolverUnreachable extends Error {
  readonly code = 'RESOLVER_UNREACHABLE'

  constructor(options: { cause: unknown }) {
    super('no name server could be asked', options)
    this.name = 'ResolverUnreachable'
  }
}

/** The body went over the caller's cap. What was read is gone. */
export class AnswerTooLarge extends Error {
  readonly code = 'ANSWER_TOO_LARGE'
  readonly status: number

  constructor(status: number) {
    super('the answer is larger than the caller takes')
    this.name = 'AnswerTooLarge'
    this.status = status
  }
}

/** The answer came in more parts than the caller takes, whatever their size. What was read is gone. */
export class AnswerInTooManyParts extends Error {
  readonly code = 'ANSWER_IN_TOO_MANY_PARTS'
  readonly status: number

  constructor(parts: 'pieces' | 'interim answers' | 'header lines', status: number) {
    super(`the answer has too many ${parts}`)
    this.name = 'AnswerInTooManyParts'
    this.status = status
  }
}

/** The body came in an encoding nobody asked for. */
export class UnknownEncoding extends Error {
  readonly code = 'UNKNOWN_ENCODING'
  readonly status: number

  constructor(status: number) {
    super('the answer is encoded in a way nobody asked for')
    this.name = 'UnknownEncoding'
    this.status = status
  }
}

/** More redirects than a client should follow. */
export class TooManyRedirects extends Error {
  readonly code = 'TOO_MANY_REDIRECTS'
  readonly status: number

  constructor(status: number) {
    super('more redirects than a client should follow')
    this.name = 'TooManyRedirects'
    this.status = status
  }
}

/**
 * Something answered that does not speak HTTP, or breaks off in the middle of speaking it; `cause` is the parser's own
 * error.
 */
export class NotHttp extends Error {
  readonly code = 'NOT_HTTP'

  constructor(options: { cause: unknown }) {
    super('the answer is not HTTP', options)
    this.name = 'NotHttp'
  }
}
