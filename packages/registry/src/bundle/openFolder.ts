import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { InvalidBundleError } from '../errors.ts'

// A link is not followed, and a pipe does not wait for its writer.
const openFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Reads files of one folder by their path in it. */
export type FolderReader = (path: string, maxBytes: number) => Uint8Array<ArrayBuffer>

/**
 * Opens a folder for reading. A file that a link leads out of it, that is no plain file, or that is larger than asked for is
 * refused before it is read.
 * @throws InvalidBundleError - as does the reader; it names the path in the folder
 */
export function openFolder(folder: string | URL): FolderReader {
  const root = attempt(`The folder ${folder}`, () => realpathSync.native(folder))
  const known = new Set<string>()
  const enter = (path: string) => {
    const inner = dirname(join(root, path))
    if (known.has(inner)) return
    if (attempt(path, () => realpathSync.native(inner)) !== inner)
      throw new InvalidBundleError(`${path} is behind a link to somewhere else.`)
    known.add(inner)
  }
  return (path, maxBytes) => {
    enter(path)
    const descriptor = attempt(path, () => openSync(join(root, path), openFlags))
    try {
      return readWhole(descriptor, path, maxBytes)
    } finally {
      closeSync(descriptor)
    }
  }
}

/**
 * Reads what a file holds.
 * @throws InvalidBundleError - names the file, whatever the parser throws
 */
export function parseFile<Value>(path: string, bytes: Uint8Array, parse: (value: unknown) => Value): Value {
  try {
    return parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch (cause) {
    throw new InvalidBundleError(`${path} is malformed.`, { cause })
  }
}

function readWhole(descriptor: number, path: string, maxBytes: number): Uint8Array<ArrayBuffer> {
  const stat = fstatSync(descriptor)
  if (!stat.isFile()) throw new InvalidBundleError(`${path} is no plain file.`)
  if (stat.size > maxBytes) throw new InvalidBundleError(`${path} has ${stat.size} bytes; ${maxBytes} are allowed.`)
  const bytes = new Uint8Array(stat.size)
  let length = 0
  while (length < bytes.length) {
    const count = readSync(descriptor, bytes, length, bytes.length - length, null)
    if (count === 0) throw new InvalidBundleError(`${path} became shorter while it was read.`)
    length += count
  }
  return bytes
}

function attempt<Value>(what: string, action: () => Value): Value {
  try {
    return action()
  } catch (cause) {
    throw new InvalidBundleError(`${what} cannot be read${reasonOf(cause)}.`, { cause })
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error && 'code' in cause)) return ''
  return cause.code === 'ELOOP' ? ': it is a link' : ` (${cause.code})`
}
