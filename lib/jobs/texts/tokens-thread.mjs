// @ts-check

// A worker thread starts without the TypeScript loader of its process: registers it here, then runs the worker.
const { register } = await import('tsx/esm/api')
register()
await import('./tokens-worker')
