import { type Installed, installedWith, type TreeLock } from './installed.ts'

/**
 * The bill of materials of one of our packages, as CycloneDX 1.6: every other package that npm can install with it, on any
 * machine, with licence and sha512. The same lock file gives the same text.
 */
export function formatSbom(lock: TreeLock, folder: string): string {
  const [own, ...others] = installedWith(lock, folder)
  if (own === undefined) throw new Error(`The lock file has no ${folder}.`)
  const all = [own, ...others]
  const refs = new Map(all.map((each) => [each.path, purlOf(each)]))
  const refsOf = (paths: readonly string[]) => [...new Set(paths.flatMap((path) => refs.get(path) ?? []))].sort()
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: componentOf(own) },
    components: others.map(componentOf).sort((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)),
    dependencies: all.map((each) => ({ ref: purlOf(each), dependsOn: refsOf(each.needs) })),
  }
  return `${JSON.stringify(bill, undefined, 2)}\n`
}

function componentOf(installed: Installed) {
  const { name, version, license, integrity } = installed
  const purl = purlOf(installed)
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(license !== undefined && { licenses: [licenceOf(license)] }),
    ...(integrity !== undefined && { hashes: [{ alg: 'SHA-512', content: hexOf(integrity) }] }),
  }
}

/** package-url of npm: the @ of a scope is escaped. */
function purlOf({ name, version }: Installed): string {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`
}

/** One licence of SPDX by its id, several as an expression. */
function licenceOf(license: string) {
  return /[ ()]/.test(license) ? { expression: license } : { license: { id: license } }
}

function hexOf(integrity: string): string {
  return Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
}
