#!/usr/bin/env node
import { runProgram } from '@hawser/command'
import { registryCommand } from './command.ts'

await runProgram(registryCommand, { path: 'hawser registry', manifest: new URL('../package.json', import.meta.url) })
