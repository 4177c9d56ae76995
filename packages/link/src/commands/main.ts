#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { InvalidCommandError } from '@hawser/wire'
import { parseCommand } from './parseCommand.ts'
import { runCommand } from './runCommand.ts'

try {
  const command = parseCommand(process.argv.slice(2), process.env)
  process.stdout.write(await runCommand(command, { now: Date.now, version: readVersion }))
} catch (error) {
  console.error(`hawser-link: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = error instanceof InvalidCommandError ? 2 : 1
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : ''
}
