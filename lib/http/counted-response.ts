import type { Metrics } from '../metrics/metrics'

/** The answer to a request, counted under the name of its operation with its status and duration. */
export async function countedResponse<Context extends { metrics: Metrics }>(
  operation: string,
  answer: (request: Request, context: Context) => Promise<Response>,
  request: Request,
  context: Context,
): Promise<Response> {
  const beganAt = performance.now()
  const response = await answer(request, context)
  context.metrics.request(operation, response.status, performance.now() - beganAt)
  return response
}
