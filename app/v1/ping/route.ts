const m = { GET: () => new Response('x'), POST: () => new Response('y') }
export const { GET, POST } = m
