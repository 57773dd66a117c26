#!/usr/bin/env node
const [, , name = '', ...args] = process.argv

// A host waits for this one: nothing but what it needs is loaded.
if (name === 'run') await (await import('./run/run.ts')).run(args)
else await (await import('./commands.ts')).runCommand(name, args)
