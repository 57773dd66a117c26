// @ts-check
import { workerData } from 'node:worker_threads'

// A worker thread does not inherit the TypeScript loader of its process, so it registers one before it imports its module.
const { register } = await import('tsx/esm/api')
register()
await import(workerData.module)
