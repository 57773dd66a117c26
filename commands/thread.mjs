// @ts-check
import { workerData } from 'node:worker_threads'

// A thread begins without the loader of the process that started it: this gives it one, then runs the module it is for.
const { register } = await import('tsx/esm/api')
register()
await import(workerData.module)
