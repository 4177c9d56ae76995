#!/usr/bin/env -S node --disable-proto=delete --max-semi-space-size=64
import { runProgram } from '@hawser/command'
import { relayCommand } from './command.ts'

await runProgram(relayCommand, { path: 'hawser relay', manifest: new URL('../package.json', import.meta.url) })
