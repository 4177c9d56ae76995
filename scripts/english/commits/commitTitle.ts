const longestTitle = 120
const scope = /^[a-z0-9@/.-]+(?:, [a-z0-9@/.-]+)*: /
/** No verb, or one that is not imperative: "the …", "fixed …", "fixing …", "fixes …". */
const notImperative =
  /^(?:the|an?|it|its|this|that|these|those|what|who|whose|which|no|not|nobody|nothing|each|every|all|both|some|more|new|one|two|three|four|\d+|\S+ed|\S+ing|\S+[^su]s)$/i
/** Imperatives that end like one of those. */
const imperative = new Set([
  'need',
  'feed',
  'embed',
  'seed',
  'shed',
  'bring',
  'ping',
  'string',
  'bias',
  'alias',
  'always',
])

/** Explains the mistake in a commit's title, if it has one: a title is imperative, with a scope. */
export function explainTitle(title: string): string | undefined {
  if (/^(?:Merge|Revert) /.test(title)) return undefined
  const found = scope.exec(title)
  if (found === null) return 'begin with a scope: "relay: bound stored bytes per address"'
  const [verb = ''] = title.slice(found[0].length).split(/[\s,;:]/)
  if (/^[A-Z]/.test(verb)) return 'write the verb in lower case'
  if (notImperative.test(verb) && !imperative.has(verb))
    return `"${verb}": begin with an imperative, as in "add", "refuse"`
  return title.length > longestTitle ? `${title.length} characters, at most ${longestTitle}` : undefined
}
