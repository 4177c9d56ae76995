import { freePorts } from './runProcess.ts'

/** Takes `count` rows of ports as a Playwright worker does, prints them, and stays alive without listening on any. */
const count = Number(process.argv[2])
console.log(JSON.stringify(await Promise.all(Array.from({ length: count }, freePorts))))
process.stdin.resume()
