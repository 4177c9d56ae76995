#!/usr/bin/env node
import { randomBytes } from 'node:crypto'
import { runCommand } from './commands/runCommand.ts'

process.exitCode = await runCommand(process.argv.slice(2), {
  write: (text) => void process.stdout.write(text),
  fail: (text) => void process.stderr.write(text),
  now: Date.now,
  randomBytes,
  fetch,
  onStop(stop) {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  },
})
