#!/usr/bin/env node
import { argv } from 'node:process'

const [, , word = '', ...args] = argv

// A host waits for this one: nothing but what it needs is loaded.
if (word === 'run') await (await import('./run/run.ts')).run(args)
else await (await import('./commands.ts')).runCommand([word, ...args])
