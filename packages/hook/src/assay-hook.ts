#!/usr/bin/env node
import { argv } from 'node:process'
import { run } from './run/run.ts'

const [, , word = '', ...args] = argv

// A host waits for this one: what other commands need is not loaded.
if (word === 'run') await run(args)
else await (await import('./commands.ts')).runCommand([word, ...args])
