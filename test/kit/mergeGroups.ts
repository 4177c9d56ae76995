/** Some of the options that a function takes; of a group of them, some too. */
export type Groups<Options> = { readonly [Name in keyof Options]?: Options[Name] | Partial<Options[Name]> | undefined }

const groups = ['relay', 'registry', 'link', 'session', 'modal', 'world']

/**
 * The options of a linker, with others over them. Of a group only what is given takes the place of what was there.
 * @example mergeGroups({ relay: { url, reach: 'own' } }, { relay: { reach: 'network' } }) // { relay: { url, reach: 'network' } }
 */
export function mergeGroups<Options extends object>(options: Options, more: Groups<Options>): Options {
  const merged = Object.entries(more).map(([name, given]) => {
    const before: unknown = Reflect.get(options, name)
    return [name, groups.includes(name) && before && given ? { ...before, ...given } : given]
  })
  return { ...options, ...Object.fromEntries(merged) }
}
