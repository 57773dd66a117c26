import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'

/** The least work a read over HTTP can be: Hono, one primary-key read with pg, JSON. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const hono = new Hono()
hono.get('/read/:id{.+}', async (context) => {
  const { rows } = await pool.query({
    name: 'read',
    text: 'SELECT id, verdict, score, grade FROM subjects WHERE id = $1',
    values: [context.req.param('id')],
  })
  return context.json(rows[0] ?? null)
})
serve({ fetch: hono.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })
