#!/usr/bin/env -S node --disable-proto=delete
import { runProgram } from '@hawser/command'
import { hawserCommand } from './hawserCommand.ts'

await runProgram(hawserCommand, { path: 'hawser', manifest: new URL('../package.json', import.meta.url) })
