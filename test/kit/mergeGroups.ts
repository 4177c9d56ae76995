/** A part of a function's options, in which a group can be partial too. */
export type Groups<Options> = { readonly [Name in keyof Options]?: Options[Name] | Partial<Options[Name]> | undefined }

const groups = ['relay', 'registry', 'link', 'session', 'modal', 'world']

/**
 * A linker's options with others merged over them. Within a group, only the given values replace the existing ones.
 * @example mergeGroups({ relay: { url, reach: 'own' } }, { relay: { reach: 'network' } }) // { relay: { url, reach: 'network' } }
 */
export function mergeGroups<Options extends object>(options: Options, more: Groups<Options>): Options {
  const merged = Object.entries(more).map(([name, given]) => {
    const before: unknown = Reflect.get(options, name)
    return [name, groups.includes(name) && before && given ? { ...before, ...given } : given]
  })
  return { ...options, ...Object.fromEntries(merged) }
}
