import type { Evidence } from '../gather/evidence.ts'
import type { OptionsProblem } from '../gather/pageOptions.ts'
import type { Finding } from './finding.ts'
import { isPotentiallyTrustworthy } from './places.ts'
import { quote, showUrl } from './show.ts'

const howToSay =
  'Put <link rel="hawser-options" href="/hawser.json"> into the page, where the file holds relay, registry and link as createLinker takes them; or give --relay, --registry and --link.'

/** Checks the known options of the page's linker, and whether this page can use their addresses at all. */
export function judgeOptions({ found, page, origin }: Pick<Evidence, 'found' | 'page' | 'origin'>): readonly Finding[] {
  const { options, address, problem } = found
  const { relayUrls, registryUrl, linkUrl } = options
  const named = [
    ...relayUrls.map((url) => ({ name: 'the relay', url })),
    ...(registryUrl === undefined ? [] : [{ name: 'the registry', url: registryUrl }]),
    ...(linkUrl === undefined ? [] : [{ name: 'the link API', url: linkUrl }]),
  ]
  const unreadable: Finding[] =
    problem === undefined
      ? []
      : [
          {
            ...{ check: 'options', verdict: 'wrong', code: 'options_unreadable' },
            text: `The page names its options at ${showUrl(address ?? '')}, ${explain(problem)}.`,
            mend: 'Serve a JSON object there, on the page’s own origin, with the options as createLinker takes them.',
          },
        ]
  // If the page could not be loaded, its options are unknown, not missing.
  if (named.length === 0 && problem === undefined && page.status === 'answered')
    return [
      {
        ...{ check: 'options', verdict: 'wrong', code: 'options_missing' },
        text: 'Neither the page nor the command names the relay, the registry and the link API: nothing else can be checked.',
        mend: howToSay,
      },
    ]
  const isSecurePage = origin.startsWith('https:')
  const plain = named
    .filter(({ url }) => !isPotentiallyTrustworthy(new URL(url)))
    .map(
      ({ name, url }): Finding => ({
        ...{ check: 'options', verdict: 'wrong', code: 'plain_http' },
        text: isSecurePage
          ? `A browser refuses plain addresses on an https page, and ${name} has one: ${showUrl(url)}.`
          : `The address of ${name} is plain: ${showUrl(url)}. Anybody on the way can read and change what is sent there.`,
        mend: `Serve ${name} with TLS (a proxy will do), and name it by ${/^ws/.test(url) ? 'wss' : 'https'}://.`,
      }),
    )
  const shown = named.map(({ name, url }) => `${name} is ${showUrl(url)}`).join(', ')
  const good: Finding[] =
    shown === '' ? [] : [{ check: 'options', verdict: 'good', text: `As the page has it, ${shown}.` }]
  return [...(unreadable.length + plain.length === 0 ? good : []), ...unreadable, ...plain]
}

function explain(problem: OptionsProblem): string {
  if (problem.kind === 'unanswered') return `which could not be loaded (${quote(problem.detail)})`
  if (problem.kind === 'elsewhere') return 'which is on another origin and was not requested'
  if (problem.kind === 'not_json') return 'and its content is not a JSON object'
  return `and these fields are not valid: ${quote(problem.fields.join(', '))}`
}
