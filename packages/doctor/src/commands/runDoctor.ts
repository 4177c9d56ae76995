import { InvalidCommandError } from '@hawser/wire'
import { diagnose } from '../diagnose.ts'
import { formatJson } from '../report/formatJson.ts'
import { formatText } from '../report/formatText.ts'
import { formatHelp } from './formatHelp.ts'
import { type Command, parseCommand } from './parseCommand.ts'

/** The output streams of the command. */
export type DoctorWorld = {
  write(text: string): void
  fail(text: string): void
  readonly version: () => string
  readonly now: () => number
}

/** Runs `hawser-doctor`. @returns its exit code */
export async function runDoctor(args: readonly string[], world: DoctorWorld): Promise<0 | 1 | 2> {
  let command: Command
  try {
    command = parseCommand(args)
  } catch (error) {
    if (!(error instanceof InvalidCommandError)) throw error
    world.fail(`hawser-doctor: ${error.message}\n`)
    return 2
  }
  if (command.type === 'help') world.write(formatHelp())
  else if (command.type === 'version') world.write(`${world.version()}\n`)
  else {
    const diagnosis = await diagnose({ ...command, now: world.now })
    world.write(command.isJson ? formatJson(diagnosis) : formatText(diagnosis))
    return diagnosis.isWell ? 0 : 1
  }
  return 0
}
