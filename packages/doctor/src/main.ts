#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { runDoctor } from './commands/runDoctor.ts'

process.exitCode = await runDoctor(process.argv.slice(2), {
  write: (text) => void process.stdout.write(text),
  fail: (text) => void process.stderr.write(text),
  version: readVersion,
  now: Date.now,
})

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : ''
}
