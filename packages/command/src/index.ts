export {
  type Command,
  type CommandDescription,
  type CommandGroupDescription,
  type CommandWorld,
  createCommand,
  createCommandGroup,
  type Run,
} from './command.ts'
export { describeCrash } from './describeCrash.ts'
export { InvalidCommandError } from './errors.ts'
export { formatSettingsTable } from './formatSettingsTable.ts'
export { createJsonLogger, type JsonLogger, type LogLevel } from './jsonLogger.ts'
export { listenSettings } from './listenSettings.ts'
export { createProgress, type Progress } from './progress.ts'
export { type ParsedSettings, readSettings } from './readSettings.ts'
export { runProgram } from './runProgram.ts'
export {
  choice,
  list,
  required,
  type Setting,
  type SettingTable,
  type Source,
  secret,
  text,
  toggle,
  type ValuesOf,
  wholeNumber,
} from './setting.ts'
