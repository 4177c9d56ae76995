import { freePorts } from './runProcess.ts'

/** Is given so many ports as a worker of Playwright is, prints them, and lives on without listening on any. */
const count = Number(process.argv[2])
console.log(JSON.stringify(await Promise.all(Array.from({ length: count }, freePorts))))
process.stdin.resume()
