/** The fields of a manifest that say where a repository and its documentation are. */
export function addressFields(repository: string, homepage: string) {
  const bare = repository.replace(/\/$/, '').replace(/\.git$/, '')
  return { homepage, repository: { type: 'git', url: `git+${bare}.git` }, bugs: `${bare}/issues` }
}

/**
 * Whether an address is under `.example`, a reserved name (RFC 2606). It replaces an unknown address, and is never published.
 */
export function isPlaceholder(address: string): boolean {
  return /^(?:git\+)?https:\/\/(?:[^/]+\.)?example(?:[/#]|$)/.test(address)
}

/** The address at which a path of the repository can be read, at the tag of a version. */
export function pageOf(repository: string, version: string, path: string, isFolder: boolean): string {
  const bare = repository.replace(/^git\+/, '').replace(/\.git$/, '')
  return `${bare}/${isFolder ? 'tree' : 'blob'}/v${version}/${path}`
}
