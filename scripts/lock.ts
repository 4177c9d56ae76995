/** The fields of an npm lock file that the checks read. */
export type Lock = { readonly packages: Readonly<Record<string, LockEntry>> }

export type LockEntry = {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly license?: string
  readonly link?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

// The last versions under Apache-2.0. No other packages of these makers are needed.
const licenceLine: readonly [RegExp, string][] = [
  [/^@walletconnect\//, '2.21.8'],
  [/^@reown\/walletkit$/, '1.2.10'],
  [/^(?:@reown|@metamask\/connect)/, '0.0.0'],
]
/** The last AppKit under Apache-2.0, which only a bench installs. */
const peersLine: readonly [RegExp, string][] = [[/^@reown\/appkit/, '1.8.0'], ...licenceLine]
/** Licences that let a developer install, run and change the software, without terms for anything developed with it. */
const permissive =
  /^(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|CC-BY-4\.0|MPL-2\.0)$/
/** Packages older than the field of a licence that npm copies into the lock file, with the licence that they state instead. */
const statedElsewhere: ReadonlyMap<string, string> = new Map([['format@0.2.2', 'MIT']])
/**
 * Libraries that are loaded as files of their own, as their licences require: libvips by sharp, and zbar by the bench alone.
 */
const lesser: ReadonlyMap<string, RegExp> = new Map([
  ['LGPL-3.0-or-later', /^@img\/sharp-/],
  ['LGPL-2.1+', /^@undecaf\/zbar-wasm$/],
])
/** 64 bytes, one hash or several: npm accepts a match with any of several, so each must be as strong. */
const strong = /^sha512-[A-Za-z0-9+/]{86}==(?: sha512-[A-Za-z0-9+/]{86}==)*$/
const workspace = /^(?:packages|apps|test|bench)(?:\/[a-z0-9-]+)?$/

/**
 * A line for each problem of a lock file.
 * @param arePeers - of the modals that a bench compares with
 */
export function explainLock(lock: Lock, { arePeers = false } = {}): readonly string[] {
  return Object.entries(lock.packages).flatMap(([path, entry]) => [
    ...Object.keys(entry.optionalDependencies ?? {})
      .filter((dependency) => !isResolvable(lock, path, dependency))
      .map((dependency) => `${path || 'root'}: optional dependency ${dependency} is not in the lock file`),
    ...explainSource(path, entry),
    ...explainLine(path, entry, arePeers ? peersLine : licenceLine),
    ...explainLicence(path, entry),
  ])
}

/**
 * Each package is a folder of this repository, or comes from the installer's registry with a sha512. An address of any kind (git,
 * a file, a registry's own) would be fetched instead, and npm does not check each of those against a hash.
 */
function explainSource(path: string, { link, resolved, integrity }: LockEntry): readonly string[] {
  if (link === true)
    return resolved !== undefined && workspace.test(resolved)
      ? []
      : [`${path}: is a link to no folder of this repository`]
  if (path === '' || workspace.test(path)) return []
  return [
    ...(resolved === undefined
      ? []
      : [`${path}: comes from an address, ${resolved.split(/[?#]/, 1)[0]}, and not from the registry`]),
    ...(integrity !== undefined && strong.test(integrity) ? [] : [`${path}: has no sha512 of what is installed`]),
  ]
}

function nameOf(path: string): string {
  return path.split('node_modules/').at(-1) ?? ''
}

/** An SPDX expression: one of its alternatives has to be allowed as a whole. */
function explainLicence(path: string, { license, link, version }: LockEntry): readonly string[] {
  if (link === true || path === '' || workspace.test(path)) return []
  const isAllowed = (one: string) => permissive.test(one) || lesser.get(one)?.test(nameOf(path)) === true
  const stated = license ?? statedElsewhere.get(`${nameOf(path)}@${version}`) ?? 'no licence'
  const alternatives = stated.replace(/[()]/g, '').split(' OR ')
  return alternatives.some((alternative) => alternative.split(' AND ').every(isAllowed))
    ? []
    : [`${path}@${version} is under ${stated}, which is not one of those that are allowed`]
}

function explainLine(path: string, { version }: LockEntry, lines: typeof licenceLine): readonly string[] {
  const name = nameOf(path)
  const line = lines.find(([pattern]) => pattern.test(name))
  return line !== undefined && version !== undefined && compareVersions(version, line[1]) > 0
    ? [`${path}@${version} is beyond the licence line (${line[1]} is the last Apache-2.0 version)`]
    : []
}

function isResolvable(lock: Lock, path: string, dependency: string): boolean {
  let base = path
  while (true) {
    if (lock.packages[`${base === '' ? '' : `${base}/`}node_modules/${dependency}`] !== undefined) return true
    if (base === '') return false
    const cut = base.lastIndexOf('/node_modules/')
    base = cut === -1 ? '' : base.slice(0, cut)
  }
}

function compareVersions(left: string, right: string): number {
  const [a, b] = [left, right].map((text) => text.split(/[.-]/).slice(0, 3).map(Number))
  for (const index of [0, 1, 2]) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
