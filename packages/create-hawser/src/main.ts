#!/usr/bin/env node
import { spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline/promises'
import { runCreate } from './runCreate.ts'

const isTerminal = process.stdin.isTTY && process.stdout.isTTY
const lines = isTerminal ? createInterface({ input: process.stdin, output: process.stdout }) : undefined

process.exitCode = await runCreate(process.argv.slice(2), {
  write: (text) => void process.stdout.write(text),
  fail: (text) => void process.stderr.write(text),
  ask: lines === undefined ? undefined : (question) => lines.question(question),
  run(command, args, folder) {
    // On Windows npm is a script, which only a shell finds.
    const { status } = spawnSync(command, [...args], {
      cwd: folder,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    return status ?? 1
  },
  packageManager: /^(npm|pnpm|yarn|bun)\//.exec(process.env.npm_config_user_agent ?? '')?.[1] ?? 'npm',
})
lines?.close()
