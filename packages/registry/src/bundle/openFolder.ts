import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { InvalidBundleError } from '../errors.ts'

// O_NOFOLLOW refuses links, and O_NONBLOCK does not wait for the writer of a pipe.
const openFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Reads files of one folder by their relative path. */
export type FolderReader = (path: string, maxBytes: number) => Uint8Array<ArrayBuffer>

/**
 * Opens a folder for reading. Before it reads a file, the reader refuses a link out of the folder, a special file, and
 * a file above `maxBytes`.
 * @throws InvalidBundleError - also from the reader; the message names the path in the folder
 */
export function openFolder(folder: string | URL): FolderReader {
  const root = attempt(`The folder ${folder}`, () => realpathSync.native(folder))
  const known = new Set<string>()
  const enter = (path: string) => {
    const inner = dirname(join(root, path))
    if (known.has(inner)) return
    if (attempt(path, () => realpathSync.native(inner)) !== inner)
      throw new InvalidBundleError(`${path} is behind a link to another place.`)
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
 * Parses a file's contents.
 * @throws InvalidBundleError - names the file, for any error of the parser
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
  if (!stat.isFile()) throw new InvalidBundleError(`${path} is not a plain file.`)
  if (stat.size > maxBytes)
    throw new InvalidBundleError(`${path} has ${stat.size} bytes; at most ${maxBytes} are allowed.`)
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
