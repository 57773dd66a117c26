import { OPT_OUT_HEADER, POLICY_PATH } from '../access/probing-policy'

/** One kind of request, and why it is sent. */
export interface SentRequest {
  request: string
  purpose: string
}

/** What is sent to an origin whatever is probed there. */
export const SENT_TO_EVERY_ORIGIN: readonly SentRequest[] = [
  {
    request: `GET ${POLICY_PATH}`,
    purpose:
      'Reads how its operator wants it to be checked, once a day for all servers of the origin together; also where the API description of another host marks a request there.',
  },
]

/** What an operator can do to refuse probes of one address. */
export const OPT_OUT_ANSWER = `403 with the header ${OPT_OUT_HEADER.name}: ${OPT_OUT_HEADER.value}`
